"""Rows held against judgements by the compiled scanner."""

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
        if judgements.index is None:
            judgements.index = index_labels(Texts.of(judgements.query_ids), judgements.starts, judgements.docs)[0]
        self._index = judgements.index

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
        group, label, rank, tie_start, tie_size = found[:, :n_found].copy()
        query = int(np.searchsorted(rows.starts, first, side="right")) - 1
        return Placed(
            query=rows.query,
            n_kept=n_kept,
            credits=Credits(
                query=rows.query[group],
                label=label,
                places=Places(rank=rank, tie_start=tie_start, tie_size=tie_size),
            ),
            n_rows=len(rows.scores),
            n_repeats=n_repeats,
            n_self=n_self,
            repeat=repeat_at(rows, int(rows.query[query]), first, row) if n_repeats else None,
        )


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


def _whole(values: Ints) -> Ints:
    return np.ascontiguousarray(values)
