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
        raw = path.read_bytes()
    except (OSError, ValueError) as exc:  # a path with a NUL is a ValueError
        raise BadFileError([Problem(path=str(path), text=why(exc))]) from exc
    return decode_text(raw, str(path), problems)


def decode_text(raw: bytes, path: str, problems: list[Problem] | None = None) -> str:
    """Decode what `read_text` reads, under the same rules.

    Raises
    ------
    BadFileError
        Without `problems`: bytes that are not UTF-8, with their lines.
    """
    raw = raw.removeprefix(_BOM)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as exc:
        found: list[Problem] = []
        text = "\n".join(_decoded(path, number, line, found) for number, line in enumerate(raw.split(b"\n"), start=1))
        if problems is None:
            raise BadFileError(found, hint="save the file as UTF-8.") from exc
        problems.extend(found)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(path: str, number: int, line: bytes, problems: list[Problem]) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as exc:
        problems.append(Problem(path=path, line=number, text=f"not UTF-8: byte 0x{line[exc.start]:02x}"))
        return ""


def why(exc: OSError | ValueError) -> str:
    """Say in a few words why the system refused."""
    if isinstance(exc, FileNotFoundError):
        return "no such file or folder"
    return (exc.strerror if isinstance(exc, OSError) else None) or str(exc)
