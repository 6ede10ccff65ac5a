"""G: gain discounted by how much better the best order would have done so far."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.gain import GainMeasure
from assay.measures.judged_hits import (
    Floats,
    JudgedHits,
    count_per_query,
    divide,
    position_in_query,
    running_sum,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class G(GainMeasure):
    r"""Normalized gain: each document's gain, discounted by what the ranking has lost up to it.

    .. math:: \mathrm{G}(q) = \frac{1}{\sum_j g^{*}_j} \sum_{i} \frac{g_i}{\log_2(2 + C_i - S_i)}, \quad
        C_i = \sum_{j \le i} \max(g^{*}_j, 1), \quad S_i = \sum_{j \le i} g_j

    g* are the gains of the best order, 0 beyond its end. A document is not punished for good ones before it. In
    [0, 1]; undefined (NaN) for a query without a document of positive gain. As trec_eval's ``G`` (Buckley,
    experimental); `gain` as in `DCG`.

    Examples
    --------
    >>> G()
    G
    """

    symbol: ClassVar[str] = "G"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        best = self.best(judged.pool_query, judged.pool_grade)
        gain, n = self.gains(judged.grade), judged.n_queries
        n_pool = count_per_query(best.query, n)
        cost = best.until(np.maximum(best.gain, 1.0), judged.query, judged.rank)
        cost += np.maximum(judged.rank - n_pool[judged.query], 0)
        discount = np.log2(2.0 + cost - running_sum(judged.query, gain))
        total = sum_per_query(judged.query, gain / discount, n)
        return self.where_defined(divide(total, sum_per_query(best.query, best.gain, n)), judged, best)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BinG(BinaryMeasure):
    r"""Binary G: each relevant document, discounted by the hits before it that are not relevant.

    .. math:: \mathrm{BinG}(q) = \frac{1}{R} \sum_{i\ \text{relevant}} \frac{1}{\log_2(2 + n_i)}

    n_i is the number of hits before i that are not relevant, R that of relevant documents. In [0, 1]; undefined (NaN)
    for a query without a relevant document. As trec_eval's ``binG`` (Buckley, experimental).

    Examples
    --------
    >>> BinG(rel=2)
    BinG(rel=2)
    """

    symbol: ClassVar[str] = "BinG"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        found = judged.grade >= rel
        query, rank = judged.query[found], judged.rank[found]
        n_before = rank - position_in_query(query)
        n_relevant = judged.n_relevant(rel)
        total = sum_per_query(query, 1.0 / np.log2(2.0 + n_before), judged.n_queries)
        return undefined_without_relevant(divide(total, n_relevant), n_relevant)
