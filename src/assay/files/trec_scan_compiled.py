"""Lines of TREC files by the compiled scanner: plain ones, and nothing of others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.compiled import scanner
from assay.data.texts import Ints, Texts
from assay.files.lines import LINE_LIMIT
from assay.files.query_blocks import SLACK
from assay.files.run_lines import Floats, RunLines
from assay.rankings.threads import in_threads

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Labels:
    """Lines of judgements: first row of each stretch of one query and its query; document and grade of each row."""

    first: Ints
    heads: Texts
    docs: Texts
    grade: Floats


def scan_labels(data: NDArray[np.uint8], start: int, until: int) -> Labels | None:
    """Read the lines of judgements from one byte to another, and 8 bytes more; None where one of them is not plain."""
    found = scan_columns(data[start : until + SLACK], until - start, n_columns=4, longest=LINE_LIMIT)
    if found is None:
        return None
    first, heads, docs, grade, *_ = found
    for texts in (heads, docs):
        np.add(texts.start, start, out=texts.start)
    return Labels(
        first=first,
        heads=Texts(data=data, start=heads.start, length=heads.length),
        docs=Texts(data=data, start=docs.start, length=docs.length),
        grade=grade,
    )


def joined_labels(parts: Sequence[Labels]) -> Labels:
    """Join what was read in parts of one array of bytes; a stretch that goes on in the next part stays one."""
    if len(parts) == 1:
        return parts[0]
    above = np.cumsum([0, *(len(part.grade) for part in parts)]).tolist()
    n_rows, data = above[-1], parts[0].docs.data
    columns = np.empty((3, n_rows), dtype=np.int64)  # in one piece, for large pages
    start, length, grade = columns[0], columns[1], columns[2].view(np.float64)

    def put(number: int) -> None:
        part, rows = parts[number], slice(above[number], above[number + 1])
        start[rows], length[rows], grade[rows] = part.docs.start, part.docs.length, part.grade

    in_threads(put, range(len(parts)))
    heads = Texts(
        data=data,
        start=np.concatenate([part.heads.start for part in parts]),
        length=np.concatenate([part.heads.length for part in parts]),
    )
    first = np.concatenate([part.first + rows for part, rows in zip(parts, above, strict=False)])
    begins = set(np.cumsum([len(part.heads) for part in parts[:-1]]).tolist()) - {0, len(heads)}
    new = np.ones(len(heads), dtype=np.bool_)
    new[[row for row in begins if heads.encoded(row) == heads.encoded(row - 1)]] = False
    docs = Texts(data=data, start=start, length=length)
    return Labels(first=first[new], heads=heads.take(np.flatnonzero(new)), docs=docs, grade=grade)


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
