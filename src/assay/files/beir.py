"""A BEIR folder: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv`` or ``qrels/test.tsv``."""

import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, Problem
from assay.files.golden_record import read_case
from assay.files.json_text import json_lines
from assay.files.text import read_text

_QRELS = ("qrels.tsv", "qrels/test.tsv")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)

Judgements = dict[str, dict[str, float]]


def is_beir(path: Path) -> bool:
    """Whether a folder is laid out as BEIR lays out its collections."""
    return (path / "queries.jsonl").is_file() and any((path / name).is_file() for name in _QRELS)


def read_beir(path: Path) -> GoldenSet:
    """Read a collection; its cases are the queries that have a judgement, in the order of ``queries.jsonl``.

    The other queries are in `left_out`.

    Raises
    ------
    BadFileError
        Bad lines in either file, a document judged twice with different grades, a judgement of an unknown query, or no
        judged query.
    """
    qrels = next(path / name for name in _QRELS if (path / name).is_file())
    query_problems: list[Problem] = []
    queries, known = _read_queries(path / "queries.jsonl", query_problems)
    problems: list[Problem] = []
    judgements, lines = _read_qrels(qrels, problems)
    for query_id in judgements.keys() - known:
        text = f"no query of queries.jsonl has the id {query_id!r}"
        problems.append(Problem(path=str(qrels), line=lines[query_id], field="query-id", text=text))
    if query_problems or problems:
        raise BadFileError([*query_problems, *sorted(problems, key=lambda problem: problem.line or 0)])
    cases = [_case(query, judgements[query_id], path) for query_id, query in queries.items() if query_id in judgements]
    if not cases:
        raise BadFileError([Problem(path=str(qrels), text="no judgements in it")])
    corpus = path / "corpus.jsonl"
    return GoldenSet(
        cases=tuple(cases),
        name=path.resolve().name,
        corpus=corpus if corpus.is_file() else None,
        left_out=tuple(query_id for query_id in queries if query_id not in judgements),
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


def _read_qrels(path: Path, problems: list[Problem]) -> tuple[Judgements, dict[str, int]]:
    """Return the grades by query and document, and the line each query was first judged in."""
    judgements: Judgements = {}
    lines: dict[tuple[str, str], int] = {}
    for number, line in enumerate(read_text(path, problems).split("\n"), start=1):
        columns = line.split("\t")
        if not line.strip() or (number == 1 and columns[0] == "query-id"):
            continue
        if (
            len(columns) != 3
            or not all(columns)
            or not _NUMBER.fullmatch(columns[2].strip())
            or not math.isfinite(float(columns[2]))
        ):
            text = f"expected query id, document id and grade between tabs, got {line[:80]!r}"
            problems.append(Problem(path=str(path), line=number, text=text))
            continue
        query_id, doc_id, grade = columns[0], columns[1], float(columns[2])
        known = judgements.setdefault(query_id, {})
        if known.setdefault(doc_id, grade) != grade:
            first = f"graded {known[doc_id]:g} in line {lines[query_id, doc_id]}"
            text = f"document {doc_id!r} of query {query_id!r} is {first} and {grade:g} here"
            problems.append(Problem(path=str(path), line=number, text=text))
        lines.setdefault((query_id, doc_id), number)
    return judgements, {query_id: number for (query_id, _), number in reversed(lines.items())}
