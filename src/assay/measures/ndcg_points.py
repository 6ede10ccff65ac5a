"""nDCG averaged over the points of a ranking that matter, instead of taken at one."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.dcg import dcg, discounted
from assay.measures.gain import BestOrder, GainMeasure
from assay.measures.judged_hits import Floats, Ints, JudgedHits, count_per_query, divide, running_sum, sum_per_query


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NDCGRel(GainMeasure):
    r"""nDCG averaged over the places where the documents that gain stand.

    .. math:: \mathrm{NDCGRel}(q) = \frac{1}{N} \left( \sum_{i:\, g_i > 0} \frac{\mathrm{DCG}_i}{\mathrm{IDCG}_i}
        + (N - n) \frac{\mathrm{DCG}}{\mathrm{IDCG}} \right)

    N is the number of judged documents with a gain above 0, n of those retrieved; a document that was not retrieved
    counts with the value of the whole ranking. In [0, 1]; undefined (NaN) for a query without a document of
    positive gain. As trec_eval's ``ndcg_rel`` (Buckley, experimental); `gain` as in `DCG`.

    Examples
    --------
    >>> NDCGRel(gain={1: 3})
    NDCGRel(gain={1:3})
    """

    symbol: ClassVar[str] = "NDCGRel"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        best = self.best(judged.pool_query, judged.pool_grade)
        gain, n = self.gains(judged.grade), judged.n_queries
        gains = gain > 0
        query, rank = judged.query[gains], judged.rank[gains]
        dcg_here = running_sum(query, discounted(gain[gains], rank))
        found = sum_per_query(query, dcg_here / best.until(discounted(best.gain, best.rank), query, rank), n)
        n_missed = best.n_gaining(n) - count_per_query(query, n)
        whole = divide(dcg(query, rank, gain[gains], n_queries=n), dcg(best.query, best.rank, best.gain, n_queries=n))
        return self.where_defined(divide(found + n_missed * whole, best.n_gaining(n)), judged, best)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rndcg(GainMeasure):
    r"""nDCG averaged over the depths where the best order steps down to a smaller gain.

    .. math:: \mathrm{Rndcg}(q) = \frac{1}{|B|} \sum_{b \in B} \frac{\mathrm{DCG}_b}{\mathrm{IDCG}_b}

    B holds, for each gain above 0 that a judged document has, the number of documents of that gain or more; with 5
    of gain 3 and 3 of gain 2, 5 and 8. The whole ranking is one point more where it is at least two hits longer than
    the last of them. In [0, 1]; undefined (NaN) for a query without a document of positive gain.

    Notes
    -----
    As trec_eval's ``Rndcg`` (Buckley, experimental). Its explanation counts a point where the judged documents of
    gain 0 end; its code does not, and takes the last point two hits beyond, not one. The code is what is followed, but
    for its 0 where ``-l`` leaves a query without a relevant document: a gain knows no level.

    Examples
    --------
    >>> Rndcg()
    Rndcg
    """

    symbol: ClassVar[str] = "Rndcg"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        n, best = judged.n_queries, self.best(judged.pool_query, judged.pool_grade)
        step = _last_of_each_gain(best)
        query, depth = best.query[step], best.rank[step]
        ideal = best.until(discounted(best.gain, best.rank), query, depth)
        found = sum_per_query(query, _dcg_until(judged, self.gains(judged.grade), query, depth) / ideal, n)
        longer = (judged.n_retrieved >= best.n_gaining(n) + 2) & (best.n_gaining(n) > 0)
        whole = dcg(judged.query, judged.rank, self.gains(judged.grade), n_queries=n)
        last = divide(whole, dcg(best.query, best.rank, best.gain, n_queries=n))
        value = divide(found + np.where(longer, last, 0.0), count_per_query(query, n) + longer)
        return self.where_defined(value, judged, best)


def _last_of_each_gain(best: BestOrder) -> Ints:
    """Return the rows of the best order behind which the gain falls, or the query ends."""
    ends = np.append((np.diff(best.query) != 0) | (np.diff(best.gain) != 0), np.ones(min(len(best.query), 1), bool))
    return np.flatnonzero(ends & (best.gain > 0)).astype(np.int64, copy=False)


def _dcg_until(judged: JudgedHits, gain: Floats, query: Ints, depth: Ints) -> Floats:
    """Return the DCG of the first `depth` hits of `query`; both int64, shape (n,)."""
    if not len(judged.query):
        return np.zeros(len(query))
    sums = running_sum(judged.query, discounted(gain, judged.rank))
    width = max(int(judged.rank.max()), int(depth.max(initial=0))) + 1
    row = np.searchsorted(judged.query * width + judged.rank, query * width + depth, side="right") - 1
    return np.where((row >= 0) & (judged.query[row] == query), sums[row], 0.0)
