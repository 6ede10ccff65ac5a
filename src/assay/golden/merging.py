"""Judged queues brought together with the labels there were: nothing overwritten, contradictions named."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.data.qrels import Qrels
from assay.errors import BadFileError, BadInputError, Problem
from assay.files.golden import read_golden
from assay.files.golden_json import read_json_lines
from assay.files.golden_record import names_of
from assay.files.qrels import read_qrels
from assay.files.text import read_text
from assay.files.writing import format_by_name, write_qrels
from assay.golden.queue import QueueRow, read_queue

_SUFFIX = ".provenance.jsonl"
Labels = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two grades of one document of one query; `kept` stands, from `kept_from`, unless somebody decides otherwise."""

    query_id: str
    doc_id: str
    kept: float
    kept_from: str
    other: float
    other_from: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """What queues add to labels.

    `added` are the rows whose grade is new, each with where it stood; `known` counts grades that were there already,
    `open` rows nobody has judged yet.
    """

    labels: Labels
    added: Sequence[tuple[str, QueueRow]]
    conflicts: Sequence[Conflict]
    known: int
    open: int


def merge(labels: Labels, queues: Sequence[str], *, source: str = "the labels") -> Merge:
    """Add the grades of queues to labels, which stay as they are.

    Parameters
    ----------
    labels
        Grades by query and document.
    queues
        Paths of queues; of two that contradict each other the first is kept.
    source
        What conflicts call the labels.

    Raises
    ------
    BadFileError
        A queue that cannot be read.
    """
    merged = {query_id: dict(docs) for query_id, docs in labels.items()}
    came_from: dict[tuple[str, str], str] = {}
    added: list[tuple[str, QueueRow]] = []
    conflicts: list[Conflict] = []
    known = unjudged = 0
    for queue in queues:
        for line, row in read_queue(queue):
            key, docs = (row.query_id, row.doc_id), merged.setdefault(row.query_id, {})
            where = f"{queue}:{line}"
            if row.grade is None:
                unjudged += 1
            elif row.doc_id not in docs:
                docs[row.doc_id], came_from[key] = row.grade, where
                added.append((where, row))
            elif docs[row.doc_id] == row.grade:
                known += 1
            else:
                kept_from = came_from.get(key, source)
                conflicts.append(
                    Conflict(
                        query_id=row.query_id,
                        doc_id=row.doc_id,
                        kept=docs[row.doc_id],
                        kept_from=kept_from,
                        other=row.grade,
                        other_from=where,
                    )
                )
    merged = {query_id: docs for query_id, docs in merged.items() if docs or query_id in labels}
    return Merge(labels=merged, added=added, conflicts=conflicts, known=known, open=unjudged)


def is_golden(path: str) -> bool:
    """Whether a file is a golden set as JSON Lines, and not judgements: its first records ask a question."""
    if Path(path).suffix.lower() not in (".jsonl", ".ndjson"):
        return False
    content = read_json_lines(Path(path))
    return any(name in record for _, record in content.records[:1] for name in names_of("query")) and not any(
        "doc_id" in record or "grades" in record for _, record in content.records[:1]
    )


def labels_at(path: str) -> Labels:
    """Read the labels of judgements, or of a golden set as JSON Lines.

    Raises
    ------
    BadFileError
        It cannot be read.
    """
    if not is_golden(path):
        return read_qrels(path).grades
    golden = read_golden(path)
    return {
        str(case.id): case.chunk_grades(ungraded=golden.ungraded)
        if case.relevant_chunk_ids
        else case.grades(ungraded=golden.ungraded)
        for case in golden
    }


def write_merged(path: str, found: Merge, target: str) -> str:
    """Write the labels of `path` with what was added as a new file, and who judged what beside it; return that path.

    Raises
    ------
    BadInputError
        A query that the golden set does not ask, or no format is named for judgements.
    BadFileError
        A file is there already, or cannot be written.
    """
    provenance = target + _SUFFIX
    for one in (target, provenance):
        if Path(one).exists():
            text = "is there already, and labels are never overwritten"
            raise BadFileError([Problem(path=one, text=text)], hint="name a new file.")
    if is_golden(path):
        _write(target, _golden_text(path, found))
    else:
        labels = Qrels(grades={query_id: dict(docs) for query_id, docs in found.labels.items()})
        write_qrels(labels, target, file_format=format_by_name(target) or "trec")
    _write(provenance, _kept_provenance(path) + "".join(_provenance(where, row) for where, row in found.added))
    return provenance


def _golden_text(path: str, found: Merge) -> str:
    """Return the lines of a golden set, those of cases with new labels with a mapping of id to grade."""
    golden = read_golden(path)
    cases = {str(case.id): case for case in golden}
    unknown = [row.query_id for _, row in found.added if row.query_id not in cases]
    if unknown:
        raise BadInputError(
            f"{path}: it asks no query with the id {unknown[0]!r}\nHint: is this the queue of another set?"
        )
    lines = read_text(Path(path)).split("\n")
    changed = {row.query_id for _, row in found.added}
    for case, (line, record) in zip(golden, read_json_lines(Path(path)).records, strict=True):
        if str(case.id) in changed:
            of = "relevant_chunk_ids" if case.relevant_chunk_ids else "relevant_doc_ids"
            lines[line - 1] = _with_labels(record, of, found.labels[str(case.id)])
    return "\n".join(lines)


def _with_labels(record: Mapping[str, Any], of: str, labels: Mapping[str, float]) -> str:
    name = next((name for name in names_of(of) if name in record), of)
    return json.dumps({**record, name: dict(labels)}, ensure_ascii=False)


def _kept_provenance(path: str) -> str:
    """Return what an earlier merge said of the labels that are there."""
    earlier = Path(path + _SUFFIX)
    return read_text(earlier) if earlier.is_file() else ""


def _provenance(where: str, row: QueueRow) -> str:
    said = {"query_id": row.query_id, "doc_id": row.doc_id, "grade": row.grade}
    said |= {"judge": row.judge, "judged_at": row.judged_at, "how": row.how, **(row.model_extra or {})}
    return json.dumps({**said, "from": where}, ensure_ascii=False) + "\n"


def _write(target: str, text: str) -> None:
    try:
        with Path(target).open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as exc:
        raise BadFileError([Problem(path=target, text=f"cannot be written: {exc.strerror}")]) from exc
