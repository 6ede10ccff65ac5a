"""A judge's run as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.judges.seam import Judge
from assay.judges.summary import JudgeSummary, grades_of
from assay.judging.labelling import how, who
from assay.judging.planning import Planned
from assay.models.chat import ChatModel
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.version import __version__


class JudgingSettings(Part):
    """How it was judged."""

    judge: str
    how: str
    source: str
    source_kind: Literal["queue", "answers", "evaluation", "run"]
    repeat: int
    sample: str | None
    seed: int


class ScorePart(Part):
    """The mean score of the `scored` of `asked` questions, and what it would be had failures gone either way."""

    mean: Figure
    scored: int
    asked: int
    undefined: int
    failed: int
    low: Figure
    high: Figure
    level: float
    interval: str
    if_failed_worst: Figure = Field(default=None, exclude_if=is_none)
    if_failed_best: Figure = Field(default=None, exclude_if=is_none)
    given: dict[str, int] = Field(description="how often each score was given, where there are few")


class HealthPart(Part):
    """What judging took and what went wrong: calls that `replayed` counts were paid for in an earlier run."""

    calls: int
    replayed: int
    shared: int
    failures: dict[str, int]
    repairs: dict[str, int]
    prompt_tokens: int
    completion_tokens: int
    call_seconds: float
    seconds: float


class RepeatPart(Part):
    """Variance between repetitions of one question, and between questions."""

    questions: int
    within: float
    between: float


class PlanPart(Part):
    """What judging would take at most, estimated."""

    questions: int
    undecidable: int
    calls: int
    prompt_tokens: int
    completion_tokens: int


class JudgingDocument(Document):
    """What a judge made of a file."""

    model_config = ConfigDict(title="Assay judging")

    assay: str
    kind: Literal["judging"] = "judging"
    settings: JudgingSettings
    plan: PlanPart | None = Field(default=None, exclude_if=is_none, description="of a dry run")
    score: ScorePart | None = Field(default=None, exclude_if=is_none)
    health: HealthPart | None = Field(default=None, exclude_if=is_none)
    repeats: RepeatPart | None = Field(default=None, exclude_if=is_none)
    output: str | None


_FEW = 12  # different scores, beyond which a list of them tells nothing


def score_part(found: JudgeSummary) -> ScorePart:
    """Return the part on the scores."""
    interval, given, worst_best = found.interval, grades_of(found.scores), found.if_failed or (None, None)
    return ScorePart(
        mean=found.mean,
        scored=found.n_scored,
        asked=found.n_asked,
        undefined=found.n_undefined,
        failed=found.n_failed,
        low=interval.low,
        high=interval.high,
        level=interval.level,
        interval=interval.kind,
        if_failed_worst=worst_best[0],
        if_failed_best=worst_best[1],
        given={f"{score:g}": count for score, count in given.items()} if len(given) <= _FEW else {},
    )


def health_part(found: JudgeSummary, *, seconds: float) -> HealthPart:
    """Return the part on what it took; `seconds` went by meanwhile."""
    cost = found.cost
    return HealthPart(
        calls=cost.calls,
        replayed=cost.replayed,
        shared=cost.shared,
        failures=dict(found.failures),
        repairs=cost.repairs,
        prompt_tokens=cost.prompt_tokens,
        completion_tokens=cost.completion_tokens,
        call_seconds=cost.seconds,
        seconds=seconds,
    )


def settings_part(
    judge: Judge,
    model: ChatModel,
    *,
    source: str,
    source_kind: Literal["queue", "answers", "evaluation", "run"],
    repeat: int,
    sample: str | None,
    seed: int,
) -> JudgingSettings:
    """Return the part on how it was judged."""
    return JudgingSettings(
        judge=who(judge, model),
        how=how(judge, model),
        source=source,
        source_kind=source_kind,
        repeat=repeat,
        sample=sample,
        seed=seed,
    )


def document_of(
    settings: JudgingSettings, found: JudgeSummary, *, seconds: float, output: str | None
) -> JudgingDocument:
    """Return the document of a run."""
    repeats = found.repeats
    return JudgingDocument(
        assay=__version__,
        settings=settings,
        score=score_part(found),
        health=health_part(found, seconds=seconds),
        repeats=None
        if repeats is None
        else RepeatPart(questions=repeats.n, within=repeats.within, between=repeats.between),
        output=output,
    )


def document_of_plan(settings: JudgingSettings, planned: Planned) -> JudgingDocument:
    """Return the document of a dry run."""
    part = PlanPart(
        questions=planned.questions,
        undecidable=planned.undecidable,
        calls=planned.calls,
        prompt_tokens=planned.prompt_tokens,
        completion_tokens=planned.completion_tokens,
    )
    return JudgingDocument(assay=__version__, settings=settings, plan=part, output=None)
