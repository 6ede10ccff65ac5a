"""Questions that the corpus does not answer: whether the top score tells them from the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data.hit import Hit
from assay.errors import BadInputError
from assay.evaluation.asking import Answer
from assay.evaluation.measured import Measured
from assay.measures.judged_hits import Floats
from assay.stats.discrimination import Estimate, Threshold, auroc, average_precision, best_threshold

Undefined = Literal["no_cases", "one_kind", "no_scores", "unordered"]
_POINTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What a threshold of the top score does.

    `kept` is the share of the answerable questions whose top score reaches it, `recall` the mean recall over these,
    NaN where there are none; `false_evidence` is the share of the questions without an answer for which something
    reaches it all the same.
    """

    threshold: float
    kept: float
    recall: float
    false_evidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """How well the top score tells questions that have an answer from those that have none.

    `higher_is_better` says which way scores go: False for distances, whose thresholds are upper bounds. `undefined`
    says why there are no figures; None where there are.
    """

    n_answerable: int
    n_no_answer: int
    measure: str
    undefined: Undefined | None = None
    higher_is_better: bool = True
    auroc: Estimate | None = None
    average_precision: Estimate | None = None
    curve: Sequence[Point] = ()
    recommended: Threshold | None = None

    @property
    def is_reliable(self) -> bool:
        """Whether scores tell more than chance, without which the recommended threshold means nothing."""
        return self.auroc is not None and self.auroc.low > 0.5


def no_answer_of(evaluation: Measured, *, max_false_rate: float | None = None, k: int | None = None) -> NoAnswer:
    """Hold the top scores of questions with an answer against those of questions without.

    Parameters
    ----------
    evaluation
        What was asked and what came back.
    max_false_rate
        The largest share, in [0, 1], of the questions without an answer that the recommended threshold may let
        through. Without it Youden's J is largest there.
    k
        Recall is taken to this cutoff, one of those measured; without it to the largest.

    Returns
    -------
    NoAnswer
        Failed calls are left out; where nothing came back the score is below all others. Undefined, with the reason,
        where there is no question of one of the two kinds, hits carry no scores, or some lists have the largest score
        first and others the smallest. Lists of one hit do not tell; larger is then taken to be better.

    Raises
    ------
    BadInputError
        `max_false_rate` is no share, or recall was not measured to `k`.

    Notes
    -----
    Scores of different questions are compared as they are: a retriever whose scores mean something else for each
    question (reciprocal ranks, scores scaled to the list) will show an AUROC near 0.5, which is the answer.
    """
    measure = _recall(evaluation, k)
    if max_false_rate is not None and not 0 <= max_false_rate <= 1:
        raise BadInputError(f"a false-evidence rate is a share between 0 and 1, got {max_false_rate!r}")
    rows = [
        (case.answerable, answer, recall)
        for case, answer, recall in zip(
            evaluation.golden, evaluation.answers, evaluation.values[_row(evaluation, measure)], strict=True
        )
        if answer is not None and answer.reason is None
    ]
    answerable = np.array([row[0] for row in rows], dtype=bool)
    n_answerable, n_no_answer = int(answerable.sum()), int((~answerable).sum())
    scores = [_scores(answer) for _, answer, _ in rows]
    undefined, sign = _why_not(answerable, scores)
    if undefined is not None:
        return NoAnswer(n_answerable=n_answerable, n_no_answer=n_no_answer, measure=measure, undefined=undefined)
    top = np.array([sign * found[0] if found else -np.inf for found in scores])
    recall = np.array([row[2] for row in rows])
    level, seed = evaluation.settings.level, evaluation.settings.seed
    best = best_threshold(top[answerable], top[~answerable], max_false_rate=max_false_rate, level=level, seed=seed)
    return NoAnswer(
        n_answerable=n_answerable,
        n_no_answer=n_no_answer,
        measure=measure,
        higher_is_better=sign > 0,
        auroc=auroc(top[answerable], top[~answerable], level=level),
        average_precision=average_precision(top[answerable], top[~answerable], level=level, seed=seed),
        curve=_curve(top, answerable, recall, sign),
        recommended=best if best is None or sign > 0 else _mirrored(best),
    )


def _recall(evaluation: Measured, k: int | None) -> str:
    cutoffs = evaluation.settings.k
    if k is not None and k not in cutoffs:
        raise BadInputError(f"recall was not measured to k={k!r}\nHint: there are {', '.join(map(str, cutoffs))}.")
    return f"R@{cutoffs[-1] if k is None else k}"


def _row(evaluation: Measured, name: str) -> int:
    return [str(measure) for measure in evaluation.measures].index(name)


def _scores(answer: Answer) -> list[float] | None:
    hits: Sequence[Hit] = answer.hits
    found = [hit.score for hit in hits if hit.score is not None and np.isfinite(hit.score)]
    return found if len(found) == len(hits) else None


def _why_not(answerable: NDArray[np.bool_], scores: Sequence[list[float] | None]) -> tuple[Undefined | None, int]:
    """Return why nothing can be said, and which way scores go: 1 for the largest first, -1 for the smallest."""
    if answerable.all():
        return "no_cases", 1
    if not answerable.any():
        return "one_kind", 1
    known = [found for found in scores if found is not None]
    if len(known) < len(scores) or not any(known):
        return "no_scores", 1
    falls = any(a > b for found in known for a, b in pairwise(found))
    rises = any(a < b for found in known for a, b in pairwise(found))
    return ("unordered", 1) if falls and rises else (None, -1 if rises else 1)


def _curve(top: Floats, answerable: NDArray[np.bool_], recall: Floats, sign: int) -> list[Point]:
    """Return a point for each distinct top score, from the one that keeps most."""
    thresholds = np.unique(top[np.isfinite(top)])
    known = answerable & ~np.isnan(recall)
    order = np.argsort(top[known])[::-1]
    totals = np.concatenate([[0.0], np.cumsum(recall[known][order])])
    n_known = _reached(top[known], thresholds)
    means = np.divide(totals[n_known], n_known, out=np.full(len(thresholds), np.nan), where=n_known > 0)
    kept = _reached(top[answerable], thresholds) / answerable.sum()
    false = _reached(top[~answerable], thresholds) / (~answerable).sum()
    return [
        Point(threshold=threshold, kept=share, recall=mean, false_evidence=rate)
        for threshold, share, mean, rate in zip(
            (sign * thresholds).tolist(), kept.tolist(), means.tolist(), false.tolist(), strict=True
        )
    ]


def _reached(scores: Floats, thresholds: Floats) -> NDArray[np.intp]:
    return len(scores) - np.searchsorted(np.sort(scores), thresholds, "left")


def _mirrored(found: Threshold) -> Threshold:
    return Threshold(
        value=-found.value, low=-found.high, high=-found.low, true_rate=found.true_rate, false_rate=found.false_rate
    )


def shown_points(found: NoAnswer) -> list[Point]:
    """Return a few points of the curve for a page: those that keep nearest to 100, 95, 90, 75 and 50%."""
    wanted = (1.0, 0.95, 0.9, 0.75, 0.5)
    chosen = [min(found.curve, key=lambda point: (abs(point.kept - share), point.false_evidence)) for share in wanted]
    return list({point.threshold: point for point in chosen}.values())[:_POINTS]
