"""A queue as a spreadsheet (CSV), for those who judge there, and back again."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from assay.annotation.session import Scale
from assay.annotation.task import Task
from assay.errors import BadFileError, Problem
from assay.files.text import read_text
from assay.golden.queue import QueueRow

COLUMNS = ("query_id", "doc_id", "query", "text", "grade", "note")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def sheet_text(tasks: Iterable[Task]) -> str:
    """Write tasks as CSV with an empty column `grade`; a byte order mark has spreadsheets read it as UTF-8.

    Texts that a spreadsheet would take for a formula get an apostrophe before them; ids are left as they are, as they
    are what labels are found by.
    """
    written = StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for task in tasks:
        writer.writerow([task.query_id, task.doc_id, _plain(task.query), _plain(task.text), "", ""])
    return "\ufeff" + written.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def read_sheet(path: str, *, scale: Scale, annotator: str, how: str) -> list[QueueRow]:
    """Read the rows of a filled sheet that carry a grade.

    Raises
    ------
    BadFileError
        It cannot be read, lacks a column, or has grades that are none of the scale; each row is named.
    """
    rows = list(_rows(path))
    missing = [name for name in ("query_id", "doc_id", "grade") if not rows or name not in rows[0][1]]
    if missing:
        problem = Problem(path=path, line=1, text=f"there is no column {missing[0]!r}")
        raise BadFileError([problem], hint="`assay annotate QUEUE --sheet OUT.csv` writes the columns.")
    heading = rows[0][1]
    problems: list[Problem] = []
    found: list[QueueRow] = []
    for line, cells in rows[1:]:
        row = dict(zip(heading, cells, strict=False))
        written = row.get("grade", "").strip()
        if not written:
            continue
        if not _is_grade(written, scale):
            problems.append(
                Problem(path=path, line=line, field="grade", text=f"the scale is {scale}, got {written!r:.40}")
            )
            continue
        note = {"note": row["note"]} if row.get("note") else {}
        label = QueueRow(
            query_id=row["query_id"],
            doc_id=row["doc_id"],
            query=row.get("query", "").removeprefix("'"),
            grade=float(written),
            judge=row.get("judge") or annotator,
            how=f"{how}, scale {scale}",
        )
        found.append(label.model_copy(update=note))
    if problems:
        raise BadFileError(problems)
    return found


def _is_grade(written: str, scale: Scale) -> bool:
    try:
        grade = float(written)
    except ValueError:
        return False
    return grade.is_integer() and scale.low <= grade <= scale.high


def _rows(path: str) -> Sequence[tuple[int, list[str]]]:
    text = read_text(Path(path))
    limit = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    found: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            if cells:
                found.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error as exc:
        raise BadFileError([Problem(path=path, line=begins, text=f"not CSV: {exc}")]) from exc
    finally:
        csv.field_size_limit(limit)
    return found
