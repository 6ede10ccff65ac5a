"""A queue of hits to judge, as JSON Lines or CSV: what is asked, and the answer with who gave it, when and how."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError

from assay.errors import BadFileError, Problem
from assay.files.golden_record import Grade, Id
from assay.files.json_text import json_lines
from assay.files.text import read_text
from assay.golden.holes import Suggestion
from assay.golden.queue_sheet import is_sheet, sheet_records
from assay.measures.measure import Measure

_HINT = 'a queue holds {"query_id": ..., "doc_id": ..., "grade": ...} a line, as `assay golden pool` writes it.'


class QueueRow(BaseModel):
    """One hit to judge; `grade` is null until somebody has."""

    model_config = ConfigDict(extra="allow", title="Assay queue row")

    query_id: Id
    doc_id: Id
    query: StrictStr = ""
    grade: Grade | None = None
    judge: StrictStr | None = Field(default=None, description="who judged: a person, or a model with its version")
    judged_at: StrictStr | None = Field(default=None, description="when, as ISO 8601 writes it")
    how: StrictStr | None = Field(default=None, description="by which guideline, prompt or tool, with its version")
    ranks: Mapping[str, int | None] | None = None
    why: StrictStr | None = None


def suggested(suggestions: Iterable[Suggestion], measure: Measure) -> list[QueueRow]:
    """Return the rows of suggestions, each with its reason."""
    return [
        QueueRow(
            query_id=one.query_id, doc_id=one.doc_id, query=one.query, ranks=one.ranks, why=_why(one, str(measure))
        )
        for one in suggestions
    ]


def _why(one: Suggestion, measure: str) -> str:
    a, b = one.pair
    return (
        f"nobody has judged it; relevant with a chance of {one.chance:.0%}, it would then move "
        f"the mean {measure} of {a} against {b} by {one.moves:.4f}"
    )


def queue_text(rows: Iterable[QueueRow], *, blind: bool = False) -> str:
    """Write a queue as JSON Lines; blind, without what tells systems and ranks."""
    hidden = (
        {"ranks", "why"} if blind else {name for name in ("ranks", "why") if all(_lacks(row, name) for row in rows)}
    )
    return "".join(row.model_dump_json(exclude=hidden) + "\n" for row in rows)


def read_queue(path: str) -> list[tuple[int, QueueRow]]:
    """Read a queue, JSON Lines or (by its ending) CSV, with the line of each row.

    Raises
    ------
    BadFileError
        It cannot be read, or has lines that are none of a queue; each is named.
    """
    problems: list[Problem] = []
    found: list[tuple[int, QueueRow]] = []
    sheet = is_sheet(path)
    records = sheet_records(path, problems) if sheet else json_lines(path, read_text(Path(path), problems), problems)
    for line, record in records:
        try:
            found.append((line, QueueRow.model_validate(record)))
        except ValidationError as exc:
            problems += [
                Problem(
                    path=path,
                    line=line,
                    field=".".join(map(str, error["loc"])),
                    text=f"{error['msg']}, got {error['input']!r:.60}",
                )
                for error in exc.errors(include_url=False)
            ]
    if problems:
        raise BadFileError(problems, hint=None if sheet else _HINT)
    return found


def _lacks(row: QueueRow, name: str) -> bool:
    return getattr(row, name) is None
