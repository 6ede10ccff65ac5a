"""The verdict of a gate as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.gating.finding import Finding
from assay.gating.page import WORDS, notes_of, reason_of
from assay.gating.rule import RunFigure
from assay.gating.verdict import Judged
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.report.wording import Wording
from assay.version import __version__


class GateSettingsPart(Part):
    """How rules were read; `undecided` cases of the command line are not among it."""

    result: str
    baseline: str | None
    by: list[str]
    strict: bool
    alpha: float
    max_failures: int
    min_cases: int
    sequential: bool
    cluster: str | None
    seed: int


class QueriesPart(Part):
    """Queries both sides have, and those that are left out of comparisons."""

    common: int
    dropped: list[str]


class GateSlicePart(Part):
    """The cases that have one value of a field."""

    field: str
    value: str


class RulePart(Part):
    """A rule over all cases, or in one slice.

    `value` is what is held against `limit`: a figure, or for a rule with a baseline the mean difference from it (times
    its factor); `low` and `high` are its interval. `n_failed` of the `n` cases count as the worst, because their call
    failed. `more_cases` is about how many further ones would decide it half of the time.
    """

    rule: str
    slice: GateSlicePart | None = Field(default=None, exclude_if=is_none)
    met: bool | None
    value: Figure
    low: Figure
    high: Figure
    level: Figure
    limit: Figure
    mean: Figure = Field(default=None, exclude_if=is_none)
    baseline: Figure = Field(default=None, exclude_if=is_none)
    n: int
    n_undefined: int
    n_failed: int
    interval: str | None
    why: str
    caution: str | None = Field(default=None, exclude_if=is_none)
    more_cases: int | None = Field(default=None, exclude_if=is_none)


class GateWarning(Part):
    """What a reader should know."""

    code: str
    text: str


class GateDocument(Document):
    """The JSON of a gate: `met` is null where nothing fails and something cannot be told."""

    model_config = ConfigDict(title="Assay gate")

    assay: str
    kind: Literal["gate"] = "gate"
    settings: GateSettingsPart
    met: bool | None
    queries: QueriesPart | None
    rules: list[RulePart]
    warnings: list[GateWarning]


def document_of(verdict: Judged) -> GateDocument:
    """Return the document of a verdict; its texts are English."""
    word, settings = Wording(WORDS, "en"), verdict.settings
    return GateDocument(
        assay=__version__,
        settings=GateSettingsPart(
            result=verdict.result,
            baseline=verdict.baseline,
            by=list(settings.by),
            strict=settings.strict,
            alpha=settings.alpha,
            max_failures=settings.max_failures,
            min_cases=settings.min_cases,
            sequential=settings.sequential,
            cluster=settings.cluster,
            seed=settings.seed,
        ),
        met=verdict.met,
        queries=None
        if verdict.n_common is None
        else QueriesPart(common=verdict.n_common, dropped=list(verdict.dropped)),
        rules=[part_of(finding) for finding in verdict.findings],
        warnings=[GateWarning(code=code, text=text) for code, text in notes_of(verdict, word)],
    )


def part_of(finding: Finding) -> RulePart:
    """Return the part of the document that tells what was found for one rule."""
    word = Wording(WORDS, "en")
    is_compared = finding.rule.needs_baseline
    part = finding.slice
    return RulePart(
        rule=str(finding.rule),
        slice=None if part is None else GateSlicePart(field=part.field, value=part.value),
        met=finding.met,
        value=finding.value,
        low=finding.low,
        high=finding.high,
        level=finding.level,
        limit=finding.limit,
        mean=finding.mean if is_compared else None,
        baseline=finding.baseline if is_compared else None,
        n=finding.n,
        n_undefined=finding.n_undefined,
        n_failed=finding.n_failed,
        interval=None if isinstance(finding.rule.quantity, RunFigure) else finding.interval,
        why=reason_of(finding, word),
        caution=None if finding.caution is None else finding.caution.said(word, "caution"),
        more_cases=finding.more_cases,
    )
