"""Golden sets from files: which format it is, and the formats themselves."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.beir import is_beir, read_beir
from assay.files.golden_record import read_case
from assay.files.text import json_lines, read_text

Records = Iterator[tuple[int | None, Mapping[str, Any]]]


class Header(BaseModel):
    """What a golden file says of the whole set: under ``"golden"`` in the first line of JSON Lines, or beside ``"cases"``."""

    model_config = ConfigDict(extra="forbid", title="Assay golden set header")

    name: str | None = None
    scale: Literal["binary", "0-5"] = "binary"
    corpus: str | None = None


def read_golden(path: str | Path) -> GoldenSet:
    """Read a golden set.

    Parameters
    ----------
    path
        JSON Lines (one case a line; the first line may be a header ``{"golden": {"scale": "0-5", "corpus": "docs"}}``), JSON (a
        list of cases, or an object with ``cases`` beside the header's fields), CSV (one case a row; ids in one cell, as
        ``d1;d2`` or as JSON), a BEIR folder, or a folder that holds ``golden.jsonl``.

    Raises
    ------
    BadFileError
        It cannot be read; every bad line is listed with its number, field and what was expected.
    BadInputError
        It holds no case.
    """
    path = Path(path)
    if path.is_dir():
        return _read_folder(path)
    text, problems = read_text(path), list[Problem]()
    header, records = _records(path, text, problems)
    cases: list[RetrievalTestCase] = []
    lines: dict[str, int | None] = {}
    for line, record in records:
        case = read_case(record, path=str(path), line=line, problems=problems)
        if case is None:
            continue
        if case.id is not None and case.id in lines:
            text = f"{case.id!r} is already the id of the case in line {lines[case.id]}"
            problems.append(Problem(path=str(path), line=line, field="id", text=text))
        elif case.id is not None:
            lines[case.id] = line
        cases.append(case)
    if problems:
        raise BadFileError(sorted(problems, key=lambda problem: problem.line or 0))
    if not cases:
        raise BadFileError([Problem(path=str(path), text="no cases in it")], hint="a case needs at least a query.")
    corpus = None if header.corpus is None else path.parent / header.corpus
    return GoldenSet(cases=tuple(cases), name=header.name or path.stem, scale=header.scale, corpus=corpus)


def _read_folder(path: Path) -> GoldenSet:
    if is_beir(path):
        return read_beir(path)
    for name in ("golden.jsonl", "golden.json", "golden.csv"):
        if (path / name).is_file():
            return read_golden(path / name)
    raise BadFileError(
        [Problem(path=str(path), text="neither a BEIR folder (queries.jsonl with qrels.tsv or qrels/test.tsv) nor a golden.jsonl")]
    )


def _records(path: Path, text: str, problems: list[Problem]) -> tuple[Header, Records]:
    kind = path.suffix.lower()
    if kind == ".csv":
        return Header(), _csv_rows(text)
    start = text.lstrip()[:1]
    if kind == ".jsonl" or (start == "{" and kind != ".json"):
        return _json_lines(path, text, problems)
    return _json(path, text, problems)


def _json_lines(path: Path, text: str, problems: list[Problem]) -> tuple[Header, Records]:
    objects = json_lines(path, text, problems)
    first = next(objects, None)
    if first is None:
        return Header(), iter(())
    if set(first[1]) == {"golden"}:
        return _header(path, first[0], first[1]["golden"], problems), objects
    return Header(), _chained(first, objects)


def _chained(first: tuple[int, Mapping[str, Any]], rest: Records) -> Records:
    yield first
    yield from rest


def _json(path: Path, text: str, problems: list[Problem]) -> tuple[Header, Records]:
    try:
        found: object = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as exc:
        line = exc.lineno if isinstance(exc, json.JSONDecodeError) else None
        raise BadFileError([Problem(path=str(path), line=line, text=f"not JSON: {exc}")]) from exc
    header = Header()
    if isinstance(found, dict):
        content = cast("dict[str, Any]", found)
        rest = {name: value for name, value in content.items() if name != "cases"}
        header = _header(path, 1, rest, problems)
        found = content.get("cases")
    if not isinstance(found, list):
        raise BadFileError([Problem(path=str(path), line=1, text='expected a list of cases, or an object with "cases"')])
    return header, _elements(path, text, cast("list[object]", found), problems)


def _elements(path: Path, text: str, cases: list[object], problems: list[Problem]) -> Records:
    """Number each case by the line of the file that it begins in."""
    decoder, place = json.JSONDecoder(), text.find("[", text.find('"cases"') + 1)
    for case in cases:
        place = min(found for found in (text.find(mark, place + 1) for mark in _STARTS) if found > 0)
        line = text.count("\n", 0, place) + 1
        if isinstance(case, dict):
            yield line, cast("dict[str, Any]", case)
        else:
            problems.append(Problem(path=str(path), line=line, text=f"expected an object, got {case!r}"[:120]))
        place = decoder.raw_decode(text, place)[1]


_STARTS = ("{", "[", '"', "t", "f", "n", *"-0123456789")


def _header(path: Path, line: int, given: object, problems: list[Problem]) -> Header:
    try:
        return Header.model_validate(given)
    except ValidationError as exc:
        for error in exc.errors(include_url=False):
            field = ".".join(str(part) for part in error["loc"]) or "golden"
            problems.append(Problem(path=str(path), line=line, field=field, text=error["msg"]))
        return Header()


_LISTS = ("relevant_doc_ids", "relevant_ids", "relevant_chunk_ids", "retrieved_texts", "contexts")


def _csv_rows(text: str) -> Records:
    rows = csv.DictReader(StringIO(text))
    for row in rows:
        filled = {name: value for name, value in row.items() if value not in (None, "", [])}
        if filled:
            yield rows.line_num, {name: _cell(name, value) for name, value in filled.items()}


def _cell(name: str | None, value: Any) -> Any:
    """Read a cell that holds several values: JSON where it looks like it, else ids between ``;`` or ``|``."""
    if name is None or name not in (*_LISTS, "metadata", "evidence", "answerable"):
        return value
    if value.strip()[:1] in ("[", "{") or name == "answerable":
        try:
            return json.loads(value.lower() if name == "answerable" else value)
        except json.JSONDecodeError:
            return value
    return [part.strip() for part in value.replace("|", ";").split(";") if part.strip()] if name in _LISTS else value
