"""Standard input and other pipes: their bytes pass once, so they are kept for whoever must go through them again."""

import io
from contextlib import suppress
from tempfile import SpooledTemporaryFile, gettempdir
from typing import BinaryIO, Self, cast

from assay.errors import BadFileError, Problem

IN_MEMORY = 16 << 20  # bytes of a pipe beyond these go through a temporary file


class KeptPipe:
    """A stream that can be read from its first byte as often as its bytes were kept.

    Parameters
    ----------
    path, name
        What messages call it, and its name without endings.
    stream
        The pipe. One that can seek, as standard input that is a file, is read again instead of kept.
    """

    def __init__(self, path: str, name: str, stream: BinaryIO) -> None:
        self.path, self.name = path, name
        self._stream = cast("io.BufferedIOBase", stream)
        self._start = stream.tell() if stream.seekable() else None
        self._kept: SpooledTemporaryFile[bytes] | None = None
        self._n_kept = 0
        self._lost: str | None = None

    def __enter__(self) -> Self:
        """Keep bytes until the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of them."""
        self._let_go()

    def from_start(self, *, kept: bool) -> BinaryIO:
        """Read it from its first byte on, what has passed from where it is kept.

        Parameters
        ----------
        kept
            Whether what passes now is kept in turn.

        Raises
        ------
        BadFileError
            Bytes have passed that are not kept: there was no room for them, or nobody asked for it.
        """
        if self._start is not None:
            self._stream.seek(self._start)
            return cast("BinaryIO", self._stream)
        if self._lost is not None:
            text = f"it comes through a pipe and has to be read a second time, but {self._lost}"
            raise BadFileError([Problem(path=self.path, text=text)], hint="save it to a file and name that.")
        return cast("BinaryIO", _FromStart(self, kept=kept))

    def read_at(self, position: int, buffer: bytearray | memoryview, *, kept: bool) -> int:
        """Fill a buffer with what comes after so many bytes; 0 at the end."""
        if position < self._n_kept and self._kept is not None:
            self._kept.seek(position)
            piece = self._kept.read(len(buffer))
            buffer[: len(piece)] = piece
            return len(piece)
        n = self._stream.readinto(buffer)
        if n and self._lost is None:
            self._keep(memoryview(buffer)[:n], kept=kept)
        return n

    def _keep(self, piece: memoryview, *, kept: bool) -> None:
        if not kept:
            self._lost = "what has passed was not kept"
            return
        try:
            if self._kept is None:
                self._kept = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - kept open
            self._kept.seek(0, io.SEEK_END)
            self._kept.write(piece)
            self._kept.flush()
        except OSError as exc:  # no reason to stop: only a run that turns out scattered is read again
            self._lost = f"{gettempdir()} has no room for more than {self._n_kept >> 20} MiB of it: {exc.strerror}"
            self._let_go()
            return
        self._n_kept += len(piece)

    def _let_go(self) -> None:
        if self._kept is not None:
            with suppress(OSError):  # what could not be written cannot be written now
                self._kept.close()
            self._kept = None


class _FromStart(io.RawIOBase):
    def __init__(self, pipe: KeptPipe, *, kept: bool) -> None:
        self._pipe, self._is_kept = pipe, kept
        self._position = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        n = self._pipe.read_at(self._position, buffer, kept=self._is_kept)
        self._position += n
        return n
