"""What the evaluating commands print and write: the report in the form that was asked for."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from assay.cli.main import BAD_INPUT, INTERRUPTED, REMOTE_FAILURE
from assay.cli.stdout import for_stdout
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
        click.echo(for_stdout(document_of(evaluation, by=by, per_query=per_query).to_json()))
    elif form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)
    if out is not None:
        report = document_of(evaluation, by=by, per_query=True).to_json() + "\n"
        write_texts(Path(out), {"report.md": to_markdown(page), "report.json": report})
    if evaluation.interrupted:
        return INTERRUPTED
    if evaluation.n_failed == evaluation.n_asked:
        return REMOTE_FAILURE
    return BAD_INPUT if evaluation.n_unlabelled == evaluation.n_asked else 0


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files into a folder, and say so.

    Raises
    ------
    BadFileError
        The folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as exc:
        text = f"cannot be written: {exc.strerror}"
        raise BadFileError([Problem(path=str(exc.filename or folder), text=text)]) from exc
    click.echo(f"wrote {' and '.join(str(folder / name) for name in texts)}", err=True)
