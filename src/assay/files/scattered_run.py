"""Run files whose queries stand in several pieces: their rows are held as columns, then brought together."""

from collections.abc import Iterator
from typing import IO, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words
from assay.errors import Problem
from assay.files.grouped_run import refuse
from assay.files.query_blocks import Block, QueryBlocks
from assay.files.run_lines import Floats, RunLines, first_contradiction
from assay.files.scanning import moved, scan_block
from assay.files.trec_scan import MOST_PROBLEMS
from assay.rankings.ledger import Ledger
from assay.rankings.rows import Rows

_SLICE_ROWS = 1_000_000

Column = TypeVar("Column", bound=np.generic)


def run_lines(file: IO[bytes], path: str) -> Iterator[RunLines]:
    """Read block after block, lines numbered from the first of each; what is wrong is raised at the end, all of it.

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
        yield lines
    refuse(problems)


def judge_scattered(ledger: Ledger, file: IO[bytes], path: str) -> None:
    """Hold a run against judgements once all of its rows are read; those of unjudged queries are not held.

    Raises
    ------
    BadFileError
        As `run_lines`.
    """
    numbers, lines, scores, ranks = list[Ints](), list[Ints](), list[Floats](), list[Words]()
    docs: list[Texts] = []
    for block in run_lines(file, path):
        if ledger.name == ledger.source and block.tag:
            ledger.name = block.tag
        of_run = ledger.numbers_of(block.heads)
        number = np.repeat(of_run, np.diff(np.append(block.starts, len(block.line))))
        judged = np.flatnonzero(number >= 0)
        numbers.append(number[judged])
        docs.append(block.docs.take(judged).tight())
        scores.append(block.scores[judged])
        ranks.append(block.rank[judged])
        lines.append(block.line[judged])
    if not docs:
        return
    held = Texts.joined(docs)
    docs.clear()
    number, line = _emptied(numbers), _emptied(lines)
    score, rank = _emptied(scores), _emptied(ranks)
    order = np.argsort(number, kind="stable")
    query, count = np.unique(number, return_counts=True)
    starts: Ints = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(count)])
    for first, until in _slices(starts):
        rows = order[starts[first] : starts[until]]
        some = starts[first : until + 1] - starts[first]
        if ledger.rank_contradiction is None:
            found = first_contradiction(some[:-1], score[rows], rank[rows], line[rows])
            ledger.rank_contradiction = found.told(path) if found else None
        ledger.add(
            Rows(query=query[first:until], starts=some, docs=held.take(rows), scores=score[rows], line=line[rows])
        )


def _emptied(parts: list[NDArray[Column]]) -> NDArray[Column]:
    """Join arrays and let go of them: together they are as large as what they make."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole


def _slices(starts: Ints) -> Iterator[tuple[int, int]]:
    """Cut queries into stretches of about a million rows."""
    first = 0
    while first < len(starts) - 1:
        until = int(np.searchsorted(starts, int(starts[first]) + _SLICE_ROWS, side="right")) - 1
        until = min(max(until, first + 1), len(starts) - 1)
        yield first, until
        first = until
