"""Scores as a page: one table, with what a reader should know below it."""

from collections.abc import Iterator, Sequence

import numpy as np

from assay.measures.measure import Measure, Summed
from assay.report.page import Bullets, Page, Paragraph, Section, Table
from assay.scores.result import RunScores, Scores
from assay.version import __version__

_DIGITS = 4
_LARGE = 1e9


def page_of(scores: Scores, *, per_query: bool = False) -> Page:
    """Build the page: the figures, warnings, the choices that were made, and with `per_query` every query's values."""
    notes = [f"{notice.text} ({notice.count})" for notice in scores.notices]
    if len(scores.runs) > 1:
        notes.extend(_partly_scored(scores))
    sections = [Section(title="", blocks=(table_of(scores),))]
    if notes:
        sections.append(Section(title="Please note", blocks=(Bullets(tuple(notes)),)))
    if len(scores.runs) > 1:
        asked = len(scores.runs[0].judged.query_ids)
        queries = "query" if asked == 1 else f"{asked} queries"
        text = f"All runs over the same {queries}; the best figure is in bold."
        sections.append(Section(title="", blocks=(Paragraph(text),)))
    if per_query:
        sections.append(Section(title="Query by query", blocks=(query_table(scores),)))
    title = f"Scores by {scores.qrels.name}"
    return Page(title=title, language="en", sections=tuple(sections), footer=tuple(_footer(scores)))


def table_of(scores: Scores) -> Table:
    """Return one row a run and one column a measure; for a single run, one row a measure."""
    if len(scores.runs) == 1:
        run = scores.runs[0]
        rows = [
            (str(measure), _figure(scores, run, row), f"{scores.scored(run, row)}/{len(run.judged.query_ids)}")
            for row, measure in enumerate(scores.measures)
        ]
        return Table(heading=("measure", run.name, "scored/judged"), rows=tuple(rows), numeric=frozenset({1, 2}))
    n_measures = len(scores.measures)
    rows = [(run.name, *(_figure(scores, run, row) for row in range(n_measures))) for run in scores.runs]
    return Table(
        heading=("run", *map(str, scores.measures)),
        rows=tuple(rows),
        numeric=frozenset(range(1, n_measures + 1)),
        strong=frozenset((place, row + 1) for place, row in scores.best()),
    )


def query_table(scores: Scores) -> Table:
    """Return one row a query (and run, where there are several), one column a measure, to be read by eye."""
    names = len(scores.runs) > 1
    rows = [
        (*((run.name,) if names else ()), query_id, *map(_written, scores.measures, values))
        for run in scores.runs
        for query_id, values in zip(run.judged.query_ids, run.values.T.tolist(), strict=True)
    ]
    return _by_query(scores, ("run", "query") if names else ("query",), rows)


def summary_records(scores: Scores) -> Table:
    """Return one row a run and measure, for programs: figures unrounded, empty where undefined."""
    rows = [
        (
            run.name,
            str(measure),
            _exact(scores.aggregate(run, row)),
            str(scores.scored(run, row)),
            str(len(run.judged.query_ids)),
        )
        for run in scores.runs
        for row, measure in enumerate(scores.measures)
    ]
    heading = ("run", "measure", "figure", "scored", "judged")
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset({2, 3, 4}))


def query_records(scores: Scores) -> Table:
    """Return one row a run and query, one column a measure, for programs: values unrounded, empty where undefined."""
    rows = [
        (run.name, query_id, *map(_exact, values))
        for run in scores.runs
        for query_id, values in zip(run.judged.query_ids, run.values.T.tolist(), strict=True)
    ]
    return _by_query(scores, ("run", "query"), rows)


def _by_query(scores: Scores, before: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    heading = (*before, *map(str, scores.measures))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(len(before), len(heading))))


def _exact(value: float) -> str:
    return "" if np.isnan(value) else repr(value)


def _figure(scores: Scores, run: RunScores, row: int) -> str:
    return _written(scores.measures[row], scores.aggregate(run, row))


def _written(measure: Measure, value: float) -> str:
    """Write a value with four decimals; a count without, and what is too large to be read with six digits."""
    if np.isnan(value):
        return "–"
    if isinstance(measure, Summed) and value.is_integer():
        return f"{value:.0f}"
    return f"{value:.6g}" if abs(value) >= _LARGE else f"{value:.{_DIGITS}f}"


def _partly_scored(scores: Scores) -> Iterator[str]:
    """Say of every run which measures have a value for some of the queries only."""
    for run in scores.runs:
        asked = len(run.judged.query_ids)
        by_count: dict[int, list[str]] = {}
        for row, measure in enumerate(scores.measures):
            by_count.setdefault(scores.scored(run, row), []).append(str(measure))
        for count, names in by_count.items():
            if count < asked:
                yield f"{run.name}: only {count} of {asked} queries have a value of {', '.join(names)}"


_UNDEFINED = {"skip": "undefined values are left out", "zero": "undefined values count as 0"}
_DUPLICATES = {"keep": None, "drop": "repeats of a document are dropped", "error": None}
_TIES = {"trec": None, "expected": "equal scores are averaged over their orders"}
_MISSING = {"zero": "missing queries count as retrieved-nothing", "skip": "missing queries are left out"}


def _footer(scores: Scores) -> Iterator[str]:
    policy = scores.policy
    choices = (
        f"Convention: {scores.convention.name}",
        f"relevant from grade {policy.rel:g}",
        _UNDEFINED.get(scores.undefined),
        _MISSING.get(policy.missing),
        _DUPLICATES[policy.duplicates],
        _TIES[scores.convention.ties],
        None if policy.depth is None else f"first {policy.depth} hits only",
        "judged hits only" if policy.judged_only else None,
        "hits that are the query itself are dropped" if policy.drop_self else None,
    )
    yield "; ".join(choice for choice in choices if choice) + "."
    yield f"Assay {__version__}."
