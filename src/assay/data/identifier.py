"""Ids of queries and documents, from whoever gives them."""

from contextlib import suppress
from operator import index
from typing import SupportsIndex

from assay.errors import BadInputError


def as_id(given: object, name: str) -> str:
    """Return an id as text: whole numbers are accepted, nothing else is guessed at.

    Raises
    ------
    BadInputError
        Neither text nor a whole number, or empty.
    """
    if isinstance(given, str) and given:
        return given
    if isinstance(given, SupportsIndex) and not isinstance(given, bool):
        with suppress(TypeError):  # an array has the method but is no number
            return str(index(given))
    raise BadInputError(f"{name}: an id is text or a whole number, got {given!r:.200}")
