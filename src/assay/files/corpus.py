"""A corpus on disk as documents: folders of text, JSON Lines (BEIR's form), JSON lists."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from assay.data.document import Document
from assay.errors import BadFileError, BadInputError, Problem

_BOM = b"\xef\xbb\xbf"
_TEXTS = (".md", ".markdown", ".txt")
_Wrong = tuple[str | None, str]
_ID_FIELDS = ("_id", "id", "doc_id")
_EXPECTED = "a folder of *.md and *.txt, a corpus.jsonl, a .json list, or one .md or .txt file"
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
_FENCE = re.compile(r" {0,3}(```|~~~)")
_TITLE = re.compile(r"#[ \t]+(.*?)[ \t]*#*[ \t]*$")


def read_corpus(path: str | Path) -> list[Document]:
    """Read every document below `path`.

    Parameters
    ----------
    path
        - A folder that holds a ``corpus.jsonl``: that file.
        - Another folder: its ``*.md`` and ``*.txt`` at any depth, sorted by path, hidden ones left out.
          `doc_id` is the path below the folder with forward slashes; the title is the first ``# `` heading of
          Markdown, else the file's name without its ending.
        - ``*.jsonl`` (one record a line) or ``*.json`` (a list of records): ``_id`` (or ``id``, ``doc_id``;
          whole numbers become text), ``text``, optional ``title``; whatever else is there becomes metadata.
        - One ``.md`` or ``.txt`` file.

    Returns
    -------
    list of Document
        In the file's order, or sorted by path. A document may have no text.

    Raises
    ------
    BadFileError
        Lines that cannot be read, **all** of them with path, line and field: not UTF-8, not JSON, no id, no
        text, or an id seen before (both lines are named).
    BadInputError
        Nothing is there, or nothing in it.

    Notes
    -----
    UTF-8; a byte order mark is dropped. In text files CRLF becomes LF, as `open` does, and offsets count after
    that; the text of a JSON record is kept as it is. O(bytes).
    """
    place = Path(path)
    if not place.exists():
        raise BadInputError(f"there is no corpus at {place}\nHint: give {_EXPECTED}.")
    documents = _read(place)
    if not documents:
        raise BadInputError(f"the corpus at {place} holds no documents\nHint: give {_EXPECTED}.")
    return documents


def _read(place: Path) -> list[Document]:
    if place.is_dir():
        listed = place / "corpus.jsonl"
        return _from_records(_json_lines, listed) if listed.is_file() else _from_folder(place)
    readers: Mapping[str, Callable[[Path], list[Document]]] = {
        ".jsonl": lambda file: _from_records(_json_lines, file),
        ".json": lambda file: _from_records(_json_list, file),
        **dict.fromkeys(_TEXTS, lambda file: _from_texts([(file.name, file)])),
    }
    if place.suffix.lower() not in readers:
        raise BadInputError(f"{place} is not a kind of corpus Assay reads\nHint: give {_EXPECTED}.")
    return readers[place.suffix.lower()](place)


def _from_folder(folder: Path) -> list[Document]:
    files = [(file.relative_to(folder), file) for file in folder.rglob("*") if file.suffix.lower() in _TEXTS]
    shown = [(below.as_posix(), file) for below, file in files if not any(part.startswith(".") for part in below.parts)]
    return _from_texts(sorted((name, file) for name, file in shown if file.is_file()))


def _from_texts(files: Iterable[tuple[str, Path]]) -> list[Document]:
    problems: list[Problem] = []
    documents: list[Document] = []
    for name, file in files:
        content = file.read_bytes().removeprefix(_BOM)
        try:
            text = content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as error:
            problems.append(_undecodable(file, content.count(b"\n", 0, error.start) + 1, error))
        else:
            documents.append(Document(doc_id=name, text=text, title=_title(file, text)))
    if problems:
        raise BadFileError(problems, hint="save the file as UTF-8.")
    return documents


def _title(file: Path, text: str) -> str:
    if file.suffix.lower() == ".txt":
        return file.stem
    fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (found := _TITLE.match(line)) and found[1]:
            return found[1]
    return file.stem


@dataclass(frozen=True, slots=True)
class _Record:
    line: int | None
    where: str
    content: object

    def problem(self, file: Path, field: str | None, text: str) -> Problem:
        shown = text if self.line is not None else f"{self.where}: {text}"
        return Problem(path=str(file), line=self.line, field=field, text=shown)


def _json_lines(file: Path, problems: list[Problem]) -> Iterator[_Record]:
    with file.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            content = raw.removeprefix(_BOM) if number == 1 else raw
            try:
                text = content.decode("utf-8")
            except UnicodeDecodeError as error:
                problems.append(_undecodable(file, number, error))
                continue
            if text.strip():
                yield from _parsed(file, problems, text, number)


def _parsed(file: Path, problems: list[Problem], text: str, number: int) -> Iterator[_Record]:
    try:
        yield _Record(number, f"line {number}", json.loads(text))
    except (ValueError, RecursionError) as error:
        problems.append(Problem(path=str(file), line=number, text=f"expected a JSON object, {_reason(error)}"))


def _json_list(file: Path, problems: list[Problem]) -> Iterator[_Record]:
    content = file.read_bytes().removeprefix(_BOM)
    try:
        found: object = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        problems.append(_undecodable(file, content.count(b"\n", 0, error.start) + 1, error))
        return
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        problems.append(Problem(path=str(file), line=line, text=f"expected a JSON list, {_reason(error)}"))
        return
    if not isinstance(found, list):
        problems.append(Problem(path=str(file), text=f"expected a JSON list of records, got {_kind(found)}"))
        return
    for position, item in enumerate(cast("list[object]", found), start=1):
        yield _Record(None, f"record {position}", item)


def _from_records(read: Callable[[Path, list[Problem]], Iterator[_Record]], file: Path) -> list[Document]:
    problems: list[Problem] = []
    first_seen: dict[str, str] = {}
    documents: list[Document] = []
    for record in read(file, problems):
        fields = _fields(record.content)
        wrong = list(_wrong(record.content, fields)) or list(_repeats(record, fields, first_seen))
        problems += [record.problem(file, name, text) for name, text in wrong]
        if not wrong:
            documents.append(_document(fields))
    if problems:
        raise BadFileError(problems, hint=_HINT)
    return documents


def _fields(content: object) -> Mapping[str, Any]:
    return cast("dict[str, Any]", content) if isinstance(content, dict) else {}


def _wrong(content: object, fields: Mapping[str, Any]) -> Iterator[_Wrong]:
    if not isinstance(content, dict):
        yield None, f"expected a JSON object, got {_kind(content)}"
        return
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


def _repeats(record: _Record, fields: Mapping[str, Any], first_seen: dict[str, str]) -> Iterator[_Wrong]:
    name = _id_field(fields)
    first = first_seen.setdefault(str(fields[name]), record.where)
    if first != record.where:
        yield name, f"the id {str(fields[name])!r} stands on {first} already"


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
    return (
        f"{_KINDS.get(type(value), type(value).__name__)} ({shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '...'})"
    )


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"but {error.msg} at column {error.colno}"
    return "but it nests too deep" if isinstance(error, RecursionError) else f"but {error}"


def _undecodable(file: Path, line: int, error: UnicodeDecodeError) -> Problem:
    return Problem(path=str(file), line=line, text=f"expected UTF-8, got byte 0x{error.object[error.start]:02x}")
