"""Compressed streams read piece by piece; one that is cut short is an error, not an end."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from typing import BinaryIO, Protocol, cast

_PIECE = 1024  # compressed bytes at a time: zstd makes at most 32 MiB of them
_MEMORY = 256 << 20  # what an xz stream may ask for as its dictionary; xz -9 asks for 65 MiB


class Decompressor(Protocol):
    """What takes pieces of one compressed stream, and knows where it ends."""

    @property
    def eof(self) -> bool:
        """Whether the stream has come to its end."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What came after the end of the stream."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """Return what a piece holds."""
        ...


class Decompressed(io.RawIOBase):
    """The bytes of one or more compressed streams, one after another.

    Parameters
    ----------
    stream
        The compressed bytes.
    make
        Makes a decompressor, a new one for each stream.
    """

    def __init__(self, stream: BinaryIO, make: Callable[[], Decompressor]) -> None:
        self._stream = stream
        self._make = make
        self._current = make()
        self._begun = False
        self._ready = b""

    def readable(self) -> bool:
        """Whether this can be read: it can."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Fill a buffer; 0 at the end.

        Raises
        ------
        EOFError
            The compressed stream is cut short.
        """
        while not self._ready:
            piece = self._next_piece()
            if not piece:
                if self._begun and not self._current.eof:
                    raise EOFError("it ends before its end marker")
                return 0
            self._begun = True
            self._ready = self._current.decompress(piece)
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _next_piece(self) -> bytes:
        if not self._current.eof:
            return self._stream.read(_PIECE)
        rest = self._current.unused_data.lstrip(b"\0")  # xz may pad its streams
        while not rest and (piece := self._stream.read(_PIECE)):
            rest = piece.lstrip(b"\0")
        if rest:
            self._current, self._begun = self._make(), False
        return rest


def open_gzip(stream: BinaryIO) -> BinaryIO:
    """Read gzip."""
    return cast("BinaryIO", gzip.GzipFile(fileobj=stream, mode="rb"))


def open_bzip2(stream: BinaryIO) -> BinaryIO:
    """Read bzip2."""
    return cast("BinaryIO", bz2.BZ2File(stream, "rb"))


def open_xz(stream: BinaryIO) -> BinaryIO:
    """Read xz, whose streams may ask for a bounded dictionary only."""
    raw = Decompressed(stream, lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MEMORY))
    return cast("BinaryIO", io.BufferedReader(raw))
