"""p-values adjusted for how many tests were made."""

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.sample import Floats


def holm(p: ArrayLike) -> Floats:
    r"""Adjust p-values so that the chance of any false verdict among them stays within alpha.

    .. math:: \tilde p_{(i)} = \max_{j \le i} \min(1,\ (m - j + 1)\, p_{(j)})

    over p-values sorted ascending.

    Parameters
    ----------
    p
        shape (m,): in [0, 1]; NaN for a test that is undefined, which is not counted.

    Returns
    -------
    float64, shape (m,)
        In the given order; NaN stays NaN.

    Raises
    ------
    BadInputError
        A p-value outside [0, 1], or not a row.

    Notes
    -----
    Holm (1979): never less powerful than Bonferroni, whatever the tests have in common.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.06, 0.06]
    """
    given, order = _sorted(p)
    m = len(order)
    adjusted = np.full(len(given), np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(given[order] * np.arange(m, 0, -1)), 1.0)
    return adjusted


def benjamini_hochberg(p: ArrayLike) -> Floats:
    r"""Adjust p-values so that of the differences called real at most a share of alpha is expected to be false.

    .. math:: \tilde p_{(i)} = \min_{j \ge i} \min(1,\ \tfrac{m}{j}\, p_{(j)})

    over p-values sorted ascending.

    Parameters
    ----------
    p
        shape (m,): in [0, 1]; NaN for a test that is undefined, which is not counted.

    Returns
    -------
    float64, shape (m,)
        In the given order; NaN stays NaN.

    Raises
    ------
    BadInputError
        A p-value outside [0, 1], or not a row.

    Notes
    -----
    Benjamini & Hochberg (1995): for tests that are independent or positively dependent, as measures of one run are.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(3).tolist()
    [0.03, 0.04, 0.04]
    """
    given, order = _sorted(p)
    m = len(order)
    adjusted = np.full(len(given), np.nan)
    falling = np.minimum.accumulate((given[order] * m / np.arange(1, m + 1))[::-1])[::-1]
    adjusted[order] = np.minimum(falling, 1.0)
    return adjusted


def _sorted(p: ArrayLike) -> tuple[Floats, np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """Return p-values as float64 and the places of the defined ones, ascending."""
    given = np.asarray(p, dtype=np.float64)
    if given.ndim != 1 or ((given < 0.0) | (given > 1.0)).any():
        raise BadInputError("p-values are a row of numbers in [0, 1], or NaN")
    defined = np.flatnonzero(~np.isnan(given))
    return given, defined[np.argsort(given[defined], kind="stable")]
