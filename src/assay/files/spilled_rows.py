"""Rows that do not fit in memory: written to a temporary file in pieces, each sorted by query, and read by query."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from tempfile import TemporaryFile, gettempdir
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts
from assay.files.held_rows import ROW_BYTES, Gathered, HeldRows

_BUCKETS = 4096  # stretches of query numbers whose rows can be found in a piece
_SLICE_ROWS = 100_000
_LENGTH = np.int32  # a line has at most 16 MiB


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Where a piece lies in the file.

    Parameters
    ----------
    columns
        Where its columns begin: number, line, score, rank, length of the document, bytes of the documents.
    rows, texts
        int64, shape (n_buckets + 1,): the first row of each bucket, and the first byte of its documents.
    """

    columns: tuple[int, ...]
    rows: Ints
    texts: Ints


class SpilledRows:
    """Rows in a temporary file, which is gone when this is closed or the process ends.

    Parameters
    ----------
    n_queries
        Query numbers are below it.

    Raises
    ------
    OSError
        Here and from `write`: there is no room.
    """

    def __init__(self, n_queries: int) -> None:
        self.folder = gettempdir()
        self.n_bytes = 0
        self._first = np.arange(min(_BUCKETS, n_queries) + 1) * n_queries // min(_BUCKETS, n_queries)
        self._pieces: list[_Piece] = []
        self._file: FileIO = TemporaryFile(buffering=0)  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> Self:
        """Keep the file until the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it."""
        self._file.close()

    def write(self, held: HeldRows) -> None:
        """Write rows that come after all those that were written before."""
        order = np.argsort(held.number, kind="stable")
        number = held.number[order]
        length = held.docs.length[order]
        rows = np.searchsorted(number, self._first)
        texts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(length)])[rows]
        columns = [
            self._written(number),
            self._written(held.line[order]),
            self._written(held.scores[order]),
            self._written(held.rank[order]),
            self._written(length.astype(_LENGTH)),
            self.n_bytes,
        ]
        for first in range(0, len(order), _SLICE_ROWS):  # tight texts take an index of each byte
            docs = held.docs.take(order[first : first + _SLICE_ROWS]).tight()
            self._written(docs.data[: int(docs.length.sum())])
        self._pieces.append(_Piece(columns=tuple(columns), rows=rows, texts=texts))

    def by_query(self, most_bytes: int) -> Iterator[HeldRows]:
        """Iterate over all rows: stretches of ascending queries, whole ones, in the order they were written.

        Parameters
        ----------
        most_bytes
            What a stretch takes in memory, unless its least part takes more.
        """
        sizes = np.zeros(len(self._first) - 1, dtype=np.int64)
        for piece in self._pieces:
            sizes += np.diff(piece.rows) * ROW_BYTES + np.diff(piece.texts)
        total = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
        first = 0
        while first < len(sizes):
            until = int(np.searchsorted(total, int(total[first]) + most_bytes, side="right")) - 1
            until = max(until, first + 1)
            found = Gathered()
            for piece in self._pieces:
                found.add(self._read(piece, first, until))
            yield found.emptied()
            first = until

    def _read(self, piece: _Piece, first: int, until: int) -> HeldRows:
        row, n = int(piece.rows[first]), int(piece.rows[until] - piece.rows[first])
        text, n_text = int(piece.texts[first]), int(piece.texts[until] - piece.texts[first])
        number, line, score, rank, length, texts = piece.columns
        return HeldRows(
            number=self._column(number, row, n, np.dtype(np.int32)),
            line=self._column(line, row, n, np.dtype(np.int64)),
            scores=self._column(score, row, n, np.dtype(np.float64)),
            rank=self._column(rank, row, n, np.dtype(np.uint64)),
            docs=Texts.packed(
                self._column(texts, text, n_text, np.dtype(np.uint8)),
                self._column(length, row, n, np.dtype(_LENGTH)).astype(np.int64),
            ),
        )

    def _written(self, column: NDArray[Any]) -> int:
        """Append a column; return where it begins."""
        begun = self.n_bytes
        rest = np.ascontiguousarray(column).view(np.uint8).data
        while rest:
            n = self._file.write(rest)
            self.n_bytes += n
            rest = rest[n:]
        return begun

    def _column(self, begun: int, first: int, count: int, kind: np.dtype[Any]) -> NDArray[Any]:
        column = np.empty(count, dtype=kind)
        self._file.seek(begun + first * kind.itemsize)
        rest = column.view(np.uint8).data
        while rest:
            n = self._file.readinto(rest)
            if not n:
                raise EOFError(f"a temporary file in {self.folder} was cut short")
            rest = rest[n:]
        return column
