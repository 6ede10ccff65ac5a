"""Which kind of JSON a file begins like, and what it holds."""

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any, Literal, cast

from assay.files.columns import Kind, kind_of

_SCALAR_FIRST = re.compile(r"\s*\{\s*\"(?:[^\"\\]|\\.)*\"\s*:\s*[^\s{]")


def json_format(text: str) -> tuple[Literal["json", "jsonl"], Kind | None]:
    """Tell JSON Lines, where the first line is a record by itself, from a JSON text; and the kind, where it shows."""
    first, _, rest = text.lstrip().partition("\n")
    known = _first_object(first)
    if known is None:
        record = _SCALAR_FIRST.match(text)  # of a record cut off, or with something wrong in it
        return ("jsonl" if record else "json"), _kind_of_first(text)
    alone = not rest.strip() and all(isinstance(value, dict) for value in known.values())
    return ("json", None) if alone else ("jsonl", kind_of(known))


def _first_object(line: str) -> dict[str, Any] | None:
    try:
        found, end = JSONDecoder().raw_decode(line)
    except (JSONDecodeError, ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) and not line[end:].strip() else None


def _kind_of_first(text: str) -> Kind | None:
    """Return the kind that the first record of a list names, if this is a list of records."""
    opening = re.match(r"\s*\[\s*(?=\{)", text)
    if opening is None:
        return None
    try:
        found, _ = JSONDecoder().raw_decode(text, opening.end())
    except (JSONDecodeError, ValueError, RecursionError):
        return None
    return kind_of(cast("dict[str, Any]", found))
