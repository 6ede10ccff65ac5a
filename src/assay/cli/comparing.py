"""The heavy half of ``assay compare``."""

import sys

import click

from assay.cli.scoring import read_measures
from assay.cli.stdout import for_stdout
from assay.comparison.comparing import compare
from assay.comparison.difference import Correction
from assay.comparison.page import page_of
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page


def run_compare(
    systems: tuple[str, ...],
    *,
    qrels: str | None,
    measures: tuple[str, ...],
    by: tuple[str, ...],
    margin: float | None,
    alpha: float,
    level: float,
    power: float,
    correction: Correction,
    cluster: str,
    names: tuple[str, ...],
    show: int,
    seed: int,
    language: Language,
    form: str,
    as_json: bool,
) -> None:
    """Compare and print."""
    if len(systems) < 2:
        raise click.UsageError("a comparison takes at least two systems: A B")
    found = compare(
        *systems,
        qrels=qrels,
        measures=read_measures(measures) if measures else None,
        margin=margin,
        alpha=alpha,
        level=level,
        power=power,
        correction=correction,
        cluster=None if cluster == "none" else cluster,
        by=by or None,
        names=names or None,
        seed=seed,
    )
    if as_json or form == "json":
        click.echo(for_stdout(found.to_json()))
        return
    page = page_of(found, language=language, show=show)
    if form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)
