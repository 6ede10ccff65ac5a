"""Passages of evidence and what of them a hit holds: by spans of the document, or by text where spans are not told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from assay.data.case import Evidence
from assay.data.hit import Hit
from assay.labels.quoting import quoted_part

Span = tuple[int, int]
Matcher = Literal["id", "span", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One piece of evidence in its document.

    Parameters
    ----------
    evidence
        As the case has it.
    start, end
        In the document where that is known; else from 0 to the length of the quote.
    is_placed
        Whether the place in the document is known.
    """

    evidence: Evidence
    start: int
    end: int
    is_placed: bool

    @property
    def length(self) -> int:
        """Count the characters."""
        return self.end - self.start


def passages_of(evidence: Iterable[Evidence]) -> list[Passage]:
    """Return pieces of evidence as passages."""
    return [_passage(piece) for piece in evidence]


def _passage(piece: Evidence) -> Passage:
    if piece.start is None or piece.end is None:
        return Passage(evidence=piece, start=0, end=len(piece.quote), is_placed=False)
    return Passage(evidence=piece, start=piece.start, end=piece.end, is_placed=True)


def matcher_of(passages: Sequence[Passage], hits: Sequence[Hit]) -> Matcher:
    """Say what hits can be held against passages by: spans where both tell them, else the text, else ids.

    Hits of documents that no passage is of need tell nothing.
    """
    documents = {passage.evidence.doc_id for passage in passages}
    about = [hit for hit in hits if hit.doc_id in documents]
    spanless = [hit for hit in about if hit.start is None or hit.end is None]
    if not spanless and False not in [passage.is_placed for passage in passages]:
        return "span"
    return "id" if None in [hit.text for hit in about] else "text"


def part_by_span(passage: Passage, hit: Hit) -> Span | None:
    """Return what of a passage a hit of its document covers, in characters of the document; None where nothing."""
    start, end = max(hit.start or 0, passage.start), min(hit.end or 0, passage.end)
    return (start, end) if start < end else None


def part_by_text(passage: Passage, hit: Hit) -> Span | None:
    """Return what of a passage the text of a hit of its document holds; None where nothing.

    In characters of the document where the passage has its place in it, else of the quote.
    """
    found = quoted_part(passage.evidence, hit.text or "")
    if found is None:
        return None
    start, end = found[0] + passage.start, min(found[1] + passage.start, passage.end)
    return (start, end) if start < end else None
