"""Lines of TREC files by the compiled scanner: plain ones, and nothing of others."""

import numpy as np
from numpy.typing import NDArray

from assay.compiled import scanner
from assay.data.texts import Ints, Texts
from assay.files.run_lines import RunLines

_PIECE = 1 << 12
_SHORTEST = {6: 12, 4: 8}  # bytes of a line of one character a column

Columns = tuple[Ints, Texts, Texts, NDArray[np.float64], Ints, NDArray[np.uint64], int, int]


def scan_plain_run(data: NDArray[np.uint8], size: int, longest: int) -> RunLines | None:
    """Read lines of a run; None where one of them is not plain: bad, or odd in a way that needs words.

    Parameters
    ----------
    data
        uint8: whole lines, and 8 bytes more that may be read.
    size
        Bytes of the lines.
    longest
        Bytes a line may have.
    """
    found = scan_columns(data, size, n_columns=6, longest=longest)
    if found is None:
        return None
    starts, heads, docs, scores, line, rank, n_lines, suspect = found
    return RunLines(
        starts=starts,
        heads=heads,
        docs=docs,
        scores=scores,
        rank=rank,
        line=line,
        n_lines=n_lines,
        tag=_tag(data, size, docs) if len(scores) else "",
        may_contradict=suspect >= 0,
    )


def scan_columns(data: NDArray[np.uint8], size: int, *, n_columns: int, longest: int) -> Columns | None:
    """Read lines of 6 or 4 columns; None where one is not plain.

    Returns
    -------
    First row of each stretch of one query, its query, then by row: document, value, line, rank; lines, first suspect.
    """
    room = size // _SHORTEST[n_columns] + 1
    rows, values = np.empty((4, room), dtype=np.int64), np.empty(room, dtype=np.float64)
    runs = np.empty((3, room), dtype=np.int64)
    found = scanner.lines(n_columns, longest, data, rows, values, runs)
    if found is None:
        return None
    n, n_runs, n_lines, suspect = found
    start, length, rank, line = rows[:, :n]
    first, query_start, query_length = runs[:, :n_runs]
    heads = Texts(data=data, start=query_start, length=query_length)
    docs = Texts(data=data, start=start, length=length)
    return first, heads, docs, values[:n], line, rank.view(np.uint64), n_lines, suspect


def _tag(data: NDArray[np.uint8], size: int, docs: Texts) -> str:
    """Return the last column of the first row."""
    line, start = b"", int(docs.start[0])
    while b"\n" not in line and start < size:
        line += data[start : min(start + _PIECE, size)].tobytes()
        start += _PIECE
    return line.partition(b"\n")[0].split()[3].decode()
