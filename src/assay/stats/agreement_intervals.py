"""A figure of agreement with its interval, by drawing whole clusters."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assay.stats.sample import Floats, require_share

Reason = Literal["no_pairs", "one_grade"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure and where it may lie.

    Parameters
    ----------
    value, low, high
        NaN where undefined; the ends also where there are fewer than two clusters.
    reason
        Why the value is undefined; None where it is not.
    """

    value: float
    low: float
    high: float
    reason: Reason | None = None


def resampled_tables(tables: Floats, *, n_resamples: int = 2000, seed: int = 0) -> Floats:
    """Add up the tables of clusters drawn with replacement.

    Parameters
    ----------
    tables
        float64, shape (n_clusters, n_levels, n_levels).

    Returns
    -------
    float64, shape (n_resamples, n_levels, n_levels)
    """
    n = len(tables)
    if not n:
        return np.zeros((n_resamples, *tables.shape[1:]))
    counts = np.random.default_rng(seed).multinomial(n, np.full(n, 1.0 / n), size=n_resamples)
    return (counts @ tables.reshape(n, -1)).reshape(n_resamples, *tables.shape[1:])


def figure_of(
    tables: Floats, resampled: Floats, statistic: Callable[[Floats], Floats], *, level: float = 0.95
) -> Figure:
    """Return a statistic of all clusters with the percentile interval over resamples of them.

    Parameters
    ----------
    tables
        float64, shape (n_clusters, n_levels, n_levels).
    resampled
        Of them, as `resampled_tables` returns it: one draw serves every statistic.
    statistic
        Takes tables (..., n_levels, n_levels) and returns (...).
    level
        In (0, 1).

    Notes
    -----
    Resamples in which the statistic is undefined are left out. With few clusters percentile intervals are somewhat
    too short.
    """
    require_share("level", level)
    value = float(statistic(tables.sum(axis=0)))
    if math.isnan(value):
        return Figure(value=value, low=value, high=value, reason="one_grade" if tables.sum() else "no_pairs")
    drawn = statistic(resampled)
    drawn = drawn[~np.isnan(drawn)]
    if len(tables) < 2 or not len(drawn):
        return Figure(value=value, low=math.nan, high=math.nan)
    low, high = np.quantile(drawn, [(1.0 - level) / 2.0, (1.0 + level) / 2.0])
    return Figure(value=value, low=float(low), high=float(high))
