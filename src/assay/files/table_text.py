"""Rows as the text of a file: TREC lines, TSV, CSV, JSON and JSON Lines."""

import csv
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import groupby

from assay.errors import BadInputError
from assay.files.table_rows import Judged, Ranked, TableRow, plainest, written_number

_JSON = json.JSONEncoder(ensure_ascii=False)
_BLANKS = re.compile("[ \t\r\n\v\f\0]+")


def trec_text(rows: Iterable[TableRow], tag: str) -> Iterator[str]:
    """Write TREC lines; blanks in the tag of a run become underscores."""
    name = _BLANKS.sub("_", tag) or "run"
    for row in rows:
        if isinstance(row, Judged):
            yield f"{row.query_id} 0 {row.doc_id} {written_number(row.grade)}\n"
        else:
            yield f"{row.query_id} Q0 {row.doc_id} {row.rank} {written_number(row.score)} {name}\n"


def tsv_text(rows: Iterable[TableRow], heading: Sequence[str]) -> Iterator[str]:
    """Write tab-separated values under a heading."""
    yield "\t".join(heading) + "\n"
    for row in rows:
        yield "\t".join(_cells(row)) + "\n"


def csv_text(rows: Iterable[TableRow], heading: Sequence[str]) -> Iterator[str]:
    """Write comma-separated values under a heading, as RFC 4180 has them."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    for cells in (heading, *map(_cells, rows)):
        writer.writerow(cells)
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def json_lines_text(rows: Iterable[TableRow]) -> Iterator[str]:
    """Write one object a row."""
    for row in rows:
        yield _JSON.encode({name: _json_value(value) for name, value in row._asdict().items()}) + "\n"


def json_text(queries: Iterable[str], rows: Iterable[TableRow]) -> Iterator[str]:
    """Write a mapping of mappings, a query a line.

    Raises
    ------
    BadInputError
        A query retrieved a document twice, which a mapping cannot say.
    """
    by_query = {query_id: _mapping(list(group)) for query_id, group in groupby(rows, lambda row: row.query_id)}
    start = "\n"
    yield "{"
    for query_id in queries:
        yield f"{start}{_JSON.encode(query_id)}: {_JSON.encode(by_query.get(query_id, {}))}"
        start = ",\n"
    yield "\n}\n"


def _mapping(rows: Sequence[TableRow]) -> Mapping[str, object]:
    found: dict[str, object] = {}
    for row in rows:
        if row.doc_id in found:
            text = f"query {row.query_id!r} holds document {row.doc_id!r} twice, which JSON's mapping cannot say"
            raise BadInputError(f"{text}\nHint: write jsonl, which has a line a row.")
        found[row.doc_id] = _json_value(row.score if isinstance(row, Ranked) else row.grade)
    return found


def _cells(row: TableRow) -> list[str]:
    return [value if isinstance(value, str) else written_number(value) for value in row]


def _json_value(value: str | float) -> str | float:
    """Return a value that JSON can hold: an infinity, for which it has no number, is the text ``inf``."""
    if isinstance(value, str):
        return value
    return plainest(value) if math.isfinite(value) else repr(value)
