"""Average precision for grades."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import (
    Floats,
    Ints,
    JudgedHits,
    divide,
    position_in_query,
    running_sum,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.measure import BinaryMeasure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Q(BinaryMeasure):
    r"""Q-measure: average precision in which a document counts by its grade.

    .. math::
        \mathrm{Q}_k(q) = \frac{1}{\min(N, k)} \sum_{r \le k,\ r\ \text{relevant}}
        \frac{C(r) + \beta \, cg(r)}{r + \beta \, cg^*(r)}

    N relevant documents in all; C(r) of them among the first r hits, with a cumulative gain cg(r); :math:`cg^*(r)` is
    that of the judged documents in descending order of grade. The gain is the grade itself.

    Parameters
    ----------
    rel
        Smallest grade that counts as relevant; what is below gains nothing. None takes the table's own.
    beta
        At least 0: how much the gains weigh against plain precision. 0 is average precision.

    Notes
    -----
    In [0, 1], 1 for the best order of all relevant documents. Undefined (NaN) for a query without a relevant document.
    Multiplying all gains by c is multiplying `beta` by c.

    Sakai, Ranking the NTCIR systems based on multigrade relevance (AIRS 2004), `beta` from Sakai & Song (2011). With a
    cutoff it is divided by min(N, k), as in NTCIREVAL, so ``Q(beta=0) @ k`` is not ``AP @ k``, which trec_eval
    divides by N. O(n_rows), in as many NumPy steps as the longest pool has relevant documents.

    Examples
    --------
    >>> Q(beta=10) @ 10
    Q(beta=10)@10
    """

    symbol: ClassVar[str] = "Q"

    beta: float = 1.0

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        beta = number(self.symbol, "beta", self.beta, says="a number of at least 0", allowed=lambda beta: beta >= 0)
        object.__setattr__(self, "beta", beta)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        found = judged.grade >= rel
        if self.k is not None:
            found &= judged.rank <= self.k
        query, rank, gain = judged.query[found], judged.rank[found], judged.grade[found]
        gained = running_sum(query, gain)
        blended = (position_in_query(query) + self.beta * gained) / (
            rank + self.beta * _ideal(judged, rel, query, rank)
        )
        n_relevant = judged.n_relevant(rel)
        reachable = n_relevant if self.k is None else np.minimum(n_relevant, self.k)
        value = divide(sum_per_query(query, blended, judged.n_queries), reachable)
        return undefined_without_relevant(value, n_relevant)


def _ideal(judged: JudgedHits, rel: float, query: Ints, rank: Ints) -> Floats:
    """Return the cumulative gain of the best order at each row's rank; shape (n_rows,)."""
    kept = judged.pool_grade >= rel
    pool, gain = judged.pool_query[kept], judged.pool_grade[kept]
    gained = running_sum(pool, gain)
    start, end = np.searchsorted(pool, query, side="left"), np.searchsorted(pool, query, side="right")
    return gained[np.minimum(start + rank, end) - 1]
