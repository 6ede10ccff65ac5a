"""Rankings held against labels: the table of judged hits."""

from collections.abc import Mapping, Sequence

import numpy as np

from assay.errors import BadInputError
from assay.measures.judged_hits import JudgedHits

Labels = Mapping[str, float]


def judge(rankings: Sequence[Sequence[str]], labels: Sequence[Labels], *, rel: float = 1.0) -> JudgedHits:
    """Hold each ranking against the labels of its query.

    Parameters
    ----------
    rankings
        Ids of the hits of each query, best first.
    labels
        Grade of each judged id, one mapping a query, in the same order.
    rel
        Smallest grade that counts as relevant where a measure does not say otherwise.

    Raises
    ------
    BadInputError
        Not as many labels as rankings.

    Notes
    -----
    O(hits + labels). A repeated id is credited once, at its first rank.
    """
    if len(rankings) != len(labels):
        raise BadInputError(f"there are {len(rankings)} rankings and {len(labels)} mappings of labels")
    rows = [row for query, ranking in enumerate(rankings) for row in _rows(query, ranking, labels[query])]
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 3)
    pool = _pool(labels)
    return JudgedHits(
        query=table[:, 0].astype(np.int64),
        rank=table[:, 1].astype(np.int64),
        grade=table[:, 2].copy(),
        n_retrieved=np.array([len(ranking) for ranking in rankings], dtype=np.int64),
        pool_query=pool[:, 0].astype(np.int64),
        pool_grade=pool[:, 1].copy(),
        rel=rel,
    )


def _rows(query: int, ranking: Sequence[str], label: Labels) -> list[tuple[int, int, float]]:
    """List (query, rank, grade) of the judged hits, each id at its first rank."""
    if not label:
        return []
    judged = [(rank, doc_id) for rank, doc_id in enumerate(ranking, start=1) if doc_id in label]
    first: dict[str, int] = {}
    for rank, doc_id in judged:
        first.setdefault(doc_id, rank)
    return [(query, rank, label[doc_id]) for doc_id, rank in first.items()]


def _pool(labels: Sequence[Labels]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    rows = [(query, grade) for query, label in enumerate(labels) for grade in sorted(label.values(), reverse=True)]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 2)
