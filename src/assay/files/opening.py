"""Files opened by what is in them, not by what they are called: compressed or not, on disk or from standard input."""

import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path
from typing import BinaryIO, cast

from assay.errors import BadFileError, Problem
from assay.files.decompressing import open_bzip2, open_gzip, open_xz
from assay.files.kept_pipe import KeptPipe
from assay.files.text import why
from assay.files.zst import open_zst

STDIN = "<stdin>"
_HEAD = 1 << 16
_COMPRESSIONS: Mapping[re.Pattern[bytes], tuple[str, Callable[[BinaryIO], BinaryIO]]] = {
    re.compile(rb"\x1f\x8b"): ("gzip", open_gzip),
    re.compile(rb"BZh[1-9](1AY&SY|\x17rE8P\x90)"): ("bzip2", open_bzip2),  # a query may be called BZh
    re.compile(rb"\xfd7zXZ\x00"): ("xz", open_xz),
    re.compile(rb"\x28\xb5\x2f\xfd"): ("zstd", open_zst),
}
_ENDINGS = (".gz", ".bz2", ".xz", ".zst")

Source = str | Path | KeptPipe


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A file that is open, its compression taken off.

    Parameters
    ----------
    path
        What messages call it.
    name
        The file's name without the endings that name its format and its compression.
    stream
        From the first byte on; damaged compression surfaces as a `BadFileError`.
    head
        The first 64 KiB, and whether that is all (`whole`).
    compression
        ``gzip``, ``bzip2``, ``xz``, ``zstd`` or None.
    local
        Where it lies, if that is a regular file that is not compressed: whoever must seek opens it there.
    """

    path: str
    name: str
    stream: io.BufferedReader
    head: bytes
    whole: bool
    compression: str | None = None
    local: Path | None = None


@contextmanager
def opened(source: Source, *, kept: bool = False) -> Generator[Opened]:
    """Open a path, standard input for ``-``, or a pipe from its first byte, for the length of a block.

    Parameters
    ----------
    source
        What to open.
    kept
        Whether a `KeptPipe` is to be opened again after this; others can be or cannot be, whatever this says.

    Raises
    ------
    BadFileError
        Nothing there, a folder, not readable, or compressed data that is damaged or cut short.
    MissingExtraError
        It is compressed with zstd and zstandard is not installed.
    """
    if isinstance(source, KeptPipe):
        yield _opened(source.path, source.name, source.from_start(kept=kept), local=None)
    elif source == "-":
        yield _opened(STDIN, "stdin", _standard_input(), local=None)
    else:
        path = _checked(source)
        with _binary(path) as stream:
            regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
            yield _opened(str(path), _bare_name(path), stream, local=path if regular else None)


@contextmanager
def reopenable(source: str | Path) -> Generator[Source]:
    """Return what can be `opened` several times: for standard input and other pipes, bytes that are kept as they pass.

    Raises
    ------
    BadFileError
        A pipe that cannot be opened.
    """
    if source == "-":
        with KeptPipe(STDIN, "stdin", _standard_input()) as pipe:
            yield pipe
    elif os.path.exists(source) and not os.path.isfile(source) and not os.path.isdir(source):
        path = Path(source)
        with _binary(path) as stream, KeptPipe(str(path), _bare_name(path), stream) as pipe:
            yield pipe
    else:
        yield source


class _Guarded(io.RawIOBase):
    """A stream with its head put back in front, whose damage is named by path."""

    def __init__(self, path: str, compression: str | None, stream: BinaryIO) -> None:
        self._path = path
        self._what = f"the {compression} data is damaged or cut short" if compression else "cannot be read"
        self._stream = cast("io.BufferedIOBase", stream)
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        if not self._waiting:
            return self._into(buffer)
        piece = self._waiting[: len(buffer)]
        self._waiting = self._waiting[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)

    def head(self) -> bytes:
        """Read the beginning and put it back."""
        pieces, filled = bytearray(_HEAD), 0
        with memoryview(pieces) as view:
            while filled < _HEAD and (n := self._into(view[filled:])):
                filled += n
        self._waiting = bytes(pieces[:filled])
        return self._waiting

    def _into(self, buffer: bytearray | memoryview) -> int:
        try:
            return self._stream.readinto(buffer)
        except (EOFError, OSError, zlib.error, LZMAError) as exc:
            raise BadFileError([Problem(path=self._path, text=f"{self._what}: {exc}")]) from exc


def _opened(path: str, name: str, stream: BinaryIO, *, local: Path | None) -> Opened:
    guarded = _Guarded(path, None, stream)
    head = guarded.head()
    compression, unpack = next((known for magic, known in _COMPRESSIONS.items() if magic.match(head)), (None, None))
    if unpack is not None:
        unpacked = unpack(cast("BinaryIO", io.BufferedReader(guarded)))
        guarded, local = _Guarded(path, compression, unpacked), None
        head = guarded.head()
        _check_once(path, compression, head)
    return Opened(
        path=path,
        name=name,
        stream=io.BufferedReader(guarded, buffer_size=1 << 17),
        head=head,
        whole=len(head) < _HEAD,
        compression=compression,
        local=local,
    )


def _check_once(path: str, compression: str | None, head: bytes) -> None:
    within = next((name for magic, (name, _) in _COMPRESSIONS.items() if magic.match(head)), None)
    if within is not None:
        raise BadFileError([Problem(path=path, text=f"compressed twice: {within} within {compression}")])


def _standard_input() -> BinaryIO:
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise BadFileError([Problem(path=STDIN, text="there is no standard input to read from")])
    return stream


@contextmanager
def _binary(path: Path) -> Generator[BinaryIO]:
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as exc:  # a path with a NUL is a ValueError
        raise BadFileError([Problem(path=str(path), text=why(exc))]) from exc
    with stream:
        yield cast("BinaryIO", stream)


def _checked(source: str | Path) -> Path:
    text = str(source)
    if "\n" in text:
        shown = f"{text[:60]!r}..."
        raise BadFileError([Problem(path=shown, text="expected a path, got text of several lines")])
    path = Path(source)
    if os.path.isdir(path):
        inside = next((path / name for name in ("qrels.tsv", "qrels/test.tsv") if (path / name).is_file()), None)
        hint = f"name the file in it: {inside}." if inside else "name a file in it."
        raise BadFileError([Problem(path=text, text="is a folder, a file was expected")], hint=hint)
    return path


def _bare_name(path: Path) -> str:
    name = path.name
    for ending in _ENDINGS:
        if name.lower().endswith(ending):
            name = name[: -len(ending)]
    return Path(name).stem or path.name
