"""How much of what came back is relevant."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.measures.judged_hits import Floats, Ints, JudgedHits, divide, undefined_without_relevant
from assay.measures.measure import BinaryMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class P(BinaryMeasure):
    r"""Precision: the share of the first k places that hold a relevant document.

    .. math:: \mathrm{P}_k(q) = \frac{|\{\text{relevant, rank} \le k\}|}{k}

    Parameters
    ----------
    depth
        What is divided by. ``"k"``: k, also when fewer came back (trec_eval). ``"retrieved"``: min(k, number of
        hits), as several tutorials do; 0 where nothing came back.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without a relevant document. Without a cutoff, all hits are the depth.

    Examples
    --------
    >>> P(depth="retrieved") @ 5
    P(depth=retrieved)@5
    """

    symbol: ClassVar[str] = "P"

    depth: Literal["k", "retrieved"] = "k"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        value = divide(judged.n_found(rel, self.k), self.places(judged))
        return undefined_without_relevant(value, judged.n_relevant(rel))

    def places(self, judged: JudgedHits) -> Ints:
        """Return what each query's count is divided by; shape (n_queries,)."""
        if self.k is None:
            return judged.n_retrieved
        full = np.full(judged.n_queries, self.k, dtype=np.int64)
        return full if self.depth == "k" else np.minimum(full, judged.n_retrieved)
