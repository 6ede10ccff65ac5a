"""From scores to grades by a logistic curve, after Platt: two numbers, so that few labels are enough."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit

from assay.errors import BadInputError
from assay.stats.isotonic import paired
from assay.stats.sample import Floats, as_row

_STEPS = 100
_CLOSE = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Platt:
    r"""A logistic curve between the ends of a scale.

    .. math:: m(s) = l + (h - l) \, \frac{1}{1 + e^{-(a s + b)}}

    Parameters
    ----------
    slope, intercept
        a and b; finite. A slope below 0 says that higher scores are worse.
    low, high
        The scale's ends, l below h.

    Raises
    ------
    BadInputError
        A number that is not finite, or ends the wrong way round.

    Examples
    --------
    >>> Platt(slope=1.0, intercept=0.0).map_scores([0.0]).tolist()
    [2.5]
    """

    slope: float
    intercept: float
    low: float = 0.0
    high: float = 5.0

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.slope, self.intercept, self.low, self.high))) or self.low >= self.high:
            raise BadInputError(
                "a logistic map has a finite slope and intercept, and a scale whose low end is below its high"
            )

    def map_scores(self, scores: ArrayLike) -> Floats:
        """Return the grade of each score, float64, shape (n,), between the scale's ends."""
        return self.low + (self.high - self.low) * expit(self.slope * as_row(scores) + self.intercept)


def fit_platt(scores: ArrayLike, grades: ArrayLike, *, low: float = 0.0, high: float = 5.0) -> Platt:
    r"""Return the logistic curve under which the grades are likeliest, each a share of its scale.

    .. math:: \min_{a, b} -\sum_i t_i \log p_i + (1 - t_i) \log (1 - p_i), \quad p_i = \frac{1}{1 + e^{-(a s_i + b)}}

    Parameters
    ----------
    scores, grades
        shape (n,), finite, at least one pair; grades in [low, high].
    low, high
        The scale's ends.

    Raises
    ------
    BadInputError
        Rows of different lengths, none, a value that is not finite, or a grade outside the scale.

    Notes
    -----
    Grades at the ends are Platt (1999): targets are drawn in by his prior, from 1 to (n+ + 1) / (n+ + 2) and from 0 to
    1 / (n- + 2), so that there is a solution where scores part the grades. A grade between counts for both ends by its
    share, as in the quasi-likelihood of Papke & Wooldridge (1996), in the targets and in n+ and n-. Newton's method
    with halved steps (Lin, Lin & Weng 2007). Scores that are all the same give slope 0.

    Examples
    --------
    >>> curve = fit_platt([-2, -1, 1, 2], [0, 1, 4, 5])
    >>> curve.map_scores([0.0]).round(6).tolist()
    [2.5]
    """
    x, y = paired(scores, grades)
    if ((y < low) | (y > high)).any():
        raise BadInputError(f"grades lie on the scale from {low:g} to {high:g}: some of these do not")
    target = _drawn_in((y - low) / (high - low))
    middle, spread = float(x.mean()), float(x.std())
    if spread <= 1e-12 * max(1.0, abs(middle)):
        return Platt(slope=0.0, intercept=float(logit(target.mean())), low=low, high=high)
    slope, intercept = _likeliest((x - middle) / spread, target)
    return Platt(slope=slope / spread, intercept=intercept - slope * middle / spread, low=low, high=high)


def _drawn_in(share: Floats) -> Floats:
    high, low = share.sum(), (1.0 - share).sum()
    return share * (high + 1.0) / (high + 2.0) + (1.0 - share) / (low + 2.0)


def _likeliest(x: Floats, target: Floats) -> tuple[float, float]:
    """Minimise the loss, which is convex; x has mean 0 and spread 1."""
    rows = np.stack([x, np.ones_like(x)], axis=1)
    found: Floats = np.array([0.0, float(logit(target.mean()))])
    loss = _loss(rows @ found, target)
    for _ in range(_STEPS):
        p: Floats = expit(rows @ found)
        slope: Floats = rows.T @ (p - target)
        step = np.linalg.solve((rows * (p * (1.0 - p))[:, None]).T @ rows, slope).astype(np.float64)
        size = 1.0
        while (closer := _loss(rows @ (found - size * step), target)) > loss and size > _CLOSE:
            size /= 2.0
        found, loss = found - size * step, closer
        if np.abs(size * step).max() < _CLOSE * (1.0 + np.abs(found).max()):
            break
    return float(found[0]), float(found[1])


def _loss(eta: Floats, target: Floats) -> float:
    return float((np.logaddexp(0.0, eta) - target * eta).sum())
