"""Dense search: every passage and the query as vectors, compared exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data.hit import Hit
from assay.lab.best import best
from assay.lab.passages import Passage
from assay.lab.searching import Ranked, retrieved
from assay.models.encoder import Encoder


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DenseSearch:
    """Exact cosine search; see `assay.lab.dense`.

    Parameters
    ----------
    matrix : float32, shape (n_passages, dim)
        Rows of length 1.
    """

    passages: Sequence[Passage]
    encoder: Encoder
    matrix: NDArray[np.float32]
    settings: Mapping[str, Any]
    one_per_document: bool = False

    def rank(self, query: str, k: int) -> Ranked:
        """Return the `k` passages whose vectors are closest to that of `query`."""
        scores = self.matrix @ self.encoder.encode([query])[0]
        rows = best(scores, k)
        return Ranked(rows, scores[rows])

    def retrieve(self, query: str, k: int) -> list[Hit]:
        """Return the `k` closest passages, scored by cosine; see `assay.lab.searching.retrieved`."""
        return retrieved(self, query, k)

    def describe(self) -> dict[str, Any]:
        """Return the name and every parameter."""
        return dict(self.settings)


def dense_search(
    passages: Sequence[Passage],
    encoder: Encoder,
    *,
    cached: Encoder,
    settings: Mapping[str, Any],
    one_per_document: bool = False,
) -> DenseSearch:
    """Encode passages for dense search; O(n_passages) runs of the model.

    `cached` encodes the passages and `encoder` the queries: those are never looked up, so that the latency
    measured in a second run is the same as in the first.
    """
    matrix = cached.encode([passage.indexed for passage in passages])
    return DenseSearch(
        passages=passages, encoder=encoder, matrix=matrix, settings=settings, one_per_document=one_per_document
    )
