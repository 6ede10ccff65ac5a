"""The heavy half of ``assay history``."""

import sys
from collections.abc import Sequence

import click

from assay.cli.stdout import for_stdout
from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.history.document import document_of, removed_document
from assay.history.page import page_of
from assay.history.tracing import history_of
from assay.measures.notation import parse
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.report.terminal import print_page
from assay.report.visible import visible
from assay.store.opening import open_store


def run_history(
    *,
    store: str | None,
    golden: str | None,
    retriever: str | None,
    measures: Sequence[str],
    last: int,
    form: str,
    as_json: bool,
    language: Language,
) -> None:
    """Read the store and print its history."""
    try:
        wanted = [parse(text) for text in measures]
    except (UnknownMeasureError, MeasureParameterError) as exc:
        raise click.BadParameter(str(exc), param_hint="'-m'") from exc
    found = history_of(open_store(store), wanted, golden=golden, retriever=retriever, last=last)
    if as_json or form == "json":
        click.echo(for_stdout(document_of(found).to_json()))
        return
    page = page_of(found, language=language)
    if form == "markdown":
        click.echo(to_markdown(page), nl=False)
    else:
        print_page(page, sys.stdout)


def run_show(reference: str, store: str | None) -> None:
    """Print the JSON of a saved evaluation."""
    click.echo(for_stdout(open_store(store).load(reference)))


def run_rm(reference: str, store: str | None, *, yes: bool, as_json: bool) -> None:
    """Delete a saved evaluation, having asked."""
    kept = open_store(store)
    entry = kept.find(reference)
    told = f"{entry.id}: {visible(entry.name or entry.retriever)} on {visible(entry.golden)}, made {entry.made_at}"
    if not yes:
        click.confirm(f"Delete {told}?", abort=True, err=True)
    kept.remove(entry.id)
    if as_json:
        click.echo(for_stdout(removed_document(entry, kept.place).to_json()))
    else:
        click.echo(f"deleted {told}")
