"""Merged labels as a new file or folder, in the form of the old one, with who judged what beside them."""

import json
from pathlib import Path
from shutil import copytree

from assay.data.golden_set import GoldenSet
from assay.data.qrels import Qrels
from assay.errors import BadFileError, Problem
from assay.files.beir import is_beir
from assay.files.beir_labelled import write_labelled_beir
from assay.files.golden_labelled import NewLabels, labelled_text
from assay.files.golden_writing import evidence_record
from assay.files.text import read_text, why
from assay.files.writing import format_by_name, write_qrels
from assay.golden.merging import Merge
from assay.golden.passages import passage_of, span_record
from assay.golden.queue import QueueRow
from assay.version import __version__

_SUFFIX = ".provenance.jsonl"
_IN_FOLDER = ("golden.jsonl", "golden.json", "golden.csv")


def write_merged(path: str, found: Merge, target: str, *, golden: GoldenSet | None = None) -> str:
    """Write what `path` holds with what was added, and who judged what beside it; return the path of the latter.

    Parameters
    ----------
    path
        The labels that were merged with.
    found
        What came of it.
    target
        A new file; a new folder where `path` is one, which is copied whole.
    golden
        What `path` holds, where it is a golden set.

    Raises
    ------
    BadInputError
        The target's name asks for another format, or an id cannot stand in a table.
    BadFileError
        Something is there already, or cannot be written.
    """
    target = target.rstrip("/") or target
    provenance = target + _SUFFIX
    for one in (target, provenance):
        if Path(one).exists():
            text = "is there already, and labels are never overwritten"
            raise BadFileError([Problem(path=one, text=text)], hint="name a new file.")
    if Path(path).is_dir() and Path(target).resolve().is_relative_to(Path(path).resolve()):
        raise BadFileError([Problem(path=target, text=f"is inside of {path}")], hint="name a new folder beside it.")
    if golden is not None:
        _write_golden(Path(path), golden, found, Path(target))
    else:
        labels = Qrels(grades={query_id: dict(docs) for query_id, docs in found.labels.items()})
        write_qrels(labels, target, file_format=format_by_name(target) or "trec")
    _write(Path(provenance), _kept_provenance(path) + "".join(_provenance(where, row) for where, row in found.added))
    return provenance


def _write_golden(source: Path, golden: GoldenSet, found: Merge, target: Path) -> None:
    if not source.is_dir():
        _write(target, labelled_text(source, _changes(golden, found), target))
    elif is_beir(source):
        _write_beir(source, golden, found, target)
    else:
        name = next(name for name in _IN_FOLDER if (source / name).is_file())
        text = labelled_text(source / name, _changes(golden, found), source / name)
        try:
            copytree(source, target)
            (target / name).write_bytes(text.encode("utf-8", "surrogatepass"))
        except OSError as exc:
            raise BadFileError([Problem(path=str(target), text=f"cannot be written: {why(exc)}")]) from exc


def _changes(golden: GoldenSet, found: Merge) -> dict[str, NewLabels]:
    """Return what each case with new labels gets."""
    graded = {row.query_id for _, row in found.added if not _is_passage(row, golden)}
    changes: dict[str, NewLabels] = {}
    for case in golden:
        case_id = str(case.id)
        if case_id in graded or case_id in found.evidence:
            changes[case_id] = NewLabels(
                name="relevant_chunk_ids" if case.relevant_chunk_ids else "relevant_doc_ids",
                grades=found.labels[case_id] if case_id in graded else {},
                evidence=[evidence_record(piece) for piece in found.evidence.get(case_id, ())],
            )
    return changes


def _write_beir(source: Path, golden: GoldenSet, found: Merge, target: Path) -> None:
    """Extend judgements and spans; a document that holds a new span is judged too, as it would be no case else."""
    judged = {(str(case.id), doc_id) for case in golden for doc_id in case.grades(ungraded=golden.ungraded)}
    rows = [(row.query_id, row.doc_id, row.grade or 0.0) for _, row in found.added if not _is_passage(row, golden)]
    judged |= {(query_id, doc_id) for query_id, doc_id, _ in rows}
    for query_id, pieces in found.evidence.items():
        for piece in pieces:
            if (query_id, piece.doc_id) not in judged:
                judged.add((query_id, piece.doc_id))
                rows.append((query_id, piece.doc_id, piece.grade or golden.rel))
    spans = [{"query-id": query_id, **span_record(one)} for query_id, some in found.evidence.items() for one in some]
    write_labelled_beir(source, target, grades=rows, spans=spans)


def _is_passage(row: QueueRow, golden: GoldenSet) -> bool:
    return any(case.evidence for case in golden) and passage_of(row) is not None


def _kept_provenance(path: str) -> str:
    """Return what an earlier merge said of the labels that are there."""
    earlier = Path(path.rstrip("/") + _SUFFIX)
    return read_text(earlier) if earlier.is_file() else ""


def _provenance(where: str, row: QueueRow) -> str:
    said = {"query_id": row.query_id, "doc_id": row.doc_id, "grade": row.grade}
    said |= {"judge": row.judge, "judged_at": row.judged_at, "how": row.how, **(row.model_extra or {})}
    return json.dumps({**said, "from": where, "assay": __version__}, ensure_ascii=False) + "\n"


def _write(target: Path, text: str) -> None:
    try:
        with target.open("x", encoding="utf-8", errors="surrogatepass", newline="") as stream:
            stream.write(text)
    except OSError as exc:
        raise BadFileError([Problem(path=str(target), text=f"cannot be written: {why(exc)}")]) from exc
