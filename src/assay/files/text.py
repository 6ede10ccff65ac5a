"""Bytes of a file as text, with every line named that is not UTF-8."""

from pathlib import Path

from assay.errors import BadFileError, Problem

_BOM = b"\xef\xbb\xbf"


def read_text(path: Path, problems: list[Problem] | None = None) -> str:
    """Read a UTF-8 file; a byte order mark is dropped, every line end becomes a newline.

    Parameters
    ----------
    path
        The file.
    problems
        Where given, lines that are not UTF-8 are reported there and read as blank, so that a reader of lines can go on
        and report all that is wrong at once.

    Raises
    ------
    BadFileError
        No such file, not a file, not readable, or (without `problems`) bytes that are not UTF-8, with their lines.
    """
    try:
        raw = path.read_bytes().removeprefix(_BOM)
    except (OSError, ValueError) as exc:  # a path with a NUL is a ValueError
        raise BadFileError([Problem(path=str(path), text=_why(exc))]) from exc
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as exc:
        found: list[Problem] = []
        text = "\n".join(_decoded(path, number, line, found) for number, line in enumerate(raw.split(b"\n"), start=1))
        if problems is None:
            raise BadFileError(found, hint="save the file as UTF-8.") from exc
        problems.extend(found)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(path: Path, number: int, line: bytes, problems: list[Problem]) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as exc:
        problems.append(Problem(path=str(path), line=number, text=f"not UTF-8: byte 0x{line[exc.start]:02x}"))
        return ""


def _why(exc: OSError | ValueError) -> str:
    if isinstance(exc, FileNotFoundError):
        return "no such file or folder"
    return (exc.strerror if isinstance(exc, OSError) else None) or str(exc)
