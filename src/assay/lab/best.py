"""The best of many scores, in an order that does not depend on chance."""

import numpy as np
from numpy.typing import NDArray


def best(scores: NDArray[np.floating], k: int) -> NDArray[np.int64]:
    """Return where the `k` largest scores stand, largest first.

    Parameters
    ----------
    scores : floating, shape (n,)
        No NaN.
    k
        At least 1; all of them where it exceeds n.

    Returns
    -------
    int64, shape (min(k, n),)
        Equal scores keep the order of the index, at the cut too.

    Notes
    -----
    O(n + k log k) but for ties: `numpy.partition` finds the k-th score, only what reaches it is sorted.

    Examples
    --------
    >>> best(np.array([1.0, 3.0, 3.0, 2.0]), 2).tolist()
    [1, 2]
    """
    if k < len(scores):
        candidates = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
    else:
        candidates = np.arange(len(scores))
    return candidates[np.argsort(-scores[candidates], kind="stable")[:k]]
