"""From answers to an evaluation: label the hits, measure, count tokens, note what was odd."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import numpy as np

from assay.data.golden_set import GoldenSet
from assay.data.hit import Hit
from assay.errors import UndefinedMeasureError
from assay.evaluation.asking import Answer
from assay.evaluation.notices import notices
from assay.evaluation.result import Evaluation
from assay.evaluation.settings import Settings
from assay.labels.judging import judge
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

    Raises
    ------
    UndefinedMeasureError
        The policy for undefined values is ``"error"`` and a question that claims an answer has no relevant label.
    """
    rankings = [() if answer is None else answer.hits for answer in answers]
    labelling = label(golden, rankings, ungraded=golden.ungraded, unit=settings.wanted_unit)
    settings = replace(settings, unit=labelling.unit)
    judged = judge(labelling.ids, labelling.labels, rel=settings.rel)
    answered = np.array([answer is not None and answer.reason is None for answer in answers])
    failed = np.array([answer is not None and answer.reason is not None for answer in answers])
    counter = counter or EstimatedTokens()
    return Evaluation(
        golden=golden,
        answers=tuple(answers),
        settings=replace(settings, tokenizer=counter.name),
        measures=tuple(measures),
        values=np.where(answered, _values(golden, measures, judged, settings), np.nan),
        best_of_failed=_best_of_failed(golden, measures, labelling, settings, failed),
        first_rank=_first_rank(judged),
        tokens=_tokens(rankings, settings.k, counter),
        labels=tuple(labelling.labels),
        notices=tuple(notices(golden, rankings, labelling, settings)),
    )


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
    golden: GoldenSet, measures: Sequence[Measure], labelling: Labelling, settings: Settings, failed: Bools
) -> Floats:
    if not failed.any():
        return np.full((len(measures), len(golden)), np.nan)
    return np.where(failed, _values(golden, measures, _best(labelling, settings), settings), np.nan)


def _best(labelling: Labelling, settings: Settings) -> JudgedHits:
    """Return the table of perfect rankings: each case's labels, the best graded first, as many as were asked for."""
    ids = [sorted(label, key=lambda doc_id: -label[doc_id])[: settings.depth] for label in labelling.labels]
    return judge(ids, labelling.labels, rel=settings.rel)


def _first_rank(judged: JudgedHits) -> Ints:
    relevant = judged.grade >= judged.rel
    queries, first = np.unique(judged.query[relevant], return_index=True)
    ranks = np.zeros(judged.n_queries, dtype=np.int64)
    ranks[queries] = judged.rank[relevant][first]
    return ranks


def _tokens(rankings: Sequence[Sequence[Hit]], k: tuple[int, ...], counter: TokenCounter) -> Floats:
    """Return context tokens, shape (n_k, n_queries); NaN where a hit carries no text or there is no hit."""
    table = np.full((len(k), len(rankings)), np.nan)
    for query, hits in enumerate(rankings):
        texts = [hit.text for hit in hits if hit.text is not None]
        if not texts or len(texts) < len(hits):
            continue
        totals = list(accumulate(counter.count(texts)))
        table[:, query] = [totals[min(cutoff, len(totals)) - 1] for cutoff in k]
    return table
