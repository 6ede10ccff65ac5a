"""What a golden set is made of: a question, what should come back, and where the answer stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from assay.data.identifier import as_id
from assay.data.number import as_finite
from assay.errors import BadInputError

BREAKDOWNS = ("category", "language")  # what a report is broken down by unless it is told otherwise

Relevant: TypeAlias = Sequence[str | int] | Mapping[str | int, float] | Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A passage of a document that answers, quoted so that it can be found again after an edit.

    `start` and `end` count characters of the document, `end` exclusive; None where only the quote is known. `prefix`
    and `suffix` are what stands before and after the quote: they tell its place among several where it is short.
    Evidence of one `group` are alternatives; different groups are all needed.
    """

    doc_id: str
    quote: str
    start: int | None = None
    end: int | None = None
    prefix: str = ""
    suffix: str = ""
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
            raise BadInputError(f"a test case needs a query that is not blank, got {self.query!r:.200}")
        if not isinstance(self.answerable, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"answerable is True or False, got {self.answerable!r}")
        if isinstance(self.retrieved_texts, str):
            raise BadInputError("retrieved_texts is a list of texts, got one string")
        for name in ("relevant_doc_ids", "relevant_chunk_ids"):
            object.__setattr__(self, name, _frozen_ids(name, getattr(self, name)))
        if not isinstance(self.metadata, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"metadata is a mapping, got {self.metadata!r:.200}")
        object.__setattr__(self, "evidence", tuple(self.evidence))
        if not all(isinstance(piece, Evidence) for piece in self.evidence):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInputError(f"evidence is a list of Evidence, got {self.evidence!r:.200}")
        object.__setattr__(self, "retrieved_texts", tuple(self.retrieved_texts))
        object.__setattr__(self, "metadata", dict(self.metadata))
        if self.id is not None:
            object.__setattr__(self, "id", as_id(self.id, "id"))

    def grades(self, *, ungraded: float = 1.0) -> dict[str, float]:
        """Label of every judged document; an id without a grade of its own gets `ungraded`.

        A case that lists no documents but quotes evidence labels the documents it quotes.
        """
        if self.relevant_doc_ids or not self.evidence:
            return _grades(self.relevant_doc_ids, ungraded)
        quoted: dict[str, float] = {}
        for piece in self.evidence:
            grade = ungraded if piece.grade is None else piece.grade
            quoted[piece.doc_id] = max(grade, quoted.get(piece.doc_id, grade))
        return quoted

    def chunk_grades(self, *, ungraded: float = 1.0) -> dict[str, float]:
        """Label of every judged chunk; an id without a grade of its own gets `ungraded`."""
        return _grades(self.relevant_chunk_ids, ungraded)

    @property
    def source(self) -> str | None:
        """What the question was made from: ``source`` of its metadata, else the document of its first evidence."""
        given = self.value("source")
        return self.evidence[0].doc_id if given is None and self.evidence else given

    def value(self, name: str) -> str | None:
        """Return the field that a breakdown by `name` groups this case under, as text."""
        own = getattr(self, name) if name in (*BREAKDOWNS, "id") else None
        found = self.metadata.get(name) if own is None else own
        return None if found is None or found == "" else str(found)


def _grades(given: Relevant, ungraded: float) -> dict[str, float]:
    if isinstance(given, Mapping):
        return {str(doc_id): float(grade) for doc_id, grade in given.items()}
    return {str(doc_id): ungraded for doc_id in given}


def _frozen_ids(name: str, given: object) -> tuple[str, ...] | dict[str, float]:
    if isinstance(given, str | bytes):
        raise BadInputError(f"{name} is a list of ids, got the string {given!r:.200}\nHint: write [{given!r:.200}].")
    if isinstance(given, Mapping):
        return _frozen_grades(name, cast("Mapping[object, object]", given))
    if isinstance(given, Iterable):
        return tuple(dict.fromkeys(as_id(doc_id, name) for doc_id in cast("Iterable[object]", given)))
    raise BadInputError(f"{name} is a list of ids or a mapping of id to grade, got {given!r:.200}")


def _frozen_grades(name: str, given: Mapping[object, object]) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, value in given.items():
        doc_id, grade = as_id(key, name), as_finite(value)
        if grade is None:
            raise BadInputError(f"{name}: the grade of {key!r} is a finite number, got {value!r:.60}")
        if found.setdefault(doc_id, grade) != grade:
            raise BadInputError(f"{name}: {doc_id!r} is graded twice, {found[doc_id]:g} and {grade:g}")
    return found
