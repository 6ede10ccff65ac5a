"""From scores to grades by isotonic regression: the rising steps that are nearest to what people said."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.sample import Floats, as_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Isotonic:
    """A map that never falls: straight between its knots, level outside them.

    Parameters
    ----------
    scores
        The knots: finite, each above the one before; at least one.
    grades
        The grade at each knot: finite, none below the one before.

    Raises
    ------
    BadInputError
        Knots and grades of different number, none, or not in such an order.

    Examples
    --------
    >>> Isotonic(scores=(0.0, 1.0), grades=(1.0, 5.0)).map_scores([-3.0, 0.5, 2.0]).tolist()
    [1.0, 3.0, 5.0]
    """

    scores: tuple[float, ...]
    grades: tuple[float, ...]

    def __post_init__(self) -> None:
        x, y = np.array(self.scores, dtype=np.float64), np.array(self.grades, dtype=np.float64)
        ordered = len(x) == len(y) > 0 and (np.diff(x) > 0).all() and (np.diff(y) >= 0).all()
        if not (ordered and np.isfinite(x).all() and np.isfinite(y).all()):
            raise BadInputError(
                "an isotonic map has as many grades as scores, at least one, all finite; scores rise, grades never fall"
            )

    def map_scores(self, scores: ArrayLike) -> Floats:
        """Return the grade of each score, float64, shape (n,)."""
        return np.interp(as_row(scores), self.scores, self.grades)


def fit_isotonic(scores: ArrayLike, grades: ArrayLike) -> Isotonic:
    r"""Return the map that rises with the score and is nearest to the grades.

    .. math:: \min_m \sum_i (y_i - m(s_i))^2 \quad \text{with } m(s) \le m(t) \text{ wherever } s \le t

    Parameters
    ----------
    scores, grades
        shape (n,), finite, at least one pair. Equal scores count as one, with the mean of their grades.

    Raises
    ------
    BadInputError
        Rows of different lengths, none, or a value that is not finite.

    Notes
    -----
    Pool adjacent violators: Barlow, Bartholomew, Bremner & Brunk (1972); as in scikit-learn's `IsotonicRegression` with
    ``out_of_bounds="clip"``. O(n log n). Takes the shape from the data, so it wants many: Niculescu-Mizil & Caruana
    (2005) prefer Platt's below about 1,000 pairs.

    Examples
    --------
    >>> fit_isotonic([1, 2, 3, 4], [0, 3, 1, 5])
    Isotonic(scores=(1.0, 2.0, 3.0, 4.0), grades=(0.0, 2.0, 2.0, 5.0))
    """
    x, y = paired(scores, grades)
    at, which = np.unique(x, return_inverse=True)
    weight = np.bincount(which).astype(np.float64)
    level, size = _pooled(np.bincount(which, weights=y) / weight, weight)
    values: Floats = np.repeat(level, size)
    ends = [True, *(values[1:] != values[:-1]).tolist(), True]  # of what is level, first and last suffice
    knots = [row for row in range(len(values)) if ends[row] or ends[row + 1]]
    return Isotonic(scores=tuple(float(at[row]) for row in knots), grades=tuple(float(values[row]) for row in knots))


def paired(scores: ArrayLike, grades: ArrayLike) -> tuple[Floats, Floats]:
    """Return scores and grades as float64, shape (n,).

    Raises
    ------
    BadInputError
        Rows of different lengths, none, or a value that is not finite.
    """
    x, y = as_row(scores), as_row(grades)
    if len(x) != len(y) or not len(x):
        raise BadInputError(f"every score has its grade: {len(x)} scores and {len(y)} grades were given")
    if np.isnan(x).any() or np.isnan(y).any():
        raise BadInputError("scores and grades are finite: leave out the pairs that have none")
    return x, y


def _pooled(means: Floats, weights: Floats) -> tuple[list[float], list[int]]:
    """Merge neighbours that fall until none does; return each block's mean and how many it holds."""
    level: list[float] = []
    weight: list[float] = []
    size: list[int] = []
    for mean, own in zip(means.tolist(), weights.tolist(), strict=True):
        level.append(mean)
        weight.append(own)
        size.append(1)
        while len(level) > 1 and level[-2] >= level[-1]:
            above, heavy, long = level.pop(), weight.pop(), size.pop()
            level[-1] = (level[-1] * weight[-1] + above * heavy) / (weight[-1] + heavy)
            weight[-1] += heavy
            size[-1] += long
    return level, size
