"""How well a map from scores to grades does on queries that it was not fitted on."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.isotonic import paired
from assay.stats.sample import Clusters, Floats, Ints


class ScoreMap(Protocol):
    """Maps scores to grades."""

    def map_scores(self, scores: ArrayLike) -> Floats:
        """Return the grade of each score, float64, shape (n,)."""
        ...


Fit: TypeAlias = Callable[[Floats, Floats], ScoreMap]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOut:
    """How near a map comes to people's grades where it has not seen them.

    Parameters
    ----------
    spearman
        Rank correlation of mapped scores and grades over all pairs, ties at their middle rank; NaN where either side is
        all the same.
    mean_absolute_error
        How far off a mapped score is on average, in grades.
    root_mean_square_error
        The same with large misses counting more. It is what maps are fitted for, the mean grade at a score.
    mean_absolute_error_of_median, root_mean_square_error_of_mean
        The same, were every pair given the median, or the mean, of the other parts' grades: what a map must beat. Where
        most grades are the same the median is hard to beat, and the mean is the fair comparison.
    n, n_clusters, folds
        Pairs, clusters of them (queries, as a rule), and parts.
    """

    spearman: float
    mean_absolute_error: float
    root_mean_square_error: float
    mean_absolute_error_of_median: float
    root_mean_square_error_of_mean: float
    n: int
    n_clusters: int
    folds: int


def cross_fit(
    fit: Fit, scores: ArrayLike, grades: ArrayLike, cluster: Clusters, *, folds: int = 5, seed: int = 0
) -> HeldOut:
    """Map each part of the pairs by what was fitted on the others, and hold that against the grades.

    Parameters
    ----------
    fit
        Makes a map of scores and grades.
    scores, grades
        shape (n,), finite.
    cluster
        Length n: pairs with the same label (of the same query) stay in one part.
    folds
        Parts, at least 2; no more than there are clusters are made.
    seed
        Decides which clusters go together.

    Raises
    ------
    BadInputError
        Rows of different lengths, fewer than two clusters or folds.

    Notes
    -----
    Stone (1974). Parts hold nearly as many clusters each. Pairs of all parts are ranked together, which puts the rank
    correlation of scores that tell nothing a little below 0: parts with high grades were mapped by those without.
    O(folds) fits.

    Examples
    --------
    >>> from assay.stats.platt import fit_platt
    >>> found = cross_fit(fit_platt, [0, 4, 1, 5], [1, 4, 0, 5], ["q1", "q1", "q2", "q2"])
    >>> found.spearman, found.folds
    (0.8, 2)
    """
    x, y = paired(scores, grades)
    part, n_clusters, made = _parts(cluster, len(x), folds, seed)
    mapped, median, mean = np.empty_like(y), np.empty_like(y), np.empty_like(y)
    for number in range(made):
        own = part == number
        mapped[own] = fit(x[~own], y[~own]).map_scores(x[own])
        median[own], mean[own] = np.median(y[~own]), y[~own].mean()
    return HeldOut(
        spearman=spearman(mapped, y),
        mean_absolute_error=float(np.abs(mapped - y).mean()),
        root_mean_square_error=_root_mean_square(mapped - y),
        mean_absolute_error_of_median=float(np.abs(median - y).mean()),
        root_mean_square_error_of_mean=_root_mean_square(mean - y),
        n=len(x),
        n_clusters=n_clusters,
        folds=made,
    )


def spearman(x: Floats, y: Floats) -> float:
    """Return Spearman's rho, ties at their middle rank; NaN where either side is all the same.

    Examples
    --------
    >>> spearman(np.array([1.0, 2.0, 3.0]), np.array([10.0, 30.0, 20.0]))
    0.5
    """
    a, b = _middle_ranks(x), _middle_ranks(y)
    spread = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum()) / spread if spread > 0 else float("nan")


def _root_mean_square(errors: Floats) -> float:
    return float(np.sqrt((errors**2).mean()))


def _parts(cluster: Clusters, n: int, folds: int, seed: int) -> tuple[Ints, int, int]:
    labels: list[Hashable] = cluster.tolist() if isinstance(cluster, np.ndarray) else list(cluster)
    numbers: dict[Hashable, int] = {}
    unit = np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)
    if len(unit) != n:
        raise BadInputError(f"{n} scores but {len(unit)} clusters: name the cluster of every pair")
    made = min(folds, len(numbers))
    if made < 2:
        raise BadInputError(
            f"cross-fitting needs two parts and two clusters (queries, as a rule): {folds} and {len(numbers)} came"
        )
    return np.random.default_rng(seed).permutation(len(numbers))[unit] % made, len(numbers), made


def _middle_ranks(values: Floats) -> Floats:
    """Return each value's middle rank, less the mean rank of all."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = np.cumsum(counts) - (counts - 1) / 2.0
    return ranks[which] - (len(values) + 1) / 2.0
