"""DCG against a ranking that is perfect at every place."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from assay.measures.dcg import dcg
from assay.measures.depth import check_depth
from assay.measures.graded import GradedMeasure
from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SDCG(GradedMeasure):
    r"""Scaled DCG: the share of what k documents of the best grade would gain.

    .. math::
        \mathrm{SDCG}_k(q) = \frac{\sum_{i=1}^{k} g_i / (g_\max \log_2(i+1))}{\sum_{i=1}^{k} 1 / \log_2(i+1)}

    Unlike nDCG it does not ask how many relevant documents there are: it is the gain a reader can expect at each
    place, with log-discounted places.

    Parameters
    ----------
    max_grade
        The :math:`g_\max` of the formula, above 0; None takes the largest grade in the judgements. See `ERR`.

    Notes
    -----
    In [0, 1]; 1 cannot be reached by a query with fewer than k documents of the best grade. Undefined (NaN) for a query
    without a relevant document. Without a cutoff the depth is the number of hits; no hits score 0. `k` is at most a
    million. A grade below 0 gains 0.

    Moffat & Zobel (2008) describe it beside RBP; the discount of Järvelin & Kekäläinen (2002). As ``SDCG`` of
    ir_measures and ``NDCG-k`` of cwl_eval, which clip grades above the stated maximum, where here they are an error.

    Examples
    --------
    >>> SDCG(max_grade=3) @ 10
    SDCG(max_grade=3)@10
    """

    symbol: ClassVar[str] = "SDCG"

    def __post_init__(self) -> None:
        GradedMeasure.__post_init__(self)
        check_depth(self)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        query, rank, gain = self.gaining(judged)
        found = dcg(query, rank, gain, n_queries=judged.n_queries)
        return undefined_without_relevant(divide(found, self._perfect(judged)), judged.n_relevant(judged.rel))

    def _perfect(self, judged: JudgedHits) -> Floats:
        if self.k is not None:
            return np.full(judged.n_queries, _discounts(self.k))
        deepest = int(judged.n_retrieved.max(initial=0))
        return np.concatenate(([0.0], np.cumsum(_discount(deepest))))[judged.n_retrieved]


def _discount(k: int) -> Floats:
    return 1.0 / np.log2(np.arange(2, k + 2, dtype=np.float64))


@cache
def _discounts(k: int) -> float:
    return float(_discount(k).sum())
