"""A golden file written again as JSON Lines, with some of its evidence replaced and everything else as it was."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast

from assay.errors import BadFileError, BadInputError, Problem
from assay.files.golden import reader_of
from assay.files.golden_record import Content
from assay.files.text import read_text, why

Repairs = Mapping[tuple[str, int], Mapping[str, Any]]
_LINES = (".jsonl", ".ndjson")


def write_repaired(path: str | Path, repairs: Repairs, target: str | Path | None = None) -> tuple[Path, Path | None]:
    """Write a golden file with fields of its evidence replaced.

    Parameters
    ----------
    path
        A file that `read_golden` reads, or a folder with a ``golden.jsonl``.
    repairs
        Fields to write over evidence, by id of the case and number of the piece, counted from 0.
    target
        Where to; None for the file itself, or, where that is not JSON Lines, the same name ending in ``.jsonl``.

    Returns
    -------
    tuple of Path, Path or None
        What was written, and where the file that stood there is kept: the same name with ``.bak``, ``.bak2``, ...,
        whichever is free. None where none stood there.

    Raises
    ------
    BadInputError
        The set is a BEIR folder, or the target does not end in ``.jsonl``.
    BadFileError
        It cannot be read or written. The file is as it was then.

    Notes
    -----
    Of JSON Lines, lines without a repair stay as they are; in others keys keep their order and unknown ones stay. The
    new file takes the old one's place in one step.
    """
    source = _file(Path(path))
    place = Path(target) if target is not None else source.with_suffix(".jsonl") if not _is_lines(source) else source
    if not _is_lines(place):
        raise BadInputError(f"repaired sets are JSON Lines, so {place} cannot be one\nHint: name it .jsonl.")
    text = "\n".join(_lines(source, repairs, place)) + "\n"
    try:
        kept = _kept(place) if place.exists() else None
        _replace(place, text)
    except OSError as exc:
        raise BadFileError([Problem(path=str(place), text=f"cannot be written: {why(exc)}")]) from exc
    return place, kept


def _is_lines(path: Path) -> bool:
    return path.suffix.lower() in _LINES


def _file(path: Path) -> Path:
    if not path.is_dir():
        return path
    for name in ("golden.jsonl", "golden.json", "golden.csv"):
        if (path / name).is_file() and not (path / "queries.jsonl").is_file():
            return path / name
    raise BadInputError(
        f"{path} is a BEIR folder, which is not written to\nHint: convert it to JSON Lines first, and check that."
    )


def _lines(source: Path, repairs: Repairs, place: Path) -> Iterator[str]:
    content = reader_of(source)(source)
    as_written = read_text(source).split("\n") if reader_of(source).__name__ == "read_json_lines" else None
    header = _header(content, source, place)
    if header:
        yield json.dumps({"golden": header}, ensure_ascii=False)
    for position, (line, record) in enumerate(content.records, start=1):
        given = record.get("id", record.get("_id"))
        mine = {
            number: fields
            for (case_id, number), fields in repairs.items()
            if case_id == (f"q{position}" if given is None else str(given))
        }
        if mine or as_written is None:
            yield json.dumps(_repaired(record, mine), ensure_ascii=False)
        else:
            yield as_written[line - 1]


def _header(content: Content, source: Path, place: Path) -> dict[str, Any]:
    """Return what the file said of the whole set; a path to documents leads there from the new place too."""
    header = content.header.model_dump(exclude_unset=True)
    corpus = content.header.corpus
    if corpus is not None and place.parent.resolve() != source.parent.resolve():
        header["corpus"] = Path(os.path.relpath(source.parent / corpus, place.parent)).as_posix()
    return header


def _repaired(record: Mapping[str, Any], mine: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    if not mine:
        return dict(record)
    pieces = cast("list[dict[str, Any]]", record["evidence"])
    return {**record, "evidence": [{**piece, **mine.get(number, {})} for number, piece in enumerate(pieces)]}


def _kept(place: Path) -> Path:
    """Copy a file beside itself, under the first name that is free."""
    number = 1
    while True:
        kept = place.with_name(f"{place.name}.bak{'' if number == 1 else number}")
        try:
            with kept.open("xb") as stream:
                stream.write(place.read_bytes())
        except FileExistsError:
            number += 1
        else:
            return kept


def _replace(place: Path, text: str) -> None:
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=place.parent, prefix=".", delete=False) as stream:
        stream.write(text)
    temporary = Path(stream.name)
    temporary.chmod(place.stat().st_mode if place.exists() else 0o644)
    temporary.replace(place)
