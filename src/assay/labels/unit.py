"""Whether k counts documents or chunks, and what hits and labels are called in that unit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assay.data.case import RetrievalTestCase
from assay.data.hit import Hit

Unit = Literal["document", "chunk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelling:
    """What k counts, and the ids and labels of every query in that unit, in the order of the cases.

    `ids` are what the hits are held against the labels by; `labels` are empty for a case that claims no answer.
    """

    unit: Unit
    ids: Sequence[Sequence[str]]
    labels: Sequence[Mapping[str, float]]


def label(
    cases: Iterable[RetrievalTestCase],
    rankings: Sequence[Sequence[Hit]],
    *,
    ungraded: float = 1.0,
    unit: Unit | None = None,
) -> Labelling:
    """Decide what labels are held against: chunk ids before document ids, where hits carry what cases label.

    Parameters
    ----------
    cases, rankings
        The cases and the hits of each, best first, in the same order.
    ungraded
        Grade of an id that is listed without one.
    unit
        What k counts, where it is not to be told from cases and hits.

    Returns
    -------
    Labelling
        k counts chunks where cases label chunks and hits carry chunks, and where labels written as
        ``relevant_doc_ids`` only ever name chunks; else documents. Where k counts chunks, a case that labels documents
        only has its hits go by their document, each in its place.
    """
    cases = list(cases)
    unit = unit or _unit(cases, rankings)
    declared = any(case.relevant_chunk_ids for case in cases)
    ids: list[list[str]] = []
    labels: list[Mapping[str, float]] = []
    for case, hits in zip(cases, rankings, strict=True):
        by_chunk = unit == "chunk" and bool(case.relevant_chunk_ids)
        by_document = unit == "chunk" and declared and not by_chunk
        ids.append([hit.doc_id for hit in hits] if by_document else ranked_ids(hits, unit))
        grades = case.chunk_grades(ungraded=ungraded) if by_chunk else case.grades(ungraded=ungraded)
        labels.append(grades if case.answerable else {})
    return Labelling(unit=unit, ids=ids, labels=labels)


def ranked_ids(hits: Sequence[Hit], unit: Unit) -> list[str]:
    """Name the hits of one ranking in the unit that k counts.

    Chunks collapse to their document at its first occurrence, so a document's later chunks take no place; a whole
    document that is returned twice keeps both places, the second of which earns nothing.
    """
    if unit == "chunk":
        return [hit.doc_id if hit.chunk_id is None else hit.chunk_id for hit in hits]
    if not any([hit.is_chunk for hit in hits]):  # noqa: C419 - a list is built faster than a generator is stepped
        return [hit.doc_id for hit in hits]
    seen: set[str] = set()
    ids: list[str] = []
    for hit in hits:
        if not (hit.is_chunk and hit.doc_id in seen):
            ids.append(hit.doc_id)
        seen.add(hit.doc_id)
    return ids


def _unit(cases: Sequence[RetrievalTestCase], rankings: Sequence[Sequence[Hit]]) -> Unit:
    pairs = [(case, hits) for case, hits in zip(cases, rankings, strict=True) if case.relevant_chunk_ids]
    if pairs:
        meet = any(_names_chunks(hits, case.chunk_grades()) for case, hits in pairs)
        return "chunk" if meet or not all(case.relevant_doc_ids for case, _ in pairs) else "document"
    names_chunk = False
    for case, hits in zip(cases, rankings, strict=True):
        labelled = case.grades() if case.answerable else {}
        if any(hit.doc_id in labelled for hit in hits):
            return "document"
        names_chunk = names_chunk or any(hit.chunk_id in labelled for hit in hits if hit.chunk_id is not None)
    return "chunk" if names_chunk else "document"


def _names_chunks(hits: Sequence[Hit], labelled: Mapping[str, float]) -> bool:
    return any(hit.chunk_id is not None or hit.doc_id in labelled for hit in hits)
