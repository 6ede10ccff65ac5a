"""Judged queues brought together with the labels there were: nothing overwritten, contradictions named."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assay.data.case import Evidence
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, BadInputError, Problem
from assay.files.corpus import read_corpus
from assay.files.detection import Format
from assay.files.golden import read_golden, reader_of
from assay.files.golden_record import names_of
from assay.files.qrels import read_qrels
from assay.files.writing import format_by_name
from assay.golden.passages import Passage, evidence_of, passage_of, span_of
from assay.golden.queue import QueueRow, read_queue

Labels = Mapping[str, Mapping[str, float]]
_BOTH: tuple[Format, ...] = ("csv", "json", "jsonl")  # endings of golden sets and of judgements
_Key = tuple[str, ...]  # query and document, and start and end of a passage
_OF_JUDGEMENTS = ("doc_id", "docid", "corpus-id", "corpus_id", "docno", "document_id", "grades")


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

    `added` are the rows whose grade is new, each with where it stood; `evidence` the pieces that relevant passages
    become, by case; `known` counts grades that were there already, `open` rows nobody has judged yet.
    """

    labels: Labels
    added: Sequence[tuple[str, QueueRow]]
    conflicts: Sequence[Conflict]
    known: int
    open: int
    evidence: Mapping[str, Sequence[Evidence]] = field(default_factory=dict[str, Sequence[Evidence]])


def merge(
    labels: Labels,
    queues: Sequence[str],
    *,
    source: str = "the labels",
    golden: GoldenSet | None = None,
    judge: str | None = None,
) -> Merge:
    """Add the grades of queues to labels, which stay as they are.

    Parameters
    ----------
    labels
        Grades by query and document.
    queues
        Paths of queues; of two that contradict each other the first is kept.
    source
        What conflicts call the labels.
    golden
        The set the labels are of. Its scale bounds the grades, and only what it asks is taken. Where it has evidence,
        a row with `start` and `end` is about a passage: a relevant one becomes evidence, an alternative to the pieces
        of the group that the row names, or of the only one.
    judge
        Who judged the rows that do not say.

    Raises
    ------
    BadFileError
        A queue that cannot be read, or has rows that cannot be labels; each is named.
    """
    merging = _Merging(labels, golden, source)
    problems: list[Problem] = []
    hints: list[str] = []
    for queue in queues:
        for line, row in read_queue(queue):
            signed = row if row.judge and row.judge.strip() else row.model_copy(update={"judge": judge})
            try:
                merging.take(signed, f"{queue}:{line}")
            except BadInputError as exc:
                text, _, hint = str(exc).partition("\nHint: ")
                problems.append(Problem(path=queue, line=line, text=text))
                hints.append(hint)
    if problems:
        raise BadFileError(problems, hint=next(filter(None, hints), None))
    return merging.found()


class _Merging:
    """Grades by what they are of, and what each row does to them."""

    def __init__(self, labels: Labels, golden: GoldenSet | None, source: str) -> None:
        self.source, self.golden = source, golden
        self.cases = {str(case.id): case for case in golden or ()}
        self.asked = {*self.cases, *(golden.left_out if golden else ())}
        self.holds_evidence = any(case.evidence for case in self.cases.values())
        self.texts = _texts(golden if self.holds_evidence else None)
        self.given = {query_id: dict(docs) for query_id, docs in labels.items()}
        self.grades: dict[_Key, float] = {(query, doc): g for query, docs in labels.items() for doc, g in docs.items()}
        if golden:
            self.grades |= _evidence_grades(golden, self.texts)
        self.came_from: dict[_Key, str] = {}
        self.added: list[tuple[str, QueueRow]] = []
        self.evidence: dict[str, list[Evidence]] = {}
        self.conflicts: list[Conflict] = []
        self.known = self.open = 0

    def take(self, row: QueueRow, where: str) -> None:
        """Take one row.

        Raises
        ------
        BadInputError
            It cannot be a label.
        """
        if row.grade is None:
            self.open += 1
            return
        _check(row, self.golden, self.asked)
        passage = passage_of(row) if self.holds_evidence else None
        key = (row.query_id, row.doc_id, *((str(passage.start), str(passage.end)) if passage else ()))
        if key not in self.grades:
            self._add(row, row.grade, passage)
            self.grades[key], self.came_from[key] = row.grade, where
            self.added.append((where, row))
        elif self.grades[key] == row.grade:
            self.known += 1
        else:
            self.conflicts.append(
                Conflict(
                    query_id=row.query_id,
                    doc_id=row.doc_id,
                    kept=self.grades[key],
                    kept_from=self.came_from.get(key, self.source),
                    other=row.grade,
                    other_from=where,
                )
            )

    def _add(self, row: QueueRow, grade: float, passage: Passage | None) -> None:
        """Add a label; a passage that is not relevant is none, and stands in the provenance alone."""
        if passage is None:
            self.given.setdefault(row.query_id, {})[row.doc_id] = grade
        elif self.golden and grade >= self.golden.rel:
            case = self.cases.get(row.query_id)
            piece = evidence_of(row, passage, case.evidence if case else (), self.texts)
            self.evidence.setdefault(row.query_id, []).append(piece)

    def found(self) -> Merge:
        """Return what came of it."""
        return Merge(
            labels=self.given,
            added=self.added,
            conflicts=self.conflicts,
            known=self.known,
            open=self.open,
            evidence=self.evidence,
        )


def _check(row: QueueRow, golden: GoldenSet | None, asked: Collection[str]) -> None:
    """Refuse a label that nobody answers for, that is of another set, or off its scale."""
    if not row.judge:
        raise BadInputError("it does not say who judged\nHint: fill in `judge`, or name who judged with --judge.")
    if golden is None or row.grade is None:
        return
    if row.query_id not in asked:
        raise BadInputError(
            f"the golden set asks no query with the id {row.query_id!r}\nHint: is this the queue of another set?"
        )
    if golden.scale == "0-5" and not 0 <= row.grade <= 5:
        raise BadInputError(
            f"the scale of the golden set is 0-5, got {row.grade:g}\nHint: 0 is not relevant, 5 answers directly."
        )


def _texts(golden: GoldenSet | None) -> Mapping[str, str]:
    if golden is None or golden.corpus is None or not golden.corpus.exists():
        return {}
    return {document.doc_id: document.text for document in read_corpus(golden.corpus)}


def _evidence_grades(golden: GoldenSet, texts: Mapping[str, str]) -> dict[_Key, float]:
    """Return the grades of the passages that are evidence, where it is told or plain where they stand."""
    found: dict[_Key, float] = {}
    for case in golden:
        for piece in case.evidence:
            span = span_of(piece, texts)
            if span is not None:
                key = (str(case.id), piece.doc_id, *map(str, span))
                found[key] = golden.ungraded if piece.grade is None else piece.grade
    return found


def is_golden(path: str) -> bool:
    """Whether a file or folder is a golden set, and not judgements: its first record asks a question."""
    place = Path(path)
    if place.is_dir():
        return True
    if path == "-" or not place.is_file() or format_by_name(path) not in (*_BOTH, None):
        return False
    if place.suffix.lower() in (".gz", ".bz2", ".xz", ".zst"):
        return False
    try:
        records = reader_of(place)(place).records[:1]
    except BadFileError:
        return False  # read as judgements, it says what is wrong
    return any(
        any(name in record for name in names_of("query")) and not any(name in record for name in _OF_JUDGEMENTS)
        for _, record in records
    )


def labels_at(path: str) -> Labels:
    """Read the labels of judgements, or of a golden set in any format.

    Raises
    ------
    BadFileError
        It cannot be read.
    """
    return labels_of(read_golden(path)) if is_golden(path) else read_qrels(path).grades


def labels_of(golden: GoldenSet) -> Labels:
    """Return the grades of a golden set by case: of chunks, where a case has labels on chunks, else of documents."""
    return {
        str(case.id): case.chunk_grades(ungraded=golden.ungraded)
        if case.relevant_chunk_ids
        else case.grades(ungraded=golden.ungraded)
        for case in golden
    }
