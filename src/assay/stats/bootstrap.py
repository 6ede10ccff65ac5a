"""Bootstrap intervals for the mean: studentised, and bias-corrected and accelerated."""

import math

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from assay.stats.clusters import leverage, standard_error
from assay.stats.resampling import resampled_sums
from assay.stats.sample import Floats, Sample

N_RESAMPLES = 10_000
_ROUNDING = 1e-12  # of the largest sum: well above what the Fourier transforms leave, well below any difference


def studentised(sample: Sample, *, level: float, n_resamples: int = N_RESAMPLES, seed: int = 0) -> tuple[float, float]:
    r"""Bootstrap-t interval: the t statistic is resampled, not the mean.

    .. math:: [\bar x - t^*_{1-\alpha/2}\, \mathrm{SE},\ \bar x - t^*_{\alpha/2}\, \mathrm{SE}], \quad
        t^*_b = \frac{\bar x^*_b - \bar x}{\mathrm{SE}^*_b}

    Parameters
    ----------
    sample
        The values; whole units are drawn, so clusters stay together, and both errors are robust to them.
    level
        In (0, 1).
    n_resamples, seed
        How many resamples, and the seed of their generator.

    Returns
    -------
    tuple of float
        An end is infinite where more resamples than the tail allows hold one value only, as when 28 of 30 values are
        equal: the sample does not know how far the others lie. NaN where values do not vary or fewer than 2 units are.

    Notes
    -----
    Hall (1988), Efron & Tibshirani (1993, chapter 12). Second-order correct, and wider where values are skewed. With
    clusters the mean is that of queries, a ratio of two resampled sums, and the errors are CR2 as in `standard_error`.
    """
    error = standard_error(sample)
    if sample.is_constant or not error > 0.0:
        return math.nan, math.nan
    statistics = np.sort(_t_statistics(sample, n_resamples=n_resamples, seed=seed))
    place = max(math.floor((n_resamples + 1) * (1.0 - level) / 2.0), 1)
    smallest, largest = float(statistics[place - 1]), float(statistics[n_resamples - place])
    return sample.mean - largest * error, sample.mean - smallest * error


def _t_statistics(sample: Sample, *, n_resamples: int, seed: int) -> Floats:
    sizes, weight = sample.sizes, leverage(sample)
    residuals = sample.sums - sample.mean * sizes
    columns = [residuals, residuals**2 * weight]
    if sample.is_clustered:
        columns += [sizes, residuals * sizes * weight, sizes**2 * weight]
    drawn = resampled_sums(np.column_stack(columns), n_resamples=n_resamples, seed=seed).T
    n: float | Floats = float(sample.n)
    crossed, sized = drawn[0] * weight[0], n * weight[0]  # what they are while every unit holds one value
    if sample.is_clustered:
        n, crossed, sized = drawn[2:]
    shift = drawn[0] / n
    squares = drawn[1] - 2.0 * shift * crossed + shift**2 * sized
    errors = np.sqrt(np.maximum(squares, 0.0)) / n
    is_still = squares <= _ROUNDING * columns[1].sum()
    is_equal = np.abs(drawn[0]) <= _ROUNDING * np.abs(residuals).sum()
    without_error = np.where(is_equal, 0.0, np.copysign(np.inf, shift))
    return np.where(is_still, without_error, shift / np.where(is_still, 1.0, errors))


def bca(sample: Sample, *, level: float, n_resamples: int = N_RESAMPLES, seed: int = 0) -> tuple[float, float]:
    r"""Bias-corrected and accelerated interval, expanded for small samples.

    .. math:: \left[\hat G^{-1}(\Phi(z(-q))),\ \hat G^{-1}(\Phi(z(q)))\right], \quad
        z(q) = z_0 + \frac{z_0 + q}{1 - a (z_0 + q)}, \quad q = \sqrt{\tfrac{G}{G-1}}\, t_{G-1,\,1-\alpha/2}

    with :math:`\hat G` the distribution of the resampled mean, :math:`z_0` the normal quantile of its share below the
    mean (half of those equal to it), and :math:`a = \sum_g u_g^3 / 6 (\sum_g u_g^2)^{3/2}` over the residuals u of
    units.

    Parameters
    ----------
    sample
        The values; whole units are drawn.
    level
        In (0, 1).
    n_resamples, seed
        How many resamples, and the seed of their generator.

    Returns
    -------
    tuple of float
        Within the values; NaN where they do not vary or fewer than 2 units are.

    Notes
    -----
    Efron (1987). The textbook's interval takes the normal quantile for q: it covers 90% in place of 95% at n = 10, for
    a bootstrap spread is too narrow by (n-1)/n and knows no t. The expansion is Hesterberg's (2015, section 5.3).
    """
    n_units = sample.n_units
    if n_units < 2 or sample.is_constant:
        return math.nan, math.nan
    residuals = sample.sums - sample.mean * sample.sizes
    drawn = resampled_sums(np.column_stack([residuals, sample.sizes]), n_resamples=n_resamples, seed=seed).T
    scale = float(np.abs(residuals).sum())
    if scale <= _ROUNDING * sample.n:
        return math.nan, math.nan
    is_equal = np.abs(drawn[0]) <= _ROUNDING * scale
    shift = np.where(is_equal, 0.0, drawn[0] / drawn[1])
    bias = ndtri(float(((shift < 0.0).sum() + is_equal.sum() / 2.0) / n_resamples))
    acceleration = float((residuals**3).sum() / (6.0 * (residuals**2).sum() ** 1.5))
    quantile = math.sqrt(n_units / (n_units - 1.0)) * stdtrit(n_units - 1.0, (1.0 + level) / 2.0)
    shifted = bias + np.array([-quantile, quantile])
    denominator = 1.0 - acceleration * shifted
    if not (denominator > 0.0).all():
        return math.nan, math.nan
    low, high = np.quantile(shift, ndtr(bias + shifted / denominator))
    return sample.mean + float(low), sample.mean + float(high)
