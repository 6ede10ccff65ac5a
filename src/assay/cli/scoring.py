"""The heavy halves of ``assay score`` and ``assay explain``; what only one way of writing needs is loaded then."""

import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from assay.cli.stdout import for_stdout
from assay.errors import BadFileError, BadInputError, Problem, UnknownMeasureError
from assay.measures.measure import Measure
from assay.rankings.judged_run import Duplicates
from assay.scores.convention import ConventionName, Ties, Undefined
from assay.scores.result import Scores
from assay.scores.scoring import DEFAULT_MEASURES, measures_of, score

if TYPE_CHECKING:
    from assay.report.page import Page

_WITHOUT_MEANS = {"trec": "trec_eval's lines have no place for them", "parquet": "it holds values of queries only"}

Form = Literal["table", "json", "csv", "markdown", "latex", "trec", "parquet"]


def run_score(
    qrels: str,
    runs: tuple[str, ...],
    *,
    measures: tuple[str, ...],
    per_query: bool,
    intervals: bool,
    bounds: bool,
    level: float,
    rel: float,
    convention: ConventionName,
    undefined: Undefined | None,
    missing: Literal["zero", "skip", "error"],
    duplicates: Duplicates | None,
    ties: Ties | None,
    depth: int | None,
    judged_only: bool,
    drop_self: bool,
    form: Form,
    as_json: bool,
    output: str | None,
) -> None:
    """Score and write."""
    chosen: Form = "json" if as_json else form
    if intervals:
        _check_place_for_intervals(chosen, per_query=per_query)
    if bounds:
        _check_place_for_bounds(chosen, judged_only=judged_only)
    if form == "parquet" and output is None and not as_json:
        raise click.BadParameter("Parquet is no text: name a file with -o", param_hint="'--format'")
    scores = score(
        qrels,
        list(runs),
        read_measures(measures),
        convention=convention,
        rel=rel,
        undefined=undefined,
        missing=missing,
        duplicates=duplicates,
        ties=ties,
        depth=depth,
        judged_only=judged_only,
        drop_self=drop_self,
    )
    texts = any("all_trec" in re.split(r"[,\s]+", text) for text in measures)
    if chosen == "parquet" and output is not None:
        from assay.scores.parquet import write_scores

        write_scores(scores, output)
        click.echo(f"wrote {output}", err=True)
        return
    is_shown = intervals or (len(scores.runs) == 1 and chosen in ("table", "markdown"))
    if chosen == "json":
        text = _json(scores, per_query=per_query, level=level, bounds=bounds)
    else:
        shown = level if is_shown else None
        text = _text(
            scores, chosen, per_query=per_query, level=shown, bounds=bounds, texts=texts, styled=output is None
        )
    _give(for_stdout(text) if chosen == "json" and output is None else text, output)


def run_explain(qrels: str, run: str, *, measures: tuple[str, ...], rel: float, as_json: bool) -> None:
    """Explain and print."""
    from assay.scores.explain import explain
    from assay.scores.explained_document import explained_document

    found = explain(qrels, run, read_measures(measures), rel=rel)
    _give(for_stdout(explained_document(found)) if as_json else _drawn(found.page(), styled=True), None)


def read_measures(texts: tuple[str, ...]) -> tuple[Measure, ...]:
    """Read the measures of an option; what does not exist is wrong usage."""
    try:
        return measures_of(list(texts) or DEFAULT_MEASURES)
    except (UnknownMeasureError, BadInputError) as exc:
        raise click.BadParameter(str(exc), param_hint="'-m'") from exc


def _check_place_for_intervals(form: Form, *, per_query: bool) -> None:
    """Refuse to leave out what was asked for."""
    why = _WITHOUT_MEANS.get(form, "the rows of queries are no means" if form == "csv" and per_query else None)
    if why is not None:
        raise click.BadParameter(f"{form} shows no intervals: {why}", param_hint="'--intervals'")


def _check_place_for_bounds(form: Form, *, judged_only: bool) -> None:
    """Refuse to leave out what was asked for, and bounds over what was dropped."""
    if form not in ("table", "json", "markdown"):
        raise click.BadParameter(f"{form} shows no bounds: table, json and markdown do", param_hint="'--bounds'")
    if judged_only:
        why = "--judged-only drops the very hits that bounds are over"
        raise click.BadParameter(why, param_hint="'--bounds'")


def _json(scores: Scores, *, per_query: bool, level: float, bounds: bool) -> str:
    from assay.scores.document import document_of

    return document_of(scores, per_query=per_query, level=level, bounds=bounds).to_json() + "\n"


def _text(
    scores: Scores, form: Form, *, per_query: bool, level: float | None, bounds: bool, texts: bool, styled: bool
) -> str:
    """Write scores, with intervals where there is a level."""
    if form == "csv":
        from assay.report.csv_table import to_csv
        from assay.scores.records import query_records, summary_records

        return to_csv(query_records(scores) if per_query else summary_records(scores, level=level))
    if form == "latex":
        from assay.report.latex import to_latex
        from assay.scores.page import query_table, table_of

        return to_latex(table_of(scores, level=level)) + (to_latex(query_table(scores)) if per_query else "")
    if form == "trec":
        from assay.scores.trec_lines import to_trec

        return to_trec(scores, per_query=per_query, texts=texts)
    from assay.scores.page import page_of

    page = page_of(scores, per_query=per_query, level=level, bounds=bounds)
    if form == "markdown":
        from assay.report.markdown import to_markdown

        return to_markdown(page)
    return _drawn(page, styled=styled)


def _drawn(page: "Page", *, styled: bool) -> str:
    """Draw a page as the terminal shows it, in colour where that is where it goes."""
    from assay.report.terminal import drawn_page

    return drawn_page(page, sys.stdout if styled else io.StringIO())


def _give(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, "utf-8")
    except OSError as exc:
        raise BadFileError([Problem(path=output, text=f"cannot be written: {exc.strerror}")]) from exc
    click.echo(f"wrote {output}", err=True)
