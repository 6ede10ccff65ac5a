"""A calibration as JSON."""

from collections.abc import Mapping
from typing import Literal

from pydantic import ConfigDict, Field

from assay.calibration.result import AgreementName, Calibration
from assay.calibration.systems import SystemsAgreement
from assay.report import json_parts
from assay.report.json_parts import Document, Part, is_none
from assay.stats import agreement_intervals
from assay.version import __version__


class FigurePart(Part):
    """A figure and its interval; `reason` says why the value is null."""

    value: json_parts.Figure
    low: json_parts.Figure
    high: json_parts.Figure
    reason: Literal["no_pairs", "one_grade"] | None = Field(default=None, exclude_if=is_none)


class AgreementPart(Part):
    """Agreement of the judge with people."""

    kappa: FigurePart
    kappa_quadratic: FigurePart
    alpha_krippendorff: FigurePart = Field(description="ordinal")
    spearman: FigurePart
    kendall: FigurePart = Field(description="tau-b")
    auroc: FigurePart


class LabelsPart(Part):
    """What else there was: pairs only one side labelled are compared with nothing."""

    queries: int
    human_only: int
    judge_only: int
    repeated: int
    open: int
    clipped: int


class GradeBiasPart(Part):
    """Mean of the judge's grades less people's, where people gave `grade`."""

    grade: float
    n: int
    bias: FigurePart


class ConfusionPart(Part):
    """Counts: a row for each of people's grades, a column for each of the judge's."""

    grades: list[float]
    counts: list[list[int]]


class SlicePart(Part):
    """Agreement within the queries that share a value of a field."""

    field: str
    value: str
    queries: int
    pairs: int
    agreement: AgreementPart
    bias: FigurePart


class DisagreementPart(Part):
    """A pair graded far apart."""

    query_id: str
    doc_id: str
    query: str
    human: float
    judge: float


class SystemMeansPart(Part):
    """The mean of a system by the labels of each side."""

    name: str
    human: json_parts.Figure
    judge: json_parts.Figure


class SwappedPart(Part):
    """Two systems that the sides order differently; differences are b less a."""

    a: str
    b: str
    human: float
    judge: float


class SystemsPart(Part):
    """Whether people and the judge order systems alike, over the pairs that both labelled."""

    measure: str
    queries: int
    kendall: FigurePart = Field(description="tau-b of the two orders")
    systems: list[SystemMeansPart]
    swapped: list[SwappedPart]


class CalibrationSettings(Part):
    """How labels were compared."""

    human: str
    judge: str
    scale: str
    rel: float
    level: float
    seed: int


class CalibrationDocument(Document):
    """The JSON of a calibration."""

    model_config = ConfigDict(title="Assay calibration")

    assay: str
    kind: Literal["calibration"] = "calibration"
    settings: CalibrationSettings
    pairs: int = Field(description="labelled on both sides")
    labels: LabelsPart
    agreement: AgreementPart
    bias: FigurePart
    bias_by_grade: list[GradeBiasPart]
    confusion: ConfusionPart
    slices: list[SlicePart]
    worst: list[DisagreementPart]
    systems: SystemsPart | None = Field(default=None, exclude_if=is_none)


def document_of(found: Calibration) -> CalibrationDocument:
    """Build the document of a calibration."""
    return CalibrationDocument(
        assay=__version__,
        settings=CalibrationSettings(
            human=found.human,
            judge=found.judge,
            scale=str(found.scale),
            rel=found.rel,
            level=found.level,
            seed=found.seed,
        ),
        pairs=found.n,
        labels=LabelsPart(
            queries=found.n_queries,
            human_only=found.n_human_only,
            judge_only=found.n_judge_only,
            repeated=found.n_repeated,
            open=found.n_open,
            clipped=found.n_clipped,
        ),
        agreement=_agreement(found.agreement),
        bias=_figure(found.bias),
        bias_by_grade=[GradeBiasPart(grade=one.grade, n=one.n, bias=_figure(one.bias)) for one in found.biases],
        confusion=ConfusionPart(
            grades=found.levels.tolist(), counts=[[int(count) for count in row] for row in found.confusion]
        ),
        slices=_slices(found),
        worst=[
            DisagreementPart(
                query_id=one.query_id, doc_id=one.doc_id, query=one.query, human=one.human, judge=one.judge
            )
            for one in found.worst
        ],
        systems=None if found.systems is None else _systems(found.systems),
    )


def _systems(found: SystemsAgreement) -> SystemsPart:
    return SystemsPart(
        measure=str(found.measure),
        queries=found.n_queries,
        kendall=_figure(found.kendall),
        systems=[SystemMeansPart(name=one.name, human=one.human, judge=one.judge) for one in found.systems],
        swapped=[SwappedPart(a=one.a, b=one.b, human=one.human, judge=one.judge) for one in found.swapped],
    )


def _slices(found: Calibration) -> list[SlicePart]:
    return [
        SlicePart(
            field=one.field,
            value=one.value,
            queries=one.n_queries,
            pairs=one.n,
            agreement=_agreement(one.agreement),
            bias=_figure(one.bias),
        )
        for one in found.slices
    ]


def _agreement(figures: Mapping[AgreementName, agreement_intervals.Figure]) -> AgreementPart:
    return AgreementPart.model_validate({name: _figure(figure) for name, figure in figures.items()})


def _figure(given: agreement_intervals.Figure) -> FigurePart:
    return FigurePart(value=given.value, low=given.low, high=given.high, reason=given.reason)
