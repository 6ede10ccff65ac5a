"""Bytes of a file as text, with every line named that is not UTF-8."""

from pathlib import Path

from assay.errors import BadFileError, Problem

_BOM = b"\xef\xbb\xbf"


def read_text(path: Path) -> str:
    """Read a UTF-8 file; a byte order mark is dropped, every line end becomes a newline.

    Raises
    ------
    BadFileError
        No such file, not a file, not readable, or bytes that are not UTF-8 (with their lines).
    """
    try:
        raw = path.read_bytes()
    except OSError as exc:
        text = "no such file or folder" if isinstance(exc, FileNotFoundError) else exc.strerror or str(exc)
        raise BadFileError([Problem(path=str(path), text=text)]) from exc
    try:
        text = raw.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as exc:
        raise BadFileError(_undecodable(path, raw), hint="save the file as UTF-8.") from exc
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _undecodable(path: Path, raw: bytes) -> list[Problem]:
    problems: list[Problem] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as exc:
            text = f"expected UTF-8, got byte 0x{line[exc.start]:02x} at column {exc.start + 1}"
            problems.append(Problem(path=str(path), line=number, text=text))
    return problems
