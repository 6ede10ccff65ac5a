"""The verb: hold runs against judgements and compute measures; what only some runs need is loaded for those."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from assay.data.run import Run
from assay.errors import BadInputError, UndefinedMeasureError
from assay.files.detection import detect
from assay.files.opening import Source, opened, reopenable
from assay.files.qrels import read_qrels
from assay.files.reading import read_file
from assay.files.trec_run import judge_bytes
from assay.measures.judged_hits import Floats
from assay.measures.measure import Measure
from assay.measures.notation import parse_many
from assay.rankings.judged_run import Duplicates, JudgedRun, JudgingPolicy, Missing
from assay.rankings.placing import Placer, placer_of
from assay.rankings.threads import in_threads
from assay.scores.convention import Convention, ConventionName, Ties, Undefined, convention_of
from assay.scores.result import RunScores, Scores

_MANY_LABELS = 100_000  # with fewer, a thread takes longer to start than a measure to compute
DEFAULT_MEASURES = "nDCG@10 AP RR P@10 R@100"
MeasureLike = Measure | str


def score(
    qrels: object,
    run: object,
    measures: MeasureLike | Iterable[MeasureLike] = DEFAULT_MEASURES,
    *,
    convention: ConventionName | Convention = "assay",
    rel: float = 1.0,
    undefined: Undefined | None = None,
    missing: Missing = "zero",
    duplicates: Duplicates | None = None,
    ties: Ties | None = None,
    depth: int | None = None,
    judged_only: bool = False,
    drop_self: bool = False,
    name: str | None = None,
    seed: int = 0,
) -> Scores:
    """Score a run, or several, against judgements.

    Parameters
    ----------
    qrels
        A path or ``"-"``, a mapping of query to {document: grade}, a table, or rows; see `assay.read_qrels`.
    run
        A path or ``"-"``, a mapping of query to {document: score}, a table, arrays or rows. Several runs: a list of
        them, or a mapping of name to run; arrays and rows are `assay.read_run` first. Runs that would go by one name
        are told apart by their folders or a number.
    measures
        Measures in the field's notation or another tool's, one or many: ``"nDCG@10 AP"``, ``["P_5,10", "mrr"]``,
        ``"all_trec"``.
    convention
        Whose choices are made where tools disagree; see `assay.scores.convention.CONVENTIONS`.
    rel
        Smallest grade that counts as relevant for measures that do not say otherwise.
    undefined
        What a query without a value does to an aggregate; by default as the convention has it.
    missing
        What a judged query does that is not in the run: ``"zero"`` counts it as retrieved-nothing; ``"skip"`` leaves
        it out, of several runs where any of them lacks it; ``"error"``.
    duplicates, ties
        As in `Convention`; by default as the convention has it. Equal scores cannot be averaged over while repeats keep
        their slots.
    depth, judged_only
        Only the first `depth` hits; only judged hits (trec_eval's ``-M`` and ``-J``).
    drop_self
        Drop hits whose document id is the query's id, as BEIR does.
    name
        What to call a single run.
    seed
        For ``ties="expected"``, where orders are drawn at random (see `assay.scores.expected_ties`), and for
        intervals.

    Returns
    -------
    Scores
        Figures by run, measure and query.

    Raises
    ------
    BadFileError, BadInputError
        Judgements or a run that cannot be read, or that have no query in common.
    UnknownMeasureError, MeasureParameterError
        A measure that does not exist.
    UndefinedMeasureError
        ``undefined="error"`` and a query has no value.

    Examples
    --------
    >>> found = score({"q": {"a": 1, "b": 0}}, {"q": {"b": 0.9, "a": 0.8}}, "nDCG@10 RR")
    >>> found.mean("RR")
    0.5
    """
    given = {"undefined": undefined, "duplicates": duplicates, "ties": ties}
    changed: dict[str, Any] = {choice: value for choice, value in given.items() if value is not None}
    chosen = replace(convention_of(convention), **changed)
    wanted = chosen.apply(measures_of(measures))
    policy = JudgingPolicy(
        rel=rel,
        negatives=chosen.negatives,
        duplicates=chosen.duplicates,
        missing=missing,
        depth=depth,
        judged_only=judged_only,
        drop_self=drop_self,
    )
    given_runs = runs_of(run, name)
    check_standard_input([qrels, *(one for _, one in given_runs)])
    judgements = read_qrels(qrels)
    shared = placer_of(judgements)
    judged = in_threads(lambda one: _judged(shared, one, policy), [one for _, one in given_runs])
    names = _names(given_runs, judged)
    found = [
        RunScores(name=name, judged=one, values=_values(wanted, one, chosen, seed))
        for name, one in zip(names, judged, strict=True)
    ]
    kept, dropped = _on_common_queries(found) if missing == "skip" else (found, ())
    if chosen.undefined == "error":
        _check_undefined(wanted, kept)
    return Scores(
        runs=tuple(kept),
        measures=wanted,
        convention=chosen,
        policy=policy,
        undefined=chosen.undefined,
        qrels=judgements,
        seed=seed,
        dropped=dropped,
    )


def measures_of(measures: MeasureLike | Iterable[MeasureLike]) -> tuple[Measure, ...]:
    """Return measures given one by one, in a list, or as text.

    Raises
    ------
    BadInputError
        None at all.
    """
    given = (measures,) if isinstance(measures, Measure | str) else measures
    found = [one for item in given for one in (parse_many(item) if isinstance(item, str) else [item])]
    if not found:
        raise BadInputError("no measure is given\nHint: for example nDCG@10; `assay measures` lists them.")
    return tuple(dict.fromkeys(found))


def runs_of(run: object, name: str | None = None) -> list[tuple[str | None, object]]:
    """Tell several runs from one: a list of runs, or a mapping of name to run; each with its name, if it was given one.

    Raises
    ------
    BadInputError
        One name for several runs.
    """
    found: list[tuple[str | None, object]]
    if isinstance(run, list | tuple):
        found = [(None, one) for one in cast("Sequence[object]", run)]
    elif isinstance(run, Mapping):
        found = [(str(key), one) for key, one in cast("Mapping[object, object]", run).items()]
    else:
        return [(name, run)]
    if not found or not all(_is_run(one) for _, one in found):
        return [(name, run)]
    if name is not None:
        raise BadInputError(f"{name!r:.60} cannot name {len(found)} runs\nHint: give them as a mapping of name to run.")
    return found


def is_piped(source: str | Path) -> bool:
    """Whether this is standard input or another pipe, which can be read once."""
    path = Path(source)
    return str(source) == "-" or path.is_fifo() or path.is_char_device()


def check_standard_input(sources: Sequence[object]) -> None:
    """Refuse to read standard input twice."""
    if sum(isinstance(source, str) and source == "-" for source in sources) > 1:
        raise BadInputError("standard input (-) can be read once\nHint: name a file for the others.")


def _is_run(given: object) -> bool:
    """Whether this is all of a run, and neither its rows nor what one query retrieved."""
    if isinstance(given, Mapping):
        docs = cast("Mapping[object, object]", given).values()
        return len(docs) > 0 and all(isinstance(one, Mapping) for one in docs)
    if isinstance(given, str | Path | Run):
        return True
    from assay.labels.run_columns import column_names

    return column_names(given) is not None


def _judged(qrels: Placer, run: object, policy: JudgingPolicy) -> JudgedRun:
    if not isinstance(run, str | Path):
        from assay.labels.run_judging import judge_run

        return judge_run(qrels, run, **{one.name: getattr(policy, one.name) for one in fields(policy)})
    with reopenable(run) as source:
        if _is_trec(source):
            return judge_bytes(source, qrels, policy)
        return _judged(qrels, read_file(source, kind="run").table, policy)


def _is_trec(run: Source) -> bool:
    """Whether this is a TREC run, which is scored as it is read."""
    with opened(run, kept=True) as file:
        return detect(file.path, file.head, whole=file.whole).file_format == "trec"


def _values(measures: Sequence[Measure], judged: JudgedRun, convention: Convention, seed: int) -> Floats:
    if convention.ties == "expected" and judged.ties_move.any():
        if judged.counts.repeats and convention.duplicates == "keep":
            raise BadInputError(
                f'{judged.name}: ties="expected" has no answer for documents that stand twice in one ranking\n'
                'Hint: drop the repeats (duplicates="drop", --duplicates drop).'
            )
        from assay.scores.expected_ties import expected_values

        return expected_values(measures, judged, seed=seed)
    if len(judged.judged.pool_query) < _MANY_LABELS:
        return np.array([measure.per_query(judged.judged) for measure in measures])
    return np.array(in_threads(lambda measure: measure.per_query(judged.judged), measures))


def _check_undefined(measures: Sequence[Measure], runs: Sequence[RunScores]) -> None:
    for run in runs:
        for measure, row in zip(measures, run.values, strict=True):
            ids = [run.judged.query_ids[query] for query in np.flatnonzero(np.isnan(row)).tolist()]
            if ids:
                raise UndefinedMeasureError(str(measure), ids)


def _on_common_queries(runs: list[RunScores]) -> tuple[list[RunScores], tuple[str, ...]]:
    """Return the runs over the queries that all of them have, and those that only some have."""
    known = dict.fromkeys(query_id for run in runs for query_id in run.judged.query_ids)
    common = set(known)
    for run in runs:
        common.intersection_update(run.judged.query_ids)
    if not common:
        raise BadInputError(
            f"no judged query is in all of the {len(runs)} runs: {', '.join(run.name for run in runs)}\n"
            'Hint: missing="zero" counts what a run lacks as retrieved nothing.'
        )
    if len(common) == len(known):
        return runs, ()
    return [run.only(common) for run in runs], tuple(query_id for query_id in known if query_id not in common)


def _names(given: Sequence[tuple[str | None, object]], judged: Sequence[JudgedRun]) -> list[str]:
    """Name every run, each differently: by its file, by its path where files are called alike, then by a number."""
    labels, sources = [label for label, _ in given], [source for _, source in given]
    short = [label or _name_of(source, one) for label, source, one in zip(labels, sources, judged, strict=True)]
    names: list[str] = []
    for label, source, name in zip(labels, sources, short, strict=True):
        alike = not label and short.count(name) > 1 and isinstance(source, str | Path) and not is_piped(source)
        wanted, number = str(source) if alike else name, 2
        free = wanted
        while free in names:
            free, number = f"{wanted} ({number})", number + 1
        names.append(free)
    return names


def _name_of(run: object, judged: JudgedRun) -> str:
    return Path(run).name if isinstance(run, str | Path) and not is_piped(run) else judged.name
