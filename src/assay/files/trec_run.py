"""TREC run files: ``query Q0 document rank score tag``, held against judgements as they are read, or as a `Run`."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.data.texts import Ints, Texts, Words, distinct, run_starts
from assay.errors import BadFileError, Problem
from assay.files.trec_bytes import RunBytes
from assay.files.trec_scan import Floats, RunLines, scan_lines, whole_lines
from assay.measures.judged_run import JudgedRun, JudgingPolicy
from assay.measures.ledger import Ledger, Rows
from assay.measures.row_groups import grouped, is_grouped, run_numbers

_MOST_PROBLEMS = 1000  # a file with more is no run file; reading on would only cost time
_MOST_SUSPECTS = 1000
_SLICE_ROWS = 1_000_000

Column = TypeVar("Column", bound=np.generic)
Open = Callable[[], AbstractContextManager[IO[bytes]]]


def judge_trec_run(path: str | Path, qrels: object, policy: JudgingPolicy | None = None) -> JudgedRun:
    """Read a run file and hold it against judgements.

    Parameters
    ----------
    path
        The file, ``-`` for standard input; gzip, bzip2, xz or Zstandard by content.
    qrels
        Judgements: `Qrels`, or a dict of dicts of grades.
    policy
        Where tools disagree; None takes the defaults.

    Returns
    -------
    JudgedRun
        As `assay.labels.run_judging.judge_run` of the same rows; its name is the tag in the file's first row.

    Raises
    ------
    BadFileError
        No such file, lines that have not six columns, a score that is no number, bytes that are not UTF-8.
    BadInputError
        No rows, no query in common, and what the policy refuses.

    Notes
    -----
    Any run of ASCII blanks separates; a byte order mark, blank lines and carriage returns are dropped. The rank column
    is not used; where it contradicts the scores, the first place is kept. A file whose queries stand in one piece is
    gone through once, in memory of a few blocks and one query; another one is read again, its rows held as columns.
    """
    with RunBytes(path) as source:
        return judge_bytes(source.opened, Qrels.of(qrels), policy or JudgingPolicy(), path=source.path)


def judge_bytes(opened: Open, qrels: Qrels, policy: JudgingPolicy, *, path: str) -> JudgedRun:
    """Hold the bytes of a run file against judgements: what a compiled scanner would do instead.

    Parameters
    ----------
    opened
        Opens the bytes from the first one, as often as it is called.
    qrels, policy
        Judgements, and where tools disagree.
    path
        What errors call the bytes.

    Returns
    -------
    JudgedRun
        Judged hits, sizes of rankings, and what was odd, with line numbers.

    Raises
    ------
    BadFileError, BadInputError
        As `judge_trec_run`.
    """
    ledger = Ledger(qrels, policy, source=path)
    with opened() as file:
        in_one_piece = _add_as_read(ledger, whole_lines(file, path), path)
    if not in_one_piece:
        ledger = Ledger(qrels, policy, source=path)
        with opened() as file:
            _add_when_read(ledger, _checked_blocks(whole_lines(file, path), path))
    return ledger.close()


def read_trec_run(path: str | Path) -> Run:
    """Read a run file as a `Run`, for uses that need its rows; queries in order of first appearance.

    Raises
    ------
    BadFileError
        As `judge_trec_run`.
    """
    blocks: list[tuple[Texts, Texts, Floats]] = []
    name = ""
    with RunBytes(path) as source, source.opened() as file:
        for lines in _checked_blocks(whole_lines(file, source.path), source.path):
            name = name or lines.tag
            blocks.append((lines.query.take(slice(None)).tight(), lines.docs.tight(), lines.scores))
    query = Texts.joined(block[0] for block in blocks)
    docs = Texts.joined(block[1] for block in blocks)
    scores = np.concatenate([np.zeros(0), *(block[2] for block in blocks)])
    first, code = distinct(query)
    order = np.argsort(code, kind="stable")
    counts = np.bincount(code, minlength=len(first))
    return Run(
        query_ids=tuple(query.take(first).to_list()),
        starts=np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)]),
        doc_ids=docs.take(order).to_list(),
        scores=scores[order],
        name=name or source.name,
    )


def _checked_blocks(blocks: Iterator[bytes], path: str) -> Iterator[RunLines]:
    """Scan block after block; what is wrong with lines is raised at the end, all of it."""
    problems: list[Problem] = []
    line = 1
    for block in blocks:
        yield scan_lines(block, line, path, problems)
        line += block.count(b"\n")
        if len(problems) > _MOST_PROBLEMS:
            break
    _refuse(problems)


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise BadFileError(sorted(problems, key=lambda problem: problem.line or 0))


def _add_as_read(ledger: Ledger, blocks: Iterator[bytes], path: str) -> bool:
    """Add query after query as they are read; False where rows of a query turn up in a second place."""
    problems: list[Problem] = []
    line = 1
    for block, is_last in _growing(blocks):
        found: list[Problem] = []
        lines = scan_lines(block.taken, line, path, found)
        starts = run_starts(lines.query)
        line += block.taken.count(b"\n")
        if not is_last and len(starts):  # the last query may go on in the next block
            row = int(starts[-1])
            line = int(lines.line[row])
            block.put_back(block.taken.rfind(b"\n", 0, int(lines.query.start[row])) + 1)
            found = [problem for problem in found if (problem.line or 0) < line]
            lines, starts = lines.take(slice(0, row)), starts[:-1]
        problems += found
        if len(problems) > _MOST_PROBLEMS:
            break
        if len(starts) and not _add_lines(ledger, lines, starts):
            return False
    _refuse(problems)
    return True


def _add_lines(ledger: Ledger, lines: RunLines, starts: Ints) -> bool:
    numbers = run_numbers(lines.query.take(starts), ledger.number_of)
    if not is_grouped(numbers) or any(ledger.has(number) for number in numbers[numbers >= 0].tolist()):
        return False
    _note_tag(ledger, lines)
    _note_rank(ledger, starts, lines.scores, lines.rank, lines.line)
    ledger.add(grouped(starts, numbers, lines.docs, lines.scores, lines.line))
    return True


class _Held:
    """The bytes at hand, of which some may be put back for the next time."""

    def __init__(self) -> None:
        self.taken = b""
        self.rest = b""

    def put_back(self, place: int) -> None:
        """Keep the bytes from a place on."""
        self.rest = self.taken[place:]


def _growing(blocks: Iterator[bytes]) -> Iterator[tuple[_Held, bool]]:
    """Give out blocks, each behind what was put back, and whether it is the last.

    Each is at least twice as long as what was put back, so that a long query is not scanned once a block.
    """
    held = _Held()
    parts: list[bytes] = []
    block = next(blocks, None)
    while block is not None:
        parts.append(block)
        following = next(blocks, None)
        if following is None or sum(map(len, parts)) >= len(held.rest):
            held.taken = b"".join([held.rest, *parts])
            held.rest = b""
            parts.clear()
            yield held, following is None
        block = following


def _add_when_read(ledger: Ledger, blocks: Iterator[RunLines]) -> None:
    """Hold the rows of judged queries as columns until all are read, then add them query by query."""
    numbers, lines, scores, ranks = list[Ints](), list[Ints](), list[Floats](), list[Words]()
    docs: list[Texts] = []
    for block in blocks:
        _note_tag(ledger, block)
        starts = run_starts(block.query)
        of_run = run_numbers(block.query.take(starts), ledger.number_of)
        number = np.repeat(of_run, np.diff(np.append(starts, len(block.line))))
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
        _note_rank(ledger, some[:-1], score[rows], rank[rows], line[rows])
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


def _note_tag(ledger: Ledger, lines: RunLines) -> None:
    if ledger.name == ledger.source and lines.tag:
        ledger.name = lines.tag


def _note_rank(ledger: Ledger, starts: Ints, scores: Floats, rank: Words, line: Ints) -> None:
    """Keep the first place where of two neighbours of a query the higher score has the larger rank."""
    if ledger.rank_contradiction is not None or len(scores) < 2:
        return
    suspect = (scores[1:] > scores[:-1]) & (rank[1:] > rank[:-1])
    suspect |= (scores[1:] < scores[:-1]) & (rank[1:] < rank[:-1])
    suspect[starts[starts > 0] - 1] = False
    for row in np.flatnonzero(suspect)[:_MOST_SUSPECTS].tolist():
        above, below = _rank_of(int(rank[row])), _rank_of(int(rank[row + 1]))
        if above is None or below is None or (above < below) != (scores[row] < scores[row + 1]) or above == below:
            continue  # leading zeros, or no numbers
        ledger.rank_contradiction = (
            f"{ledger.source}:{line[row + 1]}: rank {below} with score {scores[row + 1]:g}, "
            f"and rank {above} with {scores[row]:g} in line {line[row]}"
        )
        return


def _rank_of(word: int) -> int | None:
    text = word.to_bytes(8, "big").lstrip(b"\0")
    return int(text) if text.isdigit() else None
