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
from assay.rankings.rows import Credits, Placed, Rows


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
            self._index, _ = index_labels(Texts.of(judgements.query_ids), judgements.starts, judgements.docs)

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


def index_labels(query_ids: Texts, starts: Ints, docs: Texts) -> tuple[object, Ints]:
    """Index labels; return what to look them up in, and for each label the first one of its query's that is alike."""
    twin = np.empty(len(docs), dtype=np.int64)
    index = scanner.index_labels(
        query_ids.data,
        _whole(query_ids.start),
        _whole(query_ids.length),
        starts,
        docs.data,
        _whole(docs.start),
        _whole(docs.length),
        twin,
    )
    return index, twin


def _credits(query: Ints, found: Ints, n_found: int) -> Credits:
    group, label, rank, tie_start, tie_size = found[:, :n_found].copy()
    places = Places(rank=rank, tie_start=tie_start, tie_size=tie_size)
    return Credits(query=query[group], label=label, places=places)


def _whole(values: Ints) -> Ints:
    return np.ascontiguousarray(values)
