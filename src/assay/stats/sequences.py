"""Intervals that may be looked at after every case, as often as one likes."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.sample import Floats, as_row, require_share

_CAP = 0.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConfidenceSequence:
    """An interval of the mean after each case.

    Parameters
    ----------
    low, high
        float64, shape (n,): after the first, the second, ... defined value. Each interval lies within those before it.
    level
        The chance that the mean lies in all of them at once.
    n, n_undefined
        Values looked at, and those left out because they are undefined.
    """

    low: Floats
    high: Floats
    level: float
    n: int
    n_undefined: int


def confidence_sequence(
    values: ArrayLike, *, level: float = 0.95, bounds: tuple[float, float] = (0.0, 1.0), n_means: int = 1000
) -> ConfidenceSequence:
    r"""Return the mean's confidence sequence by betting.

    .. math:: K^\pm_t(m) = \prod_{i \le t} (1 \pm \lambda^\pm_i(m) (x_i - m)), \quad
        C_t = \{m : \max(K^+_t(m), K^-_t(m))/2 < 1/\alpha\}, \\
        \lambda_t = \sqrt{\frac{2 \ln(2/\alpha)}{\hat\sigma^2_{t-1}\, t \ln(1 + t)}}, \quad
        \lambda^+_t(m) = \min(\lambda_t, c/m), \quad \lambda^-_t(m) = \min(\lambda_t, c/(1 - m)), \quad c = 1/2

    Parameters
    ----------
    values
        shape (n,): in the order they were judged, which must not depend on the values; NaN where undefined.
    level
        In (0, 1).
    bounds
        Between which values lie: (-1, 1) for differences. They are known beforehand, not read off the values.
    n_means
        How finely the means are tried; ends are rounded outwards to the next one.

    Returns
    -------
    ConfidenceSequence
        Never undefined: before anything is known it is the bounds.

    Raises
    ------
    BadInputError
        Values outside the bounds or not numbers; bounds that are no range; fewer than two means.

    Notes
    -----
    The hedged capital process of Waudby-Smith & Ramdas (2024, theorem 3), intersected over time. The level holds
    whatever the distribution and whenever one stops; for it the interval is wider than one for a number of cases fixed
    beforehand. O(n n_means).

    Examples
    --------
    >>> found = confidence_sequence([1.0] * 50)
    >>> round(float(found.low[9]), 3), round(float(found.low[49]), 3), float(found.high[49])
    (0.528, 0.867, 1.0)
    """
    require_share("level", level)
    lowest, highest = bounds
    given = as_row(values)
    kept = given[~np.isnan(given)]
    if not lowest < highest or n_means < 2:
        raise BadInputError(f"bounds are a range and means two or more: {bounds} and {n_means} are not")
    if ((kept < lowest) | (kept > highest)).any():
        raise BadInputError(f"values lie in [{lowest:g}, {highest:g}], the bounds: some do not")
    scaled = np.clip((kept - lowest) / (highest - lowest), 0.0, 1.0)
    low, high = _ends(scaled, alpha=1.0 - level, n_means=n_means)
    return ConfidenceSequence(
        low=lowest + (highest - lowest) * low,
        high=lowest + (highest - lowest) * high,
        level=level,
        n=len(kept),
        n_undefined=len(given) - len(kept),
    )


def _bets(scaled: Floats, alpha: float) -> Floats:
    """Return what is staked on each value, from those before it; shape (n,)."""
    t = np.arange(1, len(scaled) + 1)
    mean = (0.5 + np.cumsum(scaled)) / (t + 1.0)
    spread = (0.25 + np.cumsum((scaled - mean) ** 2)) / (t + 1.0)
    before = np.concatenate([[0.25], spread[:-1]])
    return np.sqrt(2.0 * math.log(2.0 / alpha) / (before * t * np.log1p(t)))


def _ends(scaled: Floats, *, alpha: float, n_means: int) -> tuple[Floats, Floats]:
    """Try each mean; keep those whose capital never reached 2/alpha, which are a range."""
    means = np.linspace(0.0, 1.0, n_means + 1)
    bets, limit = _bets(scaled, alpha), math.log(2.0 / alpha)
    with np.errstate(divide="ignore"):
        up_cap, down_cap = _CAP / means, _CAP / (1.0 - means)
    up, down = np.zeros_like(means), np.zeros_like(means)
    low, high = np.empty(len(scaled)), np.empty(len(scaled))
    first, last = 0, n_means
    for place, (value, bet) in enumerate(zip(scaled.tolist(), bets.tolist(), strict=True)):
        up += np.log1p(np.minimum(bet, up_cap) * (value - means))
        down += np.log1p(-np.minimum(bet, down_cap) * (value - means))
        inside = np.flatnonzero(np.maximum(up, down) < limit)
        # No mean left is possible with a chance below alpha: the last range stays.
        if len(inside) and max(first, inside[0] - 1) <= min(last, inside[-1] + 1):
            first, last = max(first, int(inside[0]) - 1), min(last, int(inside[-1]) + 1)
        low[place], high[place] = means[first], means[last]
    return low, high
