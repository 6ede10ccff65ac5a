"""Parquet and Arrow: the one file that imports pyarrow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from assay.errors import BadFileError, MissingExtraError, Problem
from assay.files.columns import ColumnTable

_BATCH = 1 << 16


def read_parquet(path: str, source: Path | BinaryIO) -> ColumnTable:
    """Open a Parquet file; its rows are read in batches, and only the columns that are wanted.

    Raises
    ------
    BadFileError
        Not Parquet, or damaged.
    MissingExtraError
        pyarrow is not installed.
    """
    arrow = _pyarrow("Parquet")
    try:
        file: Any = import_module("pyarrow.parquet").ParquetFile(source)
    except (arrow.ArrowException, OSError) as exc:
        raise _damaged(path, "Parquet", exc) from exc

    def batches(names: Sequence[str]) -> Iterator[tuple[Sequence[object], ...]]:
        try:
            yield from _values(file.iter_batches(batch_size=_BATCH, columns=list(names)), names)
        except (arrow.ArrowException, OSError) as exc:
            raise _damaged(path, "Parquet", exc) from exc

    return ColumnTable(names=tuple(file.schema_arrow.names), batches=batches)


def read_arrow_file(path: str, source: BinaryIO) -> ColumnTable:
    """Open an Arrow file (Feather, version 2).

    Raises
    ------
    BadFileError
        Not an Arrow file, or damaged.
    MissingExtraError
        pyarrow is not installed.
    """
    arrow = _pyarrow("Arrow")
    try:
        return _table(import_module("pyarrow.ipc").open_file(source).read_all())
    except (arrow.ArrowException, OSError) as exc:
        raise _damaged(path, "Arrow", exc) from exc


def read_arrow_table(given: object) -> ColumnTable:
    """Take a table that speaks Arrow's C stream interface: pyarrow's own, or another library's.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    """
    return _table(_pyarrow("an Arrow table").table(given))


def arrow_table(columns: Mapping[str, Iterable[object]]) -> Any:
    """Make an Arrow table of columns of text, whole numbers or floats.

    Raises
    ------
    MissingExtraError
        pyarrow is not installed.
    """
    return _pyarrow("Parquet").table({name: list(values) for name, values in columns.items()})


def write_parquet(stream: BinaryIO, table: Any) -> None:
    """Write an Arrow table as Parquet."""
    import_module("pyarrow.parquet").write_table(table, stream)


def _table(table: Any) -> ColumnTable:
    return ColumnTable(
        names=tuple(table.schema.names),
        batches=lambda names: _values(table.select(list(names)).to_batches(max_chunksize=_BATCH), names),
    )


def _values(batches: Iterable[Any], names: Sequence[str]) -> Iterator[tuple[Sequence[object], ...]]:
    for batch in batches:
        yield tuple(batch.column(name).to_pylist() for name in names)


def _pyarrow(what: str) -> Any:
    try:
        return import_module("pyarrow")
    except ImportError as exc:
        raise MissingExtraError(what, "pip install 'assay[arrow]'") from exc


def _damaged(path: str, what: str, exc: Exception) -> BadFileError:
    reason = " ".join(str(exc).split())
    return BadFileError([Problem(path=path, text=f"not {what} that can be read: {reason:.200}")])
