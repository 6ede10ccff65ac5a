"""A judge's run as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.judges.document import HealthPart, ScorePart, health_part, score_part
from assay.judges.seam import Judge
from assay.judges.summary import JudgeSummary
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
    cost_usd: Figure = Field(default=None, exclude_if=is_none)


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
    settings: JudgingSettings,
    found: JudgeSummary,
    *,
    seconds: float,
    cost_usd: float | None = None,
    output: str | None,
) -> JudgingDocument:
    """Return the document of a run."""
    repeats = found.repeats
    return JudgingDocument(
        assay=__version__,
        settings=settings,
        score=score_part(found),
        health=health_part(found, seconds=seconds, cost_usd=cost_usd),
        repeats=None
        if repeats is None
        else RepeatPart(questions=repeats.n, within=repeats.within, between=repeats.between),
        output=output,
    )


def document_of_plan(settings: JudgingSettings, planned: Planned, *, cost_usd: float | None = None) -> JudgingDocument:
    """Return the document of a dry run."""
    part = PlanPart(
        questions=planned.questions,
        undecidable=planned.undecidable,
        calls=planned.calls,
        prompt_tokens=planned.prompt_tokens,
        completion_tokens=planned.completion_tokens,
        cost_usd=cost_usd,
    )
    return JudgingDocument(assay=__version__, settings=settings, plan=part, output=None)
