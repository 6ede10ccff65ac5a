"""The bytes of a run file, whatever it is packed in: they can be gone through more than once."""

import lzma
import sys
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, Self, cast

from assay.errors import BadFileError, Problem
from assay.files.opening import unpacked

_KEPT_IN_MEMORY = 64 << 20  # standard input beyond this goes through a temporary file


class RunBytes:
    """A file, or standard input for ``-``; gzip, bzip2, xz and Zstandard are known by their first bytes."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.name = "standard input" if self.path == "-" else Path(path).name
        self._spooled: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Keep what was read from standard input until the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of it."""
        if self._spooled is not None:
            self._spooled.close()

    @contextmanager
    def opened(self) -> Generator[IO[bytes]]:
        """Open it from its first byte, unpacked.

        Raises
        ------
        BadFileError
            No such file, not a file, not readable, or packed data that is damaged, also where it is met while reading.
        MissingExtraError
            Zstandard data without a package that reads it.
        """
        try:
            with self._raw() as raw:
                yield unpacked(cast("BinaryIO", raw))
        except (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError) as exc:
            if isinstance(exc, BadFileError):
                raise
            raise BadFileError([Problem(path=self.path, text=_why(exc))]) from exc

    @contextmanager
    def _raw(self) -> Generator[IO[bytes]]:
        if self.path != "-":
            with Path(self.path).open("rb") as file:
                yield file
            return
        if self._spooled is None:
            self._spooled = cast("IO[bytes]", SpooledTemporaryFile(max_size=_KEPT_IN_MEMORY))  # noqa: SIM115 - kept open
            copyfileobj(sys.stdin.buffer, self._spooled)
        self._spooled.seek(0)
        yield self._spooled


def _why(exc: Exception) -> str:
    if isinstance(exc, FileNotFoundError):
        return "no such file or folder"
    if isinstance(exc, OSError) and exc.strerror:
        return exc.strerror
    return f"cannot be unpacked: {exc}"
