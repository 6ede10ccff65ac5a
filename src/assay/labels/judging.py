"""Rankings held against labels: the table of judged hits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.measures.judged_hits import JudgedHits

Labels = Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """The judged hits of many rankings, and what was odd about the rankings.

    `n_repeats` has shape (n_queries,): hits whose id stood higher up already. They keep their place and earn nothing.
    """

    judged: JudgedHits
    n_repeats: np.ndarray[tuple[int], np.dtype[np.int64]]


def judge(rankings: Sequence[Sequence[str]], labels: Sequence[Labels], *, rel: float = 1.0) -> Judging:
    """Hold each ranking against the labels of its query.

    Parameters
    ----------
    rankings
        Ids of the hits of each query, best first.
    labels
        Grade of each judged id, one mapping a query, in the same order.
    rel
        Smallest grade that counts as relevant. A query without such a label takes part with an empty pool, so that
        every measure is undefined for it.

    Notes
    -----
    O(hits + labels). A repeated id is credited once, at its first rank.
    """
    labels = [label if any(grade >= rel for grade in label.values()) else {} for label in labels]
    rows = [row for query, ranking in enumerate(rankings) for row in _rows(query, ranking, labels[query])]
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 3)
    pool = _pool(labels)
    judged = JudgedHits(
        query=table[:, 0].astype(np.int64),
        rank=table[:, 1].astype(np.int64),
        grade=table[:, 2].copy(),
        n_retrieved=np.array([len(ranking) for ranking in rankings], dtype=np.int64),
        pool_query=pool[:, 0].astype(np.int64),
        pool_grade=pool[:, 1].copy(),
        rel=rel,
    )
    repeats = np.array([len(ranking) - len(set(ranking)) for ranking in rankings], dtype=np.int64)
    return Judging(judged=judged, n_repeats=repeats)


def _rows(query: int, ranking: Sequence[str], label: Labels) -> list[tuple[int, int, float]]:
    """List (query, rank, grade) of the judged hits; the few labels are looked for, not the many hits."""
    found = label.keys() & set(ranking)
    return sorted((query, ranking.index(doc_id) + 1, label[doc_id]) for doc_id in found)


def _pool(labels: Sequence[Labels]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    rows = [(query, grade) for query, label in enumerate(labels) for grade in sorted(label.values(), reverse=True)]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 2)
