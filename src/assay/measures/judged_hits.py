"""The one table a measure sees: hits that somebody judged, and the pool they were judged from."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedHits:
    """Judged hits of many queries, with what a measure needs to know of the rest.

    What no judge graded adds nothing to any measure here, so those hits are only counted.

    Parameters
    ----------
    query, rank
        int64, shape (n_rows,): query number in [0, n_queries) and position in that query's ranking, 1 = best;
        rows sorted by query, then rank. A document stands once, at its first rank.
    grade
        float64, shape (n_rows,): the label of the hit.
    n_retrieved
        int64, shape (n_queries,): length of each ranking, unjudged hits and repeats included.
    pool_query, pool_grade
        int64 and float64, shape (n_labels,): every label, retrieved or not; sorted by query, then grade descending.
    rel
        Smallest grade that counts as relevant where a measure does not say otherwise.
    negatives
        What a grade below 0 says: ``"judged"`` and not relevant, or only ``"pooled"``, as trec_eval has it.
    """

    query: Ints
    rank: Ints
    grade: Floats
    n_retrieved: Ints
    pool_query: Ints
    pool_grade: Floats
    rel: float = 1.0
    negatives: Literal["judged", "pooled"] = "judged"
    _n_relevant: dict[float, Ints] = field(default_factory=dict[float, Ints], init=False, repr=False, compare=False)

    @property
    def n_queries(self) -> int:
        """Number of queries, those without a single hit or label included."""
        return len(self.n_retrieved)

    def n_relevant(self, rel: float) -> Ints:
        """Count the documents of each query's pool with a grade of at least `rel`; shape (n_queries,).

        Most measures ask, so it is counted once; not to be written to.
        """
        if rel not in self._n_relevant:
            self._n_relevant[rel] = count_per_query(self.pool_query[self.pool_grade >= rel], self.n_queries)
        return self._n_relevant[rel]

    def is_judged(self, grade: Floats) -> NDArray[np.bool_]:
        """Tell which grades are judgements: all of them, or those of at least 0; shape of `grade`."""
        return np.full(grade.shape, True) if self.negatives == "judged" else grade >= 0

    def n_judged(self, k: int | None) -> Ints:
        """Count the judged documents among the first `k` hits (all where None); shape (n_queries,)."""
        counted = self.is_judged(self.grade)
        if k is not None:
            counted &= self.rank <= k
        return count_per_query(self.query[counted], self.n_queries)

    def n_within(self, k: int | None) -> Ints:
        """Count the hits among the first `k` places (all where None); shape (n_queries,)."""
        return self.n_retrieved if k is None else np.minimum(self.n_retrieved, k)

    def n_found(self, rel: float, k: int | None) -> Ints:
        """Count the relevant documents among the first `k` hits (all where None); shape (n_queries,)."""
        found = self.grade >= rel
        if k is not None:
            found &= self.rank <= k
        return count_per_query(self.query[found], self.n_queries)


def count_per_query(query: Ints, n_queries: int) -> Ints:
    """Count rows per query; shape (n_queries,)."""
    return np.bincount(query, minlength=n_queries).astype(np.int64, copy=False)


def sum_per_query(query: Ints, value: Floats, n_queries: int) -> Floats:
    """Sum `value` per query; 0 for a query without rows; shape (n_queries,)."""
    return np.bincount(query, weights=value, minlength=n_queries).astype(np.float64, copy=False)


def position_in_query(query: Ints) -> Ints:
    """Return 1, 2, ... for the rows of each query in the order they stand; `query` sorted; shape (n_rows,)."""
    place = np.arange(len(query), dtype=np.int64)
    starts = place.copy()
    starts[1:][query[1:] == query[:-1]] = 0
    return place + 1 - np.maximum.accumulate(starts)


def running_sum(query: Ints, value: Floats) -> Floats:
    """Sum `value` over the rows of each query so far, this row included; `query` sorted; shape (n_rows,).

    A query's sums do not depend on the queries beside it. Queries of about the same length are summed at once: one
    round for lengths of 1, 2, 3-4, 5-8, ...
    """
    _, start, length = np.unique(query, return_index=True, return_counts=True)
    found = np.empty_like(value)
    widths = np.ceil(np.log2(length)).astype(np.int64)
    for width in set(widths.tolist()):  # one by one: `np.unique` alone loads the masked arrays, 0.02 s
        chosen, column = widths == width, np.arange(2**width, dtype=np.int64)
        row = start[chosen][:, np.newaxis] + column
        inside = column < length[chosen][:, np.newaxis]
        sums = np.cumsum(np.where(inside, value[np.minimum(row, len(value) - 1)], 0.0), axis=1)
        found[row[inside]] = sums[inside]
    return found


def divide(numerator: Floats | Ints, denominator: Floats | Ints) -> Floats:
    """Divide elementwise; 0 where there is nothing to divide by."""
    out = np.zeros(np.shape(numerator), dtype=np.float64)
    return np.divide(numerator, denominator, out=out, where=np.asarray(denominator) > 0)


def undefined_without_relevant(value: Floats, n_relevant: Ints) -> Floats:
    """Return `value` with NaN for every query that has no relevant document."""
    return np.where(n_relevant > 0, value, np.nan)
