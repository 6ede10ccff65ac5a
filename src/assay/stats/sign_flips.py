"""What sums of differences could have been, had the two systems' names been swapped at random."""

import numpy as np

from assay.stats.sample import Floats, Ints

EXACT_UP_TO = 20  # units: 2**20 sums are there in a twentieth of a second
N_FLIPS = 100_000
_FACTOR = 32


def flip_codes(n_units: int, *, n_flips: int, exact_up_to: int, seed: int) -> tuple[Ints, int]:
    """Give each unit a code; the bits of the codes decide who is flipped together with whom.

    Parameters
    ----------
    n_units
        Units to flip.
    n_flips
        Least number of flips where not all are taken; rounded up to a power of two.
    exact_up_to
        With no more units than this, each has a bit of its own, and the flips are all there are.
    seed
        Of the generator of random codes.

    Returns
    -------
    codes, n_bits
        int64, shape (n_units,), in [0, 2**n_bits).
    """
    if n_units <= exact_up_to:
        return np.left_shift(1, np.arange(n_units, dtype=np.int64)), n_units
    n_bits = max(int(np.ceil(np.log2(n_flips))), 1)
    return np.random.default_rng(seed).integers(0, 2**n_bits, size=n_units), n_bits


def flipped_sums(differences: Floats, codes: Ints, n_bits: int) -> Floats:
    r"""Sum the differences under every flip of the group.

    .. math:: T_u = \sum_{i=1}^{n} (-1)^{\langle c_i, u \rangle} d_i, \quad u \in \{0, 1\}^{b}

    with :math:`\langle c, u \rangle` the number of bits that c and u share.

    Parameters
    ----------
    differences
        float64, shape (n_units,): of a cluster, the sum of its differences.
    codes, n_bits
        From `flip_codes`.

    Returns
    -------
    float64, shape (2**n_bits,)
        The first is the sum as observed.

    Notes
    -----
    All sums are one Walsh-Hadamard transform of the differences added up by code: O(n + b 2**b), where n 2**b products
    would be needed one by one. Codes of one bit each give all flips there are. Random codes give a random subgroup of
    them: a test over a group of flips keeps its level exactly (Hemerik & Goeman 2018), any two flips of it are
    independent and each is uniform, so that the p-value has the mean and the variance of one from as many independent
    flips.
    """
    sums = np.bincount(codes, weights=differences, minlength=2**n_bits).astype(np.float64)
    width = 1
    while width < len(sums):
        # One factor of the transform, over the next few bits of the code.
        size = min(len(sums) // width, _FACTOR)
        factor = _hadamard(size)
        grouped = sums.reshape(-1, size, width)
        sums = (grouped[:, :, 0] @ factor if width == 1 else factor @ grouped).ravel()
        width *= size
    return sums


def _hadamard(size: int) -> Floats:
    matrix = np.ones((1, 1))
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def tolerance(differences: Floats) -> float:
    """Return how close two sums are taken as equal: above what rounding leaves, far below any difference of scores."""
    return 1e-12 * float(np.abs(differences).sum())
