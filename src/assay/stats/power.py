"""How many cases find a difference, and which difference a number of cases can find."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import nctdtr, ndtr, stdtrit

from assay.errors import BadInputError
from assay.stats.sample import Alternative, require_share, sample_of

_MOST_CASES = 10**9


def spread_of(differences: ArrayLike) -> float:
    """Return the standard deviation of paired differences of a pilot: what power depends on.

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.

    Returns
    -------
    float
        Above 0.

    Raises
    ------
    BadInputError
        Fewer than two differences, or none that varies: a pilot must show how much queries differ.
    """
    sample = sample_of(differences)
    if sample.n < 2 or sample.is_constant:
        raise BadInputError(
            "power needs a pilot of two queries or more whose differences are not all the same\n"
            "Hint: state the standard deviation of the differences instead."
        )
    return float(sample.values.std(ddof=1))


def power_at(
    n: float, difference: float, *, spread: float, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> float:
    r"""Return how often n cases find a difference by the paired t-test.

    .. math:: 1 - F_{n-1,\delta}(t_{1-\alpha/2}) + F_{n-1,\delta}(-t_{1-\alpha/2}), \quad
        \delta = \sqrt n\, \Delta / \sigma

    with F the noncentral t distribution; one tail for a one-sided alternative.

    Parameters
    ----------
    n
        Cases, at least 2.
    difference
        Of the means, B less A.
    spread
        Standard deviation of the paired differences, above 0: `spread_of` a pilot.
    alpha
        Chance of a false verdict, in (0, 1).
    alternative
        ``"two-sided"``; ``"greater"``: B is better; ``"less"``.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Notes
    -----
    As ``statsmodels.stats.power.TTestPower``. The randomisation test finds nearly as much as the t-test, but less where
    differences are -1, 0 or 1: see `assay.stats.power_of_shares`.

    Examples
    --------
    >>> round(power_at(200, 0.05, spread=0.3), 3)
    0.65
    """
    _require(n, spread, alpha)
    freedom, shift = n - 1.0, math.sqrt(n) * difference / spread
    if alternative == "less":
        shift = -shift
    critical = float(stdtrit(freedom, 1.0 - alpha / (2.0 if alternative == "two-sided" else 1.0)))
    above = 1.0 - _noncentral(freedom, shift, critical)
    return above + _noncentral(freedom, shift, -critical) if alternative == "two-sided" else above


def cases_needed(
    difference: float,
    *,
    spread: float,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> int:
    """Return the least number of cases that finds a difference with the given power.

    Parameters
    ----------
    difference
        Of the means, B less A; not 0, and in the direction of a one-sided alternative.
    spread, alpha, alternative
        As in `power_at`.
    power
        How often the difference is to be found, in (0, 1), and above alpha.

    Returns
    -------
    int
        At least 2.

    Raises
    ------
    BadInputError
        A parameter out of its range, or a difference that no number of cases up to a thousand million finds.

    Examples
    --------
    >>> cases_needed(0.05, spread=0.3)
    285
    """
    require_share("power", power)

    def found(n: float) -> float:
        return power_at(n, difference, spread=spread, alpha=alpha, alternative=alternative)

    most = 2.0
    while found(most) < power:
        most *= 2.0
        if most > _MOST_CASES:
            raise BadInputError(f"no number of cases finds a difference of {difference} with a power of {power}")
    if most == 2.0:
        return 2
    n = math.ceil(_crossing(found, power, most / 2.0, most) - 1e-6)
    return n if found(n) >= power else n + 1


def detectable_difference(
    n: float, *, spread: float, power: float = 0.8, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> float:
    """Return the difference that n cases find with the given power.

    Parameters
    ----------
    n
        Cases, at least 2.
    spread, alpha, alternative
        As in `power_at`.
    power
        How often the difference is to be found, in (0, 1), and above alpha.

    Returns
    -------
    float
        Above 0; for ``"less"`` below 0. It may exceed what the measure can differ by: then n cases cannot tell
        anything.

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Examples
    --------
    >>> round(detectable_difference(40, spread=0.25), 3)
    0.114
    """
    require_share("power", power)
    _require(n, spread, alpha)
    if power <= alpha:
        raise BadInputError(f"power is above alpha: {power} is not above {alpha}")
    sign = -1.0 if alternative == "less" else 1.0

    def found(size: float) -> float:
        return power_at(n, sign * size * spread, spread=spread, alpha=alpha, alternative=alternative)

    most = 1.0
    while found(most) < power:
        most *= 2.0
    return sign * spread * _crossing(found, power, 0.0, most)


def _noncentral(freedom: float, shift: float, t: float) -> float:
    """Return P(T <= t) of the noncentral t distribution; far out, where scipy gives up, by a normal approximation."""
    found = float(nctdtr(freedom, shift, t))
    if math.isnan(found):
        found = float(ndtr((t * (1.0 - 0.25 / freedom) - shift) / math.sqrt(1.0 + t**2 / (2.0 * freedom))))
    return min(max(found, 0.0), 1.0)


def _crossing(rising: Callable[[float], float], level: float, low: float, high: float) -> float:
    """Return where a rising function reaches a level, by bisection."""
    while high - low > 1e-12 * high and np.nextafter(low, high) < high:
        middle = (low + high) / 2.0
        low, high = (middle, high) if rising(middle) < level else (low, middle)
    return high


def _require(n: float, spread: float, alpha: float) -> None:
    require_share("alpha", alpha)
    if not n >= 2:
        raise BadInputError(f"power is that of two cases or more: {n} are too few")
    if not 0.0 < spread < math.inf:
        raise BadInputError(f"the standard deviation of differences is above 0: {spread!r} is not")
