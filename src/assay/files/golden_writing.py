"""A golden set to JSON Lines, as `read_golden` reads it."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.text import why

_TAKEN = ("_id", "id", "doc_id", "text", "title")


def write_golden(golden: GoldenSet, target: str | Path, *, corpus: str | Path | None = None) -> None:
    """Write a golden set as JSON Lines: what it is called and its scale in the first line, then a case a line.

    Parameters
    ----------
    golden
        Every field of its cases is written that says something.
    target
        A new file.
    corpus
        Where the documents are; the set's own where None.

    Raises
    ------
    BadFileError
        A file is there already, or cannot be written.
    """
    place = corpus or golden.corpus
    said: dict[str, Any] = {"name": golden.name, "scale": golden.scale}
    if place is not None:
        said["corpus"] = Path(os.path.relpath(place, Path(target).parent)).as_posix()
    new_file(target, lines_of([{"golden": said}, *map(record_of, golden)]))


def record_of(case: RetrievalTestCase) -> dict[str, Any]:
    """Return a case under the names of a golden file, without what says nothing."""
    fields: dict[str, Any] = {
        "id": case.id,
        "query": case.query,
        "relevant_doc_ids": _labels(case.relevant_doc_ids),
        "relevant_chunk_ids": _labels(case.relevant_chunk_ids),
        "expected_answer": case.expected_answer,
        "category": case.category,
        "language": case.language,
        "evidence": [evidence_record(piece) for piece in case.evidence],
        "answerable": None if case.answerable else False,
        "generated_answer": case.generated_answer,
        "retrieved_texts": list(case.retrieved_texts),
        "metadata": dict(case.metadata),
    }
    return {name: value for name, value in fields.items() if value not in (None, [], {})}


def evidence_record(piece: Evidence) -> dict[str, Any]:
    """Return a piece of evidence without what says nothing."""
    fields: dict[str, Any] = {
        "doc_id": piece.doc_id, "quote": piece.quote, "start": piece.start, "end": piece.end,
        "prefix": piece.prefix or None, "suffix": piece.suffix or None, "grade": piece.grade,
        "group": piece.group or None,
    }  # fmt: skip
    return {name: value for name, value in fields.items() if value is not None}


def write_corpus(documents: Iterable[Document], target: str | Path) -> None:
    """Write documents as JSON Lines, as `read_corpus` reads them.

    Raises
    ------
    BadFileError
        A file is there already, or cannot be written.
    """
    new_file(target, lines_of(map(_document_record, documents)))


def _document_record(document: Document) -> dict[str, Any]:
    more = {name: value for name, value in document.metadata.items() if name not in _TAKEN}
    return {"_id": document.doc_id, "title": document.title, "text": document.text, **more}


def lines_of(records: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Write records as JSON, a line each; a date and the like becomes text."""
    return (json.dumps(record, ensure_ascii=False, default=str) + "\n" for record in records)


def new_file(target: str | Path, lines: Iterable[str]) -> None:
    """Write lines to a file that is not there yet, and make its folder.

    Raises
    ------
    BadFileError
        A file is there already, or cannot be written.
    """
    path = Path(target)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", errors="surrogatepass", newline="\n") as stream:
            stream.writelines(lines)
    except FileExistsError as exc:
        problem = Problem(path=str(path), text="is there already, and nothing is overwritten")
        raise BadFileError([problem], hint="name a new one.") from exc
    except OSError as exc:
        raise BadFileError([Problem(path=str(path), text=f"cannot be written: {why(exc)}")]) from exc


def _labels(given: Any) -> Any:
    return dict(cast("Mapping[str, float]", given)) if isinstance(given, Mapping) else list(given)
