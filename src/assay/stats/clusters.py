"""How far a mean may be off when queries come in clusters: standard error, degrees of freedom, effective size."""

import numpy as np

from assay.stats.sample import Floats, Sample


def leverage(sample: Sample) -> Floats:
    """Return what the squared residual of each unit is worth, 1 / (1 - m/n); shape (n_units,), inf for a lone unit."""
    with np.errstate(divide="ignore"):
        return 1.0 / (1.0 - sample.sizes / sample.n)


def standard_error(sample: Sample) -> float:
    r"""Estimate the standard error of the mean, robust to whatever goes on inside a cluster.

    .. math:: \mathrm{SE}^2 = \frac{1}{n^2} \sum_g \frac{(S_g - m_g \bar x)^2}{1 - m_g / n}

    with :math:`S_g` the sum and :math:`m_g` the number of the values of cluster g. Without clusters it is
    :math:`s^2 / n`.

    Returns
    -------
    float
        At least 0; NaN with fewer than two units, of which none says how they differ.

    Notes
    -----
    CR2 of Bell & McCaffrey (2002) for a model with a mean only: unbiased where values are independent and alike.
    """
    if sample.n_units < 2:
        return float("nan")
    residuals = sample.sums - sample.sizes * sample.mean
    return float(np.sqrt((residuals**2 * leverage(sample)).sum()) / sample.n)


def degrees_of_freedom(sample: Sample) -> float:
    r"""Return Satterthwaite's degrees of freedom of the squared standard error.

    .. math:: \nu = \frac{(\sum_g \Omega_{gg})^2}{\sum_{g,h} \Omega_{gh}^2}, \quad
        \Omega_{gh} = \frac{\delta_{gh} m_g - m_g m_h / n}{\sqrt{(1 - m_g/n)(1 - m_h/n)}}

    Returns
    -------
    float
        n - 1 without clusters, G - 1 for G clusters of one size, less the more their sizes differ; NaN below 2 units.

    Notes
    -----
    Bell & McCaffrey (2002), Imbens & Kolesár (2016), under the working model of independent values. The double sum is
    taken apart so that memory stays O(n_units).
    """
    if sample.n_units < 2:
        return float("nan")
    n, sizes = sample.n, sample.sizes
    weight = leverage(sample)
    crossed = sizes**2 * weight / n
    squares = (crossed.sum()) ** 2 - (crossed**2).sum() + ((sizes - sizes**2 / n) ** 2 * weight**2).sum()
    return float(n**2 / squares)


def effective_n(sample: Sample) -> float:
    r"""Return how many independent queries would say as much.

    .. math:: n_\mathrm{eff} = n \cdot \frac{s^2 / n}{\mathrm{SE}^2} = n / \mathrm{deff}

    Returns
    -------
    float
        In [1, n]: n without clusters; NaN where values do not vary, or with fewer than two units.

    Notes
    -----
    Kish (1965). An estimate from few clusters is rough; a design effect below 1 is taken as 1, for clusters that
    differ less than chance would have it are chance.
    """
    if not sample.is_clustered:
        return float(sample.n)
    if sample.n_units < 2 or sample.is_constant:
        return float("nan")
    error = standard_error(sample)
    alone = float(sample.values.var(ddof=1)) / sample.n
    return float(sample.n) if error == 0.0 else float(np.clip(sample.n * alone / error**2, 1.0, sample.n))
