"""The heavy half of ``assay judge calibrate``."""

import sys
from collections.abc import Sequence

import click

from assay.calibration.calibrating import calibrate
from assay.calibration.document import document_of
from assay.calibration.page import page_of
from assay.cli.stdout import for_stdout
from assay.files.golden import read_golden
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page


def run_calibrate(
    human: str,
    judge: str,
    *,
    scale: str | None,
    mapping: str | None,
    clip: bool,
    rel: float | None,
    golden: str | None,
    by: Sequence[str],
    worst: int,
    runs: Sequence[str],
    measure: str,
    level: float,
    seed: int,
    language: Language,
    form: str,
    as_json: bool,
) -> None:
    """Compare the labels and print what was found."""
    found = calibrate(
        human,
        judge,
        scale=scale,
        mapping=mapping,
        clip=clip,
        rel=rel,
        golden=read_golden(golden) if golden else None,
        by=by or None,
        worst=worst,
        runs=runs,
        measure=measure,
        level=level,
        seed=seed,
    )
    if as_json or form == "json":
        click.echo(for_stdout(document_of(found).to_json()))
        return
    page = page_of(found, language=language)
    if form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)
