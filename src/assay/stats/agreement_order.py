"""Whether two who grade the same things order them alike: correlations of ranks, AUROC and bias, from tables of counts.

Every function takes tables of the shape (..., n_levels, n_levels), rows the human's grades and columns the
judge's, both ascending, and returns one figure a table; undefined figures are NaN.
"""

import numpy as np
from numpy.typing import NDArray

from assay.stats.sample import Floats


def spearman_of(tables: Floats) -> Floats:
    """Return Spearman's rho of each table, ties at their middle rank; NaN where one side gave one grade only."""
    rows, columns = tables.sum(axis=-1), tables.sum(axis=-2)
    x, y = _middle_ranks(rows), _middle_ranks(columns)
    shared = (tables * x[..., :, None] * y[..., None, :]).sum(axis=(-2, -1))
    return _ratio(shared, np.sqrt((rows * x**2).sum(axis=-1) * (columns * y**2).sum(axis=-1)))


def kendall_of(tables: Floats) -> Floats:
    """Return Kendall's tau-b of each table; NaN where one side gave one grade only."""
    n = tables.sum(axis=(-2, -1))
    above = _beyond(tables)
    signed = (tables * above).sum(axis=(-2, -1))
    x = n**2 - (tables.sum(axis=-1) ** 2).sum(axis=-1)
    y = n**2 - (tables.sum(axis=-2) ** 2).sum(axis=-1)
    return _ratio(2.0 * signed, np.sqrt(x * y))


def auroc_of(tables: Floats, relevant: NDArray[np.bool_]) -> Floats:
    """Return the chance that the judge grades a relevant thing above one that is not, ties as one half.

    Parameters
    ----------
    tables
        float64, shape (..., n_levels, n_levels).
    relevant
        bool, shape (n_levels,): which of the human's grades are relevant.

    Returns
    -------
    float64, shape (...)
        In [0, 1]; NaN where nothing or everything is relevant.
    """
    good, bad = tables[..., relevant, :].sum(axis=-2), tables[..., ~relevant, :].sum(axis=-2)
    below = np.cumsum(bad, axis=-1) - bad / 2.0
    return _ratio((good * below).sum(axis=-1), good.sum(axis=-1) * bad.sum(axis=-1))


def bias_of(tables: Floats, levels: Floats) -> Floats:
    """Return how much the judge grades above the human on average, in grades; NaN without pairs."""
    apart = levels[None, :] - levels[:, None]
    return _ratio((tables * apart).sum(axis=(-2, -1)), tables.sum(axis=(-2, -1)))


def _beyond(tables: Floats) -> Floats:
    """Count, for each cell, the pairs later in both orders less those later in one and earlier in the other."""
    later = np.cumsum(tables[..., ::-1, :], axis=-2)[..., ::-1, :] - tables  # rows below each cell's
    below = np.cumsum(later, axis=-1)
    return below[..., -1:] - below - (below - later)


def _middle_ranks(counts: Floats) -> Floats:
    """Return the middle rank of each level, less the mean rank of all."""
    return np.cumsum(counts, axis=-1) - counts / 2.0 - counts.sum(axis=-1, keepdims=True) / 2.0


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.full(np.shape(below), np.nan), where=np.asarray(below) > 0)
