"""Scores as JSON."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.rankings.threads import in_threads
from assay.report.json_parts import Document, Figure, Part, is_none
from assay.scores.bands import band_of
from assay.scores.result import RunScores, Scores
from assay.version import __version__


class ScoreSettings(Part):
    """The choices that were made."""

    convention: str
    rel: float
    undefined: Literal["skip", "zero", "error"]
    missing: Literal["zero", "skip", "error"]
    duplicates: Literal["keep", "drop", "error"]
    ties: Literal["trec", "expected"]
    negatives: Literal["judged", "pooled"]
    depth: int | None
    judged_only: bool
    drop_self: bool
    qrels: str
    seed: int


class ScoreMean(Part):
    """A figure over the `scored` of `asked` judged queries, with the interval of a mean; no ends where it is none.

    Where bounds are asked for, `judged` is the mean share of the hits within the cutoff that somebody judged, and
    `if_holes_worst`, `if_holes_best` are the extremes over every way to judge the others; absent where not known.
    """

    mean: Figure
    scored: int
    asked: int
    low: Figure
    high: Figure
    level: float
    interval: str
    judged: Figure = Field(default=None, exclude_if=is_none)
    if_holes_worst: Figure = Field(default=None, exclude_if=is_none)
    if_holes_best: Figure = Field(default=None, exclude_if=is_none)


class RunCounts(Part):
    """Queries: judged and scored on, judged but missing from the run, in the run but not judged."""

    judged: int
    missing: int
    unjudged: int


class RunPart(Part):
    """The scores of one run."""

    measures: dict[str, ScoreMean]
    counts: RunCounts
    per_query: dict[str, dict[str, Figure]] | None = Field(default=None, exclude_if=is_none)


class ScoreWarning(Part):
    """Something odd about a run."""

    code: str
    text: str
    count: int


class ScoresDocument(Document):
    """The JSON of `assay score`."""

    model_config = ConfigDict(title="Assay scores")

    assay: str
    kind: Literal["scores"] = "scores"
    settings: ScoreSettings
    runs: dict[str, RunPart]
    warnings: list[ScoreWarning]


def document_of(
    scores: Scores, *, per_query: bool = False, level: float = 0.95, bounds: bool = False
) -> ScoresDocument:
    """Return the document of scores.

    Parameters
    ----------
    per_query
        Include every query's values.
    level
        Of the intervals of means.
    bounds
        Include between which values figures lie, whatever the hits are worth that nobody judged.

    Raises
    ------
    BadInputError
        Bounds are asked for, and the rankings have none; see `Scores.hole_bounds`.
    """
    policy, convention = scores.policy, scores.convention
    return ScoresDocument(
        assay=__version__,
        settings=ScoreSettings(
            convention=convention.name,
            rel=policy.rel,
            undefined=scores.undefined,
            missing=policy.missing,
            duplicates=policy.duplicates,
            ties=convention.ties,
            negatives=policy.negatives,
            depth=policy.depth,
            judged_only=policy.judged_only,
            drop_self=policy.drop_self,
            qrels=scores.qrels.name,
            seed=scores.seed,
        ),
        runs={run.name: _run(scores, run, per_query=per_query, level=level, bounds=bounds) for run in scores.runs},
        warnings=[ScoreWarning(code=notice.code, text=notice.text, count=notice.count) for notice in scores.notices],
    )


def _run(scores: Scores, run: RunScores, *, per_query: bool, level: float, bounds: bool) -> RunPart:
    judged = run.judged
    means = in_threads(lambda row: _mean(scores, run, row, level, bounds=bounds), range(len(scores.measures)))
    measures = {str(measure): mean for measure, mean in zip(scores.measures, means, strict=True)}
    counts = RunCounts(
        judged=len(judged.queries), missing=len(judged.missing_ids), unjudged=len(judged.unjudged_query_ids)
    )
    values = scores.per_query(run=run.name) if per_query else None
    written: dict[str, dict[str, Figure]] | None = None
    if values is not None:
        written = {query: dict(row) for query, row in values.items()}
    return RunPart(measures=measures, counts=counts, per_query=written)


def _mean(scores: Scores, run: RunScores, row: int, level: float, *, bounds: bool) -> ScoreMean:
    found = scores.interval(scores.measures[row], run=run.name, level=level)
    band = band_of(scores, run, row) if bounds else None
    return ScoreMean(
        mean=scores.aggregate(run, row),
        scored=scores.scored(run, row),
        asked=len(run.judged.query_ids),
        low=found.low,
        high=found.high,
        level=found.level,
        interval=found.kind,
        judged=None if band is None else band.judged,
        if_holes_worst=None if band is None else band.low,
        if_holes_best=None if band is None else band.high,
    )
