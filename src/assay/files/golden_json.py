"""A golden set as JSON Lines or JSON."""

from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from assay.errors import BadFileError, Problem
from assay.files.golden_record import Content, Header
from assay.files.json_text import json_lines, json_records, load_json
from assay.files.text import read_text


def read_json_lines(path: Path) -> Content:
    """Read one case a line; the first line may be a header under ``"golden"``."""
    problems: list[Problem] = []
    records = list(json_lines(str(path), read_text(path, problems), problems))
    header = Header()
    if records and set(records[0][1]) == {"golden"}:
        line, record = records.pop(0)
        header = _header(str(path), line, record["golden"], problems)
    return Content(header=header, records=records, problems=problems)


def read_json(path: Path) -> Content:
    """Read a list of cases, or an object that holds one under ``"cases"`` beside the header's fields.

    Raises
    ------
    BadFileError
        It is not JSON, or neither of the two.
    """
    text, problems = read_text(path), list[Problem]()
    found = load_json(str(path), text)
    header = Header()
    if isinstance(found, dict):
        fields = cast("dict[str, Any]", found)
        header = _header(str(path), 1, {name: value for name, value in fields.items() if name != "cases"}, problems)
        found = fields.get("cases")
    if not isinstance(found, list):
        problem = Problem(
            path=str(path), line=1, text='expected a list of cases, or an object with a list under "cases"'
        )
        raise BadFileError([problem])
    records = list(json_records(str(path), text, cast("list[object]", found), "cases", problems))
    return Content(header=header, records=records, problems=problems)


def _header(path: str, line: int, given: object, problems: list[Problem]) -> Header:
    try:
        return Header.model_validate(given)
    except ValidationError as exc:
        for error in exc.errors(include_url=False):
            field = ".".join(str(part) for part in error["loc"]) or "golden"
            near = get_close_matches(field, Header.model_fields, n=1)
            known = near[0] if near else ", ".join(Header.model_fields)
            unknown = error["type"] == "extra_forbidden"
            text = (
                f"unknown field, did you mean {known!r}?" if unknown else f"{error['msg']}, got {error['input']!r:.60}"
            )
            problems.append(Problem(path=path, line=line, field=field, text=text))
        return Header()
