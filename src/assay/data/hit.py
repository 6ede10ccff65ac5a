"""A retrieved chunk or document, as a retriever hands it over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hit:
    """One line of a ranking: what came back, best first by its place in the list.

    Parameters
    ----------
    doc_id
        The document the hit belongs to; a retriever that knows only one kind of id puts it here.
    score
        As the retriever gave it, any unit, shown but never used to re-sort (it may be a distance).
    chunk_id
        The chunk's own id, where the index holds chunks; None says the hit is the whole document.
    text
        What a generator would read; None where the retriever keeps it to itself.
    start, end
        The chunk's span in its document, in characters, `end` exclusive; None where unknown.
    metadata
        Whatever else came with the hit.
    """

    doc_id: str
    score: float | None = None
    chunk_id: str | None = None
    text: str | None = None
    start: int | None = None
    end: int | None = None
    metadata: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    @property
    def is_chunk(self) -> bool:
        """Whether the hit is a part of its document rather than the whole."""
        return self.chunk_id is not None or self.start is not None
