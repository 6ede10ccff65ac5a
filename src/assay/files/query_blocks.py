"""A file of lines in blocks of whole lines and whole queries, for several threads."""

from io import BufferedIOBase
from threading import Lock
from typing import IO, cast

import numpy as np
from numpy.typing import NDArray

from assay.errors import BadFileError, Problem

BLOCK_BYTES = 4 << 20  # what a block makes of arrays stays in the processor's cache
LONGEST_LINE = 16 << 20
SLACK = 8  # bytes behind a block that may be read as part of a word
_BOM = b"\xef\xbb\xbf"
_STRIDE = 1 << 12


class Block:
    """The bytes of some whole lines.

    Parameters
    ----------
    number
        0 for the first of a file.
    data
        uint8, shape (n_bytes + 8,): the last byte of the lines is a line feed.
    """

    def __init__(self) -> None:
        self.number = 0
        self.held = bytearray(BLOCK_BYTES + SLACK)
        self.size = 0

    @property
    def data(self) -> NDArray[np.uint8]:
        """The bytes, and 8 more."""
        return np.frombuffer(self.held, dtype=np.uint8)[: self.size + SLACK]

    def make_room(self, needed: int, kept: int = 0) -> None:
        """Make room for so many bytes, keeping the first ones; arrays over the old ones stay as they are."""
        if needed > len(self.held) - SLACK:
            held = bytearray(max(needed, 2 * (len(self.held) - SLACK)) + SLACK)
            held[:kept] = memoryview(self.held)[:kept]
            self.held = held

    def __bytes__(self) -> bytes:
        """Return the bytes alone."""
        return bytes(memoryview(self.held)[: self.size])


class QueryBlocks:
    """Gives out a file block by block, to any number of threads; each thread has a block of its own and refills it.

    A block ends where, of two lines, the second is of another query, or with the file; so a query whose lines stand
    together is in one block, which grows as far as it must. A byte order mark is dropped, the last line completed.

    Parameters
    ----------
    file, path
        The bytes, from the first one, and what they are called.
    whole_queries
        Whether blocks end with a query; otherwise with a line.
    """

    def __init__(self, file: IO[bytes], path: str, *, whole_queries: bool = True) -> None:
        self._file, self._path, self._whole_queries = cast("BufferedIOBase", file), path, whole_queries
        self._lock = Lock()
        self._rest = b""
        self._number = 0
        self._is_first, self._ended = True, False

    def take(self, block: Block) -> bool:
        """Fill a block with what comes next; False at the end of the file.

        Raises
        ------
        BadFileError
            A line longer than 16 MiB: this is no run file.
        """
        with self._lock:
            filled, cut = len(self._rest), 0
            block.make_room(2 * filled)
            block.held[:filled] = self._rest
            while not cut and not self._ended:
                block.make_room(filled + 1, filled)
                filled = self._filled(block.held, filled)
                if not self._ended:
                    cut = self._cut(block.held, filled)
            if self._ended:
                cut = filled = self._completed(block.held, filled)
            if cut > LONGEST_LINE and longest_line(block.held, cut) > LONGEST_LINE:
                raise self._too_long()
            self._rest = bytes(memoryview(block.held)[cut:filled])
            block.size, block.number = cut, self._number
            self._number += 1
            return cut > 0

    def _filled(self, held: bytearray, filled: int) -> int:
        """Read until a block is full, or all is read; return how far it is filled."""
        with memoryview(held) as view:
            while filled < len(held) - SLACK:
                n = self._file.readinto(view[filled : len(held) - SLACK])
                if not n:
                    self._ended = True
                    break
                filled += n
        if self._is_first and filled:
            self._is_first = False
            if held.startswith(_BOM):
                held[: filled - len(_BOM)] = held[len(_BOM) : filled]
                filled -= len(_BOM)
        return filled

    def _cut(self, held: bytearray, filled: int) -> int:
        whole = held.rfind(b"\n", 0, filled) + 1
        if filled - whole > LONGEST_LINE:
            raise self._too_long()
        return last_query(held, whole) if self._whole_queries and whole else whole

    def _too_long(self) -> BadFileError:
        text = f"a line longer than {LONGEST_LINE >> 20} MiB: no run file"
        return BadFileError([Problem(path=self._path, text=text)])

    @staticmethod
    def _completed(held: bytearray, filled: int) -> int:
        if not filled or held[filled - 1] == ord("\n"):
            return filled
        held[filled : filled + 1] = b"\n"
        return filled + 1


def longest_line(held: bytearray, size: int) -> int:
    """Return the bytes of the longest of whole lines, their line feeds left out."""
    longest, start = 0, 0
    while start < size:  # a line that ends within the next `longest` bytes is no longer than that: look from there back
        end = held.rfind(b"\n", start, min(start + longest + 1, size))
        if end < 0:
            end = held.index(b"\n", start)
            longest = end - start
        start = end + 1
    return longest


def last_query(held: bytearray, size: int) -> int:
    """Return where the last query of whole lines begins, 0 where there is but one.

    Bisects, so in lines whose queries do not stand in one piece it is one of the places where the last query begins.
    """
    after = held.rfind(b"\n", 0, size - 1) + 1
    wanted = _query(held, after)
    step, before = _STRIDE, after
    while True:
        before = held.rfind(b"\n", 0, max(after - step, 0)) + 1
        if _query(held, before) != wanted:
            break
        if before == 0:
            return 0
        after, step = before, 2 * step
    while True:
        middle = held.rfind(b"\n", 0, (before + after) // 2) + 1
        if middle <= before:
            middle = held.index(b"\n", before) + 1
        if middle >= after:
            return after
        if _query(held, middle) == wanted:
            after = middle
        else:
            before = middle


def _query(held: bytearray, start: int) -> bytes:
    """Return the first column of a line; empty for a blank one."""
    end = held.index(b"\n", start)
    return (bytes(held[start : min(end, start + _STRIDE)]).split(None, 1) or [b""])[0]
