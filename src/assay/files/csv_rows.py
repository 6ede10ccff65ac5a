"""Comma-separated values under a heading that names the columns."""

import csv
from collections.abc import Iterable, Iterator

from assay.errors import BadInputError
from assay.files.columns import Kind, find_names
from assay.files.problems import Problems
from assay.files.rows import Row


def csv_rows(lines: Iterable[tuple[int, str]], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows; a row that spans lines has the number of its first one. Blank rows are skipped.

    Raises
    ------
    BadFileError
        The heading lacks a column or has two for one purpose, or the quoting is broken.
    """
    rows = _records(lines, problems)
    first = next(rows, None)
    if first is None:
        return
    heading = first[1]
    try:
        query, doc, value = (heading.index(name) for name in find_names(heading, kind))
    except BadInputError as exc:
        raise problems.stop(first[0], str(exc)) from exc
    for line, cells in rows:
        if len(cells) == len(heading):
            yield line, cells[query], cells[doc], cells[value]
        else:
            problems.add(line, f"expected the {len(heading)} cells of the heading, got {len(cells)}")


def _records(lines: Iterable[tuple[int, str]], problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Iterate over (line it begins in, cells); a cell is bounded by the limit of the csv module, 128 KiB."""
    reached = 0

    def texts() -> Iterator[str]:
        nonlocal reached
        for number, text in lines:
            reached = number
            yield text

    reader, begins = csv.reader(texts(), strict=True), 1
    try:
        for cells in reader:
            if cells:
                yield begins, cells
            begins = reached + 1
    except csv.Error as exc:
        raise problems.stop(begins, f"not CSV: {exc}") from exc
