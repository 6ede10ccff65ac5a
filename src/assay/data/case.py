"""What a golden set is made of: a question, what should come back, and where the answer stands."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, SupportsIndex, TypeAlias, cast

from assay.errors import BadInputError

Relevant: TypeAlias = Sequence[str | int] | Mapping[str | int, float] | Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A passage of a document that answers, quoted so that it can be found again after an edit.

    `start` and `end` count characters of the document, `end` exclusive; None where only the quote is known.
    Evidence of one `group` are alternatives; different groups are all needed.
    """

    doc_id: str
    quote: str
    start: int | None = None
    end: int | None = None
    grade: float | None = None
    group: int = 0


@dataclass(frozen=True, slots=True)
class RetrievalTestCase:
    """A question with the documents that should come back for it.

    Parameters
    ----------
    query
        The question as a user would ask it; not blank.
    relevant_doc_ids
        Ids of relevant documents, or a mapping of id to grade (0-5 by the tutorials' scale; 0 says judged and
        not relevant). Integer ids become text.
    expected_answer, category, language, metadata
        Optional; `category`, `language` and any key of `metadata` can be broken down by.
    id
        Unique in its set; numbered ``q1, q2, ...`` where absent.
    relevant_chunk_ids
        The same for labels on chunks; where a case has both, chunks decide.
    evidence
        The passages that answer.
    answerable
        False says that the corpus holds no answer: such cases stay out of every relevance measure, and are counted.
    generated_answer, retrieved_texts
        What a pipeline answered and read, recorded earlier; kept for judges.

    Raises
    ------
    BadInputError
        The query is blank, ids are one string instead of a list, or a grade is not a finite number.

    Examples
    --------
    >>> case = RetrievalTestCase("Who discounts by rank?", {"ndcg.md": 5, "mrr.md": 2}, category="facts")
    >>> case.grades()
    {'ndcg.md': 5.0, 'mrr.md': 2.0}
    """

    query: str
    relevant_doc_ids: Relevant = ()
    expected_answer: str | None = None
    category: str | None = None
    language: str | None = None
    id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    relevant_chunk_ids: Relevant = field(default=(), kw_only=True)
    evidence: Sequence[Evidence] = field(default=(), kw_only=True)
    answerable: bool = field(default=True, kw_only=True)
    generated_answer: str | None = field(default=None, kw_only=True)
    retrieved_texts: Sequence[str] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        """Check what was given and freeze it: lists become tuples, ids text, grades floats."""
        if not isinstance(self.query, str) or not self.query.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"a test case needs a query that is not blank, got {self.query!r}")
        for name in ("relevant_doc_ids", "relevant_chunk_ids"):
            object.__setattr__(self, name, _frozen_ids(name, getattr(self, name)))
        object.__setattr__(self, "evidence", tuple(self.evidence))
        object.__setattr__(self, "retrieved_texts", tuple(self.retrieved_texts))
        if self.id is not None:
            object.__setattr__(self, "id", as_id(self.id, "id"))

    @property
    def labels_chunks(self) -> bool:
        """Whether the labels of this case stand on chunks."""
        return bool(self.relevant_chunk_ids)

    def grades(self, *, ungraded: float = 1.0) -> dict[str, float]:
        """Label of every judged id; an id without a grade of its own gets `ungraded`."""
        given = self.relevant_chunk_ids or self.relevant_doc_ids
        if isinstance(given, Mapping):
            return {str(doc_id): float(grade) for doc_id, grade in given.items()}
        return {str(doc_id): ungraded for doc_id in given}

    def value(self, name: str) -> str | None:
        """Return the field that a breakdown by `name` groups this case under, as text."""
        found = getattr(self, name) if name in ("category", "language", "id") else self.metadata.get(name)
        return None if found is None else str(found)


def as_id(given: object, name: str) -> str:
    """Return an id as text: whole numbers are accepted, nothing else is guessed at."""
    if isinstance(given, str) and given:
        return given
    if isinstance(given, SupportsIndex) and not isinstance(given, bool):  # NumPy integers too
        return str(index(given))
    raise BadInputError(f"{name}: an id is text or a whole number, got {given!r}")


def _frozen_ids(name: str, given: Any) -> tuple[str, ...] | dict[str, float]:
    if isinstance(given, str):
        raise BadInputError(f"{name} is a list of ids, got the string {given!r}\nHint: write [{given!r}].")
    if isinstance(given, Mapping):
        grades = cast("Mapping[object, object]", given)
        return {as_id(doc_id, name): _as_grade(doc_id, grade, name) for doc_id, grade in grades.items()}
    if isinstance(given, Iterable):
        return tuple(dict.fromkeys(as_id(doc_id, name) for doc_id in cast("Iterable[object]", given)))
    raise BadInputError(f"{name} is a list of ids or a mapping of id to grade, got {given!r}")


def _as_grade(doc_id: object, grade: object, name: str) -> float:
    if isinstance(grade, bool) or not isinstance(grade, (int, float)) or not math.isfinite(grade):
        raise BadInputError(f"{name}: the grade of {doc_id!r} is a finite number, got {grade!r}")
    return float(grade)
