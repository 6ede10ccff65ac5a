"""What a store knows of an evaluation without reading it: read once, when it is saved."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from assay.errors import BadFileError, BadInputError, Problem
from assay.files.json_text import load_json
from assay.report.visible import visible

POSITION = re.compile(r"latest(?:~(?P<back>[0-9]{1,9}))?")

_LONGEST_NAME = 200
_HERE = "the document to save"
_HINT = "give what evaluation.to_json(per_query=True) returns, or the report.json of `assay evaluate --out`."


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One saved evaluation.

    Parameters
    ----------
    id
        The second it was saved in, in UTC, such as ``260314-092653``; a letter follows where several were. Ids sort
        as they were given.
    made_at
        When it was made, as ISO 8601 in UTC to the second.
    name
        The user's label, if any.
    retriever, golden, golden_sha256, commit
        As in the evaluation's settings.
    """

    id: str
    made_at: str
    name: str | None
    retriever: str
    golden: str
    golden_sha256: str | None
    commit: str | None

    @classmethod
    def of(cls, row: Sequence[Any]) -> "Entry":
        """Make an entry of its values, in the order of the fields."""
        return cls(**{field.name: value for field, value in zip(fields(cls), row, strict=True)})


class _Golden(BaseModel):
    name: str = ""
    sha256: str | None = None


class _Settings(BaseModel):
    retriever: str = ""
    golden: _Golden = _Golden()
    made_at: datetime | None = None
    commit: str | None = None


class _Heading(BaseModel):
    kind: Literal["evaluation"]
    settings: _Settings
    per_query: dict[str, dict[str, float | None]]


def entry_of(document: str, *, entry_id: str, name: str | None, now: datetime) -> Entry:
    """Read the entry of an evaluation from its JSON; one that does not tell when it was made was made `now`.

    Raises
    ------
    BadInputError
        As in `Store.save`.
    """
    try:
        heading = _Heading.model_validate(load_json(_HERE, document))
    except ValidationError as exc:
        fields = [(".".join(map(str, error["loc"])), error) for error in exc.errors(include_url=False)]
        problems = [Problem(path=_HERE, field=field or None, text=_expected(field, error)) for field, error in fields]
        raise BadFileError(problems, hint=_HINT) from exc
    settings = heading.settings
    made_at = settings.made_at or now
    if made_at.tzinfo is None:
        made_at = made_at.replace(tzinfo=UTC)
    return Entry(
        id=entry_id,
        made_at=(made_at if made_at.tzinfo else made_at.replace(tzinfo=UTC))
        .astimezone(UTC)
        .isoformat(timespec="seconds"),
        name=checked_name(name),
        retriever=visible(settings.retriever),
        golden=visible(settings.golden.name),
        golden_sha256=settings.golden.sha256,
        commit=settings.commit,
    )


def checked_name(name: str | None) -> str | None:
    """Return a label that can be referred to, or say what is wrong with it.

    Raises
    ------
    BadInputError
        Empty, longer than 200 characters, more than one line, or a reference that stands for something else.
    """
    if name is None:
        return None
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable() or name != name.strip():
        raise BadInputError(
            f"a name is one line of 1 to {_LONGEST_NAME} characters without blanks around it, got {name!r:.80}"
        )
    if POSITION.fullmatch(name):
        raise BadInputError(f"{name!r} stands for the newest evaluation or one before it, so it cannot be a name")
    return name


def newest_first(entries: Iterable[Entry], *, golden: str | None, retriever: str | None) -> list[Entry]:
    """Order entries by when they were made, then as they were saved; of a golden set or a retriever only, if given."""
    wanted = [entry for entry in entries if golden in (None, entry.golden) and retriever in (None, entry.retriever)]
    return sorted(wanted, key=lambda entry: (entry.made_at, entry.id), reverse=True)


def _expected(field: str, error: Any) -> str:
    if field == "per_query":
        return "expected the values of every query"
    if field == "kind":
        return "expected 'evaluation'"
    return f"{error['msg']}, got {error['input']!r:.60}"
