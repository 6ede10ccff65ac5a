"""Evidence that moved, anchored where it stands now."""

from collections.abc import Iterable
from typing import Any

from assay.data.document import Document
from assay.golden.drift import Anchor, Drift


def repairs_of(drifts: Iterable[Drift], corpus: Iterable[Document]) -> dict[tuple[str, int], dict[str, Any]]:
    """Return what to write over each piece of evidence that moved, by case and number of the piece.

    Offsets, and the document where that is another; the quote as the document now spells it, where they differ in
    typography; prefix and suffix as they are now, where the piece had any, as long as they were. Nothing is repaired
    that changed, is ambiguous or gone: these are for people to decide.

    Examples
    --------
    >>> from assay import Evidence
    >>> piece = Evidence(doc_id="a", quote="gold", start=0, end=4)
    >>> anchor = Anchor(doc_id="a", start=3, end=7, text="gold")
    >>> moved = Drift(case_id="q1", number=0, evidence=piece, status="moved", anchor=anchor)
    >>> repairs_of([moved], [Document(doc_id="a", text="of gold")])
    {('q1', 0): {'doc_id': 'a', 'quote': 'gold', 'start': 3, 'end': 7}}
    """
    texts = {document.doc_id: document.text for document in corpus}
    return {
        (drift.case_id, drift.number): _fields(drift, drift.anchor, texts[drift.anchor.doc_id])
        for drift in drifts
        if drift.status == "moved" and drift.anchor is not None
    }


def _fields(drift: Drift, anchor: Anchor, text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "doc_id": anchor.doc_id,
        "quote": anchor.text,
        "start": anchor.start,
        "end": anchor.end,
    }
    if drift.evidence.prefix:
        fields["prefix"] = text[max(0, anchor.start - len(drift.evidence.prefix)) : anchor.start]
    if drift.evidence.suffix:
        fields["suffix"] = text[anchor.end : anchor.end + len(drift.evidence.suffix)]
    return fields
