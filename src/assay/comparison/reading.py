"""Systems from wherever their figures are: evaluations and scores, in memory or saved."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

import numpy as np
from pydantic import ValidationError

from assay.comparison.bands import Bands, bands_of_lists, bands_of_scores
from assay.comparison.saved import PerQuery, SavedEvaluation, SavedScores, SavedSettings
from assay.comparison.system import Origin, Question, System
from assay.errors import BadFileError, BadInputError, MeasureParameterError, Problem, UnknownMeasureError
from assay.evaluation.measured import Measured
from assay.evaluation.settings import Settings
from assay.files.json_text import load_json
from assay.files.text import read_text
from assay.labels.unit import ranked_ids
from assay.measures.notation import parse
from assay.scores.result import Scores
from assay.version import __version__

Kind = Literal["evaluation", "scores"]

_HINT = "a saved evaluation is JSON, as `--out FOLDER` writes it; run files are compared by their judgements (--qrels)."
REPORT = "report.json"  # what `assay evaluate --out FOLDER` writes into it


def systems_of(given: object) -> list[System]:
    """Return the systems whose figures are given: one for an evaluation, one for each run of scores.

    Parameters
    ----------
    given
        An evaluation, scores, a system, or the path of a saved one: a JSON file, or a folder that holds
        ``report.json``.

    Raises
    ------
    BadFileError
        A file that is none of these, or was saved without the values of every query.
    BadInputError
        Anything else.
    """
    if isinstance(given, System):
        return [given]
    if isinstance(given, Measured):
        return [_of_evaluation(given)]
    if isinstance(given, Scores):
        return _of_scores(given)
    if isinstance(given, str | Path):
        return read_systems(given)
    raise BadInputError(
        f"what is compared is an evaluation, scores, or the path of a saved one, got {given!r:.200}\n"
        "Hint: runs are compared by their judgements: give them as qrels."
    )


def read_systems(path: str | Path) -> list[System]:
    """Read saved figures.

    Raises
    ------
    BadFileError
        As in `systems_of`.
    """
    place = Path(path)
    place = place / REPORT if place.is_dir() else place
    return saved_systems(load_saved(str(place), read_text(place)), str(place))


def load_saved(path: str, text: str) -> Mapping[str, object]:
    """Return the object of a saved evaluation, or of saved scores, from its JSON; `path` is for errors.

    Raises
    ------
    BadFileError
        It is neither.
    """
    try:
        found = load_json(path, text)
    except BadFileError as exc:
        raise BadFileError(exc.problems, hint=_HINT) from exc
    saved: Mapping[str, object] = cast("dict[str, object]", found) if isinstance(found, dict) else {}
    if saved.get("kind") not in ("evaluation", "scores"):
        problem = "expected a saved evaluation, or scores: an object whose kind is evaluation or scores"
        raise BadFileError([Problem(path=path, text=problem)], hint=_HINT)
    return saved


def saved_systems(saved: Mapping[str, object], path: str) -> list[System]:
    """Return the systems of a saved result that has been read from JSON; `path` is for errors.

    Raises
    ------
    BadFileError
        As in `systems_of`.
    """
    try:
        if saved.get("kind") == "evaluation":
            return [_saved_evaluation(SavedEvaluation.model_validate(saved), path)]
        return _saved_scores(SavedScores.model_validate(saved), path)
    except ValidationError as exc:
        problems = [
            Problem(
                path=path,
                field=".".join(str(part) for part in error["loc"]),
                text=f"{error['msg']}, got {error['input']!r:.60}",
            )
            for error in exc.errors(include_url=False)
        ]
        raise BadFileError(problems) from exc


def _of_evaluation(evaluation: Measured) -> System:
    settings = evaluation.settings
    rows = list(zip(evaluation.golden, evaluation.answers, evaluation.labels, strict=True))
    fields = evaluation.golden.fields()
    questions = [
        Question(
            query=case.query,
            fields={name: value for name in fields if (value := case.value(name)) is not None},
            source=case.source,
            labels=dict(label),
            retrieved=tuple(ranked_ids(answer.hits, settings.unit)),
            reason=answer.reason,
        )
        for case, answer, label in rows
        if answer is not None
    ]
    asked = np.array([answer is not None for answer in evaluation.answers], dtype=np.bool_)
    query_ids = tuple(str(case.id) for case, answer, _ in rows if answer is not None)
    return System(
        name=settings.retriever,
        measures=evaluation.measures,
        query_ids=query_ids,
        values=evaluation.values[:, asked],
        origin=_origin(
            "evaluation", __version__, settings, golden=evaluation.golden.name, golden_sha256=evaluation.golden.sha256
        ),
        questions=tuple(questions),
        bands=_bands(query_ids, questions, settings.rel) if settings.matcher == "id" else None,
    )


def _of_scores(scores: Scores) -> list[System]:
    origin = Origin(
        kind="scores",
        golden=scores.qrels.name,
        convention=scores.convention.name,
        rel=scores.policy.rel,
        undefined=scores.undefined,
        version=__version__,
        seed=scores.seed,
    )
    return [
        System(
            name=run.name,
            measures=scores.measures,
            query_ids=tuple(run.judged.query_ids),
            values=np.nan_to_num(run.values, nan=0.0) if scores.undefined == "zero" else run.values,
            origin=origin,
            bands=bands_of_scores(scores, run.name),
        )
        for run in scores.runs
    ]


def _saved_evaluation(saved: SavedEvaluation, path: str) -> System:
    if saved.per_query is None:
        raise _without_queries(path, "assay evaluate ... --out FOLDER")
    cases = saved.cases
    questions = None
    if cases is not None:
        known = [cases.get(query_id) for query_id in saved.per_query]
        questions = tuple(
            Question()
            if case is None
            else Question(
                query=case.query,
                fields=case.fields,
                source=case.source,
                labels=case.labels,
                retrieved=tuple(case.retrieved),
                reason=case.reason,
            )
            for case in known
        )
    name = saved.settings.retriever or Path(path).stem
    return _system(name, saved.per_query, _saved_origin("evaluation", saved.assay, saved.settings), questions, path)


def _saved_scores(saved: SavedScores, path: str) -> list[System]:
    found: list[System] = []
    for name, run in saved.runs.items():
        if run.per_query is None:
            raise _without_queries(path, "assay score ... --per-query --json")
        found.append(_system(name, run.per_query, _saved_origin("scores", saved.assay, saved.settings), None, path))
    return found


def _saved_origin(kind: Kind, version: str, settings: SavedSettings) -> Origin:
    golden = settings.golden
    return _origin(kind, version, settings, golden=golden.name or settings.qrels, golden_sha256=golden.sha256)


def _origin(
    kind: Kind, version: str, settings: Settings | SavedSettings, *, golden: str, golden_sha256: str | None
) -> Origin:
    return Origin(
        kind=kind,
        golden=golden,
        golden_sha256=golden_sha256,
        corpus_sha256=settings.corpus_sha256,
        retriever=settings.retriever,
        parameters=settings.parameters,
        convention=settings.convention,
        rel=settings.rel,
        unit=settings.unit,
        matcher=settings.matcher,
        undefined=settings.undefined,
        version=version,
        seed=settings.seed,
        made_at=settings.made_at,
        commit=settings.commit,
    )


def _system(
    name: str, per_query: PerQuery, origin: Origin, questions: tuple[Question, ...] | None, path: str
) -> System:
    names = list(dict.fromkeys(measure for row in per_query.values() for measure in row))
    try:
        measures = tuple(parse(measure) for measure in names)
    except (UnknownMeasureError, MeasureParameterError) as exc:
        raise BadFileError([Problem(path=path, field="per_query", text=str(exc))]) from exc
    values = [[row.get(measure, float("nan")) for row in per_query.values()] for measure in names]
    return System(
        name=name,
        measures=measures,
        query_ids=tuple(per_query),
        values=np.array(values, dtype=np.float64).reshape(len(names), len(per_query)),
        origin=origin,
        questions=questions,
        bands=None if questions is None or origin.matcher != "id" else _bands(tuple(per_query), questions, origin.rel),
    )


def _bands(query_ids: Sequence[str], questions: Sequence[Question], rel: float | None) -> Bands:
    rankings, labels = [one.retrieved for one in questions], [one.labels for one in questions]
    return bands_of_lists(query_ids, rankings, labels, rel or 1.0)


def _without_queries(path: str, command: str) -> BadFileError:
    text = "was saved without the values of every query, which a comparison needs"
    return BadFileError([Problem(path=path, text=text)], hint=f"save it with `{command}`.")
