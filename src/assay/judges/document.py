"""A judge's figures as parts of JSON documents."""

from pydantic import Field

from assay.judges.summary import JudgeSummary, grades_of
from assay.report.json_parts import Figure, Part, is_none

_FEW = 12  # different scores, beyond which a list of them tells nothing


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
    cost_usd: Figure = Field(default=None, exclude_if=is_none)
    call_seconds: float
    seconds: float


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


def health_part(found: JudgeSummary, *, seconds: float, cost_usd: float | None = None) -> HealthPart:
    """Return the part on what it took; `seconds` went by meanwhile, and `cost_usd` is known where prices are."""
    cost = found.cost
    return HealthPart(
        calls=cost.calls,
        replayed=cost.replayed,
        shared=cost.shared,
        failures=dict(found.failures),
        repairs=cost.repairs,
        prompt_tokens=cost.prompt_tokens,
        completion_tokens=cost.completion_tokens,
        cost_usd=cost_usd,
        call_seconds=cost.seconds,
        seconds=seconds,
    )
