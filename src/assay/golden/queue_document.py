"""What ``assay golden holes``, ``pool``, ``merge`` and ``convert`` print as JSON."""

from typing import Literal

from pydantic import Field

from assay.golden.queue import QueueRow
from assay.report.json_parts import Document, Figure, Part


class QueueSettings(Part):
    """What was asked for."""

    measure: str | None
    depth: int
    budget: int | None
    seed: int | None
    qrels: str | None


class QueueDocument(Document):
    """Hits to judge."""

    assay: str
    kind: Literal["holes", "pool", "sample"]
    settings: QueueSettings
    systems: list[str]
    judged: dict[str, Figure] = Field(description="share of the first hits, to the depth, that is judged, by system")
    rows: list[QueueRow]


class ConflictPart(Part):
    """Two grades for one document of one query."""

    query_id: str
    doc_id: str
    kept: float
    kept_from: str
    other: float
    other_from: str


class MergeDocument(Document):
    """What a merge added, and what contradicted."""

    assay: str
    kind: Literal["merge"]
    output: str | None = Field(description="null where conflicts kept it from being written")
    provenance: str | None
    added: int
    known: int
    open: int
    conflicts: list[ConflictPart]


class ConvertDocument(Document):
    """What a conversion read and wrote, and what could not be kept."""

    assay: str
    kind: Literal["conversion"]
    source: str
    target: str
    output: str
    cases: int
    documents: int
    evidence: int
    notes: list[str]
