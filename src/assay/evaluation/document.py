"""An evaluation as JSON: the shape that scripts, CI and other people's tools read."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import ConfigDict, Field

from assay.evaluation.figures import Failure, Mean
from assay.evaluation.judged_document import JudgedPart, judged_part
from assay.evaluation.measured import Measured
from assay.evaluation.no_answer_document import NoAnswerPart, no_answer_part
from assay.evaluation.unjudged import Unjudged, all_unjudged
from assay.labels.unit import ranked_ids
from assay.measures.measure import Measure
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.report.wording import Wording
from assay.stats.intervals import Interval
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
    matcher: Literal["id", "span", "text"]
    coverage: float | None
    undefined: Literal["skip", "zero", "error"]
    missing: Literal["zero"] = "zero"
    duplicates: Literal["keep"] = "keep"
    retriever: str
    parameters: dict[str, Any]
    golden: GoldenPart
    corpus_sha256: str | None
    seed: int
    level: float
    cluster: str | None
    made_at: str
    commit: str | None
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
    """A mean over the `scored` of `asked` questions, with its interval; its worst and best where calls `failed`.

    `effective` is how many independent questions would say as much, where questions come in clusters. Of the whole set,
    where labels are on documents or chunks and some hit is unjudged: `judged` is the mean share of the hits within the
    cutoff that somebody judged, `if_holes_worst` and `if_holes_best` the extremes over every way to judge the others.
    """

    mean: Figure
    scored: int
    asked: int
    low: Figure
    high: Figure
    level: float
    interval: str
    effective: Figure = Field(default=None, exclude_if=is_none)
    failed: int | None = Field(default=None, exclude_if=is_none)
    if_failed_worst: Figure = Field(default=None, exclude_if=is_none)
    if_failed_best: Figure = Field(default=None, exclude_if=is_none)
    judged: Figure = Field(default=None, exclude_if=is_none)
    if_holes_worst: Figure = Field(default=None, exclude_if=is_none)
    if_holes_best: Figure = Field(default=None, exclude_if=is_none)


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


class CasePart(Part):
    """A question as it was asked: what a later comparison tells slices, clusters and moved documents by."""

    query: str
    fields: dict[str, str]
    source: str | None
    answerable: bool
    labels: dict[str, float]
    retrieved: list[str]
    reason: str | None = Field(default=None, exclude_if=is_none)


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
    no_answer: NoAnswerPart | None = Field(default=None, exclude_if=is_none)
    judged: dict[str, JudgedPart] | None = Field(default=None, exclude_if=is_none)
    errors: list[ErrorPart]
    warnings: list[WarningPart]
    per_query: dict[str, dict[str, Figure]] | None = Field(default=None, exclude_if=is_none)
    cases: dict[str, CasePart] | None = Field(default=None, exclude_if=is_none)


def document_of(
    evaluation: Measured, *, by: str | Iterable[str] | None = None, per_query: bool = False
) -> EvaluationDocument:
    """Return the document of an evaluation.

    Parameters
    ----------
    by
        Fields to break down by; None takes category and language where cases have them.
    per_query
        Include every question with its values, labels and hits: what comparisons, gates and the history need.
    """
    fields = evaluation.golden.breakdowns() if by is None else [by] if isinstance(by, str) else list(by)
    latency = evaluation.latency_s
    return EvaluationDocument(
        assay=__version__,
        settings=_settings(evaluation),
        counts=_counts(evaluation),
        measures=_means(evaluation, all_unjudged(evaluation, evaluation.measures)),
        by={field: {name: _slice(part) for name, part in evaluation.by(field).items()} for field in fields},
        latency_s=None if latency is None else LatencyPart(p50=latency.p50, p95=latency.p95, max=latency.max),
        tokens={
            str(k): TokensPart(mean=mean, tokenizer=evaluation.settings.tokenizer)
            for k, mean in evaluation.tokens_at_k.items()
        },
        failures=[_failure(failure) for failure in evaluation.failures()],
        no_answer=no_answer_part(evaluation),
        judged=judged_part(evaluation, per_query=per_query),
        errors=[ErrorPart(id=str(case.id), reason=reason) for case, reason in evaluation.errors],
        warnings=_warnings(evaluation),
        per_query={query: dict(row) for query, row in evaluation.per_query.items()} if per_query else None,
        cases=_cases(evaluation) if per_query else None,
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
        coverage=None if settings.matcher == "id" else settings.coverage,
        undefined=settings.undefined,
        retriever=settings.retriever,
        parameters={str(name): _plain(value) for name, value in settings.parameters.items()},
        golden=GoldenPart(name=golden.name, sha256=golden.sha256, cases=len(golden)),
        corpus_sha256=settings.corpus_sha256,
        seed=settings.seed,
        level=settings.level,
        cluster=settings.cluster,
        made_at=settings.made_at,
        commit=settings.commit,
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


def _means(evaluation: Measured, unjudged: Mapping[Measure, Unjudged] | None = None) -> dict[str, MeanPart]:
    means = ((measure, evaluation.mean(measure), evaluation.interval(measure)) for measure in evaluation.measures)
    is_clustered, known = evaluation.clusters is not None, unjudged or {}
    return {
        str(measure): _mean(mean, found, known.get(measure), is_clustered=is_clustered)
        for measure, mean, found in means
    }


def _mean(mean: Mean, interval: Interval, unjudged: Unjudged | None, *, is_clustered: bool) -> MeanPart:
    holes = unjudged if unjudged is not None and mean.scored and unjudged.judged < 1.0 else None
    band = None if holes is None else holes.mean
    return MeanPart(
        mean=mean.mean,
        scored=mean.scored,
        asked=mean.asked,
        low=interval.low,
        high=interval.high,
        level=interval.level,
        interval=interval.kind,
        effective=interval.effective_n if is_clustered else None,
        failed=mean.failed or None,
        if_failed_worst=mean.if_failed_worst,
        if_failed_best=mean.if_failed_best,
        judged=None if holes is None else holes.judged,
        if_holes_worst=None if band is None else band.low,
        if_holes_best=None if band is None else band.high,
    )


def _cases(evaluation: Measured) -> dict[str, CasePart]:
    golden, unit = evaluation.golden, evaluation.settings.unit
    fields = golden.fields()
    rows = zip(golden, evaluation.answers, evaluation.labels, strict=True)
    return {
        str(case.id): CasePart(
            query=case.query,
            fields={name: value for name in fields if (value := case.value(name)) is not None},
            source=case.source,
            answerable=case.answerable,
            labels=dict(label),
            retrieved=ranked_ids(answer.hits, unit),
            reason=answer.reason,
        )
        for case, answer, label in rows
        if answer is not None
    }


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
