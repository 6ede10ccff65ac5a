"""Which interval suits which values, and its ends."""

import math
from typing import Literal, TypeAlias

import numpy as np
from scipy.special import ndtri, stdtrit

from assay.errors import BadInputError
from assay.stats.bootstrap import bca, studentised
from assay.stats.clusters import degrees_of_freedom, effective_n, standard_error
from assay.stats.proportion import bonett_price, clopper_pearson, wilson
from assay.stats.sample import Sample

IntervalKind: TypeAlias = Literal["wilson", "clopper-pearson", "bonett-price", "studentised", "bca", "t"]
Ends: TypeAlias = tuple[float, float]
_UNKNOWN: Ends = (math.nan, math.nan)
_LARGEST = 1e150  # the squares of larger values are beyond all numbers


def chosen_ends(sample: Sample, bounds: Ends, *, level: float, seed: int) -> tuple[IntervalKind, Ends]:
    """Return the kind that suits the values, with its ends: NaN where values cannot say.

    Parameters
    ----------
    sample
        The values.
    bounds
        (0, 1) for values of a measure, (-1, 1) for differences.
    level, seed
        As in `interval`.
    """
    by_bounds: IntervalKind = "clopper-pearson" if bounds[0] == 0.0 else "bonett-price"
    is_bounded = sample.lies_in(*bounds)
    if not sample.lies_in(-_LARGEST, _LARGEST):
        return by_bounds, _UNKNOWN
    if not (is_bounded and bool((sample.values == np.round(sample.values)).all())):
        low, high = studentised(sample, level=level, seed=seed)
        if math.isfinite(low) and math.isfinite(high):
            return "studentised", (low, high)
        if not is_bounded or sample.is_constant:
            return by_bounds, _UNKNOWN
    return by_bounds, ends_of(sample, by_bounds, bounds, level=level, seed=seed)


def ends_of(sample: Sample, kind: IntervalKind, bounds: Ends, *, level: float, seed: int) -> Ends:
    """Return the ends of an interval of the given kind: NaN where values cannot say.

    Raises
    ------
    BadInputError
        A kind for values between other bounds.
    """
    if kind == "studentised":
        return studentised(sample, level=level, seed=seed)
    if kind == "bca":
        return bca(sample, level=level, seed=seed)
    if kind == "t":
        return t_ends(sample, level=level)
    if sample.n == 0:
        return _UNKNOWN
    return _bounded_ends(sample, kind, bounds, level)


def t_ends(sample: Sample, *, level: float) -> Ends:
    r"""Return the ends of Student's interval, :math:`\bar x \pm t_\nu \mathrm{SE}`, both robust to clusters.

    Returns
    -------
    tuple of float
        NaN where values do not vary or fewer than 2 units are.
    """
    if sample.n_units < 2 or sample.is_constant:
        return _UNKNOWN
    half = float(stdtrit(degrees_of_freedom(sample), (1.0 + level) / 2.0)) * standard_error(sample)
    return sample.mean - half, sample.mean + half


def _bounded_ends(sample: Sample, kind: IntervalKind, bounds: Ends, level: float) -> Ends:
    expected: Ends = (-1.0, 1.0) if kind == "bonett-price" else (0.0, 1.0)
    if bounds != expected or not sample.lies_in(*expected):
        raise BadInputError(
            f"the kind {kind!r} is for {'differences' if kind == 'bonett-price' else 'values'} in "
            f'[{expected[0]:g}, {expected[1]:g}]\nHint: leave kind="auto", or choose "studentised".'
        )
    n = effective_or_units(sample)
    z = float(-ndtri((1.0 - level) / 2.0))
    if sample.is_clustered and sample.n_units > 1:
        z = float(stdtrit(degrees_of_freedom(sample), (1.0 + level) / 2.0))
    if kind == "wilson":
        return wilson(sample.mean, n, level=level, z=z)
    if kind == "bonett-price":
        return bonett_price(sample.mean, float((sample.values**2).mean()), n, level=level, z=z)
    shrunk = n * (float(ndtri((1.0 - level) / 2.0)) / z) ** 2  # as few clusters as there are: Korn & Graubard (1998)
    return clopper_pearson(sample.mean * shrunk, shrunk, level=level)


def effective_or_units(sample: Sample) -> float:
    """Return the effective number of values; that of clusters where values without spread do not tell it."""
    found = effective_n(sample)
    return float(sample.n_units) if math.isnan(found) else found
