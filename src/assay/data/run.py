"""A run: what a system retrieved for each query, with scores."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Scored documents of many queries, as they were given: not yet ranked.

    Parameters
    ----------
    query_ids
        In order of first appearance, each once.
    starts
        int64, shape (n_queries + 1,): the rows of query q are ``starts[q]`` to ``starts[q + 1]``, so rows are grouped
        by query, in the order they were given within one.
    doc_ids
        Length n_rows: text.
    scores
        float64, shape (n_rows,): larger is better; never NaN, infinities allowed.
    name
        What reports call the run: its tag, or the name of its file.
    """

    query_ids: tuple[str, ...]
    starts: NDArray[np.int64]
    doc_ids: Sequence[str]
    scores: NDArray[np.float64]
    name: str = "run"
