"""Order and ties, stated once: score descending, then document id descending by its UTF-8 bytes.

Scores are float64; infinities order as numbers do, NaN is refused where rows enter. A rank is counted, not sorted for:
one more than the rows of the query with a higher score, and those with the same score and a greater id. So only queries
that do not stand in order are sorted, and ids are compared only inside groups of equal scores. (UTF-8 orders bytes as
Unicode orders code points, so Python's order of texts is the same.)
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assay.measures.judged_hits import Floats, Ints


class Ids(Protocol):
    """Document ids of rows, as far as order needs them."""

    def take(self, rows: Ints) -> "Ids":
        """Return the ids of some rows."""
        ...

    def order_descending(self, group: Ints) -> Ints:
        """Return the rows by group, within one by id descending by bytes; shape (n_rows,)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Places:
    """Where rows stand in the rankings of their queries, and which ranks they share by score.

    Parameters
    ----------
    rank
        int64, shape (n_wanted,): 1 = best, ties broken by id.
    tie_start, tie_size
        int64, shape (n_wanted,): the rows of the query with the same score take the ranks ``tie_start`` to
        ``tie_start + tie_size - 1``; size 1 is no tie. Any order of them is as good as another, so an expectation
        over tie orders gives each of those ranks the weight ``1 / tie_size``.
    """

    rank: Ints
    tie_start: Ints
    tie_size: Ints


def place(scores: Floats, starts: Ints, wanted: Ints, ids: Ids) -> Places:
    """Rank some rows of many queries.

    Parameters
    ----------
    scores
        float64, shape (n_rows,): rows grouped by query, in any order within one; never NaN.
    starts
        int64, shape (n_queries + 1,): the rows of query q are ``starts[q]`` to ``starts[q + 1]``.
    wanted
        int64, shape (n_wanted,): the rows whose rank is asked for.
    ids
        Document ids, n_rows.

    Notes
    -----
    O(n_rows + n_wanted * log(longest query)) where rows stand in order; queries that do not are sorted. Rows of one
    query with the same id and the same score stand one after the other.

    Examples
    --------
    >>> from assay.data.texts import Texts
    >>> scores, ids = np.array([0.5, 0.9, 0.5]), Texts.of(["a", "b", "c"])
    >>> place(scores, np.array([0, 3]), np.array([0, 1, 2]), ids).rank.tolist()
    [3, 1, 2]
    """
    group = np.searchsorted(starts, wanted, side="right") - 1
    higher, size = tie_bounds(scores, starts, group, scores[wanted])
    rank = higher + 1
    tied = np.flatnonzero(size > 1)
    if len(tied):
        pairs = np.stack([group[tied], higher[tied]])
        _, first, number = np.unique(pairs, axis=1, return_index=True, return_inverse=True)
        one = tied[first]
        rows, tie = _tied_rows(scores, starts, group[one], higher[one], size[one])
        rows = rows[ids.take(rows).order_descending(tie)]
        before = np.cumsum(size[one]) - size[one]
        within = _where_in(rows, wanted[tied]) - before[number.reshape(-1)]
        rank[tied] += within
    return Places(rank=rank, tie_start=higher + 1, tie_size=size)


def tie_bounds(scores: Floats, starts: Ints, group: Ints, score: Floats) -> tuple[Ints, Ints]:
    """Count, for each wanted (query, score), the rows of the query with a higher score and those with the same.

    Returns
    -------
    int64, int64, each of shape (n_wanted,)
        The wanted row itself is among those with the same score.
    """
    ordered = _in_order(scores, starts, group)
    low, high = starts[group], starts[group + 1]
    higher = _count_before(ordered, low, high, score, or_same=False) - low
    until = _count_before(ordered, low, high, score, or_same=True) - low
    return higher, until - higher


def place_among(tied_ids: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Count, for each wanted id, how many of the ids with the same score stand before it."""
    ordered = sorted(tied_ids)
    return [len(ordered) - bisect_right(ordered, doc_id) for doc_id in wanted]


def ties_move(query: Ints, grade: Floats, places: Places) -> NDArray[np.bool_]:
    """Whether another order of a row's tie group could give any measure another value; shape (n_rows,).

    Not where the group is the row alone, nor where all of it is judged, with one grade. Rows are judged ones, a
    document once, sorted by query and rank. O(n_rows).
    """
    new = np.ones(len(query), dtype=np.bool_)
    new[1:] = (query[1:] != query[:-1]) | (places.tie_start[1:] != places.tie_start[:-1])
    number = np.cumsum(new) - 1
    n_groups = int(new.sum())
    judged = np.bincount(number, minlength=n_groups)
    first = grade[new]
    mixed = np.bincount(number, weights=grade != first[number], minlength=n_groups) > 0
    return (places.tie_size > 1) & (mixed[number] | (judged[number] < places.tie_size))


def out_of_order(scores: Floats, starts: Ints) -> Ints:
    """Return the queries with a score higher than the one above it; shape (n_found,)."""
    rising = np.flatnonzero(scores[1:] > scores[:-1]) + 1
    query = np.searchsorted(starts, rising, side="right") - 1
    return np.unique(query[starts[query] != rising])


def _in_order(scores: Floats, starts: Ints, group: Ints) -> Floats:
    """Return the scores descending within each query that is asked for; the scores themselves where they are so."""
    queries = np.intersect1d(out_of_order(scores, starts), group)
    if not len(queries):
        return scores
    ordered = scores.copy()
    for start, stop in zip(starts[queries].tolist(), starts[queries + 1].tolist(), strict=True):
        ordered[start:stop] = np.sort(scores[start:stop])[::-1]
    return ordered


def _count_before(ordered: Floats, low: Ints, high: Ints, score: Floats, *, or_same: bool) -> Ints:
    """Bisect many descending stretches at once: the first place in [low, high) that is not before the score."""
    low, high = low.copy(), high.copy()
    while len(still := np.flatnonzero(low < high)):
        middle = (low[still] + high[still]) >> 1
        found, wanted = ordered[middle], score[still]
        before = found >= wanted if or_same else found > wanted
        low[still] = np.where(before, middle + 1, low[still])
        high[still] = np.where(before, high[still], middle)
    return low


def _tied_rows(scores: Floats, starts: Ints, group: Ints, higher: Ints, size: Ints) -> tuple[Ints, Ints]:
    """List the rows of each tie group, one group after the other, and the number of the group of each."""
    tie = np.repeat(np.arange(len(group), dtype=np.int64), size)
    before = np.cumsum(size) - size
    rows = np.arange(len(tie), dtype=np.int64) + np.repeat(starts[group] + higher - before, size)
    shuffled = np.flatnonzero(np.isin(group, out_of_order(scores, starts)))
    for number in shuffled.tolist():
        start, stop = int(starts[group[number]]), int(starts[group[number] + 1])
        stretch = scores[start:stop]
        score = np.partition(stretch, len(stretch) - 1 - int(higher[number]))[len(stretch) - 1 - int(higher[number])]
        begin = int(before[number])
        rows[begin : begin + int(size[number])] = start + np.flatnonzero(stretch == score)
    return rows, tie


def _where_in(rows: Ints, wanted: Ints) -> Ints:
    """Return the place of each wanted row in `rows`, which holds all of them."""
    order = np.argsort(rows)
    return order[np.searchsorted(rows, wanted, sorter=order)]
