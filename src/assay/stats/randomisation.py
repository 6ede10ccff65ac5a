"""The paired randomisation test: is the difference an accident of which system got which name."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.sample import Alternative, Clusters, Floats, Sample, sample_of
from assay.stats.sign_flips import EXACT_UP_TO, N_FLIPS, flip_codes, flipped_sums, tolerance


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomisationTest:
    """What the randomisation test found.

    Parameters
    ----------
    p
        Share of the flips whose mean is at least as extreme, the observed one among them: above 0. 1 without a
        difference.
    mean
        Mean of the differences.
    alternative
        ``"two-sided"``, ``"greater"`` (the mean is above 0) or ``"less"``.
    n, n_undefined
        Pairs, and those left out because either value is undefined.
    n_units
        Units flipped: clusters, or queries, whose differences do not add up to 0.
    n_flips
        Flips taken.
    is_exact
        Whether these are all the flips there are.
    smallest_p
        What p could be at best with as many units and flips: above alpha, the test cannot decide.
    """

    p: float
    mean: float
    alternative: Alternative
    n: int
    n_undefined: int
    n_units: int
    n_flips: int
    is_exact: bool
    smallest_p: float


def randomisation_test(
    differences: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    cluster: Clusters | None = None,
    n_flips: int = N_FLIPS,
    seed: int = 0,
) -> RandomisationTest:
    r"""Test whether paired differences are as likely to point the one way as the other.

    .. math:: p = \frac{\#\{u : |T_u| \ge |T_\mathrm{observed}|\}}{\#\{u\}}, \quad
        T_u = \sum_g s_{u,g} \sum_{i \in g} d_i

    over flips of sign s, one sign a cluster.

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.
    alternative
        ``"two-sided"``; ``"greater"``: B is better; ``"less"``.
    cluster
        Length n: queries with the same label are flipped together.
    n_flips
        Where there are more than 20 units: how many flips at least; the next power of two is taken.
    seed
        Of the flips.

    Returns
    -------
    RandomisationTest

    Raises
    ------
    BadInputError
        Differences that are not numbers, or are infinite; an alternative that is none of the three; fewer than one
        flip.

    Notes
    -----
    Fisher (1935), Smucker et al. (2007). With at most 20 units whose differences are not 0 all flips are enumerated;
    otherwise they are a random group of them, which counts the observed one, so that p is (b + 1)/(m + 1). Sums closer
    than rounding count as equal. The level holds exactly where differences are symmetric about 0, as they are if both
    systems are one, and nearly so for any differences whose mean is 0.

    Examples
    --------
    >>> found = randomisation_test([0.1, 0.2, 0.3, 0.1, 0.0])
    >>> found.p, found.n_flips, found.is_exact
    (0.125, 16, True)
    """
    require_alternative(alternative)
    if n_flips < 1:
        raise BadInputError(f"at least one flip is needed: {n_flips} are none")
    sample = sample_of(differences, cluster)
    moved = nonzero_units(sample)
    codes, n_bits = flip_codes(len(moved), n_flips=n_flips, exact_up_to=EXACT_UP_TO, seed=seed)
    sums = flipped_sums(moved, codes, n_bits)
    return RandomisationTest(
        p=_share_as_extreme(sums, alternative, tolerance(moved)),
        mean=sample.mean,
        alternative=alternative,
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_units=len(moved),
        n_flips=len(sums),
        is_exact=len(moved) <= EXACT_UP_TO,
        smallest_p=smallest_p(len(moved), len(sums), alternative),
    )


def require_alternative(given: str) -> None:
    """Refuse what is not the name of an alternative.

    Raises
    ------
    BadInputError
        It is none of ``"two-sided"``, ``"greater"`` and ``"less"``.
    """
    if given not in {"two-sided", "greater", "less"}:
        raise BadInputError(f'alternative is "two-sided", "greater" or "less": not {given!r}')


def nonzero_units(sample: Sample) -> Floats:
    """Return the sums of the units that a flip changes; shape (n_moved,)."""
    sums = sample.sums
    size = np.bincount(sample.unit, weights=np.abs(sample.values))
    return sums[np.abs(sums) > 1e-12 * size]


def smallest_p(n_units: int, n_flips: int, alternative: Alternative) -> float:
    """Return the least p of so many units and flips: all signs agree, and at best the opposite ones too."""
    all_agree = math.ldexp(2.0 if alternative == "two-sided" else 1.0, -n_units)
    return min(max(all_agree, 1.0 / n_flips), 1.0)


def _share_as_extreme(sums: Floats, alternative: Alternative, rounding: float) -> float:
    observed = sums[0]
    if alternative == "two-sided":
        as_extreme = np.abs(sums) >= abs(observed) - rounding
    elif alternative == "greater":
        as_extreme = sums >= observed - rounding
    else:
        as_extreme = sums <= observed + rounding
    return float(np.count_nonzero(as_extreme) / len(sums))
