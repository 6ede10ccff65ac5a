"""How many cases 0/1 measures take: the exact power of the tests that Assay makes of them."""

import math
from collections.abc import Callable

from scipy.special import ndtri

from assay.errors import BadInputError
from assay.stats.discordant import critical_count, discordant, non_inferior_wins, require_shares
from assay.stats.randomisation import require_alternative
from assay.stats.sample import Alternative, require_share

_MOST_CASES = 10**8
_MOST_LOOKED_THROUGH = 20_000  # cases, beyond which a step of the test is worth less than a case in a hundred
_STEADY = 1.0  # (1 - disagreement) z^2, above which the number of differing pairs varies enough to smooth every step


def shares_power_at(
    n: float, *, gain: float, loss: float, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> float:
    r"""Return how often n cases find that one of two systems is right more often, by the exact test.

    .. math:: \sum_d P(D = d)\, P(W \le c_d \text{ or } W \ge d - c_d \mid D = d)

    with D the pairs on which the two differ, W those that B wins, and :math:`c_d` the most wins (or losses) that the
    sign test takes for too few.

    Parameters
    ----------
    n
        Cases, at least 1; an effective number is rounded down.
    gain, loss
        Shares of queries that only B, and only A, has right: at least 0, together above 0 and at most 1.
    alpha
        Chance of a false verdict, in (0, 1).
    alternative
        ``"two-sided"``; ``"greater"``: B is right more often; ``"less"``.

    Returns
    -------
    float
        In [0, 1]; without a difference below alpha, for p-values come in steps.

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Notes
    -----
    O(sqrt(n)). The power of McNemar's exact test (Duffy 1984), of the sign test, and of the randomisation test of
    differences that are -1, 0 or 1, which are one and the same.

    Examples
    --------
    >>> round(shares_power_at(200, gain=0.07, loss=0.02), 3)
    0.597
    """
    _require(n, alpha)
    require_alternative(alternative)
    pairs = discordant(int(n), gain=gain, loss=loss)
    few = critical_count(pairs.count, alpha=alpha, alternative=alternative)
    if alternative == "greater":
        return pairs.mean_of(pairs.wins_at_least(pairs.count - few))
    if alternative == "less":
        return pairs.mean_of(pairs.wins_at_most(few))
    return pairs.mean_of(pairs.wins_at_least(pairs.count - few) + pairs.wins_at_most(few))


def shares_cases_needed(
    *, gain: float, loss: float, power: float = 0.8, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> int:
    """Return how many cases find the difference of two shares with the given power.

    Parameters
    ----------
    gain, loss, alpha, alternative
        As in `shares_power_at`.
    power
        How often the difference is to be found, in (0, 1).

    Returns
    -------
    int
        The least number that, like every larger one, has the power: p-values come in steps, so power may dip.

    Raises
    ------
    BadInputError
        A parameter out of its range, or a difference that no number of cases up to a hundred million finds.

    Examples
    --------
    >>> shares_cases_needed(gain=0.07, loss=0.02)
    303
    """

    def found(n: int) -> float:
        return shares_power_at(n, gain=gain, loss=loss, alpha=alpha, alternative=alternative)

    sides = 2.0 if alternative == "two-sided" else 1.0
    dips = (1.0 - gain - loss) * float(ndtri(alpha / sides)) ** 2 < _STEADY
    return _least_cases(found, power, period=math.sqrt if dips else None)


def shares_detectable_difference(
    n: float, *, disagreement: float, power: float = 0.8, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> float:
    """Return the difference of two shares that n cases find with the given power.

    Parameters
    ----------
    n, alpha, alternative
        As in `shares_power_at`.
    disagreement
        Share of queries on which the two systems differ, in [0, 1]; where the difference is larger than that, it is the
        difference: B gains so much and loses nothing.
    power
        How often the difference is to be found, in (0, 1).

    Returns
    -------
    float
        Above 0, at most 1; for ``"less"`` below 0. Infinite where even a difference of 1 is not found so often: four
        cases can never tell two systems apart.

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Examples
    --------
    >>> round(shares_detectable_difference(200, disagreement=0.09), 3)
    0.061
    """
    _require(n, alpha)
    sign = -1.0 if alternative == "less" else 1.0

    def found(size: float) -> float:
        gain, loss = gain_and_loss(sign * size, disagreement)
        return shares_power_at(n, gain=gain, loss=loss, alpha=alpha, alternative=alternative)

    return sign * _least_size(found, power)


def shares_non_inferior_power_at(n: float, margin: float, *, gain: float, loss: float, alpha: float = 0.05) -> float:
    """Return how often n cases show that B is worse by less than a margin.

    Parameters
    ----------
    n, gain, loss
        As in `shares_power_at`.
    margin
        Above 0 and below 1.
    alpha
        Chance of passing a B that is worse by the margin, in (0, 0.5).

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
    Exact, for Bonett and Price's interval, by which `assay.stats.margins.non_inferior` judges 0/1 measures.

    Examples
    --------
    >>> round(shares_non_inferior_power_at(200, 0.05, gain=0.045, loss=0.045), 3)
    0.742
    """
    _require(n, alpha)
    require_share("margin", margin)
    require_share("2 alpha", 2.0 * alpha)
    pairs = discordant(int(n), gain=gain, loss=loss)
    return pairs.mean_of(pairs.wins_at_least(non_inferior_wins(pairs.count, int(n), margin, alpha=alpha)))


def shares_non_inferior_cases_needed(
    margin: float, *, gain: float, loss: float, power: float = 0.8, alpha: float = 0.05
) -> int:
    """Return how many cases show with the given power that B is worse by less than a margin.

    Parameters
    ----------
    margin, gain, loss, alpha
        As in `shares_non_inferior_power_at`; gain - loss is above -margin.
    power
        How often it is to be shown, in (0, 1).

    Returns
    -------
    int
        As in `shares_cases_needed`; beyond 20,000 to within a few steps of the test, each 1 / margin cases.

    Raises
    ------
    BadInputError
        A parameter out of its range, or a margin that no number of cases shows.

    Examples
    --------
    >>> shares_non_inferior_cases_needed(0.05, gain=0.045, loss=0.045)
    233
    """

    def found(n: int) -> float:
        return shares_non_inferior_power_at(n, margin, gain=gain, loss=loss, alpha=alpha)

    return _least_cases(found, power, period=lambda _: 1.0 / margin)


def shares_detectable_margin(n: float, *, gain: float, loss: float, power: float = 0.8, alpha: float = 0.05) -> float:
    """Return the margin by less than which n cases show B to be worse, with the given power.

    Parameters
    ----------
    n, gain, loss, alpha
        As in `shares_non_inferior_power_at`.
    power
        How often it is to be shown, in (0, 1).

    Returns
    -------
    float
        Above 0, below 1; infinite where no margin is shown so often.

    Raises
    ------
    BadInputError
        A parameter out of its range.
    """
    _require(n, alpha)

    def found(size: float) -> float:
        return shares_non_inferior_power_at(n, min(size, 1.0 - 1e-12), gain=gain, loss=loss, alpha=alpha)

    return _least_size(found, power)


def gain_and_loss(difference: float, disagreement: float) -> tuple[float, float]:
    """Return the shares B gains and loses for a difference of two systems that differ on some share of the queries.

    Parameters
    ----------
    difference
        In [-1, 1]: B less A.
    disagreement
        In [0, 1]; at least the size of the difference, or taken as that.

    Raises
    ------
    BadInputError
        A parameter out of its range.

    Examples
    --------
    >>> gain_and_loss(0.25, 0.5), gain_and_loss(0.25, 0.0)
    ((0.375, 0.125), (0.25, 0.0))
    """
    if not -1.0 <= difference <= 1.0 or not 0.0 <= disagreement <= 1.0:
        raise BadInputError(
            "of 0/1 measures a difference lies in [-1, 1] and the share on which two systems differ in [0, 1]: "
            f"{difference!r} and {disagreement!r} do not"
        )
    share = max(disagreement, abs(difference))
    gain, loss = (share + difference) / 2.0, (share - difference) / 2.0
    require_shares(gain, loss)
    return gain, loss


def _least_cases(found: Callable[[int], float], power: float, *, period: Callable[[float], float] | None = None) -> int:
    """Return the least number of cases from which on the power is reached.

    `period` says how many cases a step of the test takes near a number of them; None: power only rises.
    """
    require_share("power", power)
    low, high = 0, 1
    while found(high) < power:
        low, high = high, high * 2
        if high > _MOST_CASES:
            raise BadInputError(
                f"no number of cases up to {_MOST_CASES:,} finds this with a power of {power}\n"
                "Hint: plan for a larger difference, or a wider margin."
            )
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if found(middle) < power else (low, middle)
    if period is None or high > _MOST_LOOKED_THROUGH:
        return high
    reach = high + 10 + math.ceil(6.0 * period(high))
    return next((n + 1 for n in range(reach, high, -1) if found(n) < power), high)


def _least_size(found: Callable[[float], float], power: float) -> float:
    """Return the least difference or margin up to 1 that has the power, by bisection; infinite where none has."""
    require_share("power", power)
    if found(1.0) < power:
        return math.inf
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2.0
        low, high = (middle, high) if found(middle) < power else (low, middle)
    return high


def _require(n: float, alpha: float) -> None:
    require_share("alpha", alpha)
    if not n >= 1.0 or math.isinf(n):
        raise BadInputError(f"power is that of one case or more: {n!r} are too few")
