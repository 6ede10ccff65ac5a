"""Intervals for a mean of values between known bounds: 0 and 1, or -1 and 1 for a difference of such."""

import math

from scipy.special import betaincinv, ndtri


def wilson(mean: float, n: float, *, level: float, z: float | None = None) -> tuple[float, float]:
    r"""Wilson's score interval for a share.

    .. math:: \frac{\hat p + z^2/2n \pm z \sqrt{\hat p (1 - \hat p)/n + z^2/4n^2}}{1 + z^2/n}

    Parameters
    ----------
    mean
        In [0, 1]: the share of ones; or the mean of values in [0, 1], for which the interval is wider than need be,
        since no such values vary more than zeros and ones of the same mean.
    n
        Above 0: how many values; an effective number need not be whole.
    level
        In (0, 1).
    z
        The quantile to use in place of the normal one.

    Returns
    -------
    tuple of float
        In [0, 1], never of length 0.

    Notes
    -----
    Wilson (1927). Its coverage is `level` on average over shares, and may fall a little below it for single ones.

    Examples
    --------
    >>> low, high = wilson(1.0, 10, level=0.95)
    >>> round(low, 4), high
    (0.7225, 1.0)
    """
    quantile = float(-ndtri((1.0 - level) / 2.0)) if z is None else z
    square = quantile**2 / n
    centre = mean + square / 2.0
    half = quantile * math.sqrt(mean * (1.0 - mean) / n + square / (4.0 * n))
    low, high = (centre - half) / (1.0 + square), (centre + half) / (1.0 + square)
    return (0.0 if mean == 0.0 else max(low, 0.0)), (1.0 if mean == 1.0 else min(high, 1.0))


def clopper_pearson(ones: float, n: float, *, level: float) -> tuple[float, float]:
    r"""Clopper and Pearson's exact interval for a share.

    .. math:: [B(\alpha/2;\, x,\, n - x + 1),\ B(1 - \alpha/2;\, x + 1,\, n - x)]

    with B the quantile of the beta distribution.

    Parameters
    ----------
    ones
        In [0, n]: how many values are 1.
    n
        Above 0: how many values.
    level
        In (0, 1).

    Returns
    -------
    tuple of float
        In [0, 1].

    Notes
    -----
    Clopper & Pearson (1934). Holds its level for every share, at the price of being wider than Wilson's.

    Examples
    --------
    >>> low, high = clopper_pearson(10, 10, level=0.95)
    >>> round(low, 4), high
    (0.6915, 1.0)
    """
    tail = (1.0 - level) / 2.0
    low = 0.0 if ones <= 0.0 else float(betaincinv(ones, n - ones + 1.0, tail))
    high = 1.0 if ones >= n else float(betaincinv(ones + 1.0, n - ones, 1.0 - tail))
    return low, high


def bonett_price(
    mean: float, mean_square: float, n: float, *, level: float, z: float | None = None
) -> tuple[float, float]:
    r"""Bonett and Price's interval for a difference of two shares over the same queries.

    .. math:: \tilde d \pm z \sqrt{\frac{\tilde q - \tilde d^2}{n + 2}}, \quad
        \tilde d = \frac{n \bar d}{n + 2}, \quad \tilde q = \frac{n \overline{d^2} + 2}{n + 2}

    the normal interval after one win and one loss were added.

    Parameters
    ----------
    mean, mean_square
        Mean of the differences, in [-1, 1], and of their squares; for -1, 0 and 1 the latter is the share of queries on
        which the two disagree.
    n
        Above 0: how many differences.
    level
        In (0, 1).
    z
        The quantile to use in place of the normal one.

    Returns
    -------
    tuple of float
        In [-1, 1], never of length 0.

    Notes
    -----
    Bonett & Price (2012). For differences that are not whole, the two added ones make it wider than need be.

    Examples
    --------
    >>> low, high = bonett_price(0.0, 0.0, 98, level=0.95)  # no query on which the two disagree
    >>> round(low, 4), round(high, 4)
    (-0.0277, 0.0277)
    """
    quantile = float(-ndtri((1.0 - level) / 2.0)) if z is None else z
    centre = n * mean / (n + 2.0)
    spread = (n * mean_square + 2.0) / (n + 2.0) - centre**2
    half = quantile * math.sqrt(spread / (n + 2.0))
    return max(centre - half, -1.0), min(centre + half, 1.0)
