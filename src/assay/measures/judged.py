"""How much of a ranking anybody judged."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, divide
from assay.measures.measure import Measure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Judged(Measure):
    r"""The share of the first k hits that somebody judged for this query.

    .. math:: \mathrm{Judged}_k(q) = \frac{|\{\text{judged, rank} \le k\}|}{\min(k, |\{\text{retrieved}\}|)}

    In [0, 1]; undefined (NaN) only where nothing came back. What is relevant plays no part. A repeat of a document
    counts as a hit nobody judged; BEIR counts a document judged for any query.

    Examples
    --------
    >>> Judged() @ 10
    Judged@10
    """

    symbol: ClassVar[str] = "Judged"
    higher_is_better: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        places = judged.n_within(self.k)
        return np.where(places > 0, divide(judged.n_judged(self.k), places), np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Unjudged(Measure):
    r"""The share of the first k places that hold a document nobody judged for this query.

    .. math:: \mathrm{Unjudged}_k(q) = \frac{|\{\text{not judged, rank} \le k\}|}{k}

    In [0, 1]; defined for every query: a place beyond the end of the ranking holds nothing unjudged. Without a cutoff
    the hits are the places. As trec_eval's ``unj``; with k hits or more it is 1 - Judged. High values at small k warn
    that the judgements know little of this ranking. A repeat of a document counts as a hit nobody judged.

    Examples
    --------
    >>> Unjudged() @ 20
    Unjudged@20
    """

    symbol: ClassVar[str] = "Unjudged"
    higher_is_better: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        holes = judged.n_within(self.k) - judged.n_judged(self.k)
        places = judged.n_retrieved if self.k is None else np.full(judged.n_queries, self.k, dtype=np.int64)
        return divide(holes, places)
