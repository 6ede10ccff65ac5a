"""Measures that ask how relevant a document is, on a scale with a top."""

from dataclasses import dataclass

import numpy as np

from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.measure import Measure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GradedMeasure(Measure):
    """A measure that needs to know the best grade there can be.

    Parameters
    ----------
    max_grade
        Top of the scale the judges used, above 0. None takes the largest grade in the judgements: then the values
        depend on all queries of the table, so those of a part of it, or of two collections, cannot be compared.

    Raises
    ------
    MeasureParameterError
        `max_grade` is not above 0; or, when measuring, a judgement has a grade above it.
    """

    max_grade: float | None = None

    def __post_init__(self) -> None:
        Measure.__post_init__(self)  # the two-argument form: a slotted dataclass is a new class, which super() misses
        if self.max_grade is not None:
            says = "a number above 0"
            top = number(self.symbol, "max_grade", self.max_grade, says=says, allowed=lambda grade: grade > 0)
            object.__setattr__(self, "max_grade", top)

    def top(self, judged: JudgedHits) -> float:
        """Return the top of the scale; not above 0 where no grade is.

        Raises
        ------
        MeasureParameterError
            A judgement has a grade above the stated top.
        """
        largest = float(judged.pool_grade.max(initial=0.0))
        if self.max_grade is None:
            return largest
        if largest > self.max_grade:
            raise MeasureParameterError(
                f"{self}: max_grade is {self.max_grade:g}, but the judgements hold a grade of {largest:g}\n"
                f"Hint: {self.symbol}(max_grade={largest:g})."
            )
        return self.max_grade

    def gaining(self, judged: JudgedHits) -> tuple[Ints, Ints, Floats]:
        """Return query, rank and gain of the first k hits with a grade above 0: the gain is the share of the top."""
        kept = judged.grade > 0
        if self.k is not None:
            kept &= judged.rank <= self.k
        top = self.top(judged)
        gain = np.divide(judged.grade[kept], top)
        return judged.query[kept], judged.rank[kept], gain
