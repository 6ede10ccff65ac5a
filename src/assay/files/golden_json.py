"""A golden set as JSON Lines or JSON."""

import json
from collections.abc import Iterator
from typing import Any, cast

from pydantic import ValidationError

from assay.errors import BadFileError, Problem
from assay.files.golden_record import Content, Header
from assay.files.text import json_lines


def read_json_lines(path: str, text: str) -> Content:
    """Read one case a line; the first line may be a header under ``"golden"``."""
    problems: list[Problem] = []
    records = list(json_lines(path, text, problems))
    header = Header()
    if records and set(records[0][1]) == {"golden"}:
        line, record = records.pop(0)
        header = _header(path, line, record["golden"], problems)
    return Content(header=header, records=records, problems=problems)


def read_json(path: str, text: str) -> Content:
    """Read a list of cases, or an object that holds one under ``"cases"`` beside the header's fields.

    Raises
    ------
    BadFileError
        It is not JSON, or neither of the two.
    """
    problems: list[Problem] = []
    found = _loaded(path, text)
    header = Header()
    if isinstance(found, dict):
        fields = cast("dict[str, Any]", found)
        header = _header(path, 1, {name: value for name, value in fields.items() if name != "cases"}, problems)
        found = fields.get("cases")
    if not isinstance(found, list):
        problem = Problem(path=path, line=1, text='expected a list of cases, or an object with a list under "cases"')
        raise BadFileError([problem])
    records: list[tuple[int, dict[str, Any]]] = []
    for line, case in zip(_lines(text, len(cast("list[object]", found))), cast("list[object]", found), strict=True):
        if isinstance(case, dict):
            records.append((line, cast("dict[str, Any]", case)))
        else:
            problems.append(Problem(path=path, line=line, text=f"expected a case, an object, got {case!r:.60}"))
    return Content(header=header, records=records, problems=problems)


def _loaded(path: str, text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as exc:
        problem = Problem(path=path, line=exc.lineno, text=f"not JSON at column {exc.colno}: {exc.msg}")
        raise BadFileError([problem]) from exc
    except RecursionError as exc:
        raise BadFileError([Problem(path=path, text="JSON nested too deeply")]) from exc


def _header(path: str, line: int, given: object, problems: list[Problem]) -> Header:
    try:
        return Header.model_validate(given)
    except ValidationError as exc:
        for error in exc.errors(include_url=False):
            field = ".".join(str(part) for part in error["loc"]) or "golden"
            problems.append(
                Problem(path=path, line=line, field=field, text=f"{error['msg']}, got {error['input']!r:.60}")
            )
        return Header()


def _lines(text: str, n_cases: int) -> Iterator[int]:
    """Return the line each element of the list of cases begins in; the text is known to be JSON."""
    decoder = json.JSONDecoder()
    place = _list_start(text, decoder) + 1
    line, counted = 1, 0
    for _ in range(n_cases):
        while text[place] in " \t\n\r,":
            place += 1
        line, counted = line + text.count("\n", counted, place), place
        yield line
        place = decoder.raw_decode(text, place)[1]


def _list_start(text: str, decoder: json.JSONDecoder) -> int:
    """Find the bracket that opens the list of cases: the file's own, or that of the key ``"cases"``."""
    place = len(text) - len(text.lstrip())
    if text[place] == "[":
        return place
    place += 1
    while True:
        while text[place] in " \t\n\r,":
            place += 1
        key, place = decoder.raw_decode(text, place)
        while text[place] in " \t\n\r:":
            place += 1
        if key == "cases":
            return place
        place = decoder.raw_decode(text, place)[1]
