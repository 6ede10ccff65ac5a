"""Rows as every format gives them, checked and gathered into judgements or a run."""

from array import array
from collections.abc import Iterable
from itertools import accumulate, chain
from operator import index
from typing import Final, SupportsIndex, TypeAlias

import numpy as np

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.files.plain_number import plain_number
from assay.files.problems import Problems, shown

Row: TypeAlias = tuple[int | None, object, object, object]
"""Line or row number (None where there is none), query id, document id, grade or score; all still to be checked."""

NO_ROWS: Final = object()
"""In place of a document: the query stands there, without rows."""


class Judgements:
    """Grades by query and document as they come in, with the line each was first seen in."""

    def __init__(self, problems: Problems) -> None:
        self.grades: dict[str, dict[str, float]] = {}
        self._lines: dict[str, array[int]] = {}  # in the order of the documents of `grades`; 0 for no line
        self._problems = problems

    def gather(self, rows: Iterable[Row]) -> "Judgements":
        """Take in rows; what is wrong goes to the problems."""
        for line, given_query, given_doc, value in rows:
            query_id = _checked_id(given_query, "query_id", line, self._problems)
            if query_id is None:
                continue
            docs = self.grades.setdefault(query_id, {})
            lines = self._lines.setdefault(query_id, array("q"))
            if given_doc is NO_ROWS:
                continue
            doc_id = _checked_id(given_doc, "doc_id", line, self._problems)
            grade = plain_number(value)
            if grade is None:
                where = f"document {shown(given_doc)} of query {query_id!r}"
                text = f"the grade of {where} is a finite number written plainly, got {shown(value)}"
                self._problems.add(line, text, field="grade")
            elif doc_id is not None and doc_id not in docs:
                docs[doc_id] = grade
                lines.append(line or 0)
            elif doc_id is not None and docs[doc_id] != grade:
                self._contradict(line, query_id, doc_id, grade)
        return self

    def first_line(self, query_id: str) -> int | None:
        """Return the line a query was first judged in."""
        lines = self._lines[query_id]
        return (lines[0] or None) if lines else None

    def table(self, name: str) -> Qrels:
        """Return the judgements.

        Raises
        ------
        BadFileError
            Something was wrong, or nothing was there.
        """
        self._problems.check()
        if not self.grades:
            raise self._problems.stop(None, "no judgements in it")
        return Qrels(grades=self.grades, name=name)

    def _contradict(self, line: int | None, query_id: str, doc_id: str, grade: float) -> None:
        docs = self.grades[query_id]
        first = self._lines[query_id][list(docs).index(doc_id)]
        where = f" in line {first}" if first else " once"
        text = f"document {doc_id!r} of query {query_id!r} is graded {docs[doc_id]:g}{where} and {grade:g} here"
        self._problems.add(line, text)


class Retrieved:
    """Scored documents by query as they come in."""

    def __init__(self, problems: Problems) -> None:
        self._docs: dict[str, list[str]] = {}
        self._scores: dict[str, array[float]] = {}
        self._problems = problems

    def gather(self, rows: Iterable[Row]) -> "Retrieved":
        """Take in rows; what is wrong goes to the problems."""
        for line, given_query, given_doc, value in rows:
            query_id = _checked_id(given_query, "query_id", line, self._problems)
            if query_id is None:
                continue
            docs = self._docs.setdefault(query_id, [])
            scores = self._scores.setdefault(query_id, array("d"))
            if given_doc is NO_ROWS:
                continue
            doc_id = _checked_id(given_doc, "doc_id", line, self._problems)
            score = plain_number(value, infinite=True)
            if score is None:
                where = f"document {shown(given_doc)} of query {query_id!r}"
                text = f"the score of {where} is a number written plainly and not NaN, got {shown(value)}"
                self._problems.add(line, text, field="score")
            elif doc_id is not None:
                docs.append(doc_id)
                scores.append(score)
        return self

    def table(self, name: str) -> Run:
        """Return the run.

        Raises
        ------
        BadFileError
            Something was wrong, or nothing was there.
        """
        self._problems.check()
        if not self._docs:
            raise self._problems.stop(None, "no retrieved documents in it")
        ends = accumulate(len(docs) for docs in self._docs.values())
        return Run(
            query_ids=tuple(self._docs),
            starts=np.fromiter(chain([0], ends), np.int64, len(self._docs) + 1),
            doc_ids=tuple(chain.from_iterable(self._docs.values())),
            scores=np.concatenate([np.frombuffer(scores, np.float64) for scores in self._scores.values()]),
            name=name,
        )


def _checked_id(given: object, field: str, line: int | None, problems: Problems) -> str | None:
    """Return an id as text; whole numbers and bytes of UTF-8 become text, anything else is a problem."""
    try:
        if isinstance(given, str):
            if not given.isascii():
                given.encode()  # a lone surrogate, as JSON may hold, is no text
            if given:
                return str(given)
        elif isinstance(given, bytes) and given:
            return given.decode()
        elif isinstance(given, SupportsIndex) and not isinstance(given, bool):
            return str(index(given))
    except (UnicodeError, TypeError, ValueError):  # an array has the method but is no number; 5000 digits
        pass
    problems.add(line, f"an id is text or a whole number, and not empty, got {shown(given)}", field=field)
    return None
