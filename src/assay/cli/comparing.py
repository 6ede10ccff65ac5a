"""The heavy half of ``assay compare``."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from assay.cli.saved import is_saved, systems_at
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
    store: str | None,
    language: Language,
    form: str,
    as_json: bool,
) -> None:
    """Compare and print."""
    if len(systems) < 2:
        raise click.UsageError("a comparison takes at least two systems: A B")
    given = systems if qrels is not None else [one for reference in systems for one in _saved(reference, store)]
    found = compare(
        *given,
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


def _saved(reference: str, store: str | None) -> Sequence[object]:
    """Return a path as it is, for it tells how to call what is there; else what the store has under that name."""
    return [reference] if is_saved(Path(reference)) else systems_at(reference, store)
