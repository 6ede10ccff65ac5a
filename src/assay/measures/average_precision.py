"""Precision averaged over the places where relevant documents stand."""

from dataclasses import dataclass
from typing import ClassVar, Literal

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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AP(BinaryMeasure):
    r"""Average precision; its mean is MAP.

    .. math:: \mathrm{AP}_k(q) = \frac{1}{N} \sum_{i \le k,\ i\ \text{relevant}} \mathrm{P}_i(q)

    Parameters
    ----------
    norm
        What N is. ``"relevant"``: all relevant documents of the query, retrieved or not (trec_eval). ``"retrieved"``:
        the relevant ones among the first k hits, as several tutorials and ragas do: it cannot see what was missed, and
        it can fall when one more relevant document is found.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without a relevant document.

    Examples
    --------
    >>> AP(norm="retrieved") @ 10
    AP(norm=retrieved)@10
    """

    symbol: ClassVar[str] = "AP"

    norm: Literal["relevant", "retrieved"] = "relevant"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        total = _sum_of_precisions(judged, rel, self.k)
        n_relevant = judged.n_relevant(rel)
        norm = n_relevant if self.norm == "relevant" else judged.n_found(rel, self.k)
        return undefined_without_relevant(divide(total, norm), n_relevant)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Yaap(BinaryMeasure):
    r"""Yet another average precision: AP smoothed and put on a scale without ends.

    .. math:: \mathrm{Yaap}(q) = \ln \frac{1 + s}{1 + R - s}, \quad
        s = \sum_{i\ \text{relevant}} \mathrm{P}_i(q)

    In (-inf, inf): 0 where half of what AP asks for is there. R is the number of relevant documents. Rises and falls
    with AP on one query, but averages better where AP is close to 0 or 1. Undefined (NaN) for a query without a
    relevant document. As trec_eval's ``yaap`` (Robertson 2012).

    Examples
    --------
    >>> Yaap()
    Yaap
    """

    symbol: ClassVar[str] = "Yaap"
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        total, n_relevant = _sum_of_precisions(judged, rel, None), judged.n_relevant(rel)
        odds = (1.0 + total) / np.maximum(1.0 + n_relevant - total, 1.0)  # 1 at least, but for rounding
        return undefined_without_relevant(np.log(odds), n_relevant)


def _sum_of_precisions(judged: JudgedHits, rel: float, k: int | None) -> Floats:
    """Sum precision over the places where relevant documents stand; shape (n_queries,)."""
    found = judged.grade >= rel
    if k is not None:
        found &= judged.rank <= k
    query, rank = judged.query[found], judged.rank[found]
    return sum_per_query(query, position_in_query(query) / rank, judged.n_queries)
