"""Tab-separated values, as BEIR writes them: three columns, or any under a heading that names them."""

from collections.abc import Iterable, Iterator

from assay.errors import BadInputError
from assay.files.columns import VALUE, Kind, find_names, is_heading
from assay.files.problems import Problems, shown
from assay.files.rows import Row


def tsv_rows(lines: Iterable[tuple[int, str]], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows; blank lines are skipped, nothing is quoted, blanks belong to the ids.

    Raises
    ------
    BadFileError
        The heading lacks a column, or has two for one purpose.
    """
    places, n_columns, begun = (0, 1, 2), 3, False
    for number, line in lines:
        text = line.rstrip("\r\n")
        cells = text.split("\t")
        if not text.strip():
            continue
        if not begun and is_heading(cells):
            places, n_columns = _places(cells, kind, number, problems), len(cells)
        elif len(cells) == n_columns and "\r" not in text:
            yield number, cells[places[0]], cells[places[1]], cells[places[2]]
        else:
            problems.add(number, _expected(kind, n_columns, places) + f", got {shown(text)}")
        begun = True


def _expected(kind: Kind, n_columns: int, places: tuple[int, ...]) -> str:
    if places == (0, 1, 2) and n_columns == 3:
        return f"expected query id, document id and {VALUE[kind]} between tabs"
    return f"expected the {n_columns} cells of the heading, between tabs"


def _places(heading: list[str], kind: Kind, line: int, problems: Problems) -> tuple[int, ...]:
    try:
        return tuple(heading.index(name) for name in find_names(heading, kind))
    except BadInputError as exc:
        raise problems.stop(line, str(exc)) from exc
