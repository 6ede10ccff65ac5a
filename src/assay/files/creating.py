"""Files to write to: a path or standard output, compressed as the path's ending says."""

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from assay.errors import AssayError, BadFileError, Problem
from assay.files.text import why
from assay.files.zst import zst_writer


@contextmanager
def created(target: str | Path) -> Generator[BinaryIO]:
    """Open a path for writing, or standard output for ``-``, for the length of a block.

    ``.gz``, ``.bz2``, ``.xz`` and ``.zst`` compress.

    Raises
    ------
    BadFileError
        It cannot be written.
    MissingExtraError
        It ends in ``.zst`` and zstandard is not installed.
    """
    if target == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(target)
    compress = _compressor(path.suffix.lower())  # before the file is touched: a package may be missing
    try:
        with path.open("wb") as stream:
            if compress is None:
                yield stream
            else:
                with compress(stream) as packed:
                    yield packed
    except AssayError:
        raise
    except (OSError, ValueError) as exc:
        raise BadFileError([Problem(path=str(path), text=f"cannot be written: {why(exc)}")]) from exc


def _compressor(ending: str) -> Callable[[BinaryIO], BinaryIO] | None:
    if ending == ".zst":
        return zst_writer()
    return {".gz": _gzip, ".bz2": _bzip2, ".xz": _xz}.get(ending)


def _gzip(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0))  # the same bytes every time


def _bzip2(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", bz2.BZ2File(stream, "wb"))


def _xz(stream: BinaryIO) -> BinaryIO:
    return cast("BinaryIO", lzma.LZMAFile(stream, "wb"))
