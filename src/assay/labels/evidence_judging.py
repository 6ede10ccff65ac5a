"""Rankings held against evidence: the table of the measures, and what reports name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from assay.data.case import RetrievalTestCase
from assay.data.hit import Hit
from assay.labels.evidence_aspects import Group, aspects_of
from assay.labels.passages import Matcher, Passage, matcher_of, passages_of
from assay.labels.supporting import COVERAGE, Support, support_of
from assay.labels.unit import ranked_ids
from assay.measures.evidence_hits import EvidenceHits
from assay.measures.judged_hits import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceLabelling:
    """Rankings held against evidence.

    `judged` is the table; `labels` are, for each case, the grades of the hits that complete a group, by their ids, and
    of the groups that none completes, by their place; `matcher` says what was compared.
    """

    judged: EvidenceHits
    labels: Sequence[Mapping[str, float]]
    matcher: Matcher


@dataclass(slots=True, kw_only=True)
class _Judged:
    """One case: rows of (rank, grade), labels, its groups, and the columns by rank."""

    rows: list[tuple[int, float]]
    labels: dict[str, float]
    groups: list[Group]
    support: Support


def told_by(cases: Sequence[RetrievalTestCase], rankings: Sequence[Sequence[Hit]]) -> Matcher:
    """Say what the hits of all cases can be held against their evidence by; ``"id"`` says that they cannot be.

    Each case goes by what it and its hits tell; this is what most of them go by, spans where as many go by either.
    """
    told: list[Matcher] = []
    for case, hits in zip(cases, rankings, strict=True):
        documents = {piece.doc_id for piece in case.evidence} if case.answerable else set[str]()
        if any(hit.doc_id in documents for hit in hits):
            told.append(matcher_of(passages_of(case.evidence), hits))
    by_span, by_text = told.count("span"), told.count("text")
    return "id" if not by_span + by_text else "span" if by_span >= by_text else "text"


def judge_evidence(
    cases: Sequence[RetrievalTestCase],
    rankings: Sequence[Sequence[Hit]],
    *,
    matcher: Matcher,
    rel: float = 1.0,
    ungraded: float = 1.0,
    coverage: float = COVERAGE,
    tokens: Sequence[Sequence[int]] = (),
) -> EvidenceLabelling:
    """Hold each ranking against the evidence of its case.

    Parameters
    ----------
    cases, rankings
        The cases and the hits of each, best first, in the same order. A case without evidence goes by its labels on
        chunks or documents, and has no value of the measures on evidence.
    matcher
        As `told_by` says. A case whose passages or hits tell no span goes by text, whatever the others go by.
    rel
        Smallest grade that counts as relevant where a measure does not say otherwise.
    ungraded
        Grade of evidence and ids without one.
    coverage
        Share of a passage, in (0, 1], that must have come back, in one hit or several, for its group to be supported.
    tokens
        Token counts of the hits of each case, empty where hits carry no text.

    Notes
    -----
    O(hits log hits + pairs of a hit and a passage of one document) by span. Hits that overlap what came before complete
    nothing again, and so earn nothing.
    """
    judged = [_of_case(case, hits, matcher, ungraded, coverage) for case, hits in zip(cases, rankings, strict=True)]
    return EvidenceLabelling(
        judged=_table(judged, [len(hits) for hits in rankings], rel, tokens),
        labels=[one.labels for one in judged],
        matcher=matcher,
    )


def _table(
    judged: Sequence[_Judged], n_retrieved: Sequence[int], rel: float, tokens: Sequence[Sequence[int]]
) -> EvidenceHits:
    rows = [(query, rank, grade) for query, one in enumerate(judged) for rank, grade in one.rows]
    pool = [(query, grade) for query, one in enumerate(judged) for grade in sorted(one.labels.values(), reverse=True)]
    aspects = aspects_of([one.groups for one in judged])
    sizes = np.array([len(one.support.covered) for one in judged], dtype=np.int64)
    return EvidenceHits(
        query=np.array([row[0] for row in rows], dtype=np.int64),
        rank=np.array([row[1] for row in rows], dtype=np.int64),
        grade=np.array([row[2] for row in rows], dtype=np.float64),
        n_retrieved=np.array(n_retrieved, dtype=np.int64),
        pool_query=np.array([row[0] for row in pool], dtype=np.int64),
        pool_grade=np.array([row[1] for row in pool], dtype=np.float64),
        rel=rel,
        aspect_query=aspects.aspect_query,
        hit_aspect=aspects.hit_aspect,
        hit_rank=aspects.hit_rank,
        hit_grade=aspects.hit_grade,
        doc_query=aspects.doc_query,
        label_doc=aspects.label_doc,
        label_aspect=aspects.label_aspect,
        label_grade=aspects.label_grade,
        group_query=aspects.aspect_query,
        group_rank=np.array([rank for one in judged for _, rank, _ in one.groups], dtype=np.int64),
        starts=np.cumsum(sizes) - sizes,
        covered=_column([one.support.covered for one in judged]),
        wanted=_column([one.support.wanted for one in judged]),
        returned=_column([one.support.returned for one in judged]),
        distinct=_column([one.support.distinct for one in judged]),
        tokens=_tokens(tokens, sizes),
    )


def _of_case(
    case: RetrievalTestCase, hits: Sequence[Hit], matcher: Matcher, ungraded: float, coverage: float
) -> _Judged:
    if case.answerable and case.evidence:
        return _by_evidence(passages_of(case.evidence), hits, matcher, ungraded, coverage)
    by_chunk = bool(case.relevant_chunk_ids)
    grades = case.chunk_grades(ungraded=ungraded) if by_chunk else case.grades(ungraded=ungraded)
    labels = grades if case.answerable else {}
    ids = ranked_ids(hits, "chunk") if by_chunk else [hit.doc_id for hit in hits]
    first: dict[str, int] = {}
    for rank, doc_id in enumerate(ids, start=1):
        if doc_id in labels:
            first.setdefault(doc_id, rank)
    support = support_of([], hits, matcher=matcher)
    return _Judged(
        rows=[(rank, labels[name]) for name, rank in first.items()], labels=labels, groups=[], support=support
    )


def _by_evidence(
    passages: Sequence[Passage], hits: Sequence[Hit], matcher: Matcher, ungraded: float, coverage: float
) -> _Judged:
    own: Matcher = matcher if matcher_of(passages, hits) == "span" else "text"
    support = support_of(passages, hits, matcher=own, coverage=coverage)
    grades, names = _groups(passages, ungraded)
    rows: dict[int, float] = {}
    labels: dict[str, float] = {}
    groups: list[Group] = []
    ids = ranked_ids(hits, "chunk")
    for group, grade in grades.items():
        rank = support.ranks.get(group, 0)
        name = ids[rank - 1] if rank else names[group]
        labels[name] = max(grade, labels.get(name, grade))
        groups.append((name, rank, grade))
        if rank:
            rows[rank] = max(grade, rows.get(rank, grade))
    return _Judged(rows=sorted(rows.items()), labels=labels, groups=groups, support=support)


def _groups(passages: Sequence[Passage], ungraded: float) -> tuple[dict[int, float], dict[int, str]]:
    """Return the grade of each group, the best of its alternatives', and its name: where its first one stands."""
    grades: dict[int, float] = {}
    names: dict[int, str] = {}
    for passage in passages:
        piece = passage.evidence
        grade = ungraded if piece.grade is None else piece.grade
        grades[piece.group] = max(grade, grades.get(piece.group, grade))
        place = f"[{passage.start}:{passage.end}]" if passage.is_placed else f"“{piece.quote[:40]}”"
        names.setdefault(piece.group, f"{piece.doc_id} {place}")
    return grades, names


def _column(values: Sequence[Sequence[int]]) -> Floats:
    return np.fromiter(chain.from_iterable(values), np.float64)


def _tokens(counts: Sequence[Sequence[int]], sizes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    """Add up tokens over ranks; NaN where a case has not a count for each of its hits."""
    if not any(counts):
        return np.full(int(sizes.sum()), np.nan)
    column: list[Floats] = []
    for size, given in zip(sizes.tolist(), counts, strict=True):
        known = len(given) == size - 1
        column.append(np.concatenate([[0.0], np.cumsum(given)]) if known else np.full(size, np.nan))
    return np.concatenate(column)
