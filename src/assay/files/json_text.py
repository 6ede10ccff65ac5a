"""JSON and JSON Lines with the line every record begins in."""

import json
from collections.abc import Iterator
from typing import Any, cast

from assay.errors import BadFileError, Problem

Record = tuple[int, dict[str, Any]]


def json_lines(path: str, text: str, problems: list[Problem]) -> Iterator[Record]:
    """Iterate over (line number, object) of JSON Lines; blank lines are skipped, what is bad goes to `problems`."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, json_object(line)
        except ValueError as exc:
            problems.append(Problem(path=path, line=number, text=str(exc)))


def json_object(text: str) -> dict[str, Any]:
    """Read a JSON object.

    Raises
    ------
    ValueError
        It is not JSON, no object, nests too deep, or says two things under one key; the message says which.
    """
    try:
        found = parse_json(text)
    except (ValueError, RecursionError) as exc:
        raise ValueError(_why(exc)) from exc
    if not isinstance(found, dict):
        raise ValueError(f"expected a JSON object, got {_shortened(text)}")  # noqa: TRY004 - the text is wrong
    return cast("dict[str, Any]", found)


def load_json(path: str, text: str) -> object:
    """Read a JSON text.

    Raises
    ------
    BadFileError
        It is not JSON (with the line), nests too deep to be read, or says two things under one key.
    """
    try:
        return parse_json(text)
    except (ValueError, RecursionError) as exc:
        line = exc.lineno if isinstance(exc, json.JSONDecodeError) else None
        raise BadFileError([Problem(path=path, line=line, text=_why(exc))]) from exc


def json_records(path: str, text: str, elements: list[object], key: str, problems: list[Problem]) -> Iterator[Record]:
    """Iterate over (line number, object) of a list in a JSON text that has been read.

    `elements` is the list: the text's own, or the one under `key` of the object that the text holds. What is not an
    object goes to `problems`.
    """
    for line, element in zip(_element_lines(text, key, len(elements)), elements, strict=True):
        if isinstance(element, dict):
            yield line, cast("dict[str, Any]", element)
        else:
            shown = _shortened(json.dumps(element, ensure_ascii=False))
            problems.append(Problem(path=path, line=line, text=f"expected a JSON object, got {shown}"))


def _element_lines(text: str, key: str, n_elements: int) -> Iterator[int]:
    line, counted = 1, 0
    for start, _ in element_spans(text, key, n_elements):
        line, counted = line + text.count("\n", counted, start), start
        yield line


def element_spans(text: str, key: str, n_elements: int) -> Iterator[tuple[int, int]]:
    """Iterate over (start, end) of the elements of a list in a JSON text that has been read, as `json_records`."""
    decoder = json.JSONDecoder()
    place = _value_start(text, key, decoder) + 1
    for _ in range(n_elements):
        start = _skipped(text, place)
        place = decoder.raw_decode(text, start)[1]
        yield start, place


def value_span(text: str, key: str) -> tuple[int, int]:
    """Find (start, end) of what stands under a key of the object that a JSON text holds; the key is there."""
    decoder = json.JSONDecoder()
    start = _value_start(text, key, decoder)
    return start, decoder.raw_decode(text, start)[1]


def _value_start(text: str, key: str, decoder: json.JSONDecoder) -> int:
    """Find where the list begins that is the text, or what stands under `key` of the object that it is."""
    place = _skipped(text, 0)
    if text[place] == "[":
        return place
    place += 1
    while True:
        name, place = decoder.raw_decode(text, _skipped(text, place))
        place = _skipped(text, place)
        if name == key:
            return place
        place = decoder.raw_decode(text, place)[1]


def _skipped(text: str, place: int) -> int:
    while text[place] in " \t\n\r,:":
        place += 1
    return place


def parse_json(text: str) -> object:
    """Read JSON in which one key says one thing.

    Raises
    ------
    ValueError, RecursionError
        Not JSON, two things under one key, or nested too deep.
    """
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dict of a JSON object, which may say the same thing twice but not two things."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next((key for key, value in pairs if found[key] != value), None)
        if twice is not None:
            raise ValueError(f"the key {twice!r} stands twice in one object, with different values")
    return found


def _why(exc: Exception) -> str:
    if isinstance(exc, json.JSONDecodeError):
        return f"not JSON at column {exc.colno}: {exc.msg}"
    return "not JSON that can be read: it nests too deep" if isinstance(exc, RecursionError) else str(exc)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "..."


_DECODER = json.JSONDecoder(object_pairs_hook=_once)  # made once: `json.loads` would make one a line
