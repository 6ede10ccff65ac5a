"""The heavy half of ``assay judge estimate`` and ``assay judge sample``."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from assay.calibration.estimates_document import document_of, page_of
from assay.calibration.estimating import estimate
from assay.calibration.sampling import sample
from assay.cli.scoring import read_measures
from assay.cli.stdout import for_stdout
from assay.errors import BadFileError, Problem
from assay.files.text import why
from assay.golden.queue import queue_text
from assay.golden.queue_document import QueueDocument, QueueSettings
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page
from assay.version import __version__


def run_estimate(
    judge: str,
    human: str,
    runs: Sequence[str],
    *,
    measures: Sequence[str],
    rel: float,
    level: float,
    language: Language,
    form: str,
    as_json: bool,
) -> None:
    """Estimate and print."""
    found = estimate(judge, human, runs, list(read_measures(tuple(measures))), rel=rel, level=level)
    if as_json or form == "json":
        click.echo(for_stdout(document_of(found).to_json()))
        return
    page = page_of(found, language=language)
    if form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)


def run_sample(judge: str, *, queries: int, known: str | None, seed: int, output: str | None, as_json: bool) -> None:
    """Draw and write the queue."""
    rows = sample(judge, queries, known=known, seed=seed)
    text = queue_text(rows, blind=True)
    if output is not None:
        try:
            with Path(output).open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError as exc:
            raise BadFileError([Problem(path=output, text=f"cannot be written: {why(exc)}")]) from exc
    if as_json:
        settings = QueueSettings(measure=None, depth=0, budget=queries, seed=seed, qrels=known)
        document = QueueDocument(
            assay=__version__, kind="sample", settings=settings, systems=[judge], judged={}, rows=rows
        )
        click.echo(for_stdout(document.to_json()))
    elif output is None:
        click.echo(text, nl=False)
    click.echo(f"{len(rows)} pairs of {queries} queries to judge", err=True)
