"""Wilcoxon's signed-rank test."""

import math
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from assay.errors import BadInputError
from assay.stats.paired_test import PairedTest, p_of
from assay.stats.randomisation import require_alternative
from assay.stats.sample import Alternative, Floats, sample_of

WilcoxonMethod: TypeAlias = Literal["auto", "exact", "normal"]


def wilcoxon_test(
    differences: ArrayLike, *, alternative: Alternative = "two-sided", method: WilcoxonMethod = "auto"
) -> PairedTest:
    r"""Test whether differences are symmetric about 0, by the ranks of their sizes.

    .. math:: W^+ = \sum_{i: d_i > 0} R_i, \quad R_i = \text{rank of } |d_i| \text{ among the } |d| > 0

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined. Zeros are dropped; equal
        sizes share the mean of their ranks.
    alternative
        ``"two-sided"``; ``"greater"``: B is better; ``"less"``.
    method
        ``"exact"``: from all 2^n signs, ties included; ``"normal"``: by the normal distribution with the correction for
        ties. ``"auto"``: exact for at most 50 differences without zeros and ties, or at most 13 with.

    Returns
    -------
    PairedTest
        The statistic is W+ (for ``"two-sided"`` the smaller of W+ and W-, as scipy has it); p is 1 if all are 0.

    Raises
    ------
    BadInputError
        Differences that are not numbers, or are infinite; an unknown alternative or method; ``"exact"`` for more than
        200.

    Notes
    -----
    Wilcoxon (1945); as ``scipy.stats.wilcoxon`` with its defaults (``zero_method="wilcox"``, no continuity correction),
    but that all zeros give p = 1. Scores of one measure often have ties, which are then found by their
    exact floating-point value: round differences first where rounding may part what is equal.

    Examples
    --------
    >>> wilcoxon_test([0.1, 0.2, 0.3, 0.4, 0.5]).p
    0.0625
    """
    require_alternative(alternative)
    if method not in {"auto", "exact", "normal"}:
        raise BadInputError(f'method is "auto", "exact" or "normal": not {method!r}')
    sample = sample_of(differences)
    moved = sample.values[sample.values != 0.0]
    rank, tied = _ranks(np.abs(moved))
    plus = float(rank[moved > 0.0].sum())
    is_exact = method == "exact" or (method == "auto" and _is_small(sample.n, len(moved), bool((tied > 1).any())))
    if is_exact and len(moved) > 200:
        raise BadInputError('"exact" is for at most 200 differences\nHint: use method="normal".')
    p = _exact_p(plus, rank, alternative) if is_exact else _normal_p(plus, tied, len(moved), alternative)
    return PairedTest(
        name="Wilcoxon",
        statistic=min(plus, float(rank.sum()) - plus) if alternative == "two-sided" else plus,
        p=p if len(moved) else 1.0,
        alternative=alternative,
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_used=len(moved),
        is_exact=is_exact,
    )


def _is_small(n: int, n_moved: int, has_ties: bool) -> bool:
    return n <= (13 if has_ties or n_moved < n else 50)


def _ranks(sizes: Floats) -> tuple[Floats, Floats]:
    """Return the mean rank of each size, shape (n,), and how many share each distinct size."""
    _, place, count = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - (count - 1) / 2.0)[place], count.astype(np.float64)


def _exact_p(plus: float, rank: Floats, alternative: Alternative) -> float:
    """Count the signs by their sum of ranks; twice a mean rank is whole, so sums are places of an array."""
    doubled = np.rint(2.0 * rank).astype(np.int64)
    chance = np.zeros(int(doubled.sum()) + 1)
    chance[0] = 1.0
    for step in doubled.tolist():
        moved = np.zeros_like(chance)
        moved[step:] = chance[: len(chance) - step]
        chance = (chance + moved) / 2.0
    place = round(2.0 * plus)
    return p_of(float(chance[place:].sum()), float(chance[: place + 1].sum()), alternative)


def _normal_p(plus: float, tied: Floats, n: int, alternative: Alternative) -> float:
    spread = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - float((tied**3 - tied).sum()) / 48.0
    if spread <= 0.0:
        return 1.0
    z = (plus - n * (n + 1.0) / 4.0) / math.sqrt(spread)
    return p_of(float(ndtr(-z)), float(ndtr(z)), alternative)
