"""What a measure does with a grade: the gain of a document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from assay.errors import MeasureParameterError
from assay.measures.judged_hits import (
    Floats,
    Ints,
    JudgedHits,
    count_per_query,
    position_in_query,
    running_sum,
    sum_per_query,
)
from assay.measures.measure import Measure
from assay.measures.parameter import Gains

Gain = Literal["linear", "exponential"] | Gains
_LARGEST_EXPONENT = 1000.0  # leaves room for sums below the largest float, about 2**1024


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GainMeasure(Measure):
    """A measure that adds up the gains of documents.

    Parameters
    ----------
    gain
        ``"linear"``: the grade itself (Järvelin & Kekäläinen 2002, trec_eval); ``"exponential"``: ``2**grade - 1``
        (Burges et al. 2005); or a mapping of grade to gain, such as ``{1: 3, 2: 9}``, where a grade that is not
        named gains itself. A negative grade gains 0, and so does what nobody judged.
    """

    gain: Gain = "linear"

    def __post_init__(self) -> None:
        Measure.__post_init__(self)  # the two-argument form, as in BinaryMeasure
        given: object = self.gain
        if isinstance(given, Mapping):
            object.__setattr__(self, "gain", Gains(cast("Mapping[float, float]", given)))
        elif given not in ("linear", "exponential"):
            raise MeasureParameterError(
                f"{self.symbol}: gain is one of 'linear', 'exponential' or a mapping such as {{1: 3, 2: 9}}, "
                f"got {given!r:.60}"
            )

    def gains(self, grade: Floats) -> Floats:
        """Turn grades into gains; same shape.

        Raises
        ------
        MeasureParameterError
            A grade whose exponential gain no float can hold.
        """
        positive = np.maximum(grade, 0.0)
        if isinstance(self.gain, Gains):
            return _mapped(self.gain, grade, positive)
        if self.gain == "linear":
            return positive
        if positive.max(initial=0.0) > _LARGEST_EXPONENT:
            raise MeasureParameterError(f"no float can hold the exponential gain of a grade of {positive.max():g}")
        return np.exp2(positive) - 1.0

    def best(self, query: Ints, grade: Floats) -> "BestOrder":
        """Order documents by query, then gain, the greatest first."""
        gain = self.gains(grade)
        if np.all((query[1:] > query[:-1]) | (gain[1:] <= gain[:-1])):  # as a pool is, unless a mapping reorders it
            return BestOrder(query=query, gain=gain)
        order = np.lexsort((-gain, query))
        return BestOrder(query=query[order], gain=gain[order])

    def where_defined(self, value: Floats, judged: JudgedHits, best: "BestOrder") -> Floats:
        """Return `value` with NaN for every query without a document that gains."""
        gaining = sum_per_query(best.query, best.gain, judged.n_queries) > 0
        return np.where(gaining, value, np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BestOrder:
    """The documents of each query's pool in the best order there is: by query, then gain descending.

    Parameters
    ----------
    query, gain
        int64 and float64, shape (n_labels,).
    """

    query: Ints
    gain: Floats

    @property
    def rank(self) -> Ints:
        """Place of each document, 1 = best; shape (n_labels,)."""
        return position_in_query(self.query)

    def until(self, value: Floats, query: Ints, rank: Ints) -> Floats:
        """Sum `value` of the first `rank` documents of `query`, all where there are fewer.

        Parameters
        ----------
        value
            float64, shape (n_labels,).
        query, rank
            int64, shape (n,): each query has a pool.

        Returns
        -------
        float64, shape (n,)
        """
        if not len(query):
            return np.zeros(0)
        start = np.searchsorted(self.query, query)
        end = np.searchsorted(self.query, query, side="right")
        return running_sum(self.query, value)[np.minimum(start + rank, end) - 1]

    def n_gaining(self, n_queries: int) -> Ints:
        """Count the documents with a gain above 0; shape (n_queries,)."""
        return count_per_query(self.query[self.gain > 0], n_queries)


def _mapped(gains: Gains, grade: Floats, otherwise: Floats) -> Floats:
    named, gain = np.array(list(gains)), np.array(list(gains.values()))
    place = np.minimum(np.searchsorted(named, grade), len(named) - 1)
    return np.where(named[place] == grade, gain[place], otherwise)
