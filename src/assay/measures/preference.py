"""Whether what is relevant comes before what is not, among judged documents only."""

from dataclasses import dataclass
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
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Bpref(BinaryMeasure):
    r"""Binary preference: how many of the preferences between judged documents the ranking keeps.

    .. math:: \mathrm{Bpref}(q) = \frac{1}{R} \sum_{r} \left(1 - \frac{\min(n_r, R)}{\min(N, R)} \right)

    The sum runs over the relevant documents that were retrieved; n_r is the number of documents judged not relevant
    that stand before r, N that of the whole pool, R that of relevant documents. Unjudged hits are passed over, so an
    incomplete pool does less harm.

    Notes
    -----
    In [0, 1]; a relevant document with nothing judged not relevant before it adds 1. Undefined (NaN) for a query
    without a relevant document. As trec_eval's ``bpref`` (Buckley & Voorhees 2004, in the form with the minimum).

    Examples
    --------
    >>> Bpref(rel=2)
    Bpref(rel=2)
    """

    symbol: ClassVar[str] = "Bpref"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel, n = self.threshold(judged), judged.n_queries
        query, n_before = _not_relevant_before(judged, rel)
        n_relevant, n_not = judged.n_relevant(rel), _n_not_relevant(judged, rel)
        lost = divide(np.minimum(n_before, n_relevant[query]), np.minimum(n_not, n_relevant)[query])
        return undefined_without_relevant(divide(sum_per_query(query, 1.0 - lost, n), n_relevant), n_relevant)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AUC(BinaryMeasure):
    r"""The chance that a relevant document stands before one that is not: the area under the ROC curve.

    .. math:: \mathrm{AUC}(q) = \frac{1}{R N} \sum_{r} \sum_{n} \left( [r < n] + \tfrac{1}{2} [r \sim n] \right)

    Parameters
    ----------
    pairs
        ``"judged"``: every relevant document of the pool with every one judged not relevant; what was not retrieved
        (or stands beyond k) comes after all that was, and ties with the rest of it. ``"retrieved"``: every relevant
        hit with every other hit, judged or not, as ir_measures' ``Accuracy``.

    Notes
    -----
    In [0, 1], 0.5 for a random order. Undefined (NaN) for a query without a relevant document, or where there is no
    pair. O(rows). Mann & Whitney (1947).

    Examples
    --------
    >>> AUC(pairs="retrieved") @ 100
    AUC(pairs=retrieved)@100
    """

    symbol: ClassVar[str] = "AUC"

    pairs: Literal["judged", "retrieved"] = "judged"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        kept = self.pairs_kept(judged, rel)
        won, n_pairs = kept
        return undefined_without_relevant(np.where(n_pairs > 0, divide(won, n_pairs), np.nan), judged.n_relevant(rel))

    def pairs_kept(self, judged: JudgedHits, rel: float) -> tuple[Floats, Ints]:
        """Return the pairs in the right order, a tie counting half, and all pairs; each of shape (n_queries,)."""
        n = judged.n_queries
        n_found = judged.n_found(rel, self.k)
        if self.pairs == "retrieved":
            within = (judged.grade >= rel) & (judged.rank <= (self.k or np.inf))
            query, n_others = judged.query[within], judged.n_within(self.k) - n_found
            n_before = judged.rank[within] - position_in_query(query)
            return sum_per_query(query, (n_others[query] - n_before).astype(np.float64), n), n_found * n_others
        n_relevant, n_not = judged.n_relevant(rel), _n_not_relevant(judged, rel)
        query, n_before = _not_relevant_before(judged, rel, self.k)
        won = sum_per_query(query, (n_not[query] - n_before).astype(np.float64), n)
        n_not_left = n_not - (judged.n_judged(self.k) - n_found)
        return won + (n_relevant - n_found) * n_not_left / 2, n_relevant * n_not


def _n_not_relevant(judged: JudgedHits, rel: float) -> Ints:
    """Count the documents of each query's pool that are judged not relevant; shape (n_queries,)."""
    counted = (judged.pool_grade < rel) & judged.is_judged(judged.pool_grade)
    return count_per_query(judged.pool_query[counted], judged.n_queries)


def _not_relevant_before(judged: JudgedHits, rel: float, k: int | None = None) -> tuple[Ints, Ints]:
    """Return the query of each relevant hit, and how many hits judged not relevant stand before it."""
    kept = judged.is_judged(judged.grade)
    if k is not None:
        kept &= judged.rank <= k
    query, relevant = judged.query[kept], judged.grade[kept] >= rel
    position = position_in_query(query)[relevant]
    return query[relevant], position - position_in_query(query[relevant])
