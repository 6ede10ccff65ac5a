"""A plan as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.comparison.pilot import Pilot
from assay.comparison.planned import Cases, Planned, Reach
from assay.comparison.planning_page import answer_of
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.stats.sample import Alternative
from assay.version import __version__


class PowerSettings(Part):
    """What was asked: `size` is the difference to be found, or the margin; `difference` what is true for a margin."""

    question: Literal["difference", "margin"]
    size: Figure
    difference: Figure = Field(default=None, exclude_if=is_none)
    power: float
    alpha: float
    alternative: Alternative
    test: Literal["t", "exact"]
    measure: str | None
    cluster: str | None
    cluster_size: Figure = Field(default=None, exclude_if=is_none)
    icc: Figure = Field(default=None, exclude_if=is_none)


class SpreadPart(Part):
    """How much two systems differ from case to case, with its 95% interval where a pilot tells it.

    `kind` is the standard deviation of paired differences, or the share of cases on which 0/1 outcomes differ.
    """

    kind: Literal["standard deviation", "disagreement"]
    value: float
    low: Figure
    high: Figure
    design_effect: float


class PilotPart(Part):
    """Where the spread was taken from: one system, with an assumed `correlation`, or two."""

    systems: list[str]
    n: int
    undefined: int
    unpaired: int
    effective: float
    difference: Figure
    correlation: Figure


class CasesPart(Part):
    """How many cases a size takes, with the interval that the pilot's spread leaves."""

    size: float
    cases: int
    low: int | None
    high: int | None


class ReachPart(Part):
    """What n cases show: the size with the wanted power (null: none), and how often the size that was asked for."""

    n: int
    detectable: Figure
    power: Figure


class PowerDocument(Document):
    """The JSON of `assay power`."""

    model_config = ConfigDict(title="Assay power")

    assay: str
    kind: Literal["power"] = "power"
    settings: PowerSettings
    answer: str
    spread: SpreadPart
    pilot: PilotPart | None
    needed: CasesPart | None
    reach: ReachPart | None
    by_size: list[CasesPart]
    by_n: list[ReachPart]


def document_of(plan: Planned) -> PowerDocument:
    """Return the document of a plan."""
    pilot, has_pilot = plan.pilot, plan.pilot is not None
    return PowerDocument(
        assay=__version__,
        settings=PowerSettings(
            question=plan.question,
            size=plan.size,
            difference=plan.difference,
            power=plan.power,
            alpha=plan.alpha,
            alternative=plan.alternative,
            test="exact" if plan.is_binary else "t",
            measure=None if pilot is None else pilot.measure,
            cluster=None if pilot is None else pilot.cluster,
            cluster_size=plan.cluster_size,
            icc=plan.icc,
        ),
        answer=answer_of(plan),
        spread=SpreadPart(
            kind="disagreement" if plan.is_binary else "standard deviation",
            value=plan.spread.value,
            low=plan.spread.low if has_pilot else None,
            high=plan.spread.high if has_pilot else None,
            design_effect=plan.design_effect,
        ),
        pilot=None if pilot is None else _pilot(pilot),
        needed=None if plan.cases is None else _cases(plan.cases),
        reach=None if plan.reach is None else _reach(plan.reach),
        by_size=[_cases(one) for one in plan.by_size],
        by_n=[_reach(one) for one in plan.by_n],
    )


def _pilot(pilot: Pilot) -> PilotPart:
    return PilotPart(
        systems=list(pilot.systems),
        n=pilot.n,
        undefined=pilot.n_undefined,
        unpaired=pilot.n_unpaired,
        effective=pilot.effective_n,
        difference=pilot.difference,
        correlation=pilot.correlation,
    )


def _cases(cases: Cases) -> CasesPart:
    return CasesPart(size=cases.size, cases=cases.needed, low=cases.low, high=cases.high)


def _reach(reach: Reach) -> ReachPart:
    return ReachPart(n=reach.n, detectable=reach.detectable, power=reach.power)
