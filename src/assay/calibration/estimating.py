"""What figures would be had people judged everything: a judge on all queries, people on a random sample of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.calibration.labels import Labels, gathered, rows_at
from assay.calibration.systems import names_of
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.scores.scoring import score
from assay.stats.prediction_powered import Corrected, prediction_powered_mean
from assay.stats.sample import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A corrected figure: of the system `b` alone where `a` is None, else of how much `b` is above `a`."""

    measure: Measure
    a: str | None
    b: str
    found: Corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """All of them, with whom people judged.

    Parameters
    ----------
    n_queries, n_seen, n_partly
        Queries the judge labelled; those in which people labelled every pair the judge did; those in which they
        labelled some, which are not used.
    """

    judge: str
    human: str
    level: float
    n_queries: int
    n_seen: int
    n_partly: int
    estimates: tuple[Estimate, ...]


def estimate(
    judge: str,
    human: str,
    runs: Sequence[str],
    measures: Sequence[Measure],
    *,
    rel: float = 1.0,
    level: float = 0.95,
) -> Estimates:
    """Estimate measures of runs, and their differences, from a judge's labels corrected by people's.

    Parameters
    ----------
    judge, human
        Paths of labels on one scale, in any form `assay.calibration.calibrating.calibrate` reads.
    runs
        Paths of run files.
    measures
        What to estimate.
    rel
        Smallest relevant grade.
    level
        Of the intervals.

    Raises
    ------
    BadFileError
        A file cannot be read.
    BadInputError
        People labelled no query whole.

    Notes
    -----
    The unit is the query: what is estimated is the mean over the judge's queries of a measure by the labels that people
    would give to the pairs the judge labelled. That holds where the queries people labelled were drawn by chance
    (``assay judge sample`` does), and whatever the judge is worth. See
    `assay.stats.prediction_powered.prediction_powered_mean`.
    """
    given, people = gathered(rows_at(judge)), gathered(rows_at(human))
    by_query = _by_query(given)
    seen = {query for query, docs in by_query.items() if all((query, doc) in people.grades for doc in docs)}
    partly = {query for query, docs in by_query.items() if any((query, doc) in people.grades for doc in docs)} - seen
    if not seen:
        raise BadInputError(
            f"in no query of {judge} did people label every pair the judge did\n"
            "Hint: assay judge sample draws queries and writes their pairs."
        )
    names = names_of(runs)
    judged = {measure: _values(by_query, dict(zip(names, runs, strict=True)), measure, rel) for measure in measures}
    whole = {query: {doc: people.grades[query, doc] for doc in by_query[query]} for query in seen}
    said = {measure: _values(whole, dict(zip(names, runs, strict=True)), measure, rel) for measure in measures}
    found: list[Estimate] = []
    for measure in measures:
        rows = _rows(list(by_query), judged[measure], said[measure])
        found += _estimates(measure, names, rows, level)
    return Estimates(
        judge=judge,
        human=human,
        level=level,
        n_queries=len(by_query),
        n_seen=len(seen),
        n_partly=len(partly),
        estimates=tuple(found),
    )


Row = tuple[Floats, Floats]
"""Values of a system by people, NaN where they were not asked, and by the judge; each of shape (n_queries,)."""


def _estimates(measure: Measure, names: Sequence[str], rows: Sequence[Row], level: float) -> list[Estimate]:
    found = [
        Estimate(measure=measure, a=None, b=name, found=prediction_powered_mean(*row, level=level))
        for name, row in zip(names, rows, strict=True)
    ]
    for a, b in combinations(range(len(names)), 2):
        human, judge = rows[b][0] - rows[a][0], rows[b][1] - rows[a][1]
        found.append(
            Estimate(measure=measure, a=names[a], b=names[b], found=prediction_powered_mean(human, judge, level=level))
        )
    return found


def _by_query(labels: Labels) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for (query, doc), grade in labels.grades.items():
        found.setdefault(query, {})[doc] = grade
    return found


def _values(
    labels: Mapping[str, Mapping[str, float]], runs: Mapping[str, str], measure: Measure, rel: float
) -> list[dict[str, float]]:
    """Return by run the value of each query."""
    scores = score({query: dict(docs) for query, docs in labels.items()}, dict(runs), measure, rel=rel)
    return [
        dict(zip(run.judged.query_ids, np.nan_to_num(run.values[0], nan=0.0).tolist(), strict=True))
        for run in scores.runs
    ]


def _rows(queries: Sequence[str], judged: Sequence[dict[str, float]], said: Sequence[dict[str, float]]) -> list[Row]:
    nan = float("nan")
    return [
        (
            np.array([people.get(query, nan) for query in queries]),
            np.array([judge[query] for query in queries]),
        )
        for people, judge in zip(said, judged, strict=True)
    ]
