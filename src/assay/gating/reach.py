"""How far a figure may be off: by an interval for so many cases, or by a sequence that may be looked at any time."""

import math
from dataclasses import dataclass

import numpy as np

from assay.errors import BadInputError
from assay.gating.settings import GateSettings
from assay.stats.intervals import Interval, difference_interval, interval
from assay.stats.sample import Clusters, Floats, sample_of
from assay.stats.sequences import confidence_sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where a mean lies.

    Parameters
    ----------
    mean, low, high
        The mean and the ends; NaN where nothing is known.
    level
        How often such intervals hold the mean.
    kind
        How it was made, ``"sequence"`` where one may look at any time.
    n, n_undefined
        Values there are, and those left out.
    is_zero
        Whether every value is 0, as where two systems give the same to every query.
    """

    mean: float
    low: float
    high: float
    level: float
    kind: str
    n: int
    n_undefined: int
    is_zero: bool


def reach_of(
    values: Floats,
    settings: GateSettings,
    *,
    bounds: tuple[float, float],
    is_difference: bool = False,
    cluster: Clusters | None = None,
    n_slices: int = 1,
) -> Reach:
    """Return how far the mean of values may be off.

    Parameters
    ----------
    values
        shape (n,): NaN where undefined.
    settings
        Whose alpha, seed and way of looking are taken.
    bounds
        Between which values lie, for a sequence.
    is_difference
        Whether they are differences of two systems.
    cluster
        Length n: what dependent values share.
    n_slices
        How many intervals are to hold at once: the level is 1 - 2 alpha / n_slices.

    Raises
    ------
    BadInputError
        A sequence of values that come in clusters, or that have no bounds.

    Notes
    -----
    Values that are all equal, but neither 0 nor 1, have no bootstrap interval: they take Clopper and Pearson's (or
    Bonett and Price's), which is wider than need be for values between these bounds.
    """
    level = 1.0 - 2.0 * settings.alpha / n_slices
    if settings.sequential:
        return _sequence(values, level, bounds, cluster)
    made = difference_interval if is_difference else interval
    found = made(values, level=level, seed=settings.seed, cluster=cluster)
    if not found.is_known and found.n > 0 and _lies_in(values, (-1.0, 1.0) if is_difference else (0.0, 1.0)):
        kind = "bonett-price" if is_difference else "clopper-pearson"
        found = made(values, level=level, kind=kind, seed=settings.seed, cluster=cluster)
    return _of_interval(found, values)


def _of_interval(found: Interval, values: Floats) -> Reach:
    return Reach(
        mean=found.mean,
        low=found.low,
        high=found.high,
        level=found.level,
        kind=found.kind,
        n=found.n,
        n_undefined=found.n_undefined,
        is_zero=_is_zero(values),
    )


def _sequence(values: Floats, level: float, bounds: tuple[float, float], cluster: Clusters | None) -> Reach:
    sample = sample_of(values, cluster)
    if sample.is_clustered:
        raise BadInputError(
            "a sequential gate takes cases one by one, and here several come from one source\n"
            'Hint: where their order is a random one, say so with cluster = "none" (--cluster none).'
        )
    if not all(map(math.isfinite, bounds)):
        raise BadInputError("a sequential gate needs a measure whose values have bounds\nHint: nDCG@10, for example.")
    found = confidence_sequence(values, level=level, bounds=bounds)
    return Reach(
        mean=sample.mean,
        low=float(found.low[-1]) if found.n else bounds[0],
        high=float(found.high[-1]) if found.n else bounds[1],
        level=level,
        kind="sequence",
        n=found.n,
        n_undefined=found.n_undefined,
        is_zero=_is_zero(values),
    )


def _lies_in(values: Floats, bounds: tuple[float, float]) -> bool:
    return sample_of(values).lies_in(*bounds)


def _is_zero(values: Floats) -> bool:
    defined = values[~np.isnan(values)]
    return len(defined) > 0 and bool((np.abs(defined) <= 1e-12).all())
