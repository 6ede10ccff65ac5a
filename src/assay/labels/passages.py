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
    if all(passage.is_placed for passage in passages) and all(_tells_span(hit) for hit in about):
        return "span"
    return "text" if all(hit.text is not None for hit in about) else "id"


def _tells_span(hit: Hit) -> bool:
    return hit.start is not None and hit.end is not None


def held_part(passage: Passage, hit: Hit, matcher: Matcher) -> Span | None:
    """Return what of a passage a hit holds, in the passage's own characters; None where nothing.

    By span the hit must be of the passage's document. By text it must be of that document too, for an answer of a few
    characters stands in many places.
    """
    if hit.doc_id != passage.evidence.doc_id:
        return None
    if matcher == "span":
        start, end = max(hit.start or 0, passage.start), min(hit.end or 0, passage.end)
    else:
        found = quoted_part(passage.evidence, hit.text or "")
        if found is None:
            return None
        start, end = found[0] + passage.start, min(found[1] + passage.start, passage.end)
    return (start, end) if start < end else None


def joined(spans: list[Span], new: Span) -> list[Span]:
    """Return disjoint spans, ascending, with another one merged in."""
    start, end = new
    before = [span for span in spans if span[1] < start]
    after = [span for span in spans if span[0] > end]
    touching = spans[len(before) : len(spans) - len(after)]
    if touching:
        start, end = min(start, touching[0][0]), max(end, touching[-1][1])
    return [*before, (start, end), *after]


def length_of(spans: Iterable[Span]) -> int:
    """Count the characters of disjoint spans."""
    return sum(end - start for start, end in spans)
