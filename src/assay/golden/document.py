"""What was found out about a golden set, as JSON."""

from collections.abc import Sequence
from typing import Literal

from pydantic import ConfigDict, Field

from assay.golden.drift import STATUSES, Drift, Status
from assay.golden.drift_findings import diff
from assay.golden.finding import Finding, Severity
from assay.report.json_parts import Document, Part
from assay.version import __version__


class FindingPart(Part):
    """One thing to know."""

    severity: Severity
    code: str
    text: str
    cases: list[str]


class EvidencePart(Part):
    """A piece of evidence that no longer stands where the set says."""

    case: str
    number: int = Field(description="which piece of the case's evidence, from 0")
    status: Status
    doc_id: str
    quote: str
    start: int | None
    end: int | None
    places: int = Field(description="in how many places it may stand")
    found_doc_id: str | None = Field(description="where it stands now; null where that is not known")
    found_start: int | None
    found_end: int | None
    found_text: str | None
    diff: str | None = Field(description="[-left out-]{+put in+}, of changed text")


class WrittenPart(Part):
    """What was written."""

    path: str
    kept: str | None = Field(description="where the file that stood there is kept")
    repaired: int


class GoldenCheckDocument(Document):
    """What ``assay golden check --json`` prints."""

    model_config = ConfigDict(extra="forbid", title="Assay golden check")

    assay: str = __version__
    kind: Literal["golden_check"] = "golden_check"
    cases: int
    findings: list[FindingPart]
    evidence: dict[Status, int] | None = Field(description="pieces by status; null without a corpus")
    drifted: list[EvidencePart]
    written: WrittenPart | None


def document_of(
    n_cases: int, findings: Sequence[Finding], drifts: Sequence[Drift] | None, written: WrittenPart | None
) -> GoldenCheckDocument:
    """Say in JSON what was found; `drifts` is None where nothing was looked up."""
    counts: dict[Status, int] | None = None
    if drifts is not None:
        counts = {status: sum(drift.status == status for drift in drifts) for status in STATUSES}
    return GoldenCheckDocument(
        cases=n_cases,
        findings=[
            FindingPart(severity=one.severity, code=one.code, text=one.text, cases=list(one.cases)) for one in findings
        ],
        evidence=counts,
        drifted=[_evidence(drift) for drift in drifts or () if drift.status != "valid"],
        written=written,
    )


def _evidence(drift: Drift) -> EvidencePart:
    piece, anchor = drift.evidence, drift.anchor
    return EvidencePart(
        case=drift.case_id,
        number=drift.number,
        status=drift.status,
        doc_id=piece.doc_id,
        quote=piece.quote,
        start=piece.start,
        end=piece.end,
        places=drift.n_places,
        found_doc_id=anchor.doc_id if anchor else None,
        found_start=anchor.start if anchor else None,
        found_end=anchor.end if anchor else None,
        found_text=anchor.text if anchor else None,
        diff=diff(piece.quote, anchor.text) if anchor and drift.status == "changed" else None,
    )
