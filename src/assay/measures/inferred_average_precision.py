"""Average precision where only a sample of the pool was judged."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import (
    Floats,
    JudgedHits,
    divide,
    position_in_query,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.measure import BinaryMeasure

_EPSILON = 0.00001  # trec_eval's INFAP_EPSILON


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class InfAP(BinaryMeasure):
    r"""Inferred average precision: AP estimated from a judged sample of the pool.

    .. math:: \mathrm{infAP}(q) = \frac{1}{R} \sum_{i\ \text{relevant}} \left( \frac{1}{i} + \frac{i-1}{i} \cdot
        \frac{d_i}{i-1} \cdot \frac{r_i + \varepsilon}{r_i + n_i + 2 \varepsilon} \right)

    Before the relevant hit at rank i stand r_i relevant ones, n_i judged not relevant, and d_i that are in the pool at
    all, judged or not. What is in the pool but was not judged is written as a grade below 0, in a table that reads
    negative grades as ``"pooled"``; hits outside the pool count as not relevant. epsilon is 0.00001.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a relevant document. As trec_eval's ``infAP`` (Yilmaz & Aslam 2006).
    With every pool document judged it is AP but for epsilon.

    Examples
    --------
    >>> InfAP()
    infAP
    """

    symbol: ClassVar[str] = "infAP"
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        relevant = judged.grade >= rel
        query, rank = judged.query[relevant], judged.rank[relevant]
        n_pooled = position_in_query(judged.query)[relevant] - 1
        is_judged = judged.is_judged(judged.grade)
        n_judged = position_in_query(judged.query[is_judged])[relevant[is_judged]] - 1
        n_found = position_in_query(query) - 1
        share = (n_found + _EPSILON) / (n_judged + 2 * _EPSILON)
        value = np.where(rank == 1, 1.0, (1.0 + n_pooled * share) / rank)
        n_relevant = judged.n_relevant(rel)
        return undefined_without_relevant(divide(sum_per_query(query, value, judged.n_queries), n_relevant), n_relevant)
