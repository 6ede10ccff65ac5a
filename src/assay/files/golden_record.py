"""One case of a golden set as files write it, under the names that tutorials and tools use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    StrictBool,
    StrictStr,
    ValidationError,
)

from assay.data.case import Evidence, RetrievalTestCase
from assay.errors import Problem


def _id_text(given: object) -> object:
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


Id = Annotated[str, BeforeValidator(_id_text), Field(min_length=1)]
Grade = Annotated[FiniteFloat, Field(description="0 not relevant ... 5 answers directly")]
Labels = list[Id] | dict[Id, Grade]


class Header(BaseModel):
    """What a golden file says of the whole set."""

    model_config = ConfigDict(extra="forbid", title="Assay golden set header")

    name: str | None = None
    scale: Literal["binary", "0-5"] = "binary"
    corpus: str | None = Field(default=None, description="where the documents are, relative to the file")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a golden file holds before its cases are checked: records with their line numbers."""

    header: Header
    records: Sequence[tuple[int, Mapping[str, Any]]]
    problems: list[Problem]


class EvidenceRecord(BaseModel):
    """A passage that answers, quoted; `start` and `end` count characters of the document."""

    model_config = ConfigDict(extra="forbid")

    doc_id: Id
    quote: StrictStr = Field(min_length=1)
    start: int | None = Field(default=None, ge=0)
    end: int | None = Field(default=None, ge=0)
    grade: Grade | None = None
    group: int = Field(default=0, description="passages of one group are alternatives; different groups are all needed")


class CaseRecord(BaseModel):
    """One case. Fields that are not listed here are kept as metadata."""

    model_config = ConfigDict(extra="allow", title="Assay golden case")

    query: StrictStr = Field(pattern=r"\S", validation_alias=AliasChoices("query", "question", "user_input"))
    id: Id | None = Field(default=None, validation_alias=AliasChoices("id", "_id"))
    relevant_doc_ids: Labels = Field(
        default_factory=list[Id],
        validation_alias=AliasChoices("relevant_doc_ids", "relevant_ids"),
        description="ids of relevant documents, or a mapping of id to grade",
    )
    relevant_chunk_ids: Labels = Field(default_factory=list[Id], description="the same for labels on chunks")
    expected_answer: StrictStr | None = Field(
        default=None, validation_alias=AliasChoices("expected_answer", "ground_truth", "reference")
    )
    category: StrictStr | None = None
    language: StrictStr | None = None
    evidence: list[EvidenceRecord] = Field(default_factory=list[EvidenceRecord])
    answerable: StrictBool = Field(default=True, description="false: the corpus holds no answer")
    generated_answer: StrictStr | None = Field(
        default=None, validation_alias=AliasChoices("generated_answer", "answer", "response")
    )
    retrieved_texts: list[StrictStr] = Field(
        default_factory=list[str], validation_alias=AliasChoices("retrieved_texts", "contexts", "retrieved_contexts")
    )
    metadata: dict[str, Any] = Field(default_factory=dict[str, Any])

    def to_case(self) -> RetrievalTestCase:
        """Return the case."""
        return RetrievalTestCase(
            self.query,
            self.relevant_doc_ids,
            self.expected_answer,
            self.category,
            self.language,
            self.id,
            {**(self.model_extra or {}), **self.metadata},
            relevant_chunk_ids=self.relevant_chunk_ids,
            evidence=tuple(Evidence(**record.model_dump()) for record in self.evidence),
            answerable=self.answerable,
            generated_answer=self.generated_answer,
            retrieved_texts=self.retrieved_texts,
        )


def read_case(
    given: Mapping[str, Any], *, path: str, line: int | None, problems: list[Problem]
) -> RetrievalTestCase | None:
    """Read one case; None where something is wrong with it, which then stands in `problems`."""
    found = [
        Problem(path=path, line=line, field=name, text=f"unknown field, did you mean {near!r}?")
        for name, near in _misspelt(given)
    ]
    try:
        record = CaseRecord.model_validate(dict(given))
    except ValidationError as exc:
        found.extend(_problems(exc, given, path, line))
        record = None
    problems.extend(found)
    return None if record is None or found else record.to_case()


def known_fields() -> set[str]:
    """Return every name a field goes by."""
    names: set[str] = set()
    for name, field in CaseRecord.model_fields.items():
        alias = field.validation_alias
        names.update(str(choice) for choice in alias.choices) if isinstance(alias, AliasChoices) else names.add(name)
    return names


def _misspelt(given: Iterable[str]) -> Iterable[tuple[str, str]]:
    known = known_fields()
    for name in given:
        near = [] if name in known else get_close_matches(name, known, n=1, cutoff=0.88)
        if near:
            yield name, near[0]


def _problems(exc: ValidationError, given: Mapping[str, Any], path: str, line: int | None) -> Iterable[Problem]:
    """Tell what pydantic found in our words, once a field: a union reports each of its branches."""
    seen: set[str] = set()
    for error in exc.errors(include_url=False):
        place = [str(part) for part in error["loc"] if not _is_branch(part)]
        field = place[0]
        if field in seen:
            continue
        seen.add(field)
        names = [name for name in ("query", "question", "user_input") if name in given] or ["query"]
        shown = names[0] if field == "query" else ".".join(place[:3])
        yield Problem(
            path=path, line=line, field=shown, text=_expected(field, error["type"], error["msg"], error["input"])
        )


def _is_branch(part: object) -> bool:
    return isinstance(part, str) and ("[" in part or part in ("constrained-str", "finite-float"))


_EXPECTED = {
    "relevant_doc_ids": "expected a list of ids, or a mapping of id to a finite grade",
    "relevant_chunk_ids": "expected a list of ids, or a mapping of id to a finite grade",
    "query": "expected a question, text that is not blank",
}


def _expected(field: str, kind: str, message: str, came: object) -> str:
    if kind == "missing":
        return "missing; expected a question, under query or question" if field == "query" else "missing"
    shown = repr(came)
    shown = shown if len(shown) <= 60 else shown[:60] + "..."
    return f"{_EXPECTED.get(field, message)}, got {shown}"
