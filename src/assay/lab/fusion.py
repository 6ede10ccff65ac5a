"""Several rankings made one by reciprocal rank fusion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data.hit import Hit
from assay.lab.best import best
from assay.lab.passages import Passage
from assay.lab.searching import Ranked, Search, retrieved

RRF_K = 60
SHALLOWEST = 100
DEPTH_PER_K = 10


def reciprocal_rank_fusion(
    rankings: Sequence[NDArray[np.int64]], *, n: int, rrf_k: float = RRF_K
) -> NDArray[np.float64]:
    r"""Score every item by the ranks it has in several rankings.

    .. math:: \mathrm{RRF}(d) = \sum_{r} \frac{1}{k + \mathrm{rank}_r(d)}

    Parameters
    ----------
    rankings
        Each the numbers of its items, best first, none twice; int64, any length.
    n
        How many items there are; numbers are in [0, n).
    rrf_k
        At least 0; how slowly a rank loses weight.

    Returns
    -------
    float64, shape (n,)
        0 for an item that is in no ranking.

    Notes
    -----
    Cormack, Clarke & Büttcher (2009), with their k of 60; ranks count from 1.

    Examples
    --------
    >>> reciprocal_rank_fusion([np.array([1, 0]), np.array([1])], n=3).round(4).tolist()
    [0.0161, 0.0328, 0.0]
    """
    scores = np.zeros(n)
    for ranking in rankings:
        scores[ranking] += 1.0 / (rrf_k + np.arange(1, len(ranking) + 1))
    return scores


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HybridSearch:
    """Reciprocal rank fusion of searches over the same passages; see `assay.lab.hybrid`."""

    passages: Sequence[Passage]
    searches: Sequence[Search]
    rrf_k: float
    depth: int | None
    settings: Mapping[str, Any]
    one_per_document: bool = False

    def rank(self, query: str, k: int) -> Ranked:
        """Return the `k` passages that rank best over all searches."""
        depth = self.depth or max(SHALLOWEST, DEPTH_PER_K * k)
        rankings = [search.rank(query, depth).rows for search in self.searches]
        scores = reciprocal_rank_fusion(rankings, n=len(self.passages), rrf_k=self.rrf_k)
        rows = best(scores, k)
        rows = rows[scores[rows] > 0]
        return Ranked(rows, scores[rows])

    def retrieve(self, query: str, k: int) -> list[Hit]:
        """Return the `k` best passages by fused rank; see `assay.lab.searching.retrieved`."""
        return retrieved(self, query, k)

    def describe(self) -> dict[str, Any]:
        """Return the name and every parameter, those of the searches below it."""
        return dict(self.settings)
