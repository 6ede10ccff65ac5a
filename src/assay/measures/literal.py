"""The values of parameters as they are written: numbers, ``[lists]``, ``{mappings}`` and words."""

import re
from collections.abc import Iterator

from assay.errors import MeasureParameterError

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_OPEN, _CLOSE = "([{", ")]}"


def whole(text: str) -> int:
    """Return a cutoff that was written as text.

    Raises
    ------
    MeasureParameterError
        Not a whole number of at least 1.
    """
    if not re.fullmatch(r"[0-9]{1,16}", text):
        raise MeasureParameterError(f"k is a whole number of at least 1, got {text!r:.60}")
    return int(text)


def real(text: str) -> float:
    """Return a number that was written as text.

    Raises
    ------
    MeasureParameterError
        Not a number.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise MeasureParameterError(f"a number is expected, got {text!r:.60}")
    return float(text)


def pair(text: str, sign: str = "=") -> tuple[str, str]:
    """Return the two texts around `sign`.

    Raises
    ------
    MeasureParameterError
        One of them, or the sign, is missing.
    """
    left, found, right = (piece.strip() for piece in text.partition(sign))
    if not (left and found and right):
        raise MeasureParameterError(f"two values with {sign!r} between them are expected, got {text!r:.60}")
    return left, right


def value(text: str) -> object:
    """Return what a text says: a number, a tuple of numbers, a mapping of number to number, or a word.

    Raises
    ------
    MeasureParameterError
        A list or a mapping of something else than numbers.
    """
    if _NUMBER.fullmatch(text):
        return float(text)
    inner = text[1:-1]
    if text.startswith("[") and text.endswith("]"):
        return tuple(real(item) for item in split(inner))
    if text.startswith("{") and text.endswith("}"):
        pairs = [pair(item, ":") for item in split(inner)]
        found = {real(key): real(gain) for key, gain in pairs}
        if len(found) < len(pairs):
            raise MeasureParameterError(f"one number is given twice in {text!r:.60}")
        return found
    return text.strip("'\"")


def split(text: str, signs: str = ",") -> list[str]:
    """Cut a text at every one of `signs` outside brackets; blank text has no parts."""
    return list(_parts(text, signs)) if text.strip() else []


def _parts(text: str, signs: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in _OPEN) - (letter in _CLOSE)
        if letter in signs and depth == 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]
