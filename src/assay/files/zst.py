"""Zstandard: the one file that imports zstandard."""

import io
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, cast

from assay.errors import MissingExtraError
from assay.files.decompressing import Decompressed


def open_zst(stream: BinaryIO) -> BinaryIO:
    """Read zstd.

    Raises
    ------
    MissingExtraError
        zstandard is not installed.
    """
    library = _zstandard()
    return cast("BinaryIO", io.BufferedReader(Decompressed(stream, lambda: _Frame(library))))


def zst_writer() -> Callable[[BinaryIO], BinaryIO]:
    """Return what puts zstd around a stream; closing what it returns leaves that stream open.

    Raises
    ------
    MissingExtraError
        zstandard is not installed.
    """
    library = _zstandard()
    return lambda stream: cast("BinaryIO", library.ZstdCompressor().stream_writer(stream, closefd=False))


class _Frame:
    """One zstd frame, whose errors are those of a damaged file."""

    def __init__(self, library: Any) -> None:
        self._error: type[Exception] = library.ZstdError
        self._inner = library.ZstdDecompressor().decompressobj()

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes) -> bytes:
        try:
            return self._inner.decompress(data)
        except self._error as exc:
            raise OSError(str(exc)) from exc


def _zstandard() -> Any:
    try:
        return import_module("zstandard")
    except ImportError as exc:
        raise MissingExtraError("zstd compression", "pip install 'assay[zst]'") from exc
