"""The band of a figure: how much of what was measured anybody judged, and what the rest could make of it."""

from dataclasses import dataclass

from assay.scores.result import RunScores, Scores

LOW_JUDGED = 0.8
"""Share of judged hits below which measures that pass over unjudged ones are recommended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """What unjudged hits leave open about one figure.

    Parameters
    ----------
    judged
        Mean share of the hits within the measure's cutoff that somebody judged; NaN where nothing was retrieved.
    low, high
        The least and the greatest figure over every way to judge the others; None where these are not known.
    """

    judged: float
    low: float | None
    high: float | None


def band_of(scores: Scores, run: RunScores, row: int) -> Band:
    """Return the band of one run's figure for the measure in a row of its values.

    Raises
    ------
    BadInputError
        As `Scores.hole_bounds`.
    """
    measure, hits = scores.measures[row], run.judged.judged
    places = hits.n_within(measure.k)
    returned = places > 0
    shares = hits.n_judged(measure.k)[returned] / places[returned]
    judged = float(shares.mean()) if len(shares) else float("nan")
    found = scores.mean_hole_bounds(measure, run=run.name)
    return Band(judged=judged, low=None if found is None else found.low, high=None if found is None else found.high)
