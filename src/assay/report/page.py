"""A page before it is drawn: sections of paragraphs, lists and tables, all plain text."""

from dataclasses import dataclass
from typing import Literal, get_args

from assay.errors import BadInputError
from assay.report.table import Table

Language = Literal["en", "zh", "es", "ru"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `strong` where it must not be overlooked."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short paragraphs."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Pairs of a name and what it is."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing told in full: a headline with facts below it."""

    headline: str
    facts: Facts


Block = Paragraph | Bullets | Facts | Table | Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A titled part of a page; an empty title continues the one above."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A whole report in one language."""

    title: str
    language: Language
    sections: tuple[Section, ...]
    footer: tuple[str, ...] = ()


def check_language(given: str) -> Language:
    """Return a report language, or say which there are.

    Raises
    ------
    BadInputError
        Reports are not written in that language.
    """
    for language in LANGUAGES:
        if given == language:
            return language
    raise BadInputError(f"reports are written in {', '.join(LANGUAGES)}, not in {given!r}")
