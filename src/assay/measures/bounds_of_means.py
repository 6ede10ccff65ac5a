"""Between which values the mean of a measure lies, whatever the hits are worth that nobody has judged."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.measures.bounds import Bounds
from assay.measures.judged_hits import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanBounds:
    """The least and the greatest mean over every way to judge the holes; NaN where no way gives any query a value."""

    low: float
    high: float


def bounds_of_mean(values: Floats, found: Bounds, *, undefined_as_zero: bool = False) -> MeanBounds:
    """Return the exact extremes of a mean over every way in which the holes of all queries could be judged.

    Parameters
    ----------
    values
        The measure as the labels are, shape (n_queries,); NaN where undefined.
    found
        The extremes for each query, of the same shape.
    undefined_as_zero
        A query without a value counts as 0; else it is left out of the mean.

    Returns
    -------
    MeanBounds
        NaN where no query has a value, however it is judged.

    Notes
    -----
    A hole belongs to one query, so queries reach their extremes independently of each other. A query that is undefined
    as it is judged, and that some hole could define, may also stay undefined: it enters the mean only where that makes
    the mean more extreme. Of such queries the most extreme ones enter first, so the extremes are over how many of them
    do. O(n log n) for n queries.

    Examples
    --------
    The second query has a value only if its hole is relevant:

    >>> found = Bounds(low=np.array([0.5, 0.25]), high=np.array([0.5, 1.0]))
    >>> bounds_of_mean(np.array([0.5, np.nan]), found)
    MeanBounds(low=0.375, high=0.75)
    """
    is_open = np.isnan(values)
    low, high = np.fmin(found.low, values), np.fmax(found.high, values)  # no rounding puts a value beyond its bounds
    if undefined_as_zero:
        return MeanBounds(
            low=_mean(np.where(is_open, np.fmin(low, 0.0), low)),
            high=_mean(np.where(is_open, np.fmax(high, 0.0), high)),
        )
    return MeanBounds(low=-_greatest(-low, is_open), high=_greatest(high, is_open))


def _greatest(values: Floats, is_open: NDArray[np.bool_]) -> float:
    """Return the greatest mean of all values that are not open, and of any of those that are."""
    sure, open_ones = values[~is_open], values[is_open]
    extra = np.sort(open_ones[~np.isnan(open_ones)])[::-1]
    counts = len(sure) + np.arange(len(extra) + 1)
    totals = sure.sum() + np.concatenate([[0.0], np.cumsum(extra)])
    means = totals[counts > 0] / counts[counts > 0]
    return float(means.max()) if len(means) else float("nan")


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")
