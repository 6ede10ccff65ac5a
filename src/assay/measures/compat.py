"""How much a ranking resembles an ideal one."""

import math
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

import numpy as np

from assay.measures.judged_hits import (
    Floats,
    Ints,
    JudgedHits,
    count_per_query,
    divide,
    position_in_query,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.measure import Measure
from assay.measures.parameter import number

_NEGLIGIBLE = 42.0  # e**-42 is below the last bit of a float near 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Compat(Measure):
    r"""Compatibility: rank-biased overlap of the ranking with the ideal ranking nearest to it.

    .. math::
        \mathrm{RBO}(A, I) = \frac{\sum_{i=1}^{k} p^{i-1} \, |A_{1..i} \cap I_{1..i}| / i}{\sum_{i=1}^{k} p^{i-1}},
        \qquad \mathrm{Compat}(q) = \max_I \frac{\mathrm{RBO}(A, I)}{\mathrm{RBO}(I, I)}

    An ideal ranking I holds the documents with a grade above 0 in descending order of grade; among equals the order is
    free, and the order of the ranking itself, then what it lacks, is the nearest.

    Parameters
    ----------
    p
        Persistence, in [0.01, 0.99]: the chance to go on from one place to the next. 0.95 looks at twenty places or so.
    norm
        ``"ideal"``: divided by what the ideal itself reaches, which is below 1 where it is short (TOIS 2021).
        ``"none"``: not divided, as in the first papers.

    Notes
    -----
    In [0, 1]; only the order of grades counts, no gains. Undefined (NaN) for a query without a relevant document.
    Without a cutoff the sums run over endless depths; ``@ k`` runs them to depth k. The authors' script stops at 1000,
    the same but for p**1000; ir_measures stops at max(length of the ranking, length of the ideal), and so gives a
    higher value where both are short: RBO of [a] to [a, b] stops at depth 2. Among equal grades ir_measures sorts
    by score, and what was not retrieved as if its score were 0. O(n log n) in the judged documents.

    Clarke, Vtyurina & Smucker, Assessing top-k preferences (TOIS 2021); Clarke, Smucker & Vtyurina, Offline evaluation
    by maximum similarity to an ideal ranking (CIKM 2020); RBO: Webber, Moffat & Zobel (2010).

    Examples
    --------
    >>> Compat(p=0.8) @ 100
    Compat(p=0.8)@100
    """

    symbol: ClassVar[str] = "Compat"

    p: float = 0.95
    norm: Literal["ideal", "none"] = "ideal"

    def __post_init__(self) -> None:
        Measure.__post_init__(self)
        p = number(self.symbol, "p", self.p, says="a number from 0.01 to 0.99", allowed=lambda p: 0.01 <= p <= 0.99)
        object.__setattr__(self, "p", p)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        query, rank, place = _in_ideal(judged)
        worth = _worth(self.p, self.k)
        both = np.maximum(rank, place)  # from this depth on, ranking and ideal share the document
        counted = both < len(worth)
        overlap = sum_per_query(query[counted], worth[both[counted]], judged.n_queries)
        value = divide(overlap, self._most(judged, worth))
        return undefined_without_relevant(value, judged.n_relevant(judged.rel))

    def _most(self, judged: JudgedHits, worth: Floats) -> Floats:
        """Return what the overlap is divided by; shape (n_queries,)."""
        if self.norm == "none":
            depth = math.inf if self.k is None else self.k
            return np.full(judged.n_queries, (1 - self.p**depth) / (1 - self.p))
        n_ideal = count_per_query(judged.pool_query[judged.pool_grade > 0], judged.n_queries)
        return np.cumsum(worth)[np.minimum(n_ideal, len(worth) - 1)]


@cache
def _worth(p: float, k: int | None) -> Floats:
    """Return what a document adds that both share from depth 1, 2, ... on; at place 0 nothing."""
    depth = math.ceil(-_NEGLIGIBLE / math.log(p))
    i = np.arange(1, (depth if k is None else min(depth, k)) + 1, dtype=np.float64)
    from_end = np.cumsum((p ** (i - 1) / i)[::-1])
    worth = np.concatenate(([0.0], from_end[::-1]))
    worth.flags.writeable = False
    return worth


def _in_ideal(judged: JudgedHits) -> tuple[Ints, Ints, Ints]:
    """Return query, rank and place in the nearest ideal ranking of each hit with a grade above 0."""
    kept = judged.grade > 0
    query, rank = judged.query[kept], judged.rank[kept]
    levels, level = np.unique(judged.pool_grade, return_inverse=True)
    n = len(levels)
    pool = judged.pool_query * n + (n - 1 - level)  # ascending: by query, then by grade descending
    group = query * n + (n - 1 - np.searchsorted(levels, judged.grade[kept]))
    better = np.searchsorted(pool, group, side="left") - np.searchsorted(pool, query * n, side="left")
    order = np.lexsort((rank, group))
    place = better[order] + position_in_query(group[order])
    return query[order], rank[order], place
