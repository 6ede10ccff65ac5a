"""Compressed streams read piece by piece; one that is cut short is an error, not an end."""

import bz2
import io
import lzma
import zlib
from collections.abc import Callable
from typing import BinaryIO, Protocol, cast

_PIECE = 1024  # compressed bytes at a time: zstd makes at most 32 MiB of them
_GZIP_PIECE = 1 << 17  # zlib is told how much to make at most
_GZIP = 16 + zlib.MAX_WBITS  # with a header and a checksum, both checked
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
    piece
        Compressed bytes at a time.
    """

    def __init__(self, stream: BinaryIO, make: Callable[[], Decompressor], *, piece: int = _PIECE) -> None:
        self._stream, self._piece = stream, piece
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
        while not self._ready and len(buffer):
            piece = self._next_piece()
            if not piece:
                if self._begun and not self._current.eof:
                    raise EOFError("it ends before its end marker")
                return 0
            self._begun = True
            self._ready = self._made(piece, len(buffer))
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _made(self, piece: bytes, most: int) -> bytes:  # noqa: ARG002 - for decompressors that can be told
        return self._current.decompress(piece)

    def _next_piece(self) -> bytes:
        if not self._current.eof:
            return self._stream.read(self._piece)
        rest = self._current.unused_data.lstrip(b"\0")  # xz may pad its streams
        while not rest and (piece := self._stream.read(self._piece)):
            rest = piece.lstrip(b"\0")
        if rest:
            self._current, self._begun = self._make(), False
        return rest


class Gunzipped(Decompressed):
    """The bytes of one or more gzip members, as many at a time as the buffer that is to be filled can hold.

    Parameters
    ----------
    stream
        The compressed bytes.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(stream, self._new_member, piece=_GZIP_PIECE)

    def _new_member(self) -> Decompressor:
        self._member = zlib.decompressobj(_GZIP)
        return self._member

    def _next_piece(self) -> bytes:
        waiting = b"" if self._member.eof else self._member.unconsumed_tail  # at the end that may be what follows
        return waiting or super()._next_piece()

    def _made(self, piece: bytes, most: int) -> bytes:
        return self._member.decompress(piece, most)


def open_gzip(stream: BinaryIO) -> BinaryIO:
    """Read gzip."""
    return cast("BinaryIO", io.BufferedReader(Gunzipped(stream), buffer_size=_GZIP_PIECE))


def open_bzip2(stream: BinaryIO) -> BinaryIO:
    """Read bzip2."""
    return cast("BinaryIO", bz2.BZ2File(stream, "rb"))


def open_xz(stream: BinaryIO) -> BinaryIO:
    """Read xz, whose streams may ask for a bounded dictionary only."""
    raw = Decompressed(stream, lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MEMORY))
    return cast("BinaryIO", io.BufferedReader(raw))
