"""The pieces of a text packed into chunks, each beginning with the end of the one before."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from assay.lab.blocks import Block, blocks
from assay.lab.cutting import Cutter
from assay.lab.measuring import IDEOGRAPHS

_WORD = re.compile(rf"(?<=\s)\S|[{IDEOGRAPHS}\u3040-\u30ff\uac00-\ud7af]")


@dataclass
class _Open:
    """The chunk being filled; `bare` while it holds headings only."""

    start: int
    end: int
    block: Block
    bare: bool

    def span(self) -> tuple[int, int, str]:
        return self.start, self.end, self.block.trail


def packed(cutter: Cutter) -> Iterator[tuple[int, int, str]]:
    """Return the start, end and trail of headings of every chunk, in order; see `assay.lab.chunking.chunk`."""
    current: _Open | None = None
    for block in blocks(cutter.text):
        if current and current.block.section != block.section and not current.bare:
            yield current.span()
            current = None
        for start, end in cutter.parts(block, under=current.start if current and current.bare else None):
            heading = block.kind == "heading"
            if current and cutter.fits(current.start, end):
                current = _Open(current.start, end, block, current.bare and heading)
                continue
            if current:
                yield current.span()
            current = _Open(_begin(cutter, current, block, (start, end)), end, block, heading)
    if current:
        yield current.span()


def _begin(cutter: Cutter, before: _Open | None, block: Block, piece: tuple[int, int]) -> int:
    """Return where the chunk that holds `piece` first begins: there, or further back in the chunk before."""
    start, end = piece
    if before is None or before.block.section != block.section:
        return start
    room = min(cutter.overlap, cutter.size - cutter.width(before.end, end))
    if room <= 0:
        return start
    low = max(bisect_left(cutter.widths, cutter.width(0, before.end) - room), before.start + 1)
    at = bisect_left(cutter.sentences, low)
    if at < len(cutter.sentences) and cutter.sentences[at] < before.end:
        return cutter.sentences[at]
    word = _WORD.search(cutter.text, low, before.end)
    return word.start() if word else start
