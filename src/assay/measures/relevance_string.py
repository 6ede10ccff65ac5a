"""The grades of a ranking's first hits, to be read by eye."""

import numpy as np

from assay.measures.judged_hits import JudgedHits
from assay.measures.measure import check_k


def relstring(judged: JudgedHits, k: int = 10) -> list[str]:
    """Write the grades of the first `k` hits of each query, a character a hit.

    Parameters
    ----------
    judged
        The table of hits.
    k
        Number of hits written, at least 1.

    Returns
    -------
    list of str
        One text a query, of `k` characters or fewer: ``0`` to ``9`` for a grade (its whole part), ``>`` for one above
        9, ``-`` for a hit that is not in the pool (or is the repeat of one), ``.`` for one that is in the pool but was
        not judged, ``<`` for a grade below 0 that is a judgement.

    Raises
    ------
    MeasureParameterError
        `k` is not a whole number of at least 1.

    Notes
    -----
    O(n_queries * k). As trec_eval's ``relstring``. Text, so not a measure.

    Examples
    --------
    >>> from assay.labels.judging import judge
    >>> relstring(judge([["a", "x", "b"]], [{"a": 2, "b": 0}]))
    ['2-0']
    """
    k = min(check_k(k), int(judged.n_retrieved.max(initial=1)))
    letters = np.full((judged.n_queries, k), "-")
    letters[np.arange(k) >= judged.n_retrieved[:, np.newaxis]] = ""
    shown = judged.rank <= k
    negative = "<" if judged.negatives == "judged" else "."
    alphabet = np.array([negative, *"0123456789", ">"])
    grade = np.clip(np.floor(judged.grade[shown]), -1, 10).astype(np.int64)
    letters[judged.query[shown], judged.rank[shown] - 1] = alphabet[grade + 1]
    return ["".join(row) for row in letters.tolist()]
