"""How close a ranking comes to the best order of the judged documents."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, Ints, JudgedHits, divide, position_in_query, sum_per_query
from assay.measures.measure import Measure

_LARGEST_EXPONENT = 1000.0  # leaves room for sums below the largest float, about 2**1024


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
    if k is not None:
        kept = rank <= k
        query, rank, gain = query[kept], rank[kept], gain[kept]
    return sum_per_query(query, gain / np.log2(rank + 1.0), n_queries)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NDCG(Measure):
    r"""DCG divided by the DCG of the best possible order.

    .. math:: \mathrm{nDCG}_k(q) = \frac{\mathrm{DCG}_k(q)}{\mathrm{IDCG}_k(q)}

    Parameters
    ----------
    gain
        ``"linear"``: the grade itself (Järvelin & Kekäläinen 2002, trec_eval); ``"exponential"``: ``2**grade - 1``
        (Burges et al. 2005). A negative grade gains 0.
    ideal
        ``"judged"``: the best order of all judged documents, retrieved or not. ``"retrieved"``: of the retrieved
        ones only, as several tutorials do: it cannot see what was missed.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a document of positive gain; with ``ideal="retrieved"``, 0 where
    nothing retrieved gains. The ideal is cut at k as the ranking is; that of the
    retrieved ranges over the whole list, so it depends on how many hits were asked for.

    Examples
    --------
    >>> NDCG(gain="exponential") @ 10
    nDCG(gain=exponential)@10
    """

    symbol: ClassVar[str] = "nDCG"

    gain: Literal["linear", "exponential"] = "linear"
    ideal: Literal["judged", "retrieved"] = "judged"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        found = dcg(judged.query, judged.rank, self.gains(judged.grade), n_queries=judged.n_queries, k=self.k)
        pool = self._ideal(judged.pool_query, judged.pool_grade, judged.n_queries)
        best = pool if self.ideal == "judged" else self._best_of_retrieved(judged)
        return np.where(pool > 0, divide(found, best), np.nan)

    def gains(self, grade: Floats) -> Floats:
        """Turn grades into gains; same shape.

        Raises
        ------
        MeasureParameterError
            A grade whose exponential gain no float can hold.
        """
        positive = np.maximum(grade, 0.0)
        if self.gain == "linear":
            return positive
        if positive.max(initial=0.0) > _LARGEST_EXPONENT:
            raise MeasureParameterError(f"no float can hold the exponential gain of a grade of {positive.max():g}")
        return np.exp2(positive) - 1.0

    def _best_of_retrieved(self, judged: JudgedHits) -> Floats:
        order = np.lexsort((-judged.grade, judged.query))
        return self._ideal(judged.query[order], judged.grade[order], judged.n_queries)

    def _ideal(self, query: Ints, grade: Floats, n_queries: int) -> Floats:
        return dcg(query, position_in_query(query), self.gains(grade), n_queries=n_queries, k=self.k)
