"""Scores as Parquet: a row a run, query and measure, for notebooks and databases."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from assay.errors import BadFileError, Problem
from assay.files.arrow import arrow_table, write_parquet
from assay.scores.result import Scores


def write_scores(scores: Scores, target: str | Path) -> None:
    """Write the value of every measure for every query of every run.

    The columns are ``run``, ``query_id``, ``measure`` and ``value`` (float64; null where undefined).

    Raises
    ------
    BadFileError
        The file cannot be written.
    MissingExtraError
        pyarrow is not installed.
    """
    rows = list(_rows(scores))
    names = ("run", "query_id", "measure", "value")
    table = arrow_table({name: [row[place] for row in rows] for place, name in enumerate(names)})
    try:
        with Path(target).open("wb") as stream:
            write_parquet(stream, table)
    except OSError as exc:
        raise BadFileError([Problem(path=str(target), text=f"cannot be written: {exc.strerror}")]) from exc


def _rows(scores: Scores) -> Iterator[tuple[str, str, str, float | None]]:
    for run in scores.runs:
        for measure, values in zip(scores.measures, run.values, strict=True):
            for query_id, value in zip(run.judged.query_ids, values.tolist(), strict=True):
                yield run.name, query_id, str(measure), None if np.isnan(value) else value
