"""What the evaluating commands print and write: the report in the form that was asked for."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from assay.cli.main import REMOTE_FAILURE
from assay.errors import BadFileError, Problem
from assay.evaluation.document import document_of
from assay.evaluation.page import page_of
from assay.evaluation.result import Evaluation
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page


def give_out(
    evaluation: Evaluation,
    *,
    form: str,
    language: Language,
    by: Sequence[str] | None,
    per_query: bool,
    out: str | None,
    others: Mapping[str, Evaluation] | None = None,
) -> int:
    """Print the report, write it below `out` if given, and return the exit code."""
    page = page_of(evaluation, language=language, by=by, others=others)
    if form == "json":
        click.echo(document_of(evaluation, by=by, per_query=per_query).to_json())
    elif form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)
    if out is not None:
        folder = _folder(out)
        (folder / "report.md").write_text(to_markdown(page), "utf-8")
        (folder / "report.json").write_text(document_of(evaluation, by=by, per_query=True).to_json() + "\n", "utf-8")
        click.echo(f"wrote {folder / 'report.md'} and {folder / 'report.json'}", err=True)
    return REMOTE_FAILURE if evaluation.n_asked and evaluation.n_failed == evaluation.n_asked else 0


def _folder(out: str) -> Path:
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise BadFileError([Problem(path=out, text=f"cannot be made a folder: {exc.strerror}")]) from exc
    return folder
