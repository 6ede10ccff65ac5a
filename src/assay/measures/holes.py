"""Holes: hits nobody has judged, and what judged hits would be had somebody judged some of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.measures.judged_hits import Floats, Ints, JudgedHits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Holes:
    """The retrieved hits of many queries that nobody has judged.

    Parameters
    ----------
    query, rank
        int64, shape (n_holes,): query number and position in that query's ranking, 1 = best; rows sorted by query,
        then rank. A document stands once, at its first rank.

    Notes
    -----
    Only what a ranking holds can be a hole of it. Documents it does not hold may be relevant nevertheless: see
    `with_unretrieved`.
    """

    query: Ints
    rank: Ints

    @classmethod
    def between(cls, judged: JudgedHits) -> "Holes":
        """Return the places that no judged hit takes.

        A ranking that repeats a document has places that are no holes: for such ones, give the ranks yourself.

        Examples
        --------
        >>> from assay.labels.judging import judge
        >>> Holes.between(judge([["a", "x", "b", "y"]], [{"a": 1, "b": 0}])).rank.tolist()
        [2, 4]
        """
        n = judged.n_retrieved
        query = np.repeat(np.arange(len(n), dtype=np.int64), n)
        first = np.cumsum(n) - n
        free = np.ones(len(query), dtype=np.bool_)
        free[first[judged.query] + judged.rank - 1] = False
        rank = np.arange(len(query), dtype=np.int64) - first[query] + 1
        return cls(query=query[free], rank=rank[free])

    @property
    def is_last(self) -> NDArray[np.bool_]:
        """Whether a hole is the last one of its query; shape (n_holes,)."""
        found = np.ones(len(self.query), dtype=np.bool_)
        found[:-1] = self.query[1:] != self.query[:-1]
        return found

    def of(self, query: int) -> Ints:
        """Return the ranks of a query's holes, ascending."""
        first, end = np.searchsorted(self.query, [query, query + 1])
        return self.rank[first:end]


def judged_with(judged: JudgedHits, holes: Holes, chosen: NDArray[np.bool_], grade: float) -> JudgedHits:
    """Return the judged hits as they would be had the chosen holes got this grade; they enter the pool as well."""
    query, rank = holes.query[chosen], holes.rank[chosen]
    new: Floats = np.full(len(query), grade, dtype=np.float64)
    queries, ranks = np.concatenate([judged.query, query]), np.concatenate([judged.rank, rank])
    order = np.lexsort((ranks, queries))
    pool_query = np.concatenate([judged.pool_query, query])
    pool_grade = np.concatenate([judged.pool_grade, new])
    pool = np.lexsort((-pool_grade, pool_query))
    return replace(
        judged,
        query=queries[order],
        rank=ranks[order],
        grade=np.concatenate([judged.grade, new])[order],
        pool_query=pool_query[pool],
        pool_grade=pool_grade[pool],
    )


def with_unretrieved(judged: JudgedHits, count: Ints, grade: float) -> JudgedHits:
    """Return the judged hits with so many more documents in each query's pool, of this grade, that were not retrieved.

    Parameters
    ----------
    count
        int64, shape (n_queries,).

    Examples
    --------
    >>> from assay.labels.judging import judge
    >>> with_unretrieved(judge([["a"]], [{"a": 1}]), np.array([2]), 3.0).pool_grade.tolist()
    [3.0, 3.0, 1.0]
    """
    pool_query = np.concatenate([judged.pool_query, np.repeat(np.arange(judged.n_queries, dtype=np.int64), count)])
    pool_grade = np.concatenate([judged.pool_grade, np.full(int(count.sum()), grade, dtype=np.float64)])
    order = np.lexsort((-pool_grade, pool_query))
    return replace(judged, pool_query=pool_query[order], pool_grade=pool_grade[order])


def first_holes(rankings: Sequence[Sequence[str]], labels: Sequence[Mapping[str, float]]) -> Holes:
    """Return where rankings hold documents that nobody judged; one that came back twice is a hole at its first place.

    Examples
    --------
    >>> found = first_holes([["a", "x", "x"], ["y"]], [{"a": 1.0}, {}])
    >>> found.query.tolist(), found.rank.tolist()
    ([0, 1], [2, 1])
    """
    found: list[tuple[int, int]] = []
    for query, (ranking, label) in enumerate(zip(rankings, labels, strict=True)):
        first = {doc: rank for rank, doc in reversed(list(enumerate(ranking, start=1)))}
        found += sorted((query, rank) for doc, rank in first.items() if doc not in label)
    table = np.array(found, dtype=np.int64).reshape(-1, 2)
    return Holes(query=table[:, 0], rank=table[:, 1])
