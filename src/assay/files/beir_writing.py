"""A golden set to a BEIR folder, and to TREC's judgements and topics, with what these cannot hold told."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.data.case import RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.data.qrels import Qrels
from assay.errors import BadFileError, Problem
from assay.files.golden_writing import lines_of, new_file, record_of, write_corpus
from assay.files.spans import SPANS
from assay.files.writing import write_qrels

_LABELS = ("id", "query", "relevant_doc_ids", "relevant_chunk_ids", "evidence")


def write_beir(golden: GoldenSet, documents: Sequence[Document], folder: str | Path) -> list[str]:
    """Write ``queries.jsonl``, ``qrels/test.tsv``, ``corpus.jsonl`` and, where there is evidence, ``spans.jsonl``.

    Answers, categories and metadata stand with the queries, where other readers pass over them and Assay finds them.

    Returns
    -------
    list of str
        What the folder does not hold, in words.

    Raises
    ------
    BadFileError
        The folder holds something already, or cannot be written.
    BadInputError
        An id that a table cannot hold.
    """
    place = Path(folder)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        problem = Problem(path=str(place), text="is there already, and nothing is overwritten")
        raise BadFileError([problem], hint="name a new folder.")
    new_file(place / "queries.jsonl", lines_of(map(_query_record, golden)))
    if documents:
        write_corpus(documents, place / "corpus.jsonl")
    spans = list(_spans(golden))
    if spans:
        new_file(place / SPANS, lines_of(spans))
    (place / "qrels").mkdir()
    write_qrels(_qrels(golden), place / "qrels" / "test.tsv", file_format="tsv")
    return [*_unsaid(golden), *_lost(golden, _LOST_BY_BEIR)]


def write_trec(golden: GoldenSet, target: str | Path) -> list[str]:
    """Write judgements, and beside them the questions as ``<target>.topics.tsv`` (id, tab, question).

    Returns
    -------
    list of str
        What they do not hold, in words.

    Raises
    ------
    BadFileError
        A file is there already, or cannot be written.
    BadInputError
        An id with white space.
    """
    place = Path(target)
    if place.exists():
        problem = Problem(path=str(place), text="is there already, and nothing is overwritten")
        raise BadFileError([problem], hint="name a new file.")
    new_file(f"{place}.topics.tsv", (f"{case.id}\t{' '.join(case.query.split())}\n" for case in golden))
    write_qrels(_qrels(golden), place, file_format="trec")
    return [*_unsaid(golden), *_lost(golden, _LOST_BY_TREC)]


def _query_record(case: RetrievalTestCase) -> dict[str, Any]:
    more = {name: value for name, value in record_of(case).items() if name not in _LABELS}
    return {"_id": case.id, "text": case.query, **more}


def _qrels(golden: GoldenSet) -> Qrels:
    return Qrels(grades={str(case.id): _grades(case, golden) for case in golden})


def _grades(case: RetrievalTestCase, golden: GoldenSet) -> dict[str, float]:
    if case.relevant_chunk_ids:
        return case.chunk_grades(ungraded=golden.ungraded)
    return case.grades(ungraded=golden.ungraded)


def _spans(golden: GoldenSet) -> Iterator[dict[str, Any]]:
    for case in golden:
        for piece in case.evidence:
            placed = piece.start is not None and piece.end is not None
            grade = {} if piece.grade is None else {"grade": piece.grade}
            yield {
                "query-id": case.id, "corpus-id": piece.doc_id, "start": piece.start, "end": piece.end,
                "text": piece.quote, "offset_ok": placed, "group": piece.group, **grade,
            }  # fmt: skip


_Holds = Callable[[RetrievalTestCase], object]
_LOST_BY_BEIR: dict[str, _Holds] = {
    "what stands before and after evidence": lambda case: any(one.prefix or one.suffix for one in case.evidence),
    "labels on chunks, whose ids stand for documents": lambda case: case.relevant_chunk_ids,
}
_LOST_BY_TREC: dict[str, _Holds] = {
    "evidence": lambda case: case.evidence,
    "expected answers": lambda case: case.expected_answer,
    "categories, languages and metadata": lambda case: case.category or case.language or case.metadata,
    "recorded answers and texts": lambda case: case.generated_answer or case.retrieved_texts,
    "that there is no answer": lambda case: not case.answerable,
}


def _lost(golden: GoldenSet, kinds: dict[str, _Holds]) -> Iterator[str]:
    for what, holds in kinds.items():
        n_cases = sum(bool(holds(case)) for case in golden)
        if n_cases:
            yield f"{n_cases} of {len(golden)} cases: not kept: {what}"


def _unsaid(golden: GoldenSet) -> Iterator[str]:
    bare = sum(not _grades(case, golden) for case in golden)
    if bare:
        yield f"{bare} of {len(golden)} cases have no label, so they stand among the questions alone"
    if golden.scale != "binary":
        yield f"the format does not say the scale of grades, {golden.scale}: {golden.rel:g} and more is relevant"
