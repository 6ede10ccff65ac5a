"""What a file asks a judge: pairs of a question and a passage, or recorded answers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.annotation.task import tasks_of
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError
from assay.files.json_text import json_object
from assay.files.recorded_answers import RecordedAnswer, read_recorded_answers
from assay.files.text import read_text
from assay.golden.queue import QueueRow, read_queue
from assay.golden.retrieved import Retrieved, retrieved_by_evaluations, retrieved_by_runs
from assay.judges.question import JudgeQuestion, Passage
from assay.judging.sampling import Sampling

_STRETCH = re.compile(r"(.+)#([0-9]{1,12})-([0-9]{1,12})", re.DOTALL)

SourceKind = Literal["queue", "answers", "evaluation", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Questions of a file, with what kind of file it was."""

    kind: SourceKind
    questions: Sequence[JudgeQuestion]


def read_source(
    path: str,
    *,
    golden: GoldenSet | None = None,
    corpus: Iterable[Document] = (),
    depth: int = 10,
    sampling: Sampling | None = None,
) -> Source:
    """Read what a file asks.

    Parameters
    ----------
    path
        A queue (``assay golden holes``, ``pool``), a saved evaluation, a run, or recorded answers; told by what it
        holds.
    golden
        Gives questions their text and language, and says what is judged of a run.
    corpus
        The documents' texts. An id such as ``page.md#120-480``, as the embedded retrievers name their chunks, stands
        for that stretch of ``page.md``.
    depth
        How many first hits of each question of an evaluation or a run are asked about.
    sampling
        Which of these; None takes all.

    Raises
    ------
    BadFileError
        It cannot be read.
    BadInputError
        A text is missing, or there is nothing to sample from.
    """
    kind = kind_of(path)
    if kind == "answers":
        return Source(kind=kind, questions=[_of_answer(row) for row in read_recorded_answers(path)])
    if kind == "queue":
        rows = [row for _, row in read_queue(path)]
        return Source(kind=kind, questions=_of_pairs(rows, golden, corpus))
    given = _retrieved(path, kind, golden)
    rows = _pairs(given, depth) if sampling is None else sampling.drawn(given, depth)
    return Source(kind=kind, questions=_of_pairs(rows, golden, corpus))


def kind_of(path: str) -> SourceKind:
    """Tell what a file holds: by its ending, and for JSON Lines by its first row."""
    place = Path(path)
    if place.is_dir():
        return "evaluation"
    ending = place.suffix.casefold()
    if ending not in {".json", ".jsonl", ".ndjson"}:
        return "run"
    text = read_text(place, [])
    if ending == ".json":
        return "answers" if text.lstrip().startswith("[") else "evaluation"
    return "queue" if {"query_id", "doc_id"} <= _first_keys(text) else "answers"


def _first_keys(text: str) -> set[str]:
    line = next((line for line in text.split("\n") if line.strip()), "{}")
    try:
        return set(json_object(line))
    except ValueError:
        return set()  # the reader says what is wrong with it, and where


def _retrieved(path: str, kind: SourceKind, golden: GoldenSet | None) -> Retrieved:
    if kind == "evaluation":
        return retrieved_by_evaluations([path])
    found = retrieved_by_runs([path], None, [Path(path).name])
    if golden is None:
        return found
    ungraded = golden.ungraded
    labels = {str(case.id): case.grades(ungraded=ungraded) for case in golden}
    queries = {str(case.id): case.query for case in golden}
    return Retrieved(rankings=found.rankings, labels=labels, queries=queries, rel=golden.rel)


def _pairs(given: Retrieved, depth: int) -> list[QueueRow]:
    return [
        QueueRow(query_id=query, doc_id=doc, query=given.queries.get(query, ""))
        for ranking_by_query in given.rankings.values()
        for query, ranking in ranking_by_query.items()
        for doc in ranking[:depth]
    ]


def _of_pairs(rows: Sequence[QueueRow], golden: GoldenSet | None, corpus: Iterable[Document]) -> list[JudgeQuestion]:
    languages = {} if golden is None else {str(case.id): case.language for case in golden}
    return [
        JudgeQuestion(
            id=f"{task.query_id} {task.doc_id}",
            query=task.query,
            passages=(Passage(id=task.doc_id, text=task.text),),
            language=languages.get(task.query_id),
            facts={"query_id": task.query_id, "doc_id": task.doc_id},
        )
        for task in tasks_of(rows, corpus=_with_stretches(rows, corpus), golden=golden)
    ]


def _with_stretches(rows: Sequence[QueueRow], corpus: Iterable[Document]) -> list[Document]:
    """Return the documents, and the stretches of them that ids such as ``page.md#120-480`` name."""
    documents = list(corpus)
    texts = {document.doc_id: document.text for document in documents}
    for doc_id in dict.fromkeys(row.doc_id for row in rows):
        found = None if doc_id in texts else _STRETCH.fullmatch(doc_id)
        if found is not None and found[1] in texts:
            text = texts[found[1]][int(found[2]) : int(found[3])]
            documents.append(Document(doc_id=doc_id, text=text))
    return documents


def _of_answer(row: RecordedAnswer) -> JudgeQuestion:
    return JudgeQuestion(
        id=row.id,
        query=row.query,
        passages=tuple(Passage(id=str(place), text=text) for place, text in enumerate(row.contexts or (), start=1)),
        answer=row.answer,
        reference=row.reference,
        language=row.language,
        facts={"id": row.id, "question": row.query},
    )


def each_passage(questions: Iterable[JudgeQuestion]) -> list[JudgeQuestion]:
    """Return a question for each passage, for judges that look at one at a time.

    Raises
    ------
    BadInputError
        None of the rows has a passage.
    """
    found = [
        JudgeQuestion(
            id=f"{one.id} {passage.id}",
            query=one.query,
            passages=(passage,),
            language=one.language,
            facts=one.facts if "doc_id" in one.facts else {"query_id": one.id, "doc_id": passage.id},
        )
        for one in questions
        for passage in one.passages
    ]
    if not found:
        raise BadInputError('no row has passages to judge\nHint: recorded answers carry them as "contexts".')
    return found
