"""The gain of a ranking, worth less the later it comes."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.gain import GainMeasure
from assay.measures.judged_hits import Floats, Ints, JudgedHits, sum_per_query


def dcg(query: Ints, rank: Ints, gain: Floats, *, n_queries: int, k: int | None = None) -> Floats:
    r"""Discounted cumulative gain, one value per query.

    .. math:: \mathrm{DCG}_k(q) = \sum_{i=1}^{k} \frac{g_{q,i}}{\log_2(i+1)}

    Parameters
    ----------
    query, rank
        int64, shape (n_rows,): query number in [0, n_queries); position in that query, 1 = best, ties already broken.
    gain
        float64, shape (n_rows,): at least 0, no unit; unjudged rows carry 0.
    n_queries
        Number of queries.
    k
        Cutoff; None takes every row.

    Returns
    -------
    float64, shape (n_queries,)
        In [0, inf). Never undefined: no rows, no gain. Results over a split of the rows add up.

    Notes
    -----
    O(n_rows). Järvelin & Kekäläinen (2002), discount of Burges et al. (2005), as in trec_eval.

    Examples
    --------
    >>> dcg(np.array([0, 0]), np.array([1, 3]), np.array([2.0, 1.0]), n_queries=1)
    array([2.5])
    """
    if k is not None and not (kept := rank <= k).all():
        query, rank, gain = query[kept], rank[kept], gain[kept]
    return sum_per_query(query, discounted(gain, rank), n_queries)


def discounted(gain: Floats, rank: Ints) -> Floats:
    """Divide each gain by log2(rank + 1), a logarithm a rank where ranks are fewer than rows; same shape."""
    deepest = int(rank.max(initial=0))
    if deepest > len(rank):
        return gain / np.log2(rank + 1.0)
    return gain / np.log2(np.arange(deepest + 1) + 1.0)[rank]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DCG(GainMeasure):
    r"""Discounted cumulative gain of a ranking.

    .. math:: \mathrm{DCG}_k(q) = \sum_{i=1}^{k} \frac{g_{q,i}}{\log_2(i+1)}

    Parameters
    ----------
    gain
        ``"linear"``: the grade itself (Järvelin & Kekäläinen 2002, trec_eval); ``"exponential"``: ``2**grade - 1``
        (Burges et al. 2005); or a mapping of grade to gain, where a grade that is not named gains itself.

    Notes
    -----
    In [0, inf), in units of gain: values of queries with different judgements cannot be compared, which is what nDCG
    is for. Undefined (NaN) for a query without a document of positive gain. As ranx's ``dcg`` and, with exponential
    gain, ``dcg_burges``.

    Examples
    --------
    >>> DCG() @ 10
    DCG@10
    """

    symbol: ClassVar[str] = "DCG"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        found = dcg(judged.query, judged.rank, self.gains(judged.grade), n_queries=judged.n_queries, k=self.k)
        return self.where_defined(found, judged, self.best(judged.pool_query, judged.pool_grade))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IDCG(DCG):
    r"""DCG of the best order of all judged documents: what nDCG divides by.

    .. math:: \mathrm{IDCG}_k(q) = \sum_{i=1}^{k} \frac{g^{*}_{q,i}}{\log_2(i+1)}, \quad g^{*}\ \text{sorted descending}

    In (0, inf); depends on the judgements alone. Undefined (NaN) as `DCG`; `gain` as there.

    Examples
    --------
    >>> IDCG(gain="exponential") @ 5
    IDCG(gain=exponential)@5
    """

    symbol: ClassVar[str] = "IDCG"
    higher_is_better: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        best = self.best(judged.pool_query, judged.pool_grade)
        found = dcg(best.query, best.rank, best.gain, n_queries=judged.n_queries, k=self.k)
        return self.where_defined(found, judged, best)
