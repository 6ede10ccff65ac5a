r"""Agreement beyond chance of two who grade the same things, from tables of counts.

Every function takes tables of the shape (..., n_levels, n_levels), rows the one's grades and columns the other's, and
returns one figure a table: a bootstrap hands over thousands at once. Undefined figures are NaN.
"""

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.agreement_table import agreement_tables, levels_of
from assay.stats.sample import Floats, as_row

Weights: TypeAlias = Literal["none", "linear", "quadratic"]
Metric: TypeAlias = Literal["nominal", "ordinal", "interval"]


def cohen_kappa(a: ArrayLike, b: ArrayLike, *, weights: Weights = "none", levels: ArrayLike | None = None) -> float:
    """Return Cohen's kappa of two rows of grades.

    Parameters
    ----------
    a, b
        shape (n,): the grades.
    weights
        How much a disagreement counts: each the same, by its distance, or by the square of it.
    levels
        The grades there can be, ascending; distances are those of the numbers. None: the grades that occur, whose
        distances are those of their positions, as scikit-learn has it.

    Returns
    -------
    float
        At most 1; 0 is what chance gives. NaN where nothing was graded, or everything got one and the same grade.

    Raises
    ------
    BadInputError
        Rows of different lengths, or a grade that is none of the levels.

    Notes
    -----
    Cohen (1960, 1968). Equals `sklearn.metrics.cohen_kappa_score`.

    Examples
    --------
    >>> round(cohen_kappa([0, 1, 2, 3], [0, 1, 2, 2], weights="quadratic"), 3)
    0.875
    """
    grades = levels_of(a, b) if levels is None else as_row(levels)
    table = agreement_tables(a, b, grades).sum(axis=0)
    return float(kappa_of(table, distances(np.arange(len(grades)) if levels is None else grades, weights)))


def distances(levels: ArrayLike, weights: Weights) -> Floats:
    """Return how much each disagreement of two levels counts; float64, shape (n_levels, n_levels)."""
    grades = as_row(levels)
    apart = np.abs(grades[:, None] - grades[None, :])
    return (apart > 0).astype(np.float64) if weights == "none" else apart if weights == "linear" else apart**2


def kappa_of(tables: Floats, weight: Floats) -> Floats:
    r"""Return Cohen's kappa of each table.

    .. math:: \kappa = 1 - \frac{\sum_{ij} w_{ij} n_{ij}}{\sum_{ij} w_{ij} n_{i+} n_{+j} / n}

    Returns
    -------
    float64, shape (...)
        NaN where chance leaves nothing to disagree about.
    """
    observed = (tables * weight).sum(axis=(-2, -1))
    margins = tables.sum(axis=-1)[..., :, None] * tables.sum(axis=-2)[..., None, :]
    return 1.0 - _ratio(observed * tables.sum(axis=(-2, -1)), (margins * weight).sum(axis=(-2, -1)))


def krippendorff_alpha(ratings: ArrayLike, *, metric: Metric = "ordinal") -> float:
    """Return Krippendorff's alpha of any number of raters, who need not have rated everything.

    Parameters
    ----------
    ratings
        shape (n_raters, n_things): grades, NaN where one did not rate.
    metric
        Whether grades are mere names, an order, or numbers.

    Returns
    -------
    float
        At most 1; 0 is what chance gives. NaN where nothing was rated twice, or only one grade was given.

    Raises
    ------
    BadInputError
        Ratings that are no table.

    Notes
    -----
    Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability". O(n_things n_levels^2).

    Examples
    --------
    >>> nan = float("nan")
    >>> round(krippendorff_alpha([[0, 1, 2, nan], [0, 1, 1, 3]], metric="interval"), 3)
    0.706
    """
    given = np.asarray(ratings, dtype=np.float64)
    if given.ndim != 2:
        raise BadInputError(f"ratings are a table, a row a rater: these have the shape {given.shape}")
    levels = np.unique(given[~np.isnan(given)])
    return float(alpha_of(coincidences(given, levels), levels, metric))


def coincidences(ratings: Floats, levels: Floats) -> Floats:
    """Count the pairs of grades that things got, each thing with the weight of 1 / (its ratings - 1).

    Returns
    -------
    float64, shape (n_levels, n_levels)
        Symmetric; it sums to the ratings that can be paired.
    """
    counts = (ratings[:, :, None] == levels).sum(axis=0).astype(np.float64)  # (n_things, n_levels)
    rated = counts.sum(axis=1)
    counts, rated = counts[rated > 1], rated[rated > 1]
    weighted = counts / (rated - 1.0)[:, None]
    return weighted.T @ counts - np.diag(weighted.sum(axis=0))


def alpha_of(coincidence: Floats, levels: Floats, metric: Metric) -> Floats:
    r"""Return Krippendorff's alpha of each matrix of coincidences.

    .. math:: \alpha = 1 - (n - 1) \frac{\sum_{ij} o_{ij} \delta_{ij}^2}{\sum_{ij} n_i n_j \delta_{ij}^2}

    Two raters' table of counts T has the coincidences T + T'.
    """
    totals = coincidence.sum(axis=-1)
    apart = _metric_squares(totals, levels, metric)
    observed = (coincidence * apart).sum(axis=(-2, -1)) * (totals.sum(axis=-1) - 1.0)
    return 1.0 - _ratio(observed, (totals[..., :, None] * totals[..., None, :] * apart).sum(axis=(-2, -1)))


def _metric_squares(totals: Floats, levels: Floats, metric: Metric) -> Floats:
    if metric != "ordinal":
        return distances(levels, "none" if metric == "nominal" else "quadratic")
    middle = np.cumsum(totals, axis=-1) - totals / 2.0
    return (middle[..., :, None] - middle[..., None, :]) ** 2


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.full(np.shape(below), np.nan), where=np.asarray(below) > 0)
