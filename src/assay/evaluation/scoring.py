"""From answers to an evaluation: label the hits, measure, count tokens, note what was odd."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.data.hit import Hit
from assay.errors import UndefinedMeasureError
from assay.evaluation.asking import Answer
from assay.evaluation.notices import notices
from assay.evaluation.result import Evaluation
from assay.evaluation.settings import Settings, evidence_measures
from assay.labels.evidence_judging import judge_evidence, told_by
from assay.labels.judging import judge
from assay.labels.passages import Matcher
from assay.labels.unit import Labelling, label
from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.measure import Measure
from assay.models.token_counter import TokenCounter
from assay.models.token_estimate import EstimatedTokens

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


def score_answers(
    golden: GoldenSet,
    answers: Sequence[Answer | None],
    settings: Settings,
    measures: Sequence[Measure],
    *,
    counter: TokenCounter | None = None,
    cases: Sequence[RetrievalTestCase] | None = None,
) -> Evaluation:
    """Measure what a pipeline answered.

    Parameters
    ----------
    golden, answers
        The cases and the answer to each, in the same order; None for a question that was not asked.
    settings
        Its `unit` is set here, by what labels and hits carry.
    measures
        What to compute.
    counter
        Counts context tokens; an estimate where None.
    cases
        The same cases with their evidence in its place, where documents are known.

    Raises
    ------
    UndefinedMeasureError
        The policy for undefined values is ``"error"`` and a question that claims an answer has no relevant label.
    """
    rankings = [() if answer is None else answer.hits for answer in answers]
    counter = counter or EstimatedTokens()
    tokens = [_counts(hits, counter) for hits in rankings]
    held = _held(golden, golden.cases if cases is None else cases, rankings, settings, tokens)
    settings = replace(settings, unit=held.labelling.unit, matcher=held.matcher, tokenizer=counter.name)
    if held.matcher != "id":
        measures = tuple(dict.fromkeys([*measures, *evidence_measures(settings.k)]))
    answered = np.array([answer is not None and answer.reason is None for answer in answers])
    failed = np.array([answer is not None and answer.reason is not None for answer in answers])
    return Evaluation(
        golden=golden,
        answers=tuple(answers),
        settings=settings,
        measures=tuple(measures),
        values=np.where(answered, _values(golden, measures, held.judged, settings), np.nan),
        best_of_failed=_best_of_failed(golden, measures, held, settings, failed),
        first_rank=_first_rank(held.judged),
        tokens=_tokens(tokens, rankings, settings.k),
        labels=tuple(held.labels),
        notices=tuple(notices(golden, rankings, held.labelling, settings)),
        ranked=tuple(held.labelling.ids) if held.matcher == "id" else (),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """Rankings held against labels: the table, the labels of each case, and ids and labels as notices see them."""

    judged: JudgedHits
    labels: Sequence[Mapping[str, float]]
    labelling: Labelling
    matcher: Matcher
    cases: Sequence[RetrievalTestCase]


def _held(
    golden: GoldenSet,
    cases: Sequence[RetrievalTestCase],
    rankings: Sequence[Sequence[Hit]],
    settings: Settings,
    tokens: Sequence[Sequence[int]],
) -> _Held:
    """Hold hits against what cases carry: evidence before ids, unless k was to count documents."""
    matcher = "id" if settings.wanted_unit == "document" else told_by(cases, rankings)
    if matcher == "id":
        labelling = label(golden, rankings, ungraded=golden.ungraded, unit=settings.wanted_unit)
        judged = judge(labelling.ids, labelling.labels, rel=settings.rel)
        return _Held(judged=judged, labels=labelling.labels, labelling=labelling, matcher=matcher, cases=cases)
    found = judge_evidence(
        cases,
        rankings,
        matcher=matcher,
        rel=settings.rel,
        ungraded=golden.ungraded,
        coverage=settings.coverage,
        tokens=tokens,
    )
    by_document = label(golden, rankings, ungraded=golden.ungraded, unit="document")
    labelling = replace(by_document, unit="chunk")
    return _Held(judged=found.judged, labels=found.labels, labelling=labelling, matcher=matcher, cases=cases)


def _values(golden: GoldenSet, measures: Sequence[Measure], judged: JudgedHits, settings: Settings) -> Floats:
    """Return the value of every measure for every case as if every call had returned; shape (n_measures, n_cases).

    A case without a label that is relevant by the evaluation's threshold is undefined for every measure that has no
    threshold of its own.
    """
    values = np.array([measure.per_query(judged) for measure in measures])
    own = np.array([getattr(measure, "rel", None) is not None for measure in measures])
    values[np.ix_(~own, judged.n_relevant(settings.rel) == 0)] = np.nan
    undefined = np.isnan(values) & np.array([case.answerable for case in golden])
    if settings.undefined == "error" and undefined.any():
        first = int(np.flatnonzero(undefined.any(axis=1))[0])
        ids = [str(golden.cases[position].id) for position in np.flatnonzero(undefined[first])]
        raise UndefinedMeasureError(str(measures[first]), ids)
    if settings.undefined == "zero":
        values[undefined] = 0.0
    return values


def _best_of_failed(
    golden: GoldenSet, measures: Sequence[Measure], held: _Held, settings: Settings, failed: Bools
) -> Floats:
    if not failed.any():
        return np.full((len(measures), len(golden)), np.nan)
    return np.where(failed, _values(golden, measures, _best(golden, held, settings), settings), np.nan)


def _best(golden: GoldenSet, held: _Held, settings: Settings) -> JudgedHits:
    """Return the table of perfect rankings: each case's labels, the best graded first, as many as were asked for."""
    if held.matcher != "id":
        rankings = [_ideal(case, golden.ungraded)[: settings.depth] for case in held.cases]
        return judge_evidence(
            held.cases, rankings, matcher=held.matcher, rel=settings.rel, ungraded=golden.ungraded
        ).judged
    ids = [sorted(label, key=lambda doc_id: -label[doc_id])[: settings.depth] for label in held.labels]
    return judge(ids, held.labels, rel=settings.rel)


def _ideal(case: RetrievalTestCase, ungraded: float) -> list[Hit]:
    """Return hits that are what a case asks for, and no more: a passage of each group, or whole documents."""
    if not (case.answerable and case.evidence):
        grades = case.grades(ungraded=ungraded)
        return [Hit(doc_id=doc_id) for doc_id in sorted(grades, key=lambda doc_id: -grades[doc_id])]
    first = {piece.group: piece for piece in reversed(case.evidence)}
    pieces = sorted(first.values(), key=lambda piece: -(ungraded if piece.grade is None else piece.grade))
    return [
        Hit(doc_id=piece.doc_id, chunk_id=f"{piece.group}", text=piece.quote, start=piece.start, end=piece.end)
        for piece in pieces
    ]


def _first_rank(judged: JudgedHits) -> Ints:
    relevant = judged.grade >= judged.rel
    queries, first = np.unique(judged.query[relevant], return_index=True)
    ranks = np.zeros(judged.n_queries, dtype=np.int64)
    ranks[queries] = judged.rank[relevant][first]
    return ranks


def _counts(hits: Sequence[Hit], counter: TokenCounter) -> Sequence[int]:
    """Count the tokens of each hit; none where a hit carries no text."""
    texts = [hit.text for hit in hits if hit.text is not None]
    return counter.count(texts) if texts and len(texts) == len(hits) else ()


def _tokens(counts: Sequence[Sequence[int]], rankings: Sequence[Sequence[Hit]], k: tuple[int, ...]) -> Floats:
    """Return context tokens, shape (n_k, n_queries); NaN where a hit carries no text or there is no hit."""
    table = np.full((len(k), len(rankings)), np.nan)
    for query, given in enumerate(counts):
        if given:
            totals = list(accumulate(given))
            table[:, query] = [totals[min(cutoff, len(totals)) - 1] for cutoff in k]
    return table
