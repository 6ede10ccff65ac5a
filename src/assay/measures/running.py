"""Down a ranking: what came before a row, within its query."""

from itertools import pairwise

import numpy as np

from assay.measures.judged_hits import Floats, Ints, position_in_query


def product_before(query: Ints, factor: Floats) -> Floats:
    """Multiply the factors of the rows that stand before each row in its query.

    Parameters
    ----------
    query
        int64, shape (n_rows,), sorted.
    factor
        float64, shape (n_rows,), in the order of the ranking.

    Returns
    -------
    float64, shape (n_rows,)
        1 for the first row of a query. A query's values do not depend on the other queries, to the last bit.

    Notes
    -----
    O(n_rows), in as many NumPy steps as the longest query has rows.

    Examples
    --------
    >>> product_before(np.array([0, 0, 0, 1]), np.array([0.5, 0.25, 0.5, 0.5]))
    array([1.   , 0.5  , 0.125, 1.   ])
    """
    out = previous(query, factor, first=1.0)
    place = position_in_query(query)
    order = np.argsort(place, kind="stable")
    ends = np.cumsum(np.bincount(place))[1:]  # rows at place 1, at place 2, ... of all queries at once
    for start, end in pairwise(int(at) for at in ends):
        rows = order[start:end]
        out[rows] *= out[rows - 1]
    return out


def previous(query: Ints, value: Floats, *, first: float) -> Floats:
    """Return the value of the row before, `first` for the first row of each query; shape (n_rows,)."""
    shifted = np.roll(value, 1)
    shifted[position_in_query(query) == 1] = first
    return shifted
