"""Bytes of a file as text, with the line named where they are not UTF-8."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.errors import BadFileError, Problem


def read_text(path: Path) -> str:
    """Read a UTF-8 file; a byte order mark is dropped, every line end becomes a newline.

    Raises
    ------
    BadFileError
        No such file, a folder, not readable, or bytes that are not UTF-8 (with their line).
    """
    try:
        raw = path.read_bytes()
    except OSError as exc:
        raise BadFileError([Problem(path=str(path), text=_why(exc))]) from exc
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as exc:
        line = raw.count(b"\n", 0, exc.start) + 1
        text = f"not UTF-8: byte 0x{raw[exc.start]:02x}"
        raise BadFileError([Problem(path=str(path), line=line, text=text)], hint="save the file as UTF-8.") from exc


def json_lines(path: str, text: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Iterate over (line number, object) of JSON Lines; blank lines are skipped, what is bad goes to `problems`."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found: object = json.loads(line)
        except json.JSONDecodeError as exc:
            problems.append(Problem(path=path, line=number, text=f"not JSON at column {exc.colno}: {exc.msg}"))
            continue
        except RecursionError:
            problems.append(Problem(path=path, line=number, text="JSON nested too deeply"))
            continue
        if isinstance(found, dict):
            yield number, found
        else:
            problems.append(Problem(path=path, line=number, text=f"expected a JSON object, got {line[:60]}"))


def _why(exc: OSError) -> str:
    if isinstance(exc, FileNotFoundError):
        return "no such file or folder"
    return exc.strerror or str(exc)
