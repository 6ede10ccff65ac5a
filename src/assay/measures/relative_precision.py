"""How much of what could be found in so many places was found."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RelativeP(BinaryMeasure):
    r"""Precision relative to the best there can be; the same as recall capped at k.

    .. math:: \mathrm{RelativeP}_k(q) = \frac{|\{\text{relevant, rank} \le k\}|}{\min(k, |\{\text{relevant}\}|)}

    In [0, 1], and 1 can always be reached: precision until k reaches the number of relevant documents, recall beyond.
    Undefined (NaN) for a query without a relevant document. Without a cutoff, k is the number of hits. As trec_eval's
    ``relative_P`` and BEIR's ``R_cap`` (Thakur et al. 2021).

    Examples
    --------
    >>> RelativeP() @ 10
    RelativeP@10
    """

    symbol: ClassVar[str] = "RelativeP"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_relevant = judged.n_relevant(rel)
        places = np.minimum(judged.n_retrieved if self.k is None else self.k, n_relevant)
        return undefined_without_relevant(divide(judged.n_found(rel, self.k), places), n_relevant)
