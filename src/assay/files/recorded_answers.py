"""Recorded answers: question, answer, contexts and expected answer, under the names tutorials and tools use."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, cast

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, StrictStr, ValidationError

from assay.errors import BadFileError, Problem
from assay.files.golden_record import Id
from assay.files.json_text import json_lines, json_records, load_json
from assay.files.text import read_text

_HINT = (
    'a row holds "question" (or "query", "user_input"), and of "answer", "contexts" and "ground_truth" what is to be '
    "judged."
)


def _first(given: object) -> object:
    """Take the only one of a list: older tools write the expected answer as a list of one."""
    if not isinstance(given, list):
        return given
    several = cast("list[object]", given)
    return several[0] if len(several) == 1 else several


Text = Annotated[StrictStr | None, BeforeValidator(_first)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: Id | None = Field(default=None, validation_alias=AliasChoices("id", "query_id", "_id"))
    query: StrictStr = Field(
        min_length=1, validation_alias=AliasChoices("question", "query", "user_input", "input", "prompt")
    )
    answer: Text = Field(
        default=None,
        validation_alias=AliasChoices("answer", "generated_answer", "response", "actual_output", "prediction"),
    )
    contexts: list[StrictStr] | None = Field(
        default=None,
        validation_alias=AliasChoices("contexts", "retrieved_texts", "retrieved_contexts", "retrieval_context"),
    )
    reference: Text = Field(
        default=None,
        validation_alias=AliasChoices(
            "ground_truth", "expected_answer", "reference", "expected_output", "ground_truths", "reference_answer"
        ),
    )
    language: StrictStr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedAnswer:
    """One recorded row; None stands for what was not recorded, which is something else than an empty list."""

    id: str
    query: str
    answer: str | None = None
    contexts: tuple[str, ...] | None = None
    reference: str | None = None
    language: str | None = None


def read_recorded_answers(path: str | Path) -> list[RecordedAnswer]:
    """Read recorded answers from JSON Lines, or from a list in JSON.

    Returns
    -------
    list of RecordedAnswer
        Rows without an id are numbered ``1, 2, ...``.

    Raises
    ------
    BadFileError
        It cannot be read, holds no row, has two rows of one id, or bad rows; each is named with its line.
    """
    problems: list[Problem] = []
    found: dict[str, RecordedAnswer] = {}
    for number, (line, record) in enumerate(_records(str(path), problems), start=1):
        try:
            row = _Row.model_validate(record)
        except ValidationError as exc:
            problems += [_problem(str(path), line, error) for error in exc.errors(include_url=False)]
            continue
        name = row.id or str(number)
        if name in found:
            problems.append(Problem(path=str(path), line=line, field="id", text=f"{name!r} is the id of another row"))
        found[name] = RecordedAnswer(
            id=name,
            query=row.query,
            answer=row.answer,
            contexts=None if row.contexts is None else tuple(row.contexts),
            reference=row.reference,
            language=row.language,
        )
    if not problems and not found:
        problems.append(Problem(path=str(path), text="no rows in it"))
    if problems:
        raise BadFileError(sorted(problems, key=lambda problem: problem.line or 0), hint=_HINT)
    return list(found.values())


def _records(path: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, object]]]:
    text = read_text(Path(path), problems)
    if not text.lstrip().startswith("["):
        yield from json_lines(path, text, problems)
        return
    elements = cast("list[object]", load_json(path, text))
    yield from json_records(path, text, elements, "", problems)


def _problem(path: str, line: int, error: object) -> Problem:
    told = cast("dict[str, object]", error)
    field = ".".join(map(str, cast("tuple[object, ...]", told["loc"])))
    return Problem(path=path, line=line, field=field, text=f"{told['msg']}, got {told['input']!r:.60}")
