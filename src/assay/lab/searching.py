"""What the lab's retrievers have in common: passages, a ranking of them, and a description."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assay.data.hit import Hit
from assay.errors import BadInputError
from assay.lab.passages import Passage

_DEEPER = 4


@dataclass(frozen=True, slots=True)
class Ranked:
    """Passages by number, best first, with their scores.

    Parameters
    ----------
    rows : int64, shape (n,)
    scores : float64, shape (n,)
        Never rising.
    """

    rows: NDArray[np.int64]
    scores: NDArray[np.floating]

    def pairs(self) -> list[tuple[int, float]]:
        """Return each passage's number with its score."""
        return [(int(row), float(score)) for row, score in zip(self.rows, self.scores, strict=True)]


class Search(Protocol):
    """A retriever of the lab: frozen once built, safe to share between threads."""

    @property
    def passages(self) -> Sequence[Passage]:
        """What the index holds."""
        ...

    @property
    def one_per_document(self) -> bool:
        """Whether only the best passage of each document is returned."""
        ...

    def rank(self, query: str, k: int) -> Ranked:
        """Return the best `k` passages by number."""
        ...

    def retrieve(self, query: str, k: int) -> list[Hit]:
        """Return the best `k` passages as hits."""
        ...

    def describe(self) -> dict[str, Any]:
        """Return the name and every parameter."""
        ...


def retrieved(search: Search, query: str, k: int) -> list[Hit]:
    """Return the best `k` passages of a search as hits.

    Parameters
    ----------
    query
        Any text; a blank one finds nothing.
    k
        At least 1.

    Returns
    -------
    list of Hit
        At most `k`, fewer where fewer match; the same passage never twice.

    Raises
    ------
    BadInputError
        `k` is below 1.
    """
    if k < 1:
        raise BadInputError(f"k counts hits and is at least 1, got {k}")
    if not query.strip():
        return []
    if search.one_per_document:
        return _best_of_documents(search, query, k)
    return [search.passages[row].scored(score) for row, score in search.rank(query, k).pairs()]


def _best_of_documents(search: Search, query: str, k: int) -> list[Hit]:
    """Look deeper until `k` documents have been met or there is nothing deeper."""
    depth = _DEEPER * k
    while True:
        pairs = search.rank(query, depth).pairs()
        first: dict[str, Hit] = {}
        for row, score in pairs:
            passage = search.passages[row]
            if passage.hit.doc_id not in first:
                first[passage.hit.doc_id] = passage.scored(score)
        if len(first) >= k or len(pairs) < depth:
            return list(first.values())[:k]
        depth *= _DEEPER
