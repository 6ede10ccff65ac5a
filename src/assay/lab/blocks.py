"""A Markdown text as blocks: headings, paragraphs, fenced code, tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["heading", "paragraph", "code", "table"]

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\r?\n?$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Block:
    """A span of a text that reads as one: ``text[start:end]``, never blank.

    `section` counts the headings above it, `trail` joins those that still hold (``"Recall > Mistakes"``).
    """

    start: int
    end: int
    kind: Kind
    section: int
    trail: str


def blocks(text: str) -> Iterator[Block]:
    r"""Cut `text` into blocks, in order, leaving out only blank space.

    ATX headings (``#`` to ``######``), fenced code (three or more backticks or tildes; one that is never closed
    runs to the end), tables (lines that begin with ``|``); everything else is a paragraph, ended by a blank line.
    Headings underlined with ``===`` are read as paragraphs.

    Notes
    -----
    One pass, O(len(text)).

    Examples
    --------
    >>> [(block.kind, block.trail) for block in blocks("# A\nsome text\n## B\n| x |\n")]
    [('heading', 'A'), ('paragraph', 'A'), ('heading', 'A > B'), ('table', 'A > B')]
    """
    section, trail = 0, Trail()
    for start, end, kind in _spans(text):
        if kind == "heading":
            section += 1
            trail = trail.under(text[start:end])
        first = start if kind == "code" else end - len(text[start:end].lstrip())
        yield Block(first, start + len(text[start:end].rstrip()), kind, section, str(trail))


@dataclass(frozen=True, slots=True)
class Trail:
    """The headings that hold at a place, outermost first, each with its level."""

    levels: tuple[tuple[int, str], ...] = ()

    def under(self, line: str) -> "Trail":
        """Return the trail below the heading written on `line`."""
        found = _HEADING.match(line)
        level, name = (len(found[1]), found[2] or "") if found else (1, line)
        return Trail((*(kept for kept in self.levels if kept[0] < level), (level, name)))

    def __str__(self) -> str:
        """Join the names that are not empty."""
        return " > ".join(name for _, name in self.levels if name)


def _spans(text: str) -> Iterator[tuple[int, int, Kind]]:
    opened: tuple[int, Kind] | None = None
    fence, end = "", 0
    for line in _LINE.finditer(text):
        kind = _kind(line[0], fence)
        if opened and kind != opened[1]:
            yield opened[0], end, opened[1]
            opened = None
        if kind == "heading":
            yield line.start(), line.end(), "heading"
        elif kind and not opened:
            opened = (line.start(), kind)
        end = line.end()
        if kind == "code":
            fence = _fence_after(line[0], fence)
            if not fence and opened:
                yield opened[0], end, "code"
                opened = None
    if opened:
        yield opened[0], end, opened[1]


def _kind(line: str, fence: str) -> Kind | None:
    if fence or _FENCE.match(line):
        return "code"
    if _HEADING.match(line):
        return "heading"
    bare = line.lstrip()
    if not bare:
        return None
    return "table" if bare[0] == "|" else "paragraph"


def _fence_after(line: str, fence: str) -> str:
    found = _FENCE.match(line)
    if not fence:
        return found[1] if found else ""
    closes = found and found[1].startswith(fence) and not line[found.end() :].strip()
    return "" if closes else fence
