"""Run files whose queries stand in one piece: gone through once, several blocks at a time, in little memory."""

from dataclasses import dataclass, field
from threading import Lock
from typing import IO

import numpy as np

from assay.errors import BadFileError, Problem
from assay.files.query_blocks import Block, QueryBlocks
from assay.files.run_lines import Contradiction, first_contradiction
from assay.files.scanning import moved, scan_block
from assay.files.trec_scan import MOST_PROBLEMS
from assay.rankings.ledger import Ledger
from assay.rankings.row_groups import grouped, is_grouped
from assay.rankings.rows import Placed, Repeat
from assay.rankings.threads import in_threads, n_threads


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Read:
    """What is left of a block; lines are numbered from its first one."""

    number: int
    n_lines: int
    tag: str = ""
    problems: list[Problem] = field(default_factory=list[Problem])
    unjudged: list[str] = field(default_factory=list[str])
    contradiction: Contradiction | None = None
    placed: Placed | None = None


def judge_grouped(ledger: Ledger, file: IO[bytes], path: str) -> bool:
    """Hold a run against judgements as it is read; False where rows of a query turn up in a second place.

    Raises
    ------
    BadFileError
        Bad lines, all of them; or a line of more than 16 MiB.
    """
    reading = _Reading(ledger, QueryBlocks(file, path), path)
    in_threads(lambda _: reading.work(), range(n_threads()))
    return not reading.is_scattered and reading.close()


class _Reading:
    """The state that threads share; each works at a block of its own."""

    def __init__(self, ledger: Ledger, blocks: QueryBlocks, path: str) -> None:
        self._ledger, self._blocks, self._path = ledger, blocks, path
        self._placer = ledger.placer
        self._lock = Lock()
        self._read: list[_Read] = []
        self._n_problems = 0
        self._stopped = self.is_scattered = False

    def work(self) -> None:
        """Take blocks until there are none left, or one says that this leads nowhere."""
        block = Block()
        try:
            while not self._stopped and self._blocks.take(block):
                self._keep(self._read_block(block))
        except BaseException:
            self._stopped = True
            raise

    def _read_block(self, block: Block) -> _Read:
        problems: list[Problem] = []
        lines = scan_block(block, self._path, problems)
        numbers = self._placer.numbers(lines.heads)
        contradiction = None
        if lines.may_contradict and self._ledger.rank_contradiction is None:
            contradiction = first_contradiction(lines.starts, lines.scores, lines.rank, lines.line)
        placed = None
        if problems:
            pass
        elif is_grouped(numbers):
            rows = grouped(lines.starts, numbers, lines.docs, lines.scores, lines.line)
            placed = self._placer.place(rows, self._ledger.policy)
        else:
            self.is_scattered = self._stopped = True
        return _Read(
            number=block.number,
            n_lines=lines.n_lines,
            tag=lines.tag,
            problems=problems,
            unjudged=lines.heads.take(np.flatnonzero(numbers < 0)).to_list(),
            contradiction=contradiction,
            placed=placed,
        )

    def _keep(self, read: _Read) -> None:
        with self._lock:
            self._read.append(read)
            self._n_problems += len(read.problems)
            self._stopped |= self._n_problems > MOST_PROBLEMS
            if read.placed is None:
                return
            if self._ledger.has_any(read.placed.query):
                self.is_scattered = self._stopped = True
                return
            self._ledger.take(read.placed)

    def close(self) -> bool:
        """Note in the order of the file what was odd; refuse what is bad."""
        ledger, above = self._ledger, 0
        problems: list[Problem] = []
        for read in sorted(self._read, key=lambda read: read.number):
            problems += moved(read.problems, above)
            ledger.note_unjudged(read.unjudged)
            if read.tag and ledger.name == ledger.source:
                ledger.name = read.tag
            if read.contradiction and ledger.rank_contradiction is None:
                ledger.rank_contradiction = read.contradiction.told(self._path, above)
            if read.placed and read.placed.repeat:
                ledger.note_repeat(_moved(read.placed.repeat, above))
            above += read.n_lines
        refuse(problems)
        return True


def _moved(repeat: Repeat, shift: int) -> Repeat:
    first, second = repeat.lines or (0, 0)
    return Repeat(query=repeat.query, doc_id=repeat.doc_id, lines=(first + shift, second + shift))


def refuse(problems: list[Problem]) -> None:
    """Raise what is wrong, in the order of the lines, if anything is."""
    if problems:
        raise BadFileError(sorted(problems, key=lambda problem: problem.line or 0))
