"""How far a mean may be from what was measured: the interval that suits the values."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.interval_kinds import Ends, IntervalKind, chosen_ends, effective_or_units, ends_of
from assay.stats.sample import Clusters, Sample, require_share, sample_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Where the mean over all queries like these may lie.

    Parameters
    ----------
    mean
        Of the values; NaN without any.
    low, high
        The ends; NaN where the values cannot say.
    level
        How often such intervals hold the mean.
    kind
        How it was made; ``"unknown"`` where nothing could be said: no value, one value that is neither 0 nor 1, or
        values without any spread.
    n, n_undefined
        Values there are, and those left out because they are undefined.
    effective_n
        Independent values that would say as much: n unless queries come in clusters.
    """

    mean: float
    low: float
    high: float
    level: float
    kind: IntervalKind | Literal["unknown"]
    n: int
    n_undefined: int
    effective_n: float

    @property
    def is_known(self) -> bool:
        """Whether there are ends at all."""
        return self.kind != "unknown"


def interval(
    values: ArrayLike,
    *,
    level: float = 0.95,
    kind: IntervalKind | Literal["auto"] = "auto",
    seed: int = 0,
    cluster: Clusters | None = None,
) -> Interval:
    """Return the interval of a mean.

    Parameters
    ----------
    values
        shape (n,): a measure's value for each query, NaN where undefined.
    level
        In (0, 1).
    kind
        ``"auto"``: Clopper and Pearson's where every value is 0 or 1, else the studentised bootstrap; where that has no
        end, as when nearly all values are equal, Clopper and Pearson's if values lie in [0, 1]. Or any kind by its
        name.
    seed
        Of the bootstrap.
    cluster
        Length n: queries with the same label are not independent. The bootstrap draws whole clusters; the others take
        the effective number of values, and a t quantile where clusters are few.

    Returns
    -------
    Interval
        Cut to [0, 1] where every value lies in it.

    Raises
    ------
    BadInputError
        Values that are not numbers, or are infinite; a kind that does not suit them.

    Notes
    -----
    The defaults are what simulation found to hold their level: Wilson's is narrower, but near 0 and 1 it covers as
    little as 84% at n = 10 and 86% at n = 30 where it says 95%; BCa is a little short of its level at n = 10. No
    interval knows of rare values that the sample lacks: where one query in 40 has a mean of its own, 30 queries cannot
    tell.

    Examples
    --------
    >>> found = interval([1.0, 0.0, 1.0, 1.0, float("nan")])
    >>> found.kind, found.n, found.n_undefined, round(found.low, 3), round(found.high, 3)
    ('clopper-pearson', 4, 1, 0.194, 0.994)
    """
    return _interval(sample_of(values, cluster), bounds=(0.0, 1.0), level=level, kind=kind, seed=seed)


def no_interval(figure: float, values: ArrayLike, *, level: float) -> Interval:
    """Return what stands in the place of an interval for a figure that has none, such as a sum: unknown ends.

    Values may be infinite; these are not counted.
    """
    given = np.asarray(values, dtype=np.float64)
    sample = sample_of(np.where(np.isinf(given), np.nan, given))
    return Interval(
        mean=figure,
        low=math.nan,
        high=math.nan,
        level=require_share("level", level),
        kind="unknown",
        n=sample.n,
        n_undefined=sample.n_undefined,
        effective_n=float(sample.n),
    )


def difference_interval(
    differences: ArrayLike,
    *,
    level: float = 0.95,
    kind: IntervalKind | Literal["auto"] = "auto",
    seed: int = 0,
    cluster: Clusters | None = None,
) -> Interval:
    """Return the interval of a mean of paired differences.

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.
    level, seed, cluster
        As in `interval`.
    kind
        ``"auto"``: Bonett and Price's where every difference is -1, 0 or 1, else the studentised bootstrap; where that
        has no end, Bonett and Price's if differences lie in [-1, 1].

    Returns
    -------
    Interval
        Cut to [-1, 1] where every difference lies in it.

    Examples
    --------
    >>> found = difference_interval([1, 0, 0, 0, -1, 0, 1, 0, 0, 0])
    >>> found.kind, round(found.low, 3), round(found.high, 3)
    ('bonett-price', -0.279, 0.445)
    """
    return _interval(sample_of(differences, cluster), bounds=(-1.0, 1.0), level=level, kind=kind, seed=seed)


def _interval(
    sample: Sample, *, bounds: Ends, level: float, kind: IntervalKind | Literal["auto"], seed: int
) -> Interval:
    require_share("level", level)
    if kind != "auto" and kind not in get_args(IntervalKind):
        raise BadInputError(f'kind is "auto" or one of {", ".join(get_args(IntervalKind))}: not {kind!r}')
    if kind == "auto":
        used, (low, high) = chosen_ends(sample, bounds, level=level, seed=seed)
    else:
        used, (low, high) = kind, ends_of(sample, kind, bounds, level=level, seed=seed)
    is_known = not (math.isnan(low) or math.isnan(high))
    if is_known and sample.lies_in(*bounds):
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Interval(
        mean=sample.mean,
        low=low,
        high=high,
        level=level,
        kind=used if is_known else "unknown",
        n=sample.n,
        n_undefined=sample.n_undefined,
        effective_n=effective_or_units(sample),
    )
