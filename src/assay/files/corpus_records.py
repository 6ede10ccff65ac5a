"""Documents as records: JSON Lines in BEIR's form, or a JSON list of the same."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from assay.data.document import Document
from assay.errors import BadFileError, Problem
from assay.files.json_text import Record, json_lines, json_records, load_json
from assay.files.text import read_text

_ID_FIELDS = ("_id", "id", "doc_id")
_HINT = 'one record is {"_id": "d1", "title": "...", "text": "..."}; the rest is kept as metadata.'
_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}
_SHOWN = 60


def read_json_lines_corpus(path: Path) -> list[Document]:
    """Read one document a line.

    Raises
    ------
    BadFileError
        Bad lines, all of them.
    """
    problems: list[Problem] = []
    text = read_text(path, problems)
    return _documents(str(path), json_lines(str(path), text, problems), problems)


def read_json_corpus(path: Path) -> list[Document]:
    """Read a list of documents.

    Raises
    ------
    BadFileError
        Not a JSON list, or bad records, all of them.
    """
    text, problems = read_text(path), list[Problem]()
    found = load_json(str(path), text)
    if not isinstance(found, list):
        raise BadFileError([Problem(path=str(path), text=f"expected a JSON list of records, got {_kind(found)}")])
    records = json_records(str(path), text, cast("list[object]", found), "", problems)
    return _documents(str(path), records, problems)


def _documents(path: str, records: Iterable[Record], problems: list[Problem]) -> list[Document]:
    lines: dict[str, int] = {}
    documents: list[Document] = []
    for line, fields in records:
        wrong = list(_wrong(fields)) or list(_repeats(line, fields, lines))
        problems += [Problem(path=path, line=line, field=field, text=text) for field, text in wrong]
        if not wrong:
            documents.append(_document(fields))
    if problems:
        raise BadFileError(sorted(problems, key=lambda problem: problem.line or 0), hint=_HINT)
    return documents


def _wrong(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    name = _id_field(fields)
    given = fields.get(name)
    if name not in fields:
        yield "_id", "expected an id (or under 'id' or 'doc_id'), found none"
    elif isinstance(given, bool) or not isinstance(given, (str, int)) or not str(given).strip():
        yield name, f"expected text or a whole number that is not blank, got {_kind(given)}"
    if "text" not in fields:
        yield "text", "expected text, found none"
    elif not isinstance(fields["text"], str):
        yield "text", f"expected text, got {_kind(fields['text'])}"
    if not isinstance(fields.get("title", ""), (str, type(None))):
        yield "title", f"expected text, got {_kind(fields['title'])}"


def _repeats(line: int, fields: Mapping[str, Any], lines: dict[str, int]) -> Iterator[tuple[str, str]]:
    name = _id_field(fields)
    doc_id = str(fields[name])
    if doc_id in lines:
        yield name, f"the id {doc_id!r} stands on line {lines[doc_id]} already"
    lines.setdefault(doc_id, line)


def _document(fields: Mapping[str, Any]) -> Document:
    name = _id_field(fields)
    rest = {key: value for key, value in fields.items() if key not in (name, "title", "text")}
    if isinstance(rest.get("metadata"), dict):
        rest = rest.pop("metadata") | rest
    return Document(doc_id=str(fields[name]), text=fields["text"], title=fields.get("title") or "", metadata=rest)


def _id_field(fields: Mapping[str, Any]) -> str:
    return next((name for name in _ID_FIELDS if name in fields), "_id")


def _kind(value: object) -> str:
    if value is None:
        return "null"
    shown = json.dumps(value, ensure_ascii=False, default=str)
    name = _KINDS.get(type(value), type(value).__name__)
    return f"{name} ({shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '...'})"
