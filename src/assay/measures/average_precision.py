"""Precision averaged over the places where relevant documents stand."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from assay.measures.judged_hits import (
    Floats,
    JudgedHits,
    count_per_query,
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
        found = judged.grade >= rel
        if self.k is not None:
            found &= judged.rank <= self.k
        query, rank = judged.query[found], judged.rank[found]
        total = sum_per_query(query, position_in_query(query) / rank, judged.n_queries)
        n_relevant = judged.n_relevant(rel)
        norm = n_relevant if self.norm == "relevant" else count_per_query(query, judged.n_queries)
        return undefined_without_relevant(divide(total, norm), n_relevant)
