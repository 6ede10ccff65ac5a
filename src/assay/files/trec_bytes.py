"""The bytes of a run file, whatever it is packed in: they can be gone through more than once."""

import bz2
import gzip
import lzma
import sys
import zlib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Self, cast

from assay.errors import BadFileError, MissingExtraError, Problem

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
                yield _unpacked(raw)
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


def _unpacked(raw: IO[bytes]) -> IO[bytes]:
    first = raw.read(6)
    raw.seek(0)
    for magic, opener in _OPENERS.items():
        if first.startswith(magic):
            return opener(raw)
    return raw


def _zstandard(raw: IO[bytes]) -> IO[bytes]:
    try:
        zstandard = cast("Any", import_module("zstandard"))
    except ImportError as exc:
        raise MissingExtraError("reading Zstandard files", "pip install zstandard") from exc
    return zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)


_OPENERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": lambda raw: cast("IO[bytes]", gzip.GzipFile(fileobj=raw)),
    b"BZh": lambda raw: cast("IO[bytes]", bz2.BZ2File(raw)),
    b"\xfd7zXZ\x00": lambda raw: cast("IO[bytes]", lzma.LZMAFile(raw)),  # noqa: SIM115 - the raw file is closed
    b"\x28\xb5\x2f\xfd": _zstandard,
}


def _why(exc: Exception) -> str:
    if isinstance(exc, FileNotFoundError):
        return "no such file or folder"
    if isinstance(exc, OSError) and exc.strerror:
        return exc.strerror
    return f"cannot be unpacked: {exc}"
