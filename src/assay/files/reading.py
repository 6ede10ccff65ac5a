"""Judgements and runs from a file or from memory: opened, told apart, read and gathered.

The reader of a format is loaded when a file is of it: TREC files, by far the most, need none of the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadFileError, BadInputError, Problem
from assay.files.columns import ColumnTable, Kind, column_rows, kind_of
from assay.files.detection import Format, detect
from assay.files.lines import text_lines
from assay.files.opening import Opened, Source, opened
from assay.files.problems import Problems
from assay.files.rows import Judgements, Retrieved, Row
from assay.files.trec_qrels import read_plain_qrels
from assay.files.trec_rows import trec_rows, trec_tag
from assay.files.trec_run import read_trec_run

_SIZE_LIMIT = 1 << 30  # of a column file that cannot be read in place


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A table read from a file, with what the file turned out to be."""

    table: Qrels | Run
    kind: Kind
    file_format: Format
    compression: str | None


class UnclearKindError(BadInputError):
    """Nothing in a file says whether it holds judgements or a run."""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path}: nothing in it says whether it holds judgements or a run")


def read_file(source: Source, *, kind: Kind | None = None, file_format: Format | None = None) -> Found:
    """Read judgements or a run from a path, from standard input for ``-``, or from a pipe.

    Parameters
    ----------
    source
        The file, compressed or not.
    kind
        What it holds; None where its columns say so.
    file_format
        Its format; None to go by its content.

    Raises
    ------
    BadFileError
        It cannot be read; every bad line is listed.
    UnclearKindError
        `kind` is None and the content does not tell.
    MissingExtraError
        The format or the compression needs a package that is not installed.
    """
    with opened(source) as file:
        seen = detect(file.path, file.head, whole=file.whole, file_format=file_format)
        if kind is not None and seen.kind not in (None, kind):
            raise _other_kind(file.path, kind)
        columns = _columns(file, seen.file_format)
        found = kind or seen.kind or (kind_of(columns.names) if columns else None)
        if found is None:
            raise UnclearKindError(file.path)
        table = _table(file, seen.file_format, found, columns)
        return Found(table=table, kind=found, file_format=seen.file_format, compression=file.compression)


def raw_rows(source: Source) -> tuple[str, list[Row]]:
    """Return what messages call a file of judgements, and its rows, still to be checked.

    Raises
    ------
    BadFileError
        It cannot be read, or its lines are not rows of judgements.
    MissingExtraError
        As `read_file`.
    """
    with opened(source) as file:
        seen = detect(file.path, file.head, whole=file.whole)
        if seen.kind not in (None, "qrels"):
            raise _other_kind(file.path, "qrels")
        columns, problems = _columns(file, seen.file_format), Problems(file.path)
        rows = column_rows(columns, "qrels", problems) if columns else _rows(file, seen.file_format, "qrels", problems)
        found = list(rows)
        problems.check()
        return file.path, found


def read_memory(given: object, kind: Kind, name: str) -> Qrels | Run:
    """Gather judgements or a run from a table in memory.

    Raises
    ------
    BadInputError
        It is no such table, or has bad rows; each is listed with its number.
    """
    from assay.files.memory_rows import memory_rows

    problems = Problems(f"the given {type(given).__name__}")
    return gathered(memory_rows(given, kind, problems), kind, problems, name)


def gathered(rows: Iterator[Row], kind: Kind, problems: Problems, name: str) -> Qrels | Run:
    """Check rows and make them judgements or a run."""
    gatherer = Judgements(problems) if kind == "qrels" else Retrieved(problems)
    return gatherer.gather(rows).table(name)


def _table(file: Opened, file_format: Format, kind: Kind, columns: ColumnTable | None) -> Qrels | Run:
    name, problems = file.name, Problems(file.path)
    if (file_format, kind) == ("trec", "run"):
        if file.local is not None:
            return read_trec_run(file.local)  # many lines at once; what cannot be opened again goes line by line
        name = trec_tag(file.head) or name
    if (file_format, kind) == ("trec", "qrels") and file.local is not None:
        plain = read_plain_qrels(file.local, name)
        if plain is not None:
            return plain
    rows = column_rows(columns, kind, problems) if columns else _rows(file, file_format, kind, problems)
    return gathered(rows, kind, problems, name)


def _rows(file: Opened, file_format: Format, kind: Kind, problems: Problems) -> Iterator[Row]:
    if file_format in ("json", "jsonl"):
        from assay.files.json_rows import RECORD_LIMIT, json_lines_rows, json_rows

        if file_format == "json":
            return json_rows(file.stream, kind, problems)
        return json_lines_rows(text_lines(file.stream, problems, limit=RECORD_LIMIT), kind, problems)
    lines = text_lines(file.stream, problems)
    if file_format == "csv":
        from assay.files.csv_rows import csv_rows

        return csv_rows(lines, kind, problems)
    if file_format == "tsv":
        from assay.files.tsv_rows import tsv_rows

        return tsv_rows(lines, kind, problems)
    return trec_rows(lines, kind, problems)


def _columns(file: Opened, file_format: Format) -> ColumnTable | None:
    if file_format in ("parquet", "arrow"):
        from assay.files.arrow import read_arrow_file, read_parquet

        if file_format == "parquet":
            return read_parquet(file.path, file.local or _in_memory(file))
        return read_arrow_file(file.path, _in_memory(file))
    if file_format == "npy":
        from assay.files.frames import read_npy

        return read_npy(file.path, _in_memory(file))
    return None


def _in_memory(file: Opened) -> BytesIO:
    raw = file.stream.read(_SIZE_LIMIT + 1)
    if len(raw) > _SIZE_LIMIT:
        text = f"more than {_SIZE_LIMIT} bytes, which is too much for a format that cannot be read line by line"
        raise BadFileError([Problem(path=file.path, text=text)])
    return BytesIO(raw)


def _other_kind(path: str, wanted: Kind) -> BadFileError:
    if wanted == "qrels":
        text = "this is a run; judgements (query id, document id, grade) were expected"
    else:
        text = "these are judgements; a run (query id, document id, score) was expected"
    return BadFileError([Problem(path=path, text=text)])
