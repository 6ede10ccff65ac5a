"""How much of what is relevant came back."""

from dataclasses import dataclass
from typing import ClassVar

from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class R(BinaryMeasure):
    r"""Recall: the share of the relevant documents that are among the first k hits.

    .. math:: \mathrm{R}_k(q) = \frac{|\{\text{relevant, rank} \le k\}|}{|\{\text{relevant}\}|}

    In [0, 1]; 1 cannot be reached where k is smaller than the number of relevant documents. Undefined (NaN) for
    a query without a relevant document. As trec_eval's ``recall_k``, where such a query scores 0.

    Examples
    --------
    >>> R(rel=3) @ 10
    R(rel=3)@10
    """

    symbol: ClassVar[str] = "R"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_relevant = judged.n_relevant(rel)
        return undefined_without_relevant(divide(judged.n_found(rel, self.k), n_relevant), n_relevant)
