"""One case of a golden set as files write it, under the names that tutorials and tools use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Self, cast

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)

from assay.data.case import Evidence, RetrievalTestCase
from assay.errors import Problem


def _id_text(given: object) -> object:
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


Id = Annotated[str, BeforeValidator(_id_text), Field(min_length=1)]
Grade = Annotated[float, Field(strict=True, allow_inf_nan=False, description="0 not relevant ... 5 answers directly")]
Offset = Annotated[int, Field(strict=True, ge=0)]
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
    start: Offset | None = None
    end: Offset | None = None
    prefix: StrictStr = Field(default="", description="what stands before the quote in the document")
    suffix: StrictStr = Field(default="", description="what stands after it")
    grade: Grade | None = None
    group: StrictInt = Field(
        default=0, description="passages of one group are alternatives; different groups are all needed"
    )

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.start is not None and self.end is not None and self.end <= self.start:
            raise ValueError("expected end after start")
        return self


class CaseRecord(BaseModel):
    """One case. Fields that are not listed here are kept as metadata."""

    model_config = ConfigDict(extra="allow", title="Assay golden case")

    query: StrictStr = Field(pattern=r"\S", validation_alias=AliasChoices("query", "question", "user_input", "input"))
    id: Id | None = Field(default=None, validation_alias=AliasChoices("id", "_id"))
    relevant_doc_ids: Labels = Field(
        default_factory=list[Id],
        validation_alias=AliasChoices(
            "relevant_doc_ids", "relevant_ids", "reference_context_ids", "expected_ids", "gold_ids"
        ),
        description="ids of relevant documents, or a mapping of id to grade",
    )
    relevant_chunk_ids: Labels = Field(default_factory=list[Id], description="the same for labels on chunks")
    expected_answer: StrictStr | None = Field(
        default=None, validation_alias=AliasChoices("expected_answer", "ground_truth", "reference", "expected_output")
    )
    category: StrictStr | None = None
    language: StrictStr | None = None
    evidence: list[EvidenceRecord] = Field(default_factory=list[EvidenceRecord])
    answerable: StrictBool = Field(default=True, description="false: the corpus holds no answer")
    generated_answer: StrictStr | None = Field(
        default=None, validation_alias=AliasChoices("generated_answer", "answer", "response", "actual_output")
    )
    retrieved_texts: list[StrictStr] = Field(
        default_factory=list[str],
        validation_alias=AliasChoices("retrieved_texts", "contexts", "retrieved_contexts", "retrieval_context"),
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
    found = [Problem(path=path, line=line, field=name, text=text) for name, text in _misnamed(given)]
    try:
        record = CaseRecord.model_validate(dict(given))
    except ValidationError as exc:
        found.extend(_problems(exc, path, line))
        record = None
    problems.extend(found)
    return None if record is None or found else record.to_case()


def hint_for(problems: Iterable[Problem]) -> str | None:
    """Say what to do about the commonest of the problems, where something can be said."""
    texts = [problem.text for problem in problems]
    if any(text.startswith(_UNKNOWN) for text in texts):
        return 'what is meant as metadata goes under "metadata".'
    return "save the file as UTF-8." if any(text.startswith("not UTF-8") for text in texts) else None


def names_of(field: str) -> tuple[str, ...]:
    """Return the names a field goes by in files, its own first."""
    alias = CaseRecord.model_fields[field].validation_alias
    return tuple(str(choice) for choice in alias.choices) if isinstance(alias, AliasChoices) else (field,)


_UNKNOWN = "unknown field"
_FIELD_OF = {name: field for field in CaseRecord.model_fields for name in names_of(field)}
_TOO_COMMON = ("answer", "response", "reference", "contexts", "input")  # near many a name that means something else


def _misnamed(given: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Find names that were meant to be a field's: kept as metadata, they would be lost without a word."""
    plain = {_letters(name): name for name in _FIELD_OF}
    likely = [name for name in _FIELD_OF if name not in _TOO_COMMON]
    taken: dict[str, str] = {}
    for name in given:
        field = _FIELD_OF.get(name)
        if field is None:
            near = plain.get(_letters(name)) or next(iter(get_close_matches(name, likely, n=1, cutoff=0.85)), None)
            if near:
                yield name, f"{_UNKNOWN}, did you mean {near!r}?"
        elif taken.setdefault(field, name) != name:
            yield name, f"says the same as {taken[field]!r}; give one of the two"


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _problems(exc: ValidationError, path: str, line: int | None) -> Iterable[Problem]:
    """Tell what pydantic found in our words, once a field: a union reports each of its branches."""
    seen: set[str] = set()
    for error in exc.errors(include_url=False):
        place = [str(part) for part in error["loc"] if not _is_branch(part)]
        if place[0] in seen:
            continue
        seen.add(place[0])
        text = _expected(_FIELD_OF.get(place[0], place[0]), error["type"], error["msg"], error["input"])
        yield Problem(path=path, line=line, field=".".join(place[:3]), text=text)


def _is_branch(part: object) -> bool:
    return isinstance(part, str) and ("[" in part or part in ("constrained-str", "float"))


_EXPECTED = {
    "relevant_doc_ids": "expected a list of ids, or a mapping of id to a finite grade",
    "relevant_chunk_ids": "expected a list of ids, or a mapping of id to a finite grade",
    "query": "expected a question, text that is not blank",
}


def _expected(field: str, kind: str, message: str, came: object) -> str:
    if kind == "missing":
        has = ", ".join(map(str, cast("Mapping[str, object]", came)))[:60] if isinstance(came, Mapping) else ""
        return f"missing; expected a question, under query or question; there is {has or 'nothing'}"
    shown = repr(came)
    shown = shown if len(shown) <= 60 else shown[:60] + "..."
    return f"{_EXPECTED.get(field, message)}, got {shown}"
