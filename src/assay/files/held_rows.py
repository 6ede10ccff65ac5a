"""Rows of a run as columns in the order of the file, of queries in any order, with what they take in memory."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words
from assay.files.run_lines import Floats

ROW_BYTES = 48  # of a row's columns in memory, without the document's bytes

Column = TypeVar("Column", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRows:
    """Rows of judged queries.

    Parameters
    ----------
    number
        int32, shape (n_rows,): number of the query.
    line, scores, rank, docs
        As in `RunLines`.
    """

    number: NDArray[np.int32]
    line: Ints
    scores: Floats
    rank: Words
    docs: Texts

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.number)

    def take(self, rows: Ints) -> "HeldRows":
        """Return some of the rows; the bytes of documents are shared."""
        return HeldRows(
            number=self.number[rows],
            line=self.line[rows],
            scores=self.scores[rows],
            rank=self.rank[rows],
            docs=self.docs.take(rows),
        )


class Gathered:
    """Rows that come in piece by piece."""

    def __init__(self) -> None:
        self._numbers: list[NDArray[np.int32]] = []
        self._lines: list[Ints] = []
        self._scores: list[Floats] = []
        self._ranks: list[Words] = []
        self._docs: list[Texts] = []
        self.n_bytes = 0

    def add(self, rows: HeldRows) -> None:
        """Take in rows; nothing of what they share with others is kept."""
        docs = rows.docs.tight()
        self._numbers.append(rows.number)
        self._lines.append(rows.line)
        self._scores.append(rows.scores)
        self._ranks.append(rows.rank)
        self._docs.append(docs)
        self.n_bytes += len(rows) * ROW_BYTES + len(docs.data)

    def emptied(self) -> HeldRows:
        """Return all as one, letting go of pieces column by column: together they are as large as what they make."""
        docs = Texts.joined(self._docs)
        self._docs.clear()
        self.n_bytes = 0
        return HeldRows(
            number=_emptied(self._numbers, np.int32),
            line=_emptied(self._lines, np.int64),
            scores=_emptied(self._scores, np.float64),
            rank=_emptied(self._ranks, np.uint64),
            docs=docs,
        )


def _emptied(parts: list[NDArray[Column]], kind: type[Column]) -> NDArray[Column]:
    whole = np.concatenate([np.zeros(0, dtype=kind), *parts])
    parts.clear()
    return whole
