"""Judged passages as evidence: which piece of a case a row of a queue is, or becomes."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError, model_validator

from assay.data.case import Evidence
from assay.errors import BadInputError
from assay.files.golden_record import Offset
from assay.golden.queue import QueueRow

_SPAN = ("start", "end")


class Passage(BaseModel):
    """What a row of a queue may say of where in its document the judged passage stands."""

    model_config = ConfigDict(extra="ignore")

    start: Offset
    end: Offset
    quote: StrictStr | None = Field(default=None, min_length=1)
    group: StrictInt | None = None

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.end <= self.start:
            raise ValueError("expected end after start")
        return self


def passage_of(row: QueueRow) -> Passage | None:
    """Return the passage a row is about; None where it is about its whole document.

    Raises
    ------
    BadInputError
        Offsets that are half told, or none.
    """
    more = row.model_extra or {}
    if all(more.get(name) is None for name in _SPAN):
        return None
    try:
        return Passage.model_validate(more)
    except ValidationError as exc:
        error = exc.errors(include_url=False)[0]
        name = ".".join(map(str, error["loc"])) or "end"
        came = f"{more[name]!r:.60}" if name in more else "nothing"
        raise BadInputError(
            f"field {name!r}: {error['msg']}, got {came}\n"
            "Hint: a passage has start and end, in characters of its document."
        ) from exc


def span_of(piece: Evidence, texts: Mapping[str, str]) -> tuple[int, int] | None:
    """Return where a piece stands, by its offsets or as the one place of its document that says the same."""
    if piece.start is not None and piece.end is not None:
        return piece.start, piece.end
    text = texts.get(piece.doc_id, "")
    if text.count(piece.quote) != 1:
        return None
    start = text.index(piece.quote)
    return start, start + len(piece.quote)


def evidence_of(row: QueueRow, passage: Passage, pieces: Sequence[Evidence], texts: Mapping[str, str]) -> Evidence:
    """Return a relevant passage as evidence of a case that has `pieces`: an alternative to those of its group.

    Raises
    ------
    BadInputError
        The case has several groups and the row names none, or one that the case does not have; or nothing tells
        what the passage says, or the document says something else there.

    Examples
    --------
    >>> row = QueueRow(query_id="q", doc_id="a", grade=1.0)
    >>> evidence_of(row, Passage(start=3, end=7), [], {"a": "of gold"}).quote
    'gold'
    """
    return Evidence(
        doc_id=row.doc_id,
        quote=_quote(row, passage, texts),
        start=passage.start,
        end=passage.end,
        grade=row.grade,
        group=_group(passage, pieces),
    )


def _group(passage: Passage, pieces: Sequence[Evidence]) -> int:
    groups = sorted({piece.group for piece in pieces})
    listed = ", ".join(map(str, groups))
    if passage.group is None and len(groups) > 1:
        raise BadInputError(
            f"the case needs evidence of several groups ({listed}), and the row does not say to which it is an "
            f'alternative\nHint: add "group": {groups[0]}, or another of them, to the row.'
        )
    if passage.group is not None and groups and passage.group not in groups:
        raise BadInputError(
            f"the case has no group {passage.group}, and a new one would make every answer need it\n"
            f"Hint: it has {listed}; add a new one to the golden set by hand, where that is meant."
        )
    return passage.group if passage.group is not None else groups[0] if groups else 0


def _quote(row: QueueRow, passage: Passage, texts: Mapping[str, str]) -> str:
    text = texts.get(row.doc_id)
    there = None if text is None else text[passage.start : passage.end]
    if there is None and passage.quote is None:
        raise BadInputError(
            f"nothing tells what document {row.doc_id!r} says there\n"
            'Hint: add "quote" to the row, or name the documents as "corpus" in the golden set.'
        )
    if there is not None and (len(there) < passage.end - passage.start or passage.quote not in (None, there)):
        said = "has a passage beyond its end" if passage.quote is None else f"says {passage.quote[:40]!r}"
        raise BadInputError(
            f"document {row.doc_id!r} says {there[:40]!r} there, the row {said}\n"
            "Hint: start and end count characters of the document as it is now."
        )
    return there or passage.quote or ""


def span_record(piece: Evidence) -> dict[str, Any]:
    """Return a piece under the names of a BEIR folder's spans, without its query."""
    return {
        "corpus-id": piece.doc_id, "start": piece.start, "end": piece.end, "text": piece.quote,
        "offset_ok": True, "group": piece.group, "grade": piece.grade,
    }  # fmt: skip
