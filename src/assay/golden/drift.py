"""Whether the evidence of a golden set still stands in its documents, and where it has gone if not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from assay.alignment.finding import Found, find_quote
from assay.alignment.folding import Folded, fold
from assay.alignment.nearly import LEAST_LENGTH
from assay.alignment.surroundings import SURE, Surroundings
from assay.data.case import Evidence
from assay.data.document import Document
from assay.data.golden_set import GoldenSet

Status = Literal["valid", "moved", "changed", "ambiguous", "gone"]
STATUSES: tuple[Status, ...] = ("valid", "moved", "changed", "ambiguous", "gone")

_CHANGED = 0.8  # similarity from which a stretch is what became of a quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Where evidence stands now: ``text`` is what stands there, ``[start, end)`` of the document."""

    doc_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What became of one piece of evidence.

    Parameters
    ----------
    case_id, number
        Whose evidence, and which of its pieces, counted from 0.
    evidence
        The piece as the golden set has it.
    status
        - ``valid``: stands at its offsets, or, where it has none, at one place.
        - ``moved``: stands elsewhere in its document, or, that document gone, in exactly one other; or at a place in
          other typography.
        - ``changed``: something near it stands there.
        - ``ambiguous``: several places, or places about which other text stands, and nothing decides.
        - ``gone``: nothing near it stands in its document, or in any where its document is gone.
    anchor
        The place, of what is valid, moved or changed.
    n_places
        How many places are possible.
    document_gone
        Whether the corpus has no document of that id.
    """

    case_id: str
    number: int
    evidence: Evidence
    status: Status
    anchor: Anchor | None = None
    n_places: int = 0
    document_gone: bool = False


def check_drift(golden: GoldenSet, corpus: Sequence[Document]) -> list[Drift]:
    """Look up every piece of evidence in the documents as they are now.

    Parameters
    ----------
    golden
        The set.
    corpus
        The documents as they are now.

    Returns
    -------
    list of Drift
        One for each piece of evidence, in the order of the cases.

    Notes
    -----
    Of several places one is chosen only where the neighbours of all others contradict prefix and suffix (see
    `find_quote` for what contradicts): a copy is no reason to guess. A quote of fewer than 8 folded characters that
    left its offsets is only ever *moved* where its prefix or suffix says so: that it stands somewhere is no sign that
    this is the place. The same holds below 16 characters for a quote looked for in other documents.

    Examples
    --------
    >>> from assay import Document, Evidence, GoldenSet, RetrievalTestCase
    >>> piece = Evidence(doc_id="a", quote="twenty-four carats", start=0, end=18)
    >>> golden = GoldenSet(cases=(RetrievalTestCase("How pure?", evidence=[piece]),))
    >>> [found] = check_drift(golden, [Document(doc_id="a", text="It is twenty-four carats fine.")])
    >>> found.status, found.anchor.start, found.anchor.end
    ('moved', 6, 24)
    """
    search = _Search({document.doc_id: document.text for document in corpus})
    return [search.drift(str(case.id), number, piece) for case in golden for number, piece in enumerate(case.evidence)]


class _Search:
    """Documents, folded when first looked into."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._folded = cache(self._fold)

    def _fold(self, doc_id: str) -> Folded:
        return fold(self._texts[doc_id])

    def drift(self, case_id: str, number: int, piece: Evidence) -> Drift:
        """Say what became of one piece."""
        if piece.doc_id not in self._texts:
            status, anchor, n_places = self._in_others(piece)
        elif _stands(piece, self._texts[piece.doc_id]):
            status, anchor, n_places = "valid", _own_anchor(piece), 1
        else:
            status, anchor, n_places = self._in_document(piece)
        return Drift(
            case_id=case_id,
            number=number,
            evidence=piece,
            status=status,
            anchor=anchor,
            n_places=n_places,
            document_gone=piece.doc_id not in self._texts,
        )

    def _in_document(self, piece: Evidence) -> tuple[Status, Anchor | None, int]:
        text = self._folded(piece.doc_id)
        found = find_quote(piece.quote, text, prefix=piece.prefix, suffix=piece.suffix, least=_CHANGED)
        whole = [one for one in found if _is_whole(one, piece)]
        if whole:
            return self._decided(piece, whole)
        n_places = sum(_is_whole(one, piece) for one in find_quote(piece.quote, text, least=2))
        near = found or _about(piece, text)
        if near:
            return "changed", _anchor(piece.doc_id, near[0], text), len(near)
        return ("ambiguous" if n_places else "gone"), None, n_places

    def _decided(self, piece: Evidence, whole: Sequence[Found]) -> tuple[Status, Anchor | None, int]:
        best = whole[0] if len(whole) == 1 else None
        unplaced = piece.start is None or piece.end is None
        certain = best is not None and (_is_long(piece, SURE) or best.agreement.equal >= SURE)
        if best is None or not (certain or (unplaced and best.is_exact)):
            return "ambiguous", None, len(whole)
        is_at_home = best.is_exact and (unplaced or best.start == piece.start)
        return "valid" if is_at_home else "moved", _anchor(piece.doc_id, best, self._folded(piece.doc_id)), len(whole)

    def _in_others(self, piece: Evidence) -> tuple[Status, Anchor | None, int]:
        """Look for the quote in every document: its own is gone."""
        quote = fold(piece.quote)
        places = [(doc_id, one) for doc_id in self._texts for one in self._elsewhere(piece, quote, doc_id)]
        if len(places) == 1:
            doc_id, one = places[0]
            return "moved", _anchor(doc_id, one, self._folded(doc_id)), 1
        return ("ambiguous" if places else "gone"), None, len(places)

    def _elsewhere(self, piece: Evidence, quote: Folded, doc_id: str) -> Iterator[Found]:
        text = self._folded(doc_id)
        if not quote.text or quote.text not in text.text:
            return
        for one in find_quote(quote, text, prefix=piece.prefix, suffix=piece.suffix, least=2):
            if _is_whole(one, piece) and (len(quote.text) >= LEAST_LENGTH or one.agreement.equal >= SURE):
                yield one


def _stands(piece: Evidence, text: str) -> bool:
    """Whether a quote stands at its offsets, and nothing else than it says about it."""
    if piece.start is None or piece.end is None or text[piece.start : piece.end] != piece.quote:
        return False
    if not piece.prefix and not piece.suffix:
        return True
    before, after = text[max(0, piece.start - 128) : piece.start], text[piece.end : piece.end + 128]
    left, right = fold(before).text, fold(after).text
    return not Surroundings.of(piece.prefix, piece.suffix).agreement(left + right, len(left), len(left)).contradicts


def _is_whole(one: Found, piece: Evidence) -> bool:
    return one.similarity == 1 and fold(piece.quote[one.quote_start : one.quote_end]).text == fold(piece.quote).text


def _is_long(piece: Evidence, least: int) -> bool:
    return len(fold(piece.quote).text) >= least


def _about(piece: Evidence, text: Folded) -> list[Found]:
    """Find what stands between neighbours like those of a quote that is too short to be looked for by itself."""
    if _is_long(piece, LEAST_LENGTH) or not (piece.prefix or piece.suffix):
        return []
    wide = find_quote(piece.prefix + piece.quote + piece.suffix, text, least=_CHANGED)
    return [one for one in wide if one.similarity < 1 or one.quote_end - one.quote_start > len(piece.quote)][:1]


def _own_anchor(piece: Evidence) -> Anchor:
    start = piece.start or 0
    return Anchor(doc_id=piece.doc_id, start=start, end=start + len(piece.quote), text=piece.quote)


def _anchor(doc_id: str, one: Found, text: Folded) -> Anchor:
    return Anchor(doc_id=doc_id, start=one.start, end=one.end, text=text.original[one.start : one.end])
