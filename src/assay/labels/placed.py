"""Evidence whose quote is known, put in its place in a corpus."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document

_CONTEXT = 32  # characters before and after a quote that tell its place among several


def placed(cases: Iterable[RetrievalTestCase], corpus: Iterable[Document]) -> tuple[RetrievalTestCase, ...]:
    """Return cases whose evidence tells where it stands, wherever that can be told from its document.

    A quote without offsets gets them where it stands in its document exactly once; evidence without a context gets what
    stands around it. What cannot be placed stays as it is, to be found in the text of hits.
    """
    texts = {document.doc_id: document.text for document in corpus}
    return tuple(_placed(case, texts) if case.evidence else case for case in cases)


def _placed(case: RetrievalTestCase, texts: Mapping[str, str]) -> RetrievalTestCase:
    evidence: Sequence[Evidence] = [in_document(piece, texts.get(piece.doc_id, "")) for piece in case.evidence]
    return case if list(case.evidence) == evidence else replace(case, evidence=tuple(evidence))


def in_document(piece: Evidence, text: str) -> Evidence:
    """Return evidence with its offsets and its context, as far as a document's text tells them."""
    start, end = piece.start, piece.end
    if start is None or end is None:
        start = text.find(piece.quote)
        if start < 0 or text.find(piece.quote, start + 1) >= 0:
            return piece
        end = start + len(piece.quote)
    if text[start:end] != piece.quote:
        return replace(piece, start=start, end=end)
    prefix = piece.prefix or text[max(start - _CONTEXT, 0) : start]
    return replace(piece, start=start, end=end, prefix=prefix, suffix=piece.suffix or text[end : end + _CONTEXT])
