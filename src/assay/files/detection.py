"""What a file is, told by how it begins; its name has no say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Literal, get_args

from assay.errors import BadFileError, Problem
from assay.files.columns import Kind, is_heading, kind_of
from assay.files.plain_number import plain_number
from assay.files.trec_rows import trec_columns

Format = Literal["trec", "tsv", "csv", "json", "jsonl", "parquet", "arrow", "npy"]
FORMATS: tuple[Format, ...] = get_args(Format)

_ACCEPTED = (
    "accepted are TREC lines (4 columns for qrels, 6 for a run), TSV (3 columns, or a heading), CSV with a heading, "
    "JSON, JSON Lines, Parquet, Arrow and .npy, each also within gzip, bzip2, xz or zstd."
)
_BINARY: Mapping[bytes, Format] = {b"PAR1\x15": "parquet", b"ARROW1\0\0": "arrow", b"\x93NUMPY": "npy"}
_REFUSED: Mapping[bytes, str] = {
    b"PK\x03\x04": "a zip archive (or .npz, .xlsx): unpack it first",
    b"\x80\x04": "a Python pickle, which is never opened: it may run code",
    b"\x80\x05": "a Python pickle, which is never opened: it may run code",
    b"\x80\x03": "a Python pickle, which is never opened: it may run code",
    b"\x80\x02": "a Python pickle, which is never opened: it may run code",
    b"\xff\xfe": "UTF-16 text: save it as UTF-8",
    b"\xfe\xff": "UTF-16 text: save it as UTF-8",
    b"SQLite format 3\0": "an SQLite database",
    b"%PDF-1.": "a PDF",
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"\x89HDF": "an HDF5 file",
}
_JSON_START = re.compile(r"\s*(\{\s*[\"}]|\[\s*[\[{\]\"])")
_SAMPLE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The format of a file and, where it shows, whether it holds judgements or a run."""

    file_format: Format
    kind: Kind | None = None


def detect(path: str, head: bytes, *, whole: bool, file_format: Format | None = None) -> Seen:
    """Tell a file by its first bytes.

    Parameters
    ----------
    path
        What messages call the file.
    head
        Its beginning.
    whole
        Whether that is all of it.
    file_format
        The format, where it is known already: then only the kind is looked for.

    Raises
    ------
    BadFileError
        Empty, none of what is accepted, or two formats fit; the message names what was seen and what is accepted.
    """
    binary: Format | None = next((known for magic, known in _BINARY.items() if head.startswith(magic)), None)
    if binary is not None and file_format in (None, binary):
        return Seen(file_format=binary)
    refused = next((text for magic, text in _REFUSED.items() if head.startswith(magic)), None)
    if refused is not None or b"\0" in head:
        raise _unclear(path, f"this is {refused}" if refused else "this is binary data, not text")
    text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if not text.strip():
        raise _unclear(path, "the file is empty")
    lines = [line for line in StringIO(text) if line.strip()]
    complete = (lines if whole or len(lines) == 1 else lines[:-1])[:_SAMPLE]
    json_like = _JSON_START.match(text) and not _all_trec(complete)  # an id may begin with a bracket
    if file_format in ("json", "jsonl") or (file_format is None and json_like):
        return _json(text, file_format)
    return _lines(path, complete, file_format)


def _all_trec(lines: Sequence[str]) -> bool:
    """Whether all lines are TREC's beyond doubt: every one has as many columns, and a number where one belongs."""
    rows = [trec_columns(line) for line in lines]
    return any(
        all(len(row) == width and plain_number(row[value], infinite=True) is not None for row in rows)
        for width, value in ((4, 3), (6, 4))
    )


def _json(text: str, file_format: Format | None) -> Seen:
    from assay.files.json_detection import json_format

    found, kind = json_format(text)
    return Seen(file_format=file_format or found, kind=kind)


def _lines(path: str, lines: Sequence[str], file_format: Format | None) -> Seen:
    heading = {"tsv": lines[0].split("\t"), "csv": lines[0].rstrip("\r\n").replace('"', "").split(",")}
    named: Format | None = "tsv" if is_heading(heading["tsv"]) else "csv" if is_heading(heading["csv"]) else None
    if named is not None and file_format in (None, named):
        return Seen(file_format=named, kind=kind_of(heading[named]))
    if file_format in ("csv", "parquet", "arrow", "npy"):
        return Seen(file_format=file_format)
    widths = [len(trec_columns(line)) for line in lines]
    fits = {"qrels": widths.count(4), "run": widths.count(6)}
    kind: Kind = "run" if fits["run"] > fits["qrels"] else "qrels"
    tabbed = sum(line.count("\t") == 2 for line in lines)
    if file_format is not None:
        return Seen(file_format=file_format, kind=kind if file_format == "trec" and fits[kind] else None)
    if not tabbed and not fits[kind]:
        raise _unclear(path, _puzzling(lines[0]))
    if tabbed == fits[kind]:
        text = "it can be read as TREC lines and as TSV whose ids hold blanks"
        raise BadFileError([Problem(path=path, text=text)], hint="name the format: trec or tsv.")
    return Seen(file_format="tsv") if tabbed > fits[kind] else Seen(file_format="trec", kind=kind)


def _puzzling(line: str) -> str:
    shown, blanks, tabs, commas = line.strip(), len(trec_columns(line)), line.count("\t"), line.count(",")
    if is_heading(shown.replace('"', "").split(";")):
        return "the columns are parted by semicolons; commas or tabs were expected"
    if is_heading(trec_columns(line)):
        return "the columns of the heading are parted by blanks; commas or tabs were expected"
    counted = f"{blanks} columns between blanks, {tabs + 1} between tabs, {commas + 1} between commas"
    return f"cannot tell what this is: the first line has {counted}: {shown[:80]!r}"


def _unclear(path: str, text: str) -> BadFileError:
    return BadFileError([Problem(path=path, text=text)], hint=_ACCEPTED)
