"""A BEIR folder: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv`` or ``qrels/test.tsv``."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.golden_record import read_case
from assay.files.json_text import json_lines
from assay.files.lines import text_lines
from assay.files.opening import opened
from assay.files.problems import Problems
from assay.files.rows import Judgements
from assay.files.spans import SPANS, read_spans
from assay.files.text import read_text
from assay.files.tsv_rows import tsv_rows

_QRELS = ("qrels.tsv", "qrels/test.tsv")


def is_beir(path: Path) -> bool:
    """Whether a folder is laid out as BEIR lays out its collections."""
    return (path / "queries.jsonl").is_file() and any((path / name).is_file() for name in _QRELS)


def qrels_of(path: Path) -> Path:
    """Return the judgements of a folder that `is_beir`."""
    return next(path / name for name in _QRELS if (path / name).is_file())


def read_beir(path: Path) -> GoldenSet:
    """Read a collection; its cases are the queries that have a judgement, in the order of ``queries.jsonl``.

    Where there is a ``spans.jsonl``, its passages are their evidence.

    The other queries are in `left_out`.

    Raises
    ------
    BadFileError
        Bad lines in either file, a document judged twice with different grades, a judgement of an unknown query, or no
        judged query.
    """
    qrels = qrels_of(path)
    query_problems: list[Problem] = []
    queries, known = _read_queries(path / "queries.jsonl", query_problems)
    problems = Problems(str(qrels))
    with opened(qrels) as file:
        judgements = Judgements(problems).gather(tsv_rows(text_lines(file.stream, problems), "qrels", problems))
    grades = judgements.grades
    for query_id in {query_id for query_id, docs in grades.items() if docs} - known:
        text = f"no query of queries.jsonl has the id {query_id!r}"
        problems.add(judgements.first_line(query_id), text, field="query-id")
    spans = path / SPANS
    evidence = read_spans(spans, query_problems) if spans.is_file() else {}
    unasked = [query_id for query_id in evidence if query_id not in known]
    if unasked:
        text = f"spans of queries that queries.jsonl does not have: {', '.join(unasked[:3])}"
        query_problems.append(Problem(path=str(spans), field="query-id", text=text))
    if query_problems or problems.found:
        raise BadFileError([*query_problems, *problems.error().problems], hint=problems.hint)
    cases = [
        replace(_case(query, grades[query_id], path), evidence=tuple(evidence.get(query_id, ())))
        for query_id, query in queries.items()
        if query_id in grades
    ]
    if not cases:
        raise BadFileError([Problem(path=str(qrels), text="no judgements in it")])
    corpus = path / "corpus.jsonl"
    return GoldenSet(
        cases=tuple(cases),
        name=path.resolve().name,
        corpus=corpus if corpus.is_file() else None,
        left_out=tuple(query_id for query_id in queries if query_id not in grades),
    )


def _case(query: dict[str, Any], grades: dict[str, float], path: Path) -> RetrievalTestCase:
    problems: list[Problem] = []
    case = read_case({**query, "relevant_doc_ids": grades}, path=str(path), line=None, problems=problems)
    if case is None:
        raise BadFileError(problems)
    return case


def _read_queries(path: Path, problems: list[Problem]) -> tuple[dict[str, dict[str, Any]], set[str]]:
    """Return the good queries by id, and every id that stands there, of bad queries too."""
    queries: dict[str, dict[str, Any]] = {}
    lines: dict[str, int] = {}
    for line, record in json_lines(str(path), read_text(path, problems), problems):
        query = {("query" if name == "text" else name): value for name, value in record.items()}
        wrong: list[Problem] = []
        case = read_case(query, path=str(path), line=line, problems=wrong)
        given = record.get("_id", record.get("id"))
        name = "" if given is None else str(given)
        if not name:
            wrong.append(Problem(path=str(path), line=line, field="_id", text="expected an id, text or a whole number"))
        elif name in lines:
            text = f"{name!r} is already the id of line {lines[name]}"
            wrong.append(Problem(path=str(path), line=line, field="_id", text=text))
        elif case is not None:
            queries[name] = query
        lines.setdefault(name, line)
        problems.extend(_as_written(problem) for problem in wrong)
    return queries, set(lines)


def _as_written(problem: Problem) -> Problem:
    """Name the field of a query as BEIR calls it."""
    return replace(problem, field="text") if problem.field == "query" else problem
