"""What a pilot says of the spread that power depends on, and how far it may be off."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri

from assay.errors import BadInputError
from assay.stats.interval_kinds import effective_or_units
from assay.stats.proportion import clopper_pearson
from assay.stats.sample import Clusters, Sample, require_share, sample_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure of a pilot, and between what it may lie."""

    value: float
    low: float
    high: float


def spread_estimate(values: ArrayLike, *, level: float = 0.95, cluster: Clusters | None = None) -> Estimate:
    r"""Return the standard deviation of values with its interval.

    .. math:: s \sqrt{\nu / \chi^2_{\nu,\,(1 \pm \gamma)/2}}, \quad
        \nu = \frac{2 n}{\max(\hat\gamma_2, 0) + 2 n / (n - 1)}

    with :math:`\hat\gamma_2` the sample's excess kurtosis and :math:`\gamma` the level.

    Parameters
    ----------
    values
        shape (n,): paired differences, or values of one system; NaN where undefined.
    level
        In (0, 1).
    cluster
        Length n: queries with the same label are not independent; degrees of freedom shrink with the effective number.

    Returns
    -------
    Estimate
        Above 0.

    Raises
    ------
    BadInputError
        Fewer than two values, or none that varies: a pilot must show how much queries differ.

    Notes
    -----
    Hummel, Banga & Hettmansperger (2005): the chi-square interval of a variance is for normal values; differences of
    retrieval measures have heavier tails (many ties, a few jumps), for which degrees of freedom are lessened.

    Examples
    --------
    >>> found = spread_estimate([0.1, -0.2, 0.0, 0.3, 0.0, 0.1, -0.1, 0.2])
    >>> round(found.low, 3), round(found.value, 3), round(found.high, 3)
    (0.106, 0.16, 0.326)
    """
    require_share("level", level)
    sample = sample_of(values, cluster)
    if sample.n < 2 or sample.is_constant:
        raise BadInputError(
            "power needs a pilot of two queries or more whose values are not all the same\n"
            "Hint: state the standard deviation of the differences instead (spread=, --spread)."
        )
    spread = float(sample.values.std(ddof=1))
    freedom = max(_freedom(sample) * effective_or_units(sample) / sample.n, 1.0)
    low, high = chdtri(freedom, np.array([(1.0 - level) / 2.0, (1.0 + level) / 2.0]))
    return Estimate(value=spread, low=spread * float(freedom / low) ** 0.5, high=spread * float(freedom / high) ** 0.5)


def share_estimate(values: ArrayLike, *, level: float = 0.95, cluster: Clusters | None = None) -> Estimate:
    """Return the share of values that are not 0, with Clopper and Pearson's interval.

    Parameters
    ----------
    values
        shape (n,): -1, 0 or 1, NaN where undefined: differences of 0/1 measures, or the measures themselves.
    level, cluster
        As in `spread_estimate`.

    Returns
    -------
    Estimate
        In [0, 1].

    Raises
    ------
    BadInputError
        No value at all.

    Examples
    --------
    >>> found = share_estimate([1, 0, 0, 0, -1, 0, 0, 0, 0, 0])
    >>> round(found.low, 3), found.value, round(found.high, 3)
    (0.025, 0.2, 0.556)
    """
    require_share("level", level)
    sample = sample_of(values, cluster)
    if sample.n == 0:
        raise BadInputError("power needs a pilot with a value: there is none\nHint: state gain and loss instead.")
    share, worth = float((sample.values != 0.0).mean()), effective_or_units(sample)
    low, high = clopper_pearson(share * worth, worth, level=level)
    return Estimate(value=share, low=low, high=high)


def _freedom(sample: Sample) -> float:
    """Return the degrees of freedom of the variance: n - 1, fewer the heavier the tails."""
    n = sample.n
    if n < 4:
        return n - 1.0
    scaled = (sample.values - sample.mean) / sample.values.std(ddof=1)
    fourth = n * (n + 1.0) / ((n - 1.0) * (n - 2.0) * (n - 3.0)) * float((scaled**4).sum())
    excess = fourth - 3.0 * (n - 1.0) ** 2 / ((n - 2.0) * (n - 3.0))
    return 2.0 * n / (max(excess, 0.0) + 2.0 * n / (n - 1.0))
