"""An evaluation as JSON: the shape that scripts, CI and other people's tools read."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import ConfigDict, Field

from assay.evaluation.figures import Failure, Mean
from assay.evaluation.measured import Measured
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.report.wording import Wording
from assay.version import __version__


class GoldenPart(Part):
    """Which golden set it was; `sha256` is of what its cases say, whatever file they came from."""

    name: str
    sha256: str
    cases: int


class SettingsPart(Part):
    """How the evaluation was made."""

    convention: str
    k: list[int]
    depth: int
    rel: float
    unit: Literal["document", "chunk"]
    matcher: str
    undefined: Literal["skip", "zero", "error"]
    missing: Literal["zero"] = "zero"
    duplicates: Literal["keep"] = "keep"
    retriever: str
    parameters: dict[str, Any]
    golden: GoldenPart
    seed: int = 0
    concurrency: int
    timeout_s: Figure
    retries: int


class CountsPart(Part):
    """Questions asked, answered by the pipeline, failed, without an answer in the corpus, without a label."""

    asked: int
    answered: int
    failed: int
    no_answer: int
    unlabelled: int
    not_asked: int


class MeanPart(Part):
    """A mean over the `scored` of `asked` questions; where calls `failed` that it misses, its worst and its best."""

    mean: Figure
    scored: int
    asked: int
    failed: int | None = Field(default=None, exclude_if=is_none)
    if_failed_worst: Figure = Field(default=None, exclude_if=is_none)
    if_failed_best: Figure = Field(default=None, exclude_if=is_none)


class SlicePart(Part):
    """One group of a breakdown."""

    cases: int
    measures: dict[str, MeanPart]


class LatencyPart(Part):
    """Seconds a call took."""

    p50: float
    p95: float
    max: float


class TokensPart(Part):
    """Mean context tokens of the first k hits."""

    mean: float
    tokenizer: str


class FailurePart(Part):
    """A question with nothing relevant among the first max(k)."""

    id: str
    query: str
    expected: list[str]
    retrieved: list[str]
    top_score: Figure


class ErrorPart(Part):
    """A failed call."""

    id: str
    reason: str


class WarningPart(Part):
    """Something odd about the run."""

    code: str
    text: str
    count: int


class EvaluationDocument(Document):
    """The JSON of an evaluation."""

    model_config = ConfigDict(title="Assay evaluation")

    assay: str
    kind: Literal["evaluation"] = "evaluation"
    settings: SettingsPart
    counts: CountsPart
    measures: dict[str, MeanPart]
    by: dict[str, dict[str, SlicePart]]
    latency_s: LatencyPart | None
    tokens: dict[str, TokensPart]
    failures: list[FailurePart]
    errors: list[ErrorPart]
    warnings: list[WarningPart]
    per_query: dict[str, dict[str, Figure]] | None = Field(default=None, exclude_if=is_none)


def document_of(
    evaluation: Measured, *, by: str | Iterable[str] | None = None, per_query: bool = False
) -> EvaluationDocument:
    """Return the document of an evaluation, broken down by the fields of `by` (None: category and language)."""
    fields = evaluation.golden.breakdowns() if by is None else [by] if isinstance(by, str) else list(by)
    latency = evaluation.latency_s
    return EvaluationDocument(
        assay=__version__,
        settings=_settings(evaluation),
        counts=_counts(evaluation),
        measures=_means(evaluation),
        by={field: {name: _slice(part) for name, part in evaluation.by(field).items()} for field in fields},
        latency_s=None if latency is None else LatencyPart(p50=latency.p50, p95=latency.p95, max=latency.max),
        tokens={
            str(k): TokensPart(mean=mean, tokenizer=evaluation.settings.tokenizer)
            for k, mean in evaluation.tokens_at_k.items()
        },
        failures=[_failure(failure) for failure in evaluation.failures()],
        errors=[ErrorPart(id=str(case.id), reason=reason) for case, reason in evaluation.errors],
        warnings=_warnings(evaluation),
        per_query={query: dict(row) for query, row in evaluation.per_query.items()} if per_query else None,
    )


def _settings(evaluation: Measured) -> SettingsPart:
    settings, golden = evaluation.settings, evaluation.golden
    return SettingsPart(
        convention=settings.convention,
        k=list(settings.k),
        depth=settings.depth,
        rel=settings.rel,
        unit=settings.unit,
        matcher=settings.matcher,
        undefined=settings.undefined,
        retriever=settings.retriever,
        parameters={str(name): _plain(value) for name, value in settings.parameters.items()},
        golden=GoldenPart(name=golden.name, sha256=golden.sha256, cases=len(golden)),
        concurrency=settings.concurrency,
        timeout_s=settings.timeout_s,
        retries=settings.retries,
    )


def _counts(evaluation: Measured) -> CountsPart:
    asked, failed = evaluation.n_asked, evaluation.n_failed
    return CountsPart(
        asked=asked,
        answered=asked - failed,
        failed=failed,
        no_answer=evaluation.n_no_answer,
        unlabelled=evaluation.n_unlabelled,
        not_asked=len(evaluation.golden) - asked,
    )


def _plain(value: object) -> Any:
    """Return what a retriever says of itself in the types that JSON has; the rest as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("Sequence[object]", value)]
    return str(value)


def _means(evaluation: Measured) -> dict[str, MeanPart]:
    return {str(measure): _mean(evaluation.mean(measure)) for measure in evaluation.measures}


def _mean(mean: Mean) -> MeanPart:
    return MeanPart(
        mean=mean.mean,
        scored=mean.scored,
        asked=mean.asked,
        failed=mean.failed or None,
        if_failed_worst=mean.if_failed_worst,
        if_failed_best=mean.if_failed_best,
    )


def _slice(part: Measured) -> SlicePart:
    return SlicePart(cases=len(part.golden), measures=_means(part))


def _failure(failure: Failure) -> FailurePart:
    return FailurePart(
        id=failure.id,
        query=failure.query,
        expected=list(failure.expected),
        retrieved=list(failure.retrieved),
        top_score=failure.top_score,
    )


def _warnings(evaluation: Measured) -> list[WarningPart]:
    word = Wording("assay.evaluation.words", "en")
    return [
        WarningPart(
            code=notice.code,
            text=word(f"notice.{notice.code}", count=notice.count, **notice.facts),
            count=notice.count,
        )
        for notice in evaluation.notices
    ]
