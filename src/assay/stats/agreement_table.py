"""Pairs of grades as tables of counts, one a cluster, so that every figure of agreement is read from counts."""

from collections.abc import Hashable

import numpy as np
from numpy.typing import ArrayLike

from assay.errors import BadInputError
from assay.stats.sample import Clusters, Floats, Ints, as_row


def agreement_tables(human: ArrayLike, judge: ArrayLike, levels: ArrayLike, cluster: Clusters | None = None) -> Floats:
    """Count how often each pair of grades stands in each cluster.

    Parameters
    ----------
    human, judge
        shape (n,): two grades of the same thing; none is NaN.
    levels
        shape (n_levels,): the grades there can be, ascending.
    cluster
        Length n: what belongs together, such as the query; None: each pair stands alone.

    Returns
    -------
    float64, shape (n_clusters, n_levels, n_levels)
        Rows are the levels of `human`, columns those of `judge`.

    Raises
    ------
    BadInputError
        Rows of different lengths, or a grade that is none of the levels.

    Examples
    --------
    >>> agreement_tables([0, 1, 1], [0, 1, 0], [0, 1], ["q1", "q1", "q2"]).sum(axis=0)
    array([[1., 0.],
           [1., 1.]])
    """
    grades = np.asarray(levels, dtype=np.float64)
    rows, columns = _positions(human, grades), _positions(judge, grades)
    if len(rows) != len(columns):
        raise BadInputError(f"pairs are two grades of the same thing: {len(rows)} and {len(columns)} were given")
    unit, n_units = _units(cluster, len(rows))
    tables = np.zeros((n_units, len(grades), len(grades)))
    np.add.at(tables, (unit, rows, columns), 1.0)
    return tables


def levels_of(*grades: ArrayLike) -> Floats:
    """Return every grade that occurs, ascending."""
    return np.unique(np.concatenate([as_row(given) for given in grades]))


def _positions(given: ArrayLike, levels: Floats) -> Ints:
    grades = as_row(given)
    known = np.isin(grades, levels)
    if not known.all():
        wrong = grades[~known][0]
        raise BadInputError(f"{wrong:g} is none of the grades {', '.join(f'{level:g}' for level in levels)}")
    return np.searchsorted(levels, grades).astype(np.int64)


def _units(cluster: Clusters | None, n: int) -> tuple[Ints, int]:
    if cluster is None:
        return np.arange(n), n
    labels = cluster.tolist() if isinstance(cluster, np.ndarray) else cluster
    if len(labels) != n:
        raise BadInputError(f"{n} pairs but {len(labels)} clusters: name the cluster of every pair")
    numbers: dict[Hashable, int] = {}
    unit = [numbers.setdefault(label, len(numbers)) for label in labels]
    return np.array(unit, dtype=np.int64), len(numbers)
