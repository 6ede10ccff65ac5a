"""Lines of a TREC run, many at once: bytes in, columns out, in NumPy, with what is wrong in words."""

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words, run_starts
from assay.errors import Problem
from assay.files.run_lines import RunLines
from assay.files.trec_number import PAD, parse_numbers

MOST_PROBLEMS = 1000  # a file with more is no run file; reading on would only cost time
_BLANKS = b" \t\r\n\v\f"
_NEWLINE = ord("\n")
_N_COLUMNS = 6
_COLUMNS = "query, Q0, document, rank, score and tag"
_RANK_BYTES = 8

Bytes = NDArray[np.uint8]
Bounds = tuple[Ints, Ints]

_IS_BLANK = np.zeros(256, dtype=np.bool_)
_IS_BLANK[list(_BLANKS)] = True


def scan_lines(block: bytes, first_line: int, path: str, problems: list[Problem]) -> RunLines:
    """Read whole lines of six columns between ASCII blanks; blank ones are skipped, bad ones are reported and skipped.

    Parameters
    ----------
    block
        Whole lines, the last byte a newline.
    first_line
        Number of the first one.
    path, problems
        What the file is called, and where what is wrong goes.
    """
    data = np.empty(len(block) + 2 * PAD, dtype=np.uint8)
    data[:PAD] = data[-PAD:] = 0
    data[PAD:-PAD] = np.frombuffer(block, dtype=np.uint8)
    body = data[PAD:-PAD]
    columns, line = _even_columns(body) or _any_columns(body, first_line, path, problems)
    line = line + first_line
    if not block.isascii():
        good = _utf8_rows(block, line, first_line, path, problems)
        columns, line = _at(columns, good), line[good]
    scores, refused = parse_numbers(data, columns[4][0] + PAD, columns[4][1] + PAD)
    for row in refused[: MOST_PROBLEMS + 1].tolist():
        raw = body[columns[4][0][row] : columns[4][1][row]].tobytes()
        text = f"column 5: expected a score, a decimal number, got {_shown(raw)}"
        problems.append(Problem(path=path, line=int(line[row]), text=text))
    if len(refused):
        good = np.ones(len(line), dtype=np.bool_)
        good[refused] = False
        columns, line, scores = _at(columns, good), line[good], scores[good]
    tag = body[columns[5][0][0] : columns[5][1][0]].tobytes().decode() if len(line) else ""
    reach = data[PAD:]
    query = Texts(data=reach, start=columns[0][0], length=columns[0][1] - columns[0][0])
    starts = run_starts(query)
    return RunLines(
        starts=starts,
        heads=query.take(starts),
        docs=Texts(data=reach, start=columns[2][0], length=columns[2][1] - columns[2][0]),
        scores=scores,
        rank=_rank_order(data, columns[3][0] + PAD, columns[3][1] + PAD),
        line=line,
        n_lines=block.count(b"\n"),
        tag=tag,
    )


def _even_columns(body: Bytes) -> tuple[list[Bounds], Ints] | None:
    """Find the columns where every line has six, one blank between them; None where it is not so."""
    stop = np.flatnonzero(body <= ord(" "))
    if len(stop) % _N_COLUMNS:
        return None
    between = body[stop].reshape(-1, _N_COLUMNS)
    inner = between[:, :-1]
    if not ((between[:, -1] == _NEWLINE).all() and ((inner == ord(" ")) | (inner == ord("\t"))).all()):
        return None
    start = np.empty_like(stop)
    start[0] = 0
    np.add(stop[:-1], 1, out=start[1:])
    if (start == stop).any():
        return None
    starts, stops = start.reshape(-1, _N_COLUMNS), stop.reshape(-1, _N_COLUMNS)
    columns = [(starts[:, column].copy(), stops[:, column].copy()) for column in range(_N_COLUMNS)]
    return columns, np.arange(len(stops), dtype=np.int64)


def _any_columns(body: Bytes, first_line: int, path: str, problems: list[Problem]) -> tuple[list[Bounds], Ints]:
    """Find the columns between runs of blanks, and report the lines that have not six."""
    blank = _IS_BLANK[body]
    edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    edges = edges if blank[0] else np.concatenate([[0], edges])
    start, stop = edges[::2], edges[1::2]
    newlines = np.flatnonzero(body == _NEWLINE)
    line_of = np.searchsorted(newlines, start)
    count = np.bincount(line_of, minlength=len(newlines))
    for line in np.flatnonzero((count != _N_COLUMNS) & (count != 0))[: MOST_PROBLEMS + 1].tolist():
        text = f"expected {_N_COLUMNS} columns ({_COLUMNS}), got {count[line]}"
        problems.append(Problem(path=path, line=first_line + line, text=text))
    kept = count[line_of] == _N_COLUMNS
    starts, stops = start[kept].reshape(-1, _N_COLUMNS), stop[kept].reshape(-1, _N_COLUMNS)
    columns = [(starts[:, column].copy(), stops[:, column].copy()) for column in range(_N_COLUMNS)]
    return columns, np.flatnonzero(count == _N_COLUMNS)


def _utf8_rows(block: bytes, line: Ints, first_line: int, path: str, problems: list[Problem]) -> NDArray[np.bool_]:
    """Tell which rows stand in lines of UTF-8, and report the lines that are not."""
    good = np.ones(len(line), dtype=np.bool_)
    try:
        block.decode()
    except UnicodeDecodeError:
        bad: list[int] = []
        for number, one in enumerate(block.split(b"\n"), start=first_line):
            try:
                one.decode()
            except UnicodeDecodeError as exc:
                bad.append(number)
                text = f"not UTF-8: byte 0x{one[exc.start]:02x}"
                problems.append(Problem(path=path, line=number, text=text))
        good = ~np.isin(line, bad)
    return good


def _at(columns: list[Bounds], rows: NDArray[np.bool_]) -> list[Bounds]:
    return [(start[rows], stop[rows]) for start, stop in columns]


def _rank_order(data: Bytes, start: Ints, stop: Ints) -> Words:
    words = np.ndarray((len(data) - _RANK_BYTES + 1,), dtype=">u8", buffer=data, strides=(1,))
    length = stop - start
    unused = (_RANK_BYTES - np.minimum(length, _RANK_BYTES)).astype(np.uint64) << np.uint64(3)
    found = words[stop - _RANK_BYTES].astype(np.uint64)
    found = (found << unused) >> unused
    return np.where(length <= _RANK_BYTES, found, np.uint64(0))


def _shown(text: bytes) -> str:
    return repr(text[:80].decode("utf-8", "replace"))
