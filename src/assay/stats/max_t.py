"""Many comparisons at once: p-values against the largest difference chance would show among all of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.randomisation import smallest_p
from assay.stats.sample import Clusters, Floats, Ints, sample_of
from assay.stats.sign_flips import N_FLIPS, flip_codes, flipped_sums


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaxTTest:
    """What the max-T test found.

    Parameters
    ----------
    p, adjusted
        float64, shape (n_comparisons,): two-sided p of each comparison alone, and adjusted for all of them; 1 where no
        query differs.
    statistic
        float64, shape (n_comparisons,): sum of the differences divided by the root of the sum of squares over units; 0
        where no query differs. It grows with the t statistic, and is what the flips are compared by.
    n_units, n_flips
        Units with a difference in some comparison, and flips taken.
    is_exact
        Whether these are all the flips there are.
    smallest_p
        What p could be at best with as many units and flips.
    """

    p: Floats
    adjusted: Floats
    statistic: Floats
    n_units: int
    n_flips: int
    is_exact: bool
    smallest_p: float


def max_t_test(
    differences: ArrayLike, *, cluster: Clusters | None = None, n_flips: int = N_FLIPS, seed: int = 0
) -> MaxTTest:
    r"""Test many comparisons over the same queries, with the familywise error controlled.

    .. math:: \tilde p_c = \frac{\#\{u : \max_k |T_{u,k}| \ge |T_{0,c}|\}}{\#\{u\}}, \quad
        T_{u,c} = \frac{\sum_g s_{u,g} D_{g,c}}{\sqrt{\sum_g D_{g,c}^2}}

    with D the sum of differences of a unit, and the same signs s for all comparisons.

    Parameters
    ----------
    differences
        shape (n_comparisons, n_queries): a row for each pair of systems, or measure, or both; NaN where undefined.
    cluster
        Length n_queries: queries with the same label are flipped together.
    n_flips
        How many flips at least; the next power of two is taken. All there are where they are no more than that.
    seed
        Of the flips.

    Returns
    -------
    MaxTTest

    Raises
    ------
    BadInputError
        Not a table of finite numbers or NaN.

    Notes
    -----
    Westfall & Young (1993), single-step. Because whole queries are flipped, measures that go together stay together,
    and the adjustment is milder than Bonferroni's or Holm's. As statistics are studentised, no comparison rules by its
    scale. The chance of any false verdict stays within alpha whichever of the null hypotheses hold, exactly where all
    differences of a query may be flipped at once, and nearly so for many queries otherwise. Carterette (2012) permutes
    the systems instead; flips need no assumption that all systems vary alike. O(n_comparisons (n_queries + m log m))
    for m flips, in memory of O(m).

    Examples
    --------
    >>> a_is_better = [0.1, 0.2, 0.3, 0.1, 0.2, 0.1]
    >>> found = max_t_test([a_is_better, [0.3, -0.1, 0.2, 0.2, 0.1, 0.0]])
    >>> found.p.tolist(), found.adjusted.tolist()
    ([0.03125, 0.1875], [0.03125, 0.25])
    """
    table = np.asarray(differences, dtype=np.float64)
    if table.ndim != 2:
        raise BadInputError(f"differences are a row for each comparison: these have the shape {table.shape}")
    if np.isinf(table).any():
        raise BadInputError("differences are finite, or NaN where undefined: some of these are infinite")
    sums = _unit_sums(table, cluster)
    codes, n_bits, n_units = _codes(sums, n_flips, seed)
    largest = np.zeros(2**n_bits)
    statistic, p = np.zeros(len(sums)), np.ones(len(sums))
    for row, scaled in enumerate(sums):
        found = np.abs(flipped_sums(scaled, codes, n_bits))
        np.maximum(largest, found, out=largest)
        statistic[row] = scaled.sum()
        p[row] = _share_at_least(found, abs(statistic[row]))
    return MaxTTest(
        p=p,
        adjusted=np.array([_share_at_least(largest, abs(value)) for value in statistic]),
        statistic=statistic,
        n_units=n_units,
        n_flips=2**n_bits,
        is_exact=n_units == n_bits,
        smallest_p=smallest_p(n_units, 2**n_bits, "two-sided"),
    )


def _share_at_least(found: Floats, observed: float) -> float:
    return float(np.count_nonzero(found >= observed - 1e-11 * max(observed, 1.0)) / len(found))


def _unit_sums(table: Floats, cluster: Clusters | None) -> Floats:
    """Add up the differences of each unit and scale each row to length 1; shape (n_comparisons, n_units)."""
    unit = sample_of(np.zeros(table.shape[1]), cluster).unit
    n_units = int(unit.max()) + 1 if len(unit) else 0
    sums = np.zeros((len(table), n_units))
    for row, given in enumerate(np.nan_to_num(table, nan=0.0)):
        found = np.bincount(unit, weights=given, minlength=n_units)
        size = np.bincount(unit, weights=np.abs(given), minlength=n_units)
        sums[row] = np.where(np.abs(found) > 1e-12 * size, found, 0.0)
    length = np.sqrt((sums**2).sum(axis=1, keepdims=True))
    return np.divide(sums, length, out=np.zeros_like(sums), where=length > 0.0)


def _codes(sums: Floats, n_flips: int, seed: int) -> tuple[Ints, int, int]:
    """Give codes to the units that some comparison sees; the others, whose flip changes nothing, share code 0."""
    if n_flips < 1:
        raise BadInputError(f"at least one flip is needed: {n_flips} are none")
    moved = (sums != 0.0).any(axis=0)
    n_units = int(moved.sum())
    found, n_bits = flip_codes(n_units, n_flips=n_flips, exact_up_to=int(np.ceil(np.log2(n_flips))), seed=seed)
    codes = np.zeros(sums.shape[1], dtype=np.int64)
    codes[moved] = found
    return codes, n_bits, n_units
