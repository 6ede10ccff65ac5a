"""TREC's lines: columns parted by blanks, four for a judgement and six for a retrieved document."""

import re
from collections.abc import Iterable, Iterator

from assay.files.columns import Kind
from assay.files.plain_number import plain_number
from assay.files.problems import Problems, shown
from assay.files.rows import Row

_COLUMN = re.compile(r"[^ \t\r\n\v\f]+")  # ASCII blanks only: a no-break space belongs to an id
_SHAPES: dict[Kind, tuple[int, int, str]] = {
    "qrels": (4, 3, "4 columns (query id, iteration, document id, grade)"),
    "run": (6, 4, "6 columns (query id, Q0, document id, rank, score, tag)"),
}


def trec_columns(line: str) -> list[str]:
    """Return the columns of a line, parted by any run of ASCII blanks."""
    return _COLUMN.findall(line)


def trec_tag(head: bytes) -> str | None:
    """Return the tag of a run, from the first line of its file."""
    columns = trec_columns(head.lstrip().partition(b"\n")[0].decode("utf-8", "replace"))
    return columns[5] if len(columns) == 6 else None


def trec_rows(lines: Iterable[tuple[int, str]], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of TREC qrels or of a TREC run; blank lines are skipped, nothing is a comment."""
    n_columns, value, shape = _SHAPES[kind]
    for number, line in lines:
        columns = trec_columns(line)
        if line.startswith("#") and (len(columns) != n_columns or plain_number(columns[value], infinite=True) is None):
            problems.hint = problems.hint or "a line that begins with # is no comment, for ids may: remove it."
        if len(columns) == n_columns:
            yield number, columns[0], columns[2], columns[value]
        elif columns:
            problems.add(number, f"expected {shape} between blanks, got {len(columns)}: {shown(line.strip())}")
