"""Scores as trec_eval prints them, so that scripts that parse it keep working."""

from collections.abc import Iterator

import numpy as np

from assay.errors import BadInputError
from assay.files.trec_output import ALL, Result, trec_output
from assay.measures.relevance_string import relstring
from assay.measures.trec_names import trec_name
from assay.report.visible import visible
from assay.scores.result import RunScores, Scores


def to_trec(scores: Scores, *, per_query: bool = False, texts: bool = False) -> str:
    """Write scores in trec_eval's own format.

    Parameters
    ----------
    scores
        Of one run, or of several one after the other, each with its name as ``runid``.
    per_query
        Also a line for every query, those that the run lacks included, before those of all queries.
    texts
        Also the lines that are no figures: ``runid``, and ``relstring`` for every query.

    Raises
    ------
    BadInputError
        The id of a query holds a blank, which would be read as the end of its column.
    """
    return "".join(
        line for run in scores.runs for line in trec_output(_results(scores, run, per_query=per_query, texts=texts))
    )


def _results(scores: Scores, run: RunScores, *, per_query: bool, texts: bool) -> Iterator[Result]:
    names = [trec_name(measure) for measure in scores.measures]
    if len(scores.runs) > 1:
        yield "runid", ALL, _on_one_line(run.name)
    elif texts:
        yield "runid", ALL, _on_one_line(run.judged.name)
    if per_query:
        yield from _of_queries(scores, run, names, texts=texts)
    for row, name in enumerate(names):
        yield name, ALL, _figure(name, scores.aggregate(run, row))


def _of_queries(scores: Scores, run: RunScores, names: list[str], *, texts: bool) -> Iterator[Result]:
    strings = relstring(run.judged.judged) if texts else []
    for query, given in enumerate(run.judged.query_ids):
        query_id = _checked(given)
        for row, name in enumerate(names):
            if not _over_all_only(name):
                value = run.values[row, query]
                yield name, query_id, _figure(name, 0.0 if np.isnan(value) and scores.undefined == "zero" else value)
        if texts:
            yield "relstring", query_id, f"'{strings[query]}'"


def _checked(query_id: str) -> str:
    if len(query_id.split()) != 1:
        raise BadInputError(
            f"the query id {query_id!r:.80} holds a blank, which parts the columns of trec_eval's output\n"
            "Hint: --format json and csv hold any id."
        )
    return visible(query_id)


def _on_one_line(name: str) -> str:
    return visible(" ".join(name.split()))


def _over_all_only(name: str) -> bool:
    return name == "num_q" or name.startswith("gm_")


def _figure(name: str, value: float) -> int | float:
    return round(value) if name.startswith("num_") else float(value)
