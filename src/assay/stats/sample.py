"""Values of one measure, one per query, with the clusters their queries belong to."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assay.errors import BadInputError

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Clusters: TypeAlias = Sequence[Hashable] | NDArray[np.generic]
Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
FEW = 10  # with fewer values, or clusters of them, an interval is nearly as wide as what was known without any


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sample:
    """The defined values of a measure, and which unit each belongs to.

    A unit is what is drawn independently: a cluster of queries (one document's, or paraphrases of one question), or the
    query itself where no clusters were named.

    Parameters
    ----------
    values
        float64, shape (n,): finite.
    unit
        int64, shape (n,): number of the unit in [0, n_units).
    n_undefined
        Values that were NaN and left out.
    is_clustered
        Whether some unit holds more than one value.
    """

    values: Floats
    unit: Ints
    n_undefined: int
    is_clustered: bool

    @property
    def n(self) -> int:
        """Count the values."""
        return len(self.values)

    @property
    def sizes(self) -> Floats:
        """Count the values of each unit; shape (n_units,)."""
        return np.bincount(self.unit).astype(np.float64)

    @property
    def sums(self) -> Floats:
        """Add up the values of each unit; shape (n_units,)."""
        return np.bincount(self.unit, weights=self.values).astype(np.float64)

    @property
    def n_units(self) -> int:
        """Count the units."""
        return int(self.unit.max()) + 1 if self.n else 0

    @property
    def mean(self) -> float:
        """Return the mean of the values; NaN without any."""
        return float(self.values.mean()) if self.n else float("nan")

    @property
    def is_constant(self) -> bool:
        """Whether all values are equal to rounding, so that nothing is known of their spread."""
        return self.n == 0 or bool(np.ptp(self.values) <= 1e-12 * np.abs(self.values).max())

    def lies_in(self, low: float, high: float) -> bool:
        """Whether every value lies in [low, high]."""
        return bool(((low <= self.values) & (self.values <= high)).all())


def sample_of(values: ArrayLike, cluster: Clusters | None = None) -> Sample:
    """Leave undefined values out and number the clusters.

    Parameters
    ----------
    values
        shape (n,): one value per query, NaN where undefined.
    cluster
        Length n: the cluster of each query, any hashable; None: each query stands alone.

    Raises
    ------
    BadInputError
        Values that are not a row of numbers, infinite values, or a cluster for fewer or more queries than there are.
    """
    given = as_row(values)
    if cluster is not None and len(cluster) != len(given):
        raise BadInputError(f"{len(given)} values but {len(cluster)} clusters: name the cluster of every query")
    kept = ~np.isnan(given)
    n = int(kept.sum())
    if cluster is None:
        return Sample(values=given[kept], unit=np.arange(n), n_undefined=len(given) - n, is_clustered=False)
    labels = cluster.tolist() if isinstance(cluster, np.ndarray) else cluster
    numbers: dict[Hashable, int] = {}
    unit = [numbers.setdefault(label, len(numbers)) for label, is_kept in zip(labels, kept, strict=True) if is_kept]
    return Sample(
        values=given[kept],
        unit=np.array(unit, dtype=np.int64),
        n_undefined=len(given) - n,
        is_clustered=len(numbers) < n,
    )


def why_unknown(values: ArrayLike) -> Literal["no_value", "equal", "sparse"]:
    """Say why there is no interval for the mean of values that have none.

    Returns
    -------
    str
        ``"no_value"``; ``"equal"`` where none differs from the others, or there is one only, so that nothing is known
        of their spread; else ``"sparse"``: too few differ, all belong to one cluster, or they are too large to compute
        with, and no bounds are known that would say how far others lie.

    Raises
    ------
    BadInputError
        As `sample_of`.

    Examples
    --------
    >>> why_unknown([0.5, 0.5, float("nan")])
    'equal'
    """
    sample = sample_of(values)
    if not sample.n:
        return "no_value"
    return "equal" if sample.is_constant else "sparse"


def as_row(values: ArrayLike) -> Floats:
    """Return one value per query as float64, shape (n,); NaN stays.

    Raises
    ------
    BadInputError
        What is not a row of numbers, or holds an infinite one.
    """
    try:
        given = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as exc:
        raise BadInputError(f"values are one number per query: {exc}") from exc
    if given.ndim != 1:
        raise BadInputError(f"values are one number per query, a row: these have the shape {given.shape}")
    if np.isinf(given).any():
        raise BadInputError("values are finite, or NaN where undefined: some of these are infinite")
    return given


def differences(a: ArrayLike, b: ArrayLike) -> Floats:
    """Subtract system A from system B, query by query.

    .. math:: d_q = b_q - a_q

    Returns
    -------
    float64, shape (n,)
        Above 0 where B is better; NaN where either is undefined.

    Raises
    ------
    BadInputError
        Rows of different lengths.
    """
    first, second = as_row(a), as_row(b)
    if len(first) != len(second):
        raise BadInputError(
            f"pairs are values of the same queries: {len(first)} on one side, {len(second)} on the other"
        )
    return second - first


def require_share(name: str, given: float) -> float:
    """Return a number that must lie strictly between 0 and 1.

    Raises
    ------
    BadInputError
        Anything else.
    """
    if not 0.0 < given < 1.0:
        raise BadInputError(f"{name} lies between 0 and 1, both excluded: {given!r} does not")
    return given
