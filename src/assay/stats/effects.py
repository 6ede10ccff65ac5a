"""How large a paired difference is, free of the measure's unit."""

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike
from scipy.special import gammaln

from assay.stats.sample import sample_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectSize:
    """Sizes of a paired difference.

    Parameters
    ----------
    d_z
        Cohen's d of paired differences, mean over standard deviation; NaN if none varies.
    hedges_g
        The same without the bias of small samples.
    better
        Share of queries on which B is better, half of the ties among them: 0.5 means neither.
    wins, losses, ties
        Queries on which B is better, worse, the same.
    """

    d_z: float
    hedges_g: float
    better: float
    wins: int
    losses: int
    ties: int


def effect_size(differences: ArrayLike) -> EffectSize:
    r"""Return the sizes of a paired difference.

    .. math:: d_z = \frac{\bar d}{s_d}, \quad
        g = d_z \frac{\Gamma(\nu/2)}{\sqrt{\nu/2}\ \Gamma((\nu - 1)/2)}, \ \nu = n - 1, \quad
        \mathrm{better} = \frac{W + T/2}{n}

    Parameters
    ----------
    differences
        shape (n,): a value of B less that of A for each query, NaN where either is undefined.

    Returns
    -------
    EffectSize
        NaN: d_z where differences do not vary, g also with two of them, `better` without any.

    Raises
    ------
    BadInputError
        Differences that are not numbers, or are infinite.

    Notes
    -----
    Cohen (1988), Hedges (1981) with the exact correction, McGraw & Wong (1992) with ties as Vargha & Delaney (2000).

    Examples
    --------
    >>> found = effect_size([0.1, 0.2, 0.3, 0.0, -0.1])
    >>> round(found.d_z, 3), round(found.hedges_g, 3), found.better
    (0.632, 0.505, 0.7)
    """
    sample = sample_of(differences)
    values, n = sample.values, sample.n
    wins, losses = int((values > 0.0).sum()), int((values < 0.0).sum())
    spread = 0.0 if n < 2 or sample.is_constant else float(values.std(ddof=1))
    d_z = sample.mean / spread if spread > 0.0 else math.nan
    return EffectSize(
        d_z=d_z,
        hedges_g=d_z * _unbiasing(n - 1),
        better=(wins + (n - wins - losses) / 2.0) / n if n else math.nan,
        wins=wins,
        losses=losses,
        ties=n - wins - losses,
    )


def _unbiasing(freedom: int) -> float:
    if freedom < 2:
        return math.nan
    half = freedom / 2.0
    return math.exp(float(gammaln(half)) - float(gammaln(half - 0.5))) / math.sqrt(half)
