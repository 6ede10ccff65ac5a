"""Rows given in memory: a mapping of mappings, a table, or anything that yields rows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from assay.errors import BadInputError
from assay.files.columns import VALUE, Kind, column_rows
from assay.files.frames import column_table
from assay.files.json_rows import mapping_rows, record_rows
from assay.files.problems import Problems, shown
from assay.files.rows import Row

_ACCEPTED = (
    "a path, '-' for standard input, a mapping of query id to {document id: value}, a pandas or polars frame, "
    "an Arrow table, a NumPy structured array, or rows of (query id, document id, value)"
)


def memory_rows(given: object, kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of a table in memory, which is read once and never changed.

    Raises
    ------
    BadInputError
        It is none of what is accepted.
    MissingExtraError
        It is an Arrow table and pyarrow is not installed.
    """
    if isinstance(given, Mapping):
        return mapping_rows(cast("Mapping[object, object]", given), kind, problems)
    table = column_table(given)
    if table is not None:
        return column_rows(table, kind, problems)
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | bytearray):
        return _rows(cast("Iterable[object]", given), kind, problems)
    raise BadInputError(f"expected {_ACCEPTED}, got {type(given).__name__} {shown(given)}")


def _rows(given: Iterable[object], kind: Kind, problems: Problems) -> Iterator[Row]:
    for number, row in enumerate(given, start=1):
        record = _record(row)
        if record is not None:
            yield from record_rows([(number, record)], kind, problems)
            continue
        cells = list(cast("Iterable[object]", row)) if _is_sequence(row) else []
        if len(cells) == 3:
            yield number, cells[0], cells[1], cells[2]
        else:
            text = f"expected (query id, document id, {VALUE[kind]}) or a mapping with these names, got {shown(row)}"
            problems.add(number, text)


def _record(row: Any) -> Mapping[str, Any] | None:
    """Return a row with names, a mapping or a named tuple, as a mapping."""
    if isinstance(row, Mapping):
        return {str(name): value for name, value in cast("Mapping[object, object]", row).items()}
    return row._asdict() if isinstance(row, tuple) and hasattr(row, "_asdict") else None  # pyright: ignore


def _is_sequence(row: Any) -> bool:
    return hasattr(row, "__len__") and hasattr(row, "__iter__") and not isinstance(row, str | bytes | Mapping | set)
