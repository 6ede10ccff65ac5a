"""Scores as a page: one table, with what a reader should know below it."""

from collections.abc import Iterator

from assay.report.page import Bullets, Page, Paragraph, Section
from assay.report.table import Table
from assay.scores.figures import ends, ends_in_cell, interval_name, what_intervals_say, written
from assay.scores.records import by_query
from assay.scores.result import RunScores, Scores
from assay.scores.unjudged import unjudged_section
from assay.version import __version__


def page_of(scores: Scores, *, per_query: bool = False, level: float | None = None, bounds: bool = False) -> Page:
    """Build the page: the figures, warnings, the choices that were made.

    Parameters
    ----------
    per_query
        Also every query's values.
    level
        Show the intervals of means too, at this level, and say what they mean.
    bounds
        Show between which values figures lie, whatever the hits are worth that nobody judged.

    Raises
    ------
    BadInputError
        Bounds are asked for, and the rankings have none; see `Scores.hole_bounds`.
    """
    notes = [f"{notice.text} ({notice.count})" for notice in scores.notices]
    if len(scores.runs) > 1:
        notes.extend(_partly_scored(scores))
    said = list(_same_queries(scores))
    if level is not None:
        said.extend(what_intervals_say(scores, level))
    sections = [Section(title="", blocks=(table_of(scores, level=level),))]
    if bounds:
        sections.append(unjudged_section(scores))
    if notes:
        sections.append(Section(title="Please note", blocks=(Bullets(tuple(notes)),)))
    if said:
        sections.append(Section(title="", blocks=tuple(Paragraph(text) for text in said)))
    if per_query:
        sections.append(Section(title="Query by query", blocks=(query_table(scores),)))
    title = f"Scores by {scores.qrels.name}"
    return Page(title=title, language="en", sections=tuple(sections), footer=tuple(_footer(scores)))


def table_of(scores: Scores, *, level: float | None = None) -> Table:
    """Return one row a run and one column a measure; for a single run, one row a measure.

    With a `level`, intervals of means stand beside them: in a column for a single run, in the cells for several.
    """
    if len(scores.runs) == 1:
        return _table_of_one(scores, level)
    n_measures = len(scores.measures)
    rows = [(run.name, *(_in_cell(scores, run, row, level) for row in range(n_measures))) for run in scores.runs]
    return Table(
        heading=("run", *map(str, scores.measures)),
        rows=tuple(rows),
        numeric=frozenset(range(1, n_measures + 1)),
        strong=frozenset((place, row + 1) for place, row in scores.best()),
    )


def _table_of_one(scores: Scores, level: float | None) -> Table:
    run = scores.runs[0]
    rows = [
        (
            str(measure),
            _figure(scores, run, row),
            *([] if level is None else [ends(scores, run, row, level)]),
            f"{scores.scored(run, row)}/{len(run.judged.queries)}",
        )
        for row, measure in enumerate(scores.measures)
    ]
    heading = ("measure", run.name, *([] if level is None else [interval_name(level)]), "scored/judged")
    return Table(heading=heading, rows=tuple(rows), numeric=frozenset(range(1, len(heading))))


def query_table(scores: Scores) -> Table:
    """Return one row a query (and run, where there are several), one column a measure, to be read by eye."""
    names = len(scores.runs) > 1
    rows = [
        (*((run.name,) if names else ()), query_id, *map(written, scores.measures, values))
        for run in scores.runs
        for query_id, values in zip(run.judged.query_ids, run.values.T.tolist(), strict=True)
    ]
    return by_query(scores, ("run", "query") if names else ("query",), rows)


def _figure(scores: Scores, run: RunScores, row: int) -> str:
    return written(scores.measures[row], scores.aggregate(run, row))


def _in_cell(scores: Scores, run: RunScores, row: int, level: float | None) -> str:
    figure = _figure(scores, run, row)
    return figure if level is None else f"{figure} ({ends_in_cell(scores, run, row, level)})"


def _same_queries(scores: Scores) -> Iterator[str]:
    if len(scores.runs) > 1:
        asked = len(scores.runs[0].judged.queries)
        queries = "query" if asked == 1 else f"{asked} queries"
        yield f"All runs over the same {queries}; the best figure is in bold."


def _partly_scored(scores: Scores) -> Iterator[str]:
    """Say of every run which measures have a value for some of the queries only."""
    for run in scores.runs:
        asked = len(run.judged.queries)
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
