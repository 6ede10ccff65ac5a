"""How soon the first relevant document comes."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RR(BinaryMeasure):
    r"""Reciprocal rank of the first relevant document; its mean is MRR.

    .. math:: \mathrm{RR}_k(q) = \frac{1}{\min\{\text{rank} \le k \text{ of a relevant document}\}}

    0 where none is among the first k hits (all hits without a cutoff), else in (0, 1]. Undefined (NaN) for a
    query without a relevant document. As trec_eval's ``recip_rank`` (Voorhees 1999).

    Examples
    --------
    >>> RR() @ 10
    RR@10
    """

    symbol: ClassVar[str] = "RR"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        found = judged.grade >= rel
        if self.k is not None:
            found &= judged.rank <= self.k
        query, rank = judged.query[found], judged.rank[found]
        first = np.ones(len(query), dtype=np.bool_)
        first[1:] = query[1:] != query[:-1]
        value = np.zeros(judged.n_queries)
        value[query[first]] = 1.0 / rank[first]
        return undefined_without_relevant(value, judged.n_relevant(rel))
