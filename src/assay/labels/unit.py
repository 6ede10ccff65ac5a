"""Whether k counts documents or chunks, and what a hit is called in that unit."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from assay.data.hit import Hit

Unit = Literal["document", "chunk"]


def choose_unit(rankings: Iterable[Sequence[Hit]], labels: Iterable[Mapping[str, float]], *, on_chunks: bool) -> Unit:
    """Decide what the labels are held against.

    Parameters
    ----------
    rankings, labels
        The hits and the labels of each query, in the same order.
    on_chunks
        Whether the cases say themselves that their labels are on chunks.

    Returns
    -------
    "document" or "chunk"
        Documents, unless the cases say chunks, or no label is the id of a retrieved document while some label is the
        id of a retrieved chunk: such labels were written as ``relevant_doc_ids`` but name chunks.
    """
    if on_chunks:
        return "chunk"
    names_chunk = False
    for hits, label in zip(rankings, labels, strict=True):
        if any(hit.doc_id in label for hit in hits):
            return "document"
        names_chunk = names_chunk or any(hit.chunk_id in label for hit in hits if hit.chunk_id is not None)
    return "chunk" if names_chunk else "document"


def ranked_ids(hits: Sequence[Hit], unit: Unit, *, labels_documents: bool = False) -> list[str]:
    """Name the hits of one ranking in the unit that k counts.

    Chunks collapse to their document at its first occurrence, so a document's later chunks take no place; a whole
    document that is returned twice keeps both places, the second of which earns nothing.

    Parameters
    ----------
    hits, unit
        The ranking, and what k counts.
    labels_documents
        Where k counts chunks: that this query's labels are on documents all the same. Its hits then go by their
        document and keep their places.
    """
    if unit == "chunk" and labels_documents:
        return [hit.doc_id for hit in hits]
    if unit == "chunk":
        return [hit.doc_id if hit.chunk_id is None else hit.chunk_id for hit in hits]
    if not any([hit.is_chunk for hit in hits]):  # noqa: C419 - a list is built faster than a generator is stepped
        return [hit.doc_id for hit in hits]
    seen: set[str] = set()
    return [
        hit.doc_id
        for hit in hits
        if not hit.is_chunk or hit.doc_id not in seen
        if seen.add(hit.doc_id) is None  # remembers the document; always true
    ]
