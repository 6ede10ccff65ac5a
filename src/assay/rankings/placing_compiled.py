"""Rows held against judgements by the compiled scanner."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from assay.compiled import scanner
from assay.data.texts import Ints, Texts
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.judgements import Judgements
from assay.rankings.placing_numpy import repeat_at
from assay.rankings.ranking import Places
from assay.rankings.row_groups import stretches
from assay.rankings.rows import Credits, Placed, Rows
from assay.rankings.threads import in_threads, n_threads

_LEAST_LABELS = 50_000  # with fewer, a thread takes longer to start than they to be entered


class Placer:
    """As `assay.rankings.placing_numpy.Placer`; several threads may use one at once, and run side by side.

    Parameters
    ----------
    judgements
        What rows are held against.
    """

    def __init__(self, judgements: Judgements) -> None:
        self.judgements = judgements
        self._index = judgements.index
        if self._index is None:
            self._index, _, _ = index_labels(judgements.queries.as_texts(), judgements.starts, judgements.docs)

    def numbers(self, heads: Texts) -> Ints:
        """Look queries up: their numbers, -1 for one that nobody judged; shape (n_heads,)."""
        numbers = np.empty(len(heads), dtype=np.int64)
        scanner.query_numbers(self._index, heads.data, _whole(heads.start), _whole(heads.length), numbers)
        return numbers

    def place(self, rows: Rows, policy: JudgingPolicy) -> Placed:
        """Rank rows; queries in `rows` are judged ones."""
        docs, n_kept = rows.docs, np.empty(len(rows.query), dtype=np.int64)
        found = np.empty((5, len(rows.scores)), dtype=np.int64)
        n_found, n_repeats, n_self, first, row = scanner.place(
            self._index,
            policy.duplicates == "drop",
            policy.drop_self,
            _whole(rows.query),
            _whole(rows.starts),
            docs.data,
            _whole(docs.start),
            _whole(docs.length),
            np.ascontiguousarray(rows.scores),
            n_kept,
            found,
        )
        query = int(np.searchsorted(rows.starts, first, side="right")) - 1
        return Placed(
            query=rows.query,
            n_kept=n_kept,
            credits=_credits(rows.query, found, n_found),
            n_rows=len(rows.scores),
            n_repeats=n_repeats,
            n_self=n_self,
            repeat=repeat_at(rows, int(rows.query[query]), first, row) if n_repeats else None,
        )

    def place_dicts(self, query: Ints, docs: list[Mapping[Any, Any]]) -> Placed | None:
        """Rank dicts of scores by document; None where one holds anything but texts and numbers."""
        n_kept = np.empty(len(query), dtype=np.int64)
        starts = self.judgements.starts
        found = np.empty((5, int((starts[query + 1] - starts[query]).sum())), dtype=np.int64)
        n_found = scanner.place_dicts(self._index, docs, query, n_kept, found)
        if n_found is None:
            return None
        credits_found = _credits(query, found, n_found)
        return Placed(query=query, n_kept=n_kept, credits=credits_found, n_rows=int(n_kept.sum()))


def index_labels(queries: Texts, starts: Ints, docs: Texts) -> tuple[object, Ints | None, Ints | None]:
    """Index labels to look them up in, by as many threads as there are processors.

    Parameters
    ----------
    queries, starts
        The queries, n_queries, and where the labels of each begin; int64, shape (n_queries + 1,).
    docs
        Documents of the labels.

    Returns
    -------
    What the scanner looks labels up in; for each query the first one that is alike, None where all differ; and likewise
    for each label the first one of its query.
    """
    query_twin, twin = np.empty(len(queries), dtype=np.int64), np.empty(len(docs), dtype=np.int64)
    index = scanner.index_labels(
        queries.data,
        _whole(queries.start),
        _whole(queries.length),
        starts,
        docs.data,
        _whole(docs.start),
        _whole(docs.length),
        query_twin,
    )
    pieces = stretches(starts, max(len(docs) // n_threads() + 1, _LEAST_LABELS))
    n_twins = sum(in_threads(lambda piece: scanner.enter_labels(index, *piece, twin), pieces))
    queries_differ = (query_twin == np.arange(len(query_twin), dtype=np.int64)).all()
    return index, None if queries_differ else query_twin, twin if n_twins else None


def _credits(query: Ints, found: Ints, n_found: int) -> Credits:
    kept = found[:, :n_found]
    if 2 * n_found < found.shape[1]:  # else what a copy frees is not worth the time it takes
        kept = kept.copy()
    group: Ints = kept[0]
    query.take(group, out=group, mode="clip")
    return Credits(query=group, label=kept[1], places=Places(rank=kept[2], tie_start=kept[3], tie_size=kept[4]))


def _whole(values: Ints) -> Ints:
    return np.ascontiguousarray(values)
