"""Scores as records for programs: unrounded, and empty where undefined."""

from collections.abc import Sequence

import numpy as np

from assay.report.table import Table
from assay.scores.result import RunScores, Scores


def summary_records(scores: Scores, *, level: float | None = None) -> Table:
    """Return one row a run and measure, for programs: figures unrounded, empty where undefined.

    A `level` adds three columns: the ends of the intervals of means, and the level.
    """
    rows = [
        (
            run.name,
            str(measure),
            _exact(scores.aggregate(run, row)),
            str(scores.scored(run, row)),
            str(len(run.judged.queries)),
            *(() if level is None else _exact_ends(scores, run, row, level)),
        )
        for run in scores.runs
        for row, measure in enumerate(scores.measures)
    ]
    heading = ("run", "measure", "figure", "scored", "judged", *(() if level is None else ("low", "high", "level")))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(2, len(heading))))


def query_records(scores: Scores) -> Table:
    """Return one row a run and query, one column a measure, for programs: values unrounded, empty where undefined."""
    rows = [
        (run.name, query_id, *map(_exact, values))
        for run in scores.runs
        for query_id, values in zip(run.judged.query_ids, run.values.T.tolist(), strict=True)
    ]
    return by_query(scores, ("run", "query"), rows)


def by_query(scores: Scores, before: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    """Return a table of one row a query, whose last columns are the measures."""
    heading = (*before, *map(str, scores.measures))
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(len(before), len(heading))))


def _exact_ends(scores: Scores, run: RunScores, row: int, level: float) -> tuple[str, str, str]:
    found = scores.interval(scores.measures[row], run=run.name, level=level)
    return _exact(found.low), _exact(found.high), repr(level)


def _exact(value: float) -> str:
    return "" if np.isnan(value) else repr(value)
