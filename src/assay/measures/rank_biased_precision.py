"""What a user gains who looks at one more hit with the same chance each time."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, Ints, JudgedHits, sum_per_query, undefined_without_relevant
from assay.measures.measure import BinaryMeasure, Measure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RBP(BinaryMeasure):
    r"""Rank-biased precision: gain expected by a user who goes on to the next hit with probability p.

    .. math:: \mathrm{RBP}_k(q) = (1 - p) \sum_{i=1}^{k} g_i \, p^{i-1}

    Parameters
    ----------
    p
        Persistence, above 0 and below 1: 0.5 for an impatient user, 0.95 for a patient one. The expected depth is
        1 / (1 - p).
    gain
        ``"binary"``: 1 for a relevant document. ``"graded"``: the grade over `max_grade`. ``"query"``: the grade over
        the largest one of the query's own pool, where that is above 1, as trec_eval's ``rbp``: values of queries with
        different largest grades are then on different scales.
    max_grade
        The grade that gains 1 where the gain is ``"graded"``; a judged grade above it is an error.

    Notes
    -----
    In [0, 1], but 1 only for an endless ranking. Undefined (NaN) for a query without a relevant document. A grade
    below 0 gains 0. Moffat & Zobel (2008); p = 0.8 as in ir_measures, trec_eval's default is 0.9 (``rbp``).

    Examples
    --------
    >>> RBP(p=0.95), RBP(gain="graded", max_grade=3)
    (RBP(p=0.95), RBP(gain=graded, max_grade=3))
    """

    symbol: ClassVar[str] = "RBP"

    p: float = 0.8
    gain: Literal["binary", "graded", "query"] = "binary"
    max_grade: float | None = None

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        object.__setattr__(self, "p", persistence(self.symbol, self.p))
        if (self.gain == "graded") != (self.max_grade is not None):
            raise MeasureParameterError(
                f"{self.symbol}: graded gains need a largest grade, and only they\n"
                "Hint: write RBP(gain=graded, max_grade=3)."
            )
        if self.max_grade is not None:
            says = "a number above 0"
            top = number(self.symbol, "max_grade", self.max_grade, says=says, allowed=lambda grade: grade > 0)
            object.__setattr__(self, "max_grade", top)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,).

        Raises
        ------
        MeasureParameterError
            A judged grade above `max_grade`.
        """
        within = judged.rank <= (self.k or np.inf)
        query, rank = judged.query[within], judged.rank[within]
        weighted = self._gains(judged)[within] * _weights(self.p, rank)
        value = (1.0 - self.p) * sum_per_query(query, weighted, judged.n_queries)
        return undefined_without_relevant(value, judged.n_relevant(self.threshold(judged)))

    def _gains(self, judged: JudgedHits) -> Floats:
        if self.gain == "binary":
            return (judged.grade >= self.threshold(judged)).astype(np.float64)
        if self.gain == "query":
            top = np.ones(judged.n_queries)
            np.maximum.at(top, judged.pool_query, judged.pool_grade)
            return np.maximum(judged.grade, 0.0) / top[judged.query]
        top, largest = self.max_grade or 1.0, judged.pool_grade.max(initial=0.0)
        if largest > top:
            raise MeasureParameterError(f"{self}: a document has a grade of {largest:g}, above max_grade")
        return np.maximum(judged.grade, 0.0) / top


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RBPResidual(Measure):
    r"""How much RBP could still grow if every hit nobody judged, and every one beyond the end, were perfect.

    .. math:: \mathrm{RBPResidual}_k(q) = p^{\min(k, n)} + (1 - p) \sum_{i \le k,\ i\ \text{not judged}} p^{i-1}

    Parameters
    ----------
    p
        Persistence, above 0 and below 1, as in `RBP`.
    complete
        What a ranking without an unjudged hit has left. ``"tail"``: p to the power of its length n, as the formula
        says. ``"zero"``: nothing, as trec_eval's ``rbp_resid``.

    Notes
    -----
    In [0, 1]; defined for every query. The true RBP lies between RBP and RBP plus this. A repeat of a document counts
    as a hit nobody judged. Moffat & Zobel (2008).

    Examples
    --------
    >>> RBPResidual(p=0.9) @ 10
    RBPResidual(p=0.9)@10
    """

    symbol: ClassVar[str] = "RBPResidual"
    higher_is_better: ClassVar[bool] = False

    p: float = 0.8
    complete: Literal["tail", "zero"] = "tail"

    def __post_init__(self) -> None:
        Measure.__post_init__(self)
        object.__setattr__(self, "p", persistence(self.symbol, self.p))

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        known = judged.is_judged(judged.grade) & (judged.rank <= (self.k or np.inf))
        query, rank = judged.query[known], judged.rank[known]
        settled = (1.0 - self.p) * sum_per_query(query, _weights(self.p, rank), judged.n_queries)
        value = np.maximum(1.0 - settled, 0.0)
        if self.complete == "tail":
            return value
        return np.where(judged.n_judged(self.k) < judged.n_within(self.k), value, 0.0)


def _weights(p: float, rank: Ints) -> Floats:
    return np.power(p, rank - 1.0, dtype=np.float64)


def persistence(measure: str, given: object) -> float:
    """Return the chance of going on to the next hit.

    Raises
    ------
    MeasureParameterError
        Not a number above 0 and below 1.
    """
    return number(measure, "p", given, says="a number above 0 and below 1", allowed=lambda p: 0 < p < 1)
