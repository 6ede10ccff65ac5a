"""A BEIR folder copied with more judgements and spans, and everything else as it was."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

from assay.errors import BadFileError, BadInputError, Problem
from assay.files.beir import qrels_of
from assay.files.columns import find_names, is_heading
from assay.files.spans import SPANS
from assay.files.text import read_text, why


def write_labelled_beir(
    source: Path,
    target: Path,
    *,
    grades: Sequence[tuple[str, str, float]],
    spans: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Copy a collection, and add judgements (query id, document id, grade) and spans to the copy's files.

    Raises
    ------
    BadInputError
        An id that a table cannot hold.
    BadFileError
        The folder cannot be copied.
    """
    qrels = qrels_of(source)
    text = read_text(qrels)
    added = "".join(_rows(text, grades))
    try:
        copytree(source, target)
        _extend(target / qrels.relative_to(source), added)
        if spans:
            _extend(target / SPANS, "".join(json.dumps(span, ensure_ascii=False) + "\n" for span in spans))
    except OSError as exc:
        raise BadFileError([Problem(path=str(target), text=f"cannot be written: {why(exc)}")]) from exc


def _rows(text: str, grades: Sequence[tuple[str, str, float]]) -> list[str]:
    """Write judgements in the columns of a table."""
    heading = next((line.split("\t") for line in text.split("\n") if line.strip()), list[str]())
    names = tuple(find_names(heading, "qrels")) if is_heading(heading) else ()
    width = len(heading) if names else 3
    places = [heading.index(name) for name in names] if names else [0, 1, 2]
    rows: list[str] = []
    for row in grades:
        if any(mark in text for text in row[:2] for mark in "\t\r\n"):
            raise BadInputError(f"an id with a tab or a line end cannot stand in a table: {row[:2]!r}")
        cells = ["0"] * width  # a column that is none of the three is TREC's iteration, which nobody reads
        for place, value in zip(places, (row[0], row[1], f"{row[2]:.17g}"), strict=True):
            cells[place] = value
        rows.append("\t".join(cells) + "\n")
    return rows


def _extend(path: Path, text: str) -> None:
    """Add lines to a file, in its own line ends."""
    before = path.read_bytes() if path.exists() else b""
    end = b"\r\n" if b"\r\n" in before else b"\n"
    missing = b"" if not before or before.endswith(b"\n") else end
    path.write_bytes(before + missing + text.encode().replace(b"\n", end))
