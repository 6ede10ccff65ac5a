"""No worse than before, or the same, by more than a stated margin."""

from dataclasses import dataclass

from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.intervals import Interval, difference_interval
from assay.stats.sample import Clusters, require_share


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginTest:
    """Whether a difference stays within a margin.

    Parameters
    ----------
    holds
        Whether that is shown with an error of at most alpha; False also where it cannot be told.
    is_refuted
        Whether the contrary is shown: the interval lies beyond the margin. Where neither, it cannot be told.
    margin, alpha
        What was asked.
    interval
        The interval of level 1 - 2 alpha that it is read from.
    """

    holds: bool
    is_refuted: bool
    margin: float
    alpha: float
    interval: Interval


def non_inferior(
    differences: ArrayLike, margin: float, *, alpha: float = 0.05, seed: int = 0, cluster: Clusters | None = None
) -> MarginTest:
    r"""Ask whether B is worse than A by less than a margin.

    .. math:: \mathrm{low}_{1 - 2\alpha} > -\mathrm{margin}

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.
    margin
        At least 0, in the measure's unit.
    alpha
        Chance of passing a B that is worse by the margin, in (0, 0.5).
    seed, cluster
        As in `difference_interval`, whose interval of level 1 - 2 alpha has alpha below it.

    Returns
    -------
    MarginTest
        Refuted where the upper end lies below -margin.

    Raises
    ------
    BadInputError
        A margin below 0, or an alpha out of range.

    Examples
    --------
    >>> found = non_inferior([0.02, -0.01, 0.0, 0.03, -0.02, 0.01, 0.0, 0.02], margin=0.05)
    >>> found.holds, found.interval.level
    (True, 0.9)
    """
    found = _interval(differences, margin, alpha, seed, cluster)
    return MarginTest(
        holds=found.low > -margin, is_refuted=found.high < -margin, margin=margin, alpha=alpha, interval=found
    )


def equivalent(
    differences: ArrayLike, margin: float, *, alpha: float = 0.05, seed: int = 0, cluster: Clusters | None = None
) -> MarginTest:
    r"""Ask whether B differs from A by less than a margin, either way.

    .. math:: -\mathrm{margin} < \mathrm{low}_{1 - 2\alpha},\ \mathrm{high}_{1 - 2\alpha} < \mathrm{margin}

    Parameters
    ----------
    differences, margin, seed, cluster
        As in `non_inferior`.
    alpha
        Chance of passing a B that differs by the margin, in (0, 0.5).

    Returns
    -------
    MarginTest
        Refuted where the interval lies beyond the margin on one side.

    Raises
    ------
    BadInputError
        A margin below 0, or an alpha out of range.

    Notes
    -----
    Two one-sided tests (Schuirmann 1987).
    """
    found = _interval(differences, margin, alpha, seed, cluster)
    return MarginTest(
        holds=-margin < found.low and found.high < margin,
        is_refuted=found.high < -margin or found.low > margin,
        margin=margin,
        alpha=alpha,
        interval=found,
    )


def _interval(differences: ArrayLike, margin: float, alpha: float, seed: int, cluster: Clusters | None) -> Interval:
    require_share("2 alpha", 2.0 * alpha)
    if not margin >= 0.0:
        raise BadInputError(f"a margin is at least 0: {margin!r} is not")
    return difference_interval(differences, level=1.0 - 2.0 * alpha, seed=seed, cluster=cluster)
