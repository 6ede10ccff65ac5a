"""Pairs on which two systems disagree: how many there are, how many B wins, and which wins a test takes for proof."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, bdtrc, bdtrik, gammaln, ndtri, xlog1py, xlogy

from assay.errors import BadInputError
from assay.stats.sample import Alternative, Floats, Ints

_SIDES = {"two-sided": 2.0, "greater": 1.0, "less": 1.0}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Discordant:
    r"""The number of pairs on which two 0/1 outcomes differ, D, as far as it matters.

    .. math:: D \sim \mathrm{Binomial}(n,\ g + l), \quad W \mid D = d \sim \mathrm{Binomial}(d,\ g / (g + l))

    with g the share of queries that B gains, l the share that it loses, and W the pairs that B wins.

    Parameters
    ----------
    count
        int64, shape (n_terms,): values of D, ascending; those left out have a chance below 1e-12 together.
    chance
        float64, shape (n_terms,): of each of them.
    win
        The chance that B wins a pair on which the two differ.
    """

    count: Ints
    chance: Floats
    win: float

    def mean_of(self, given_count: Floats) -> float:
        """Return the mean of a chance that depends on D; in [0, 1]."""
        return min(max(float(self.chance @ given_count), 0.0), 1.0)

    def wins_at_most(self, wins: Ints) -> Floats:
        """Return P(W <= wins) for each D; `wins` below 0 are never reached."""
        return np.where(wins < 0, 0.0, bdtr(np.clip(wins, 0, self.count), self.count, self.win))

    def wins_at_least(self, wins: Ints) -> Floats:
        """Return P(W >= wins) for each D; `wins` above D are never reached."""
        below = np.clip(wins - 1, -1, self.count)
        return np.where(wins > self.count, 0.0, bdtrc(below, self.count, self.win))


def discordant(n: int, *, gain: float, loss: float) -> Discordant:
    """Return how many of n pairs differ.

    Parameters
    ----------
    n
        Pairs, at least 1.
    gain, loss
        Shares of queries that only B, and only A, has right: at least 0, together above 0 and at most 1.

    Raises
    ------
    BadInputError
        Anything else.

    Notes
    -----
    O(sqrt(n)) terms: within eight standard deviations and 25 pairs of the mean, which Bernstein's inequality says hold
    all but 1e-12.
    """
    require_shares(gain, loss)
    share = min(gain + loss, 1.0)
    reach = 8.0 * math.sqrt(n * share * (1.0 - share)) + 25.0
    count = np.arange(max(0, math.floor(n * share - reach)), min(n, math.ceil(n * share + reach)) + 1)
    ways = gammaln(n + 1.0) - gammaln(count + 1.0) - gammaln(n - count + 1.0)
    chance = np.exp(ways + xlogy(count, share) + xlog1py(n - count, -share))
    return Discordant(count=count, chance=chance, win=gain / (gain + loss))


def critical_count(count: Ints, *, alpha: float, alternative: Alternative) -> Ints:
    r"""Return up to how few wins (or losses) among d differing pairs the exact sign test calls a difference.

    .. math:: \max \{c : \mathrm{sides} \cdot P(\mathrm{Binomial}(d, 1/2) \le c) \le \alpha\}

    Returns
    -------
    int64, shape of `count`
        -1 where even none is not few enough.
    """
    level = alpha / _SIDES[alternative] * (1.0 + 1e-12)
    near: Ints = np.floor(bdtrik(level, np.maximum(count, 1), 0.5)).astype(
        np.int64
    )  # right to rounding: one more, or one less
    near += bdtr(np.minimum(near + 1, count), count, 0.5) <= level
    near -= bdtr(np.minimum(near, count), count, 0.5) > level
    return near


def non_inferior_wins(count: Ints, n: int, margin: float, *, alpha: float) -> Ints:
    r"""Return from how many wins on Bonett and Price's interval of level 1 - 2 alpha lies above -margin.

    .. math:: \tilde d^2 (n + 2 + z^2) + 2 m (n + 2)\, \tilde d + m^2 (n + 2) - z^2 \tilde q > 0

    for the larger root in :math:`\tilde d = (2W - D)/(n + 2)`, with :math:`\tilde q = (D + 2)/(n + 2)`.

    Returns
    -------
    int64, shape of `count`
        0 where any number will do.

    Notes
    -----
    The interval that `assay.stats.margins.non_inferior` takes where every difference is -1, 0 or 1.
    """
    square = float(ndtri(alpha)) ** 2
    size, disagreement = n + 2.0, (count + 2.0) / (n + 2.0)
    inner = (size + square) * disagreement - margin**2 * size
    root = (-margin * size + math.sqrt(square) * np.sqrt(np.maximum(inner, 0.0))) / (size + square)
    wins = np.floor((root * size + count) / 2.0 + 1e-9).astype(np.int64) + 1
    return np.where(inner < 0.0, 0, np.maximum(wins, 0))


def require_shares(gain: float, loss: float) -> None:
    """Refuse what are no shares of queries gained and lost.

    Raises
    ------
    BadInputError
        A share below 0, both 0, or more than 1 together.
    """
    if not (gain >= 0.0 and loss >= 0.0 and 0.0 < gain + loss <= 1.0 + 1e-12):
        raise BadInputError(
            "the shares of queries that B gains and loses are at least 0, above 0 together, and at most 1 together: "
            f"{gain!r} and {loss!r} are not"
        )
