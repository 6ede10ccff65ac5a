"""Labels row by row, each with where it stands: a thing may be labelled more than once."""

from collections.abc import Iterable
from dataclasses import dataclass

from assay.data.identifier import as_id
from assay.errors import BadInputError
from assay.files.opening import Source
from assay.files.plain_number import plain_number
from assay.files.problems import Problems, shown
from assay.files.reading import raw_rows
from assay.files.rows import NO_ROWS, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow:
    """One grade somebody gave a document of a query; `line` is None where the format has none."""

    line: int | None
    query_id: str
    doc_id: str
    grade: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRows:
    """The labels of one file; `n_open` counts rows whose grade is null: nobody has judged them, or a judge failed."""

    path: str
    rows: tuple[LabelRow, ...]
    n_open: int = 0


def read_label_rows(source: Source) -> LabelRows:
    """Read every label of a file of judgements or of a judged queue.

    Parameters
    ----------
    source
        Whatever `read_qrels` reads; unlike there, one document of a query may have several grades.

    Raises
    ------
    BadFileError
        It cannot be read, or has bad rows; each is named with its line.
    """
    path, rows = raw_rows(source)
    problems = Problems(path)
    found, n_open = _checked(rows, problems)
    problems.check()
    if not found:
        raise problems.stop(None, "no labels in it")
    return LabelRows(path=path, rows=tuple(found), n_open=n_open)


def _checked(rows: Iterable[Row], problems: Problems) -> tuple[list[LabelRow], int]:
    found: list[LabelRow] = []
    n_open = 0
    for line, query, doc, value in rows:
        if doc is NO_ROWS:
            continue
        if value is None:
            n_open += 1
            continue
        grade = plain_number(value)
        if grade is None:
            problems.add(line, f"a grade is a finite number written plainly, got {shown(value)}", field="grade")
            continue
        try:
            row = LabelRow(line=line, query_id=as_id(query, "query_id"), doc_id=as_id(doc, "doc_id"), grade=grade)
        except BadInputError as exc:
            problems.add(line, str(exc))
        else:
            found.append(row)
    return found, n_open
