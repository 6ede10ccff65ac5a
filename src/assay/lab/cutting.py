"""A text cut into spans that are no wider than a chunk, at the best places there are."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from assay.lab.blocks import Block
from assay.lab.measuring import Widths, cumulative_widths
from assay.lab.sentences import sentence_starts

Span = tuple[int, int]

_LINE = re.compile(r"[^\n]*\S[^\n]*")
_NOT_BLANK = re.compile(r"\S")
_BLANKS = (" ", "\n", "\t", "\u3000")


@dataclass
class Cutter:
    """Measures a text and cuts what is wider than `size`; offsets are characters of `text`.

    `overlap` is what the packing will put before a piece, if it can.
    """

    text: str
    size: int
    overlap: int

    @cached_property
    def widths(self) -> Widths:
        """Width of every beginning of the text, see `cumulative_widths`."""
        return cumulative_widths(self.text)

    @cached_property
    def sentences(self) -> list[int]:
        """Where sentences begin."""
        return sentence_starts(self.text)

    def width(self, start: int, end: int) -> int:
        """Return the width of a span."""
        return int(self.widths[end] - self.widths[start])

    def fits(self, start: int, end: int) -> bool:
        """Return whether a span can be a chunk."""
        return self.width(start, end) <= self.size

    def parts(self, block: Block, *, under: int | None) -> Iterable[Span]:
        """Return a block whole if it fits, else in pieces that do.

        Parameters
        ----------
        under
            Where the headings right above begin: a paragraph is also cut to stay in one chunk with those. Code
            and tables rather stay whole.
        """
        by_line = block.kind in ("code", "table")
        begin = block.start if under is None or by_line else under
        if self.fits(begin, block.end):
            return [(block.start, block.end)]
        spans = self._lines(block) if by_line else self._sentences(block)
        return (piece for start, end in spans for piece in self._pieces(start, end))

    def _lines(self, block: Block) -> Iterator[Span]:
        return (found.span() for found in _LINE.finditer(self.text, block.start, block.end))

    def _sentences(self, block: Block) -> Iterator[Span]:
        low = bisect_right(self.sentences, block.start)
        high = bisect_left(self.sentences, block.end)
        for start, end in pairwise([block.start, *self.sentences[low:high], block.end]):
            yield start, start + len(self.text[start:end].rstrip())

    def _pieces(self, start: int, end: int) -> Iterator[Span]:
        if self.fits(start, end):
            yield start, end
            return
        begin, widest = start, self.size - min(self.overlap, self.size // 2)  # leaves room for the overlap
        while self.width(begin, end) > widest:
            reach = bisect_right(self.widths, self.width(0, begin) + widest) - 1
            cut = self._last_blank(begin, reach)
            yield begin, begin + len(self.text[begin:cut].rstrip())
            begin = self._next_word(cut)
        yield begin, end

    def _last_blank(self, start: int, end: int) -> int:
        found = max(self.text.rfind(blank, start + 1, end + 1) for blank in _BLANKS)
        return found if found > start else end

    def _next_word(self, at: int) -> int:
        word = _NOT_BLANK.search(self.text, at)
        return word.start() if word else at
