"""What unjudged hits leave open about the figures of an evaluation."""

from collections.abc import Iterable
from dataclasses import dataclass

from assay.evaluation.measured import Measured
from assay.labels.judging import judge
from assay.measures.bounds import bounds
from assay.measures.bounds_of_means import MeanBounds, bounds_of_mean
from assay.measures.holes import first_holes
from assay.measures.judged import Judged
from assay.measures.measure import Measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Unjudged:
    """What unjudged hits leave open about one mean.

    `judged` is the mean share of the hits within the measure's cutoff that somebody judged; NaN where nothing came
    back. `mean` holds the extremes of the mean over every way to judge the others; None where they are not known.
    """

    judged: float
    mean: MeanBounds | None


def unjudged_of(evaluation: Measured, measure: Measure | str) -> Unjudged | None:
    """Say how much of what was measured anybody judged, and between which values the mean lies whatever the rest is.

    Returns
    -------
    Unjudged or None
        None where hits were told by evidence. There, what a hit is worth is computed from its passage, also for
        documents nobody looked at; which passages somebody looked at and did not mark, labels do not say.

    Raises
    ------
    BadInputError
        The measure is not one of this evaluation's.

    Notes
    -----
    Over the questions that were answered and claim an answer: a failed call has no hits, and a question without an
    answer is in no mean. A document that came back twice is one hole, at its first place. Where labels below the
    threshold of relevance give a gain (a scale with ``rel`` above 1), a question that holes could define may lie in a
    narrower range than is taken here: the mean lies between the bounds, which may then be wider than need be.

    Examples
    --------
    >>> from assay import RetrievalTestCase, evaluate
    >>> evaluation = evaluate(lambda query: ["x", "a"], [RetrievalTestCase("Who?", ["a"])], k=[10])
    >>> found = unjudged_of(evaluation, "RR@10")
    >>> found.judged, found.mean
    (0.5, MeanBounds(low=0.5, high=1.0))
    """
    wanted = evaluation.measures[evaluation.row_of(measure)]
    return next(iter(all_unjudged(evaluation, [wanted]).values()), None)


def all_unjudged(evaluation: Measured, measures: Iterable[Measure]) -> dict[Measure, Unjudged]:
    """Say the same of several measures of an evaluation; of none where hits were told by evidence."""
    if not evaluation.ranked:
        return {}
    places = _measurable(evaluation)
    rankings = [evaluation.ranked[place] for place in places]
    labels = [evaluation.labels[place] for place in places]
    judged = judge(rankings, labels, rel=evaluation.settings.rel)
    holes = first_holes(rankings, labels)
    found: dict[Measure, Unjudged] = {}
    for measure in measures:
        limits = bounds(measure, judged, holes) if measure.is_averaged else None
        values = evaluation.values[evaluation.row_of(measure)][places]
        mean = None if limits is None else bounds_of_mean(values, limits)
        shares = Judged(k=measure.k)
        found[measure] = Unjudged(judged=shares.aggregate(shares.per_query(judged)), mean=mean)
    return found


def knows_irrelevant(evaluation: Measured) -> bool:
    """Whether somebody judged a document not relevant: without, what passes over unjudged hits tells nothing."""
    rel = evaluation.settings.rel
    return any(grade < rel for label in evaluation.labels for grade in label.values())


def _measurable(evaluation: Measured) -> list[int]:
    """Return the places of the questions that were answered and claim an answer."""
    cases = enumerate(zip(evaluation.golden, evaluation.answers, strict=True))
    return [place for place, (case, answer) in cases if answer and answer.reason is None and case.answerable]
