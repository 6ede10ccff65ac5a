"""Run files whose queries stand in several pieces: their rows are held as columns, then brought together by query."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import gettempdir
from typing import IO

import numpy as np

from assay.data.texts import Ints
from assay.errors import BadFileError, Problem
from assay.files.grouped_run import refuse
from assay.files.held_rows import Gathered, HeldRows
from assay.files.opening import Opened
from assay.files.query_blocks import Block, QueryBlocks
from assay.files.run_lines import Contradiction, RunLines, first_contradiction
from assay.files.scanning import moved, scan_block
from assay.files.spilled_rows import SpilledRows
from assay.files.text import why
from assay.files.trec_scan import MOST_PROBLEMS
from assay.rankings.ledger import Ledger
from assay.rankings.row_groups import stretches
from assay.rankings.rows import Rows

BUDGET = 256 << 20  # bytes of rows held in memory; what is beyond goes through a temporary file
_SLICE_ROWS = 1_000_000


def run_lines(file: IO[bytes], path: str) -> Iterator[tuple[RunLines, int]]:
    """Read block after block, lines numbered from the first of each; what is wrong is raised at the end, all of it.

    Yields
    ------
    RunLines, int
        Rows whose lines are numbered from the first one of the file, and the bytes they were read from.

    Raises
    ------
    BadFileError
        Bad lines, all of them; or a line of more than 16 MiB.
    """
    problems: list[Problem] = []
    blocks, block, above = QueryBlocks(file, path, whole_queries=False), Block(), 0
    while blocks.take(block) and len(problems) <= MOST_PROBLEMS:
        found: list[Problem] = []
        lines = scan_block(block, path, found)
        problems += moved(found, above)
        lines.line[:] += above
        above += lines.n_lines
        yield lines, block.size
    refuse(problems)


def judge_scattered(ledger: Ledger, file: Opened) -> str | None:
    """Hold a run against judgements once all of its rows are read; those of unjudged queries are not held.

    Returns
    -------
    str or None
        What was needed beside memory, and where; None where the rows fitted in their budget.

    Raises
    ------
    BadFileError
        As `run_lines`; or there is no room for a temporary file.
    """
    with ExitStack() as open_files:
        held, spilled, n_read = Gathered(), None, 0
        for lines, size in run_lines(file.stream, file.path):
            held.add(_judged_rows(ledger, lines))
            n_read += size
            if held.n_bytes > BUDGET:
                spilled = _spilled(open_files, spilled, held, ledger, n_read=n_read, file=file)
        if spilled is None:
            _hold_against(ledger, [held.emptied()], file.path)
            return None
        spilled = _spilled(open_files, spilled, held, ledger, n_read=n_read, file=file)
        _hold_against(ledger, spilled.by_query(BUDGET // 4), file.path)
        return f"a temporary file of {_size(spilled.n_bytes)} in {spilled.folder}"


def _judged_rows(ledger: Ledger, lines: RunLines) -> HeldRows:
    if ledger.name == ledger.source and lines.tag:
        ledger.name = lines.tag
    of_run = ledger.numbers_of(lines.heads)
    number = np.repeat(of_run, np.diff(np.append(lines.starts, len(lines.line))))
    judged = np.flatnonzero(number >= 0)
    return HeldRows(
        number=number[judged].astype(np.int32),
        docs=lines.docs.take(judged),
        scores=lines.scores[judged],
        rank=lines.rank[judged],
        line=lines.line[judged],
    )


def _spilled(
    open_files: ExitStack, spilled: SpilledRows | None, held: Gathered, ledger: Ledger, *, n_read: int, file: Opened
) -> SpilledRows:
    """Move rows to the temporary file, which is made for the first of them."""
    try:
        if spilled is None:
            spilled = open_files.enter_context(SpilledRows(len(ledger.judgements.queries)))
        spilled.write(held.emptied())
    except OSError as exc:
        written = spilled.n_bytes if spilled else 0
        raise _no_room(exc, file, written=written, n_read=n_read) from exc
    return spilled


def _no_room(exc: OSError, file: Opened, *, written: int, n_read: int) -> BadFileError:
    needed = f"more than {_size(max(written, BUDGET))}"
    if file.local is not None and written:
        needed = f"about {_size(written * Path(file.local).stat().st_size // max(n_read, 1))}"
    text = (
        "the rows of a query stand in several places; grouping them takes a temporary file of "
        f"{needed}, and {gettempdir()} has no room for it: {why(exc)}"
    )
    hint = "set TMPDIR to a folder that has room, or bring the rows of each query together first, as by sort."
    return BadFileError([Problem(path=file.path, text=text)], hint=hint)


def _hold_against(ledger: Ledger, pieces: Iterable[HeldRows], path: str) -> None:
    """Hold rows against judgements; the rows of a query are in one piece."""
    first: Contradiction | None = None
    for held in pieces:
        order = np.argsort(held.number, kind="stable")
        query, count = np.unique(held.number, return_counts=True)
        starts: Ints = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(count)])
        for begun, until in stretches(starts, _SLICE_ROWS):
            rows = held.take(order[starts[begun] : starts[until]])
            some = starts[begun : until + 1] - starts[begun]
            found = first_contradiction(some[:-1], rows.scores, rows.rank, rows.line)
            if found and (first is None or found.lines[1] < first.lines[1]):
                first = found
            numbers = query[begun:until].astype(np.int64)
            ledger.add(Rows(query=numbers, starts=some, docs=rows.docs, scores=rows.scores, line=rows.line))
    ledger.rank_contradiction = first.told(path) if first else None


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{n_bytes / 1e6:.0f} MB"
