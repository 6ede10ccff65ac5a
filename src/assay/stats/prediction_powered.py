"""A mean over many queries from a judge's values on all and people's on some, corrected by how the two differ."""

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from assay.errors import BadInputError
from assay.stats.sample import Clusters, Floats, Ints, as_row, require_share

_FEWEST = 4  # units: with fewer, nothing is left to tune by


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A mean corrected by people's values, and what it would be without the judge.

    Parameters
    ----------
    mean, low, high
        Corrected; the ends are NaN with fewer than two units people have seen.
    human_mean, human_low, human_high
        From people's values alone.
    weight
        How much the judge counts, in [0, 1]; 0 where it does not help, and both are then the same.
    n, n_human
        Queries in all, and those with people's values.
    effective_n
        Queries people would have to judge for an interval as narrow without the judge; NaN where there is none.
    """

    mean: float
    low: float
    high: float
    human_mean: float
    human_low: float
    human_high: float
    weight: float
    n: int
    n_human: int
    effective_n: float


def prediction_powered_mean(
    human: ArrayLike, judge: ArrayLike, *, cluster: Clusters | None = None, level: float = 0.95
) -> Corrected:
    r"""Return the mean of what people would say, from a judge on all queries and people on a random sample of them.

    .. math:: \hat\theta = \bar y_n - \lambda (\bar f_n - \bar f_{N}), \quad
        \lambda = \frac{\mathrm{cov}(y, f)}{(1 + n/N)\,\mathrm{var}(f)} \text{ cut to } [0, 1]

    where N counts the queries people have not seen.

    Parameters
    ----------
    human
        shape (n_queries,): a measure by people's labels, NaN where they were not asked; or, to compare two systems, the
        difference of it. Whom to ask must have been drawn by chance.
    judge
        shape (n_queries,): the same by the judge's labels; none is NaN.
    cluster
        Length n_queries: queries with the same label are not independent.
    level
        In (0, 1).

    Raises
    ------
    BadInputError
        Rows of different lengths, a judge's value that is NaN, or no value of people.

    Notes
    -----
    PPI++ (Angelopoulos, Duchi & Zrnic 2023) with t quantiles. The weight is tuned on the same values, which costs a
    degree of freedom; with fewer than 4 units, or a judge that does not vary, it is 0 and the interval people's own.

    Examples
    --------
    >>> nan = float("nan")
    >>> human = [0.2, 0.5, 0.9, 0.4, 0.7, 0.1] + [nan] * 6
    >>> judge = [0.3, 0.5, 0.8, 0.4, 0.8, 0.1] + [0.2, 0.6, 0.7, 0.3, 0.5, 0.9]
    >>> found = prediction_powered_mean(human, judge)
    >>> found.high - found.low < found.human_high - found.human_low
    True
    """
    y, f, unit = _checked(human, judge, cluster)
    require_share("level", level)
    seen = ~np.isnan(y)
    weight = _weight(y[seen], f[seen], f[~seen], unit[seen])
    alone = _mean_and_variance(y[seen], unit[seen], spent=1)
    human_low, human_high = _ends(alone, unit[seen], level, spent=1)
    if weight == 0.0:
        corrected, (low, high), effective_n = alone, (human_low, human_high), float(seen.sum())
    else:
        own = _mean_and_variance(y[seen] - weight * f[seen], unit[seen], spent=2)
        rest = _mean_and_variance(weight * f[~seen], unit[~seen], spent=1)
        corrected = (own[0] + rest[0], own[1] + rest[1])
        low, high = _ends(corrected, unit[seen], level, spent=2)
        effective_n = float(seen.sum()) * alone[1] / corrected[1] if corrected[1] > 0 else math.nan
    return Corrected(
        mean=corrected[0],
        low=low,
        high=high,
        human_mean=alone[0],
        human_low=human_low,
        human_high=human_high,
        weight=weight,
        n=len(y),
        n_human=int(seen.sum()),
        effective_n=effective_n,
    )


def _checked(human: ArrayLike, judge: ArrayLike, cluster: Clusters | None) -> tuple[Floats, Floats, Ints]:
    y, f = as_row(human), as_row(judge)
    labels = range(len(y)) if cluster is None else cluster.tolist() if isinstance(cluster, np.ndarray) else cluster
    if not len(y) == len(f) == len(labels):
        raise BadInputError(
            f"{len(y)} values of people, {len(f)} of the judge, {len(labels)} clusters: one a query each"
        )
    if np.isnan(f).any():
        raise BadInputError("the judge has a value for every query: leave out the queries it failed on")
    if np.isnan(y).all():
        raise BadInputError("people have judged no query: at least one is needed")
    numbers: dict[Hashable, int] = {}
    return y, f, np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def _weight(y: Floats, f: Floats, rest: Floats, unit: Ints) -> float:
    if len(np.unique(unit)) < _FEWEST or len(np.unique(rest)) < 2:
        return 0.0
    spread = float(np.var(np.concatenate([f, rest])))
    if spread <= 0.0:
        return 0.0
    shared = float(((y - y.mean()) * (f - f.mean())).mean())
    return min(max(shared / ((1.0 + len(y) / len(rest)) * spread), 0.0), 1.0)


def _mean_and_variance(values: Floats, unit: Ints, *, spent: int) -> tuple[float, float]:
    """Return a mean and its variance between units, of which `spent` degrees of freedom are gone; NaN with too few."""
    mean = float(values.mean())
    sums = np.bincount(np.unique(unit, return_inverse=True)[1], weights=values - mean)
    n_units = len(sums)
    if n_units <= spent:
        return mean, math.nan
    return mean, float((sums**2).sum()) * n_units / (n_units - spent) / len(values) ** 2


def _ends(found: tuple[float, float], unit: Ints, level: float, *, spent: int) -> tuple[float, float]:
    mean, variance = found
    free = len(np.unique(unit)) - spent
    if free < 1 or math.isnan(variance):
        return math.nan, math.nan
    reach = float(stdtrit(free, (1.0 + level) / 2.0)) * math.sqrt(variance)
    return mean - reach, mean + reach
