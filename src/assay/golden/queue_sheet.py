"""A judged queue as a spreadsheet (CSV): a heading that names the fields of a queue, and a row a hit."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from assay.errors import BadFileError, Problem
from assay.files.text import read_text

_NUMBERS = ("grade", "start", "end", "group")
_NEEDED = ("query_id", "doc_id", "grade")


def is_sheet(path: str) -> bool:
    """Whether a queue is a spreadsheet, by its ending."""
    return path.lower().endswith(".csv")


def sheet_records(path: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, object]]]:
    """Iterate over (line, filled cells by the name of their column); numbers are read where they are numbers.

    An apostrophe before a text is what `assay annotate --sheet` writes so that no spreadsheet reads a formula.

    Raises
    ------
    BadFileError
        It is not CSV, or lacks a column.
    """
    rows = _rows(path)
    _, heading = next(rows, (1, list[str]()))
    missing = [name for name in _NEEDED if name not in heading]
    if missing:
        problem = Problem(path=path, line=1, text=f"there is no column {missing[0]!r}")
        raise BadFileError([problem], hint=f"a sheet needs {', '.join(_NEEDED)}, as `assay annotate --sheet` writes.")
    for line, cells in rows:
        if len(cells) > len(heading):
            text = f"more cells than the {len(heading)} columns of the heading"
            problems.append(Problem(path=path, line=line, text=text))
            continue
        filled = {name: cell for name, cell in zip(heading, cells, strict=False) if cell.strip()}
        if filled:
            yield line, {name: _value(name, cell) for name, cell in filled.items()}


def _value(name: str, cell: str) -> object:
    if name not in _NUMBERS:
        return cell.removeprefix("'") if name in ("query", "text", "quote") else cell
    try:
        return float(cell) if name == "grade" else int(cell)
    except ValueError:
        return cell  # said by the check of the field


def _rows(path: str) -> Iterator[tuple[int, list[str]]]:
    """Iterate over (line it begins in, cells) of the rows that are not blank."""
    text = read_text(Path(path))
    limit = csv.field_size_limit(max(len(text), csv.field_size_limit()))
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    begins = 1
    try:
        for cells in reader:
            if cells:
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as exc:
        raise BadFileError([Problem(path=path, line=begins, text=f"not CSV: {exc}")]) from exc
    finally:
        csv.field_size_limit(limit)
