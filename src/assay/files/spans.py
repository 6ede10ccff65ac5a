"""Evidence beside a BEIR folder: ``spans.jsonl``, a passage that answers a query a line."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from assay.data.case import Evidence
from assay.errors import Problem
from assay.files.golden_record import Grade, Id
from assay.files.json_text import json_lines
from assay.files.text import read_text

SPANS = "spans.jsonl"


class SpanRecord(BaseModel):
    """One line: a span of a document with its text. Further keys do not matter."""

    model_config = ConfigDict(extra="ignore")

    query_id: Id = Field(alias="query-id")
    doc_id: Id = Field(alias="corpus-id")
    text: StrictStr = Field(min_length=1)
    start: StrictInt | None = None
    end: StrictInt | None = None
    group: StrictInt = Field(default=0, description="spans of one group are alternatives; other groups are needed too")
    grade: Grade | None = None
    offset_ok: bool = Field(default=True, description="false: the text does not stand at the offsets")

    @property
    def is_placed(self) -> bool:
        """Whether offsets are given, and meant."""
        return self.offset_ok and self.start is not None and self.end is not None


def read_spans(path: Path, problems: list[Problem]) -> dict[str, list[Evidence]]:
    """Return the evidence of every query, in the order of the file; what is bad goes to `problems`.

    A span that says its text does not stand at its offsets is kept without them.
    """
    found: dict[str, list[Evidence]] = {}
    for line, given in json_lines(str(path), read_text(path, problems), problems):
        try:
            record = SpanRecord.model_validate(given)
        except ValidationError as exc:
            problems.extend(
                Problem(
                    path=str(path),
                    line=line,
                    field=".".join(str(part) for part in error["loc"]),
                    text=f"{error['msg']}, got {error['input']!r:.60}",
                )
                for error in exc.errors(include_url=False)
            )
            continue
        if record.is_placed and not 0 <= (record.start or 0) < (record.end or 0):
            text = f"expected a start of at least 0 and an end after it, got {record.start} and {record.end}"
            problems.append(Problem(path=str(path), line=line, field="start", text=text))
            continue
        found.setdefault(record.query_id, []).append(_evidence(record))
    return found


def _evidence(record: SpanRecord) -> Evidence:
    return Evidence(
        doc_id=record.doc_id,
        quote=record.text,
        start=record.start if record.is_placed else None,
        end=record.end if record.is_placed else None,
        grade=record.grade,
        group=record.group,
    )
