"""Judgements and runs as rows to be written, and what an id must not hold to come back as it went."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadInputError
from assay.files.detection import Format
from assay.files.problems import shown

_CANNOT_HOLD: Mapping[Format, tuple[re.Pattern[str], str]] = {
    "trec": (re.compile("[ \t\r\n\v\f\0]|^\ufeff"), "TREC's columns are parted by blanks"),
    "tsv": (re.compile("[\t\r\n\0]"), "TSV's columns are parted by tabs, its rows by line ends"),
    "csv": (re.compile("\0"), "CSV is text"),
}


class Judged(NamedTuple):
    """One judgement."""

    query_id: str
    doc_id: str
    grade: float


class Ranked(NamedTuple):
    """One retrieved document at its rank: by score descending, then by id descending by bytes."""

    query_id: str
    doc_id: str
    rank: int
    score: float


TableRow: TypeAlias = Judged | Ranked


def judged(qrels: Qrels) -> Iterator[Judged]:
    """Iterate over judgements in the order they were given."""
    for query_id, docs in qrels.grades.items():
        for doc_id, grade in docs.items():
            yield Judged(query_id, doc_id, grade)


def ranked(run: Run) -> Iterator[Ranked]:
    """Iterate over a run query by query, best first. UTF-8 orders bytes as code points, so texts order the ids."""
    scores, starts = run.scores.tolist(), run.starts.tolist()
    for query_id, start, stop in zip(run.query_ids, starts[:-1], starts[1:], strict=True):
        rows = [(scores[row], run.doc_ids[row]) for row in range(start, stop)]
        for rank, (score, doc_id) in enumerate(sorted(rows, reverse=True), start=1):
            yield Ranked(query_id, doc_id, rank, score)


def check_ids(rows: Iterable[TableRow], file_format: Format) -> None:
    """Look over the ids before anything is written.

    Raises
    ------
    BadInputError
        An id is empty, is no text that UTF-8 can hold, or holds what the format parts its columns with.
    """
    pattern, why = _CANNOT_HOLD.get(file_format, (None, ""))
    for row in rows:
        for name, given in (("query", row.query_id), ("document", row.doc_id)):
            if not given or not _encodable(given):
                raise BadInputError(f"an id is text that is not empty, got {shown(given)} as the id of a {name}")
            if pattern is not None and pattern.search(given):
                hint = "Hint: json, jsonl and parquet hold any id."
                raise BadInputError(f"the {name} id {shown(given)} cannot be written: {why}\n{hint}")


def written_number(value: float) -> str:
    """Write a number so that reading it gives the same float; a whole one without a point.

    Examples
    --------
    >>> written_number(2.0), written_number(0.1), written_number(float("-inf"))
    ('2', '0.1', '-inf')
    """
    return repr(whole) if isinstance(whole := plainest(value), int) else repr(float(whole))


def plainest(value: float) -> int | float:
    """Return a whole number as an int, wherever that loses nothing; anything else as it is."""
    negative_zero = value == 0 and math.copysign(1, value) < 0
    return int(value) if float(value).is_integer() and abs(value) < 2**53 and not negative_zero else value


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
