"""How far unjudged hits leave the difference of two systems open."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isnan

import numpy as np

from assay.labels.judging import judge
from assay.measures.bounds import bounds
from assay.measures.holes import Holes, first_holes
from assay.measures.judged import Judged
from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.measure import Measure
from assay.scores.result import Scores

Bands = Callable[[Measure], "Mapping[str, Band] | None"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A query's value whatever its unjudged hits are worth, and the share of the hits in the cutoff that is judged."""

    low: float
    high: float
    judged: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDifference:
    """What unjudged hits leave open about a mean difference, b less a.

    Parameters
    ----------
    judged_a, judged_b
        Mean share of the hits within the cutoff that somebody judged.
    worst, best
        Between these the mean difference lies, however the others are judged, over the queries on which both systems
        have a value.
    """

    judged_a: float
    judged_b: float
    worst: float
    best: float

    @property
    def may_flip(self) -> bool:
        """Whether labels could be such that the other system is ahead."""
        return self.worst < 0.0 < self.best

    @property
    def is_open(self) -> bool:
        """Whether anything is left open."""
        return min(self.judged_a, self.judged_b) < 1.0 or self.worst < self.best


def bands_of_lists(
    query_ids: Sequence[str], rankings: Sequence[Sequence[str]], labels: Sequence[Mapping[str, float]], rel: float
) -> Bands:
    """Return what tells the bands of a measure from rankings and labels; shapes (n_queries,)."""

    @cache
    def table() -> tuple[JudgedHits, Holes]:
        return judge(rankings, labels, rel=rel), first_holes(rankings, labels)

    @cache
    def found(measure: Measure) -> Mapping[str, Band] | None:
        judged, holes = table()
        limits = bounds(measure, judged, holes) if measure.is_averaged else None
        shares = Judged(k=measure.k).per_query(judged)
        return None if limits is None else _named(query_ids, limits.low, limits.high, shares)

    return found


def bands_of_scores(scores: Scores, run: str) -> Bands:
    """Return what tells the bands of a measure of a scored run; None where the rankings have none."""
    (scored,) = [one for one in scores.runs if one.name == run]
    hits = scored.judged.judged
    plain = not (scored.judged.counts.repeats and scores.policy.duplicates == "keep")
    untied = not (scores.convention.ties == "expected" and scored.judged.ties_move.any())

    @cache
    def found(measure: Measure) -> Mapping[str, Band] | None:
        limits = bounds(measure, hits, Holes.between(hits)) if plain and untied and measure.is_averaged else None
        shares = Judged(k=measure.k).per_query(hits)
        return None if limits is None else _named(scored.judged.query_ids, limits.low, limits.high, shares)

    return found


def _named(query_ids: Sequence[str], low: Floats, high: Floats, judged: Floats) -> Mapping[str, Band]:
    rows = zip(query_ids, low.tolist(), high.tolist(), judged.tolist(), strict=True)
    return {query_id: Band(low=least, high=most, judged=share) for query_id, least, most, share in rows}


def open_difference(
    a: Mapping[str, Band], b: Mapping[str, Band], values_a: Mapping[str, float], values_b: Mapping[str, float]
) -> OpenDifference | None:
    """Return what unjudged hits leave open about the mean difference of two systems; None without a common query.

    Notes
    -----
    For each query the least is b's least less a's most. Where both systems returned the same unjudged hit it has one
    label, which this does not use: the bounds hold, and may be wider than need be.

    Examples
    --------
    >>> a, b = {"q": Band(low=0.5, high=1.0, judged=0.5)}, {"q": Band(low=1.0, high=1.0, judged=1.0)}
    >>> open_difference(a, b, {"q": 0.5}, {"q": 1.0})
    OpenDifference(judged_a=0.5, judged_b=1.0, worst=0.0, best=0.5)
    """
    common = [query for query, value in values_a.items() if not isnan(value) and not isnan(values_b[query])]
    if not common:
        return None
    pairs = [(a[query], b[query], values_a[query], values_b[query]) for query in common]
    worst = [min(one.low, was) - max(other.high, had) for other, one, had, was in pairs]
    best = [max(one.high, was) - min(other.low, had) for other, one, had, was in pairs]
    return OpenDifference(
        judged_a=float(np.nanmean([other.judged for other, *_ in pairs])),
        judged_b=float(np.nanmean([one.judged for _, one, *_ in pairs])),
        worst=float(np.mean(worst)),
        best=float(np.mean(best)),
    )
