"""JSON and JSON Lines: a mapping of mappings as pytrec_eval and ranx write it, or records."""

from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from typing import Any, cast

from assay.errors import BadInputError, Problem
from assay.files.columns import VALUE, Kind, Names, find_names, grouped_by
from assay.files.json_text import json_object, json_records, load_json
from assay.files.problems import Problems, shown
from assay.files.rows import NO_ROWS, Row
from assay.files.text import decode_text

SIZE_LIMIT = 1 << 30  # a JSON text is read as a whole, so it is bounded; JSON Lines are not
RECORD_LIMIT = 64 << 20  # a line may hold all documents of a query


def json_rows(stream: BufferedReader, kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of a JSON text: ``{query: {document: value}}``, or a list of records.

    Raises
    ------
    BadFileError
        Not JSON, something else than these two, or more than 1 GiB.
    """
    raw = stream.read(SIZE_LIMIT + 1)
    if len(raw) > SIZE_LIMIT:
        hint = "write it as JSON Lines, which are read line by line."
        raise problems.stop(None, f"a JSON text of more than {SIZE_LIMIT} bytes", hint=hint)
    text = decode_text(raw, problems.path)
    found = load_json(problems.path, text)
    if isinstance(found, dict):
        yield from mapping_rows(cast("dict[str, object]", found), kind, problems)
    elif isinstance(found, list):
        bad: list[Problem] = []
        yield from record_rows(json_records(problems.path, text, cast("list[object]", found), "", bad), kind, problems)
        for problem in bad:
            problems.add(problem.line, problem.text)
    else:
        raise problems.stop(None, f"expected an object or a list of records, got {shown(found)}")


def json_lines_rows(lines: Iterable[tuple[int, str]], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of JSON Lines: a record a row, or ``{"query_id": ..., "grades": {...}}`` a query."""
    return record_rows(_objects(lines, problems), kind, problems)


def mapping_rows(queries: Mapping[Any, Any], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of a mapping of query id to {document id: value}."""
    for query_id, docs in queries.items():
        yield from _group(None, query_id, docs, kind, problems)


def record_rows(records: Iterable[tuple[int, Mapping[str, Any]]], kind: Kind, problems: Problems) -> Iterator[Row]:
    """Iterate over the rows of numbered records, each one row or one whole query."""
    keys: list[str] = []
    names: Names | None = None
    for number, record in records:
        if names is None or keys != list(record):
            if (group := grouped_by(record, kind)) is not None:
                yield from _group(number, record[group[0]], record[group[1]], kind, problems)
                continue
            try:
                keys, names = list(record), find_names(list(record), kind)
            except BadInputError as exc:
                problems.add(number, str(exc))
                continue
        yield number, record[names.query], record[names.doc], record[names.value]


def _group(number: int | None, query_id: object, docs: object, kind: Kind, problems: Problems) -> Iterator[Row]:
    if not isinstance(docs, Mapping):
        text = f"query {shown(query_id)}: expected a mapping of document id to {VALUE[kind]}, got {shown(docs)}"
        problems.add(number, text)
        return
    yield number, query_id, NO_ROWS, NO_ROWS
    for doc_id, value in cast("Mapping[object, object]", docs).items():
        yield number, query_id, doc_id, value


def _objects(lines: Iterable[tuple[int, str]], problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield number, json_object(line)
        except ValueError as exc:
            problems.add(number, str(exc))
