"""Whether anything relevant came back at all."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class HitRate(BinaryMeasure):
    r"""Whether at least one relevant document is among the first k hits.

    .. math:: \mathrm{HitRate}_k(q) = [\,\text{some relevant document has rank} \le k\,]

    Its mean is the share of queries with something relevant. 0 or 1; undefined (NaN) for a query without a
    relevant document. trec_eval calls it ``success_k``, where such a query scores 0.

    Examples
    --------
    >>> HitRate() @ 3
    HitRate@3
    """

    symbol: ClassVar[str] = "HitRate"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        found = (judged.n_found(rel, self.k) > 0).astype(np.float64)
        return undefined_without_relevant(found, judged.n_relevant(rel))
