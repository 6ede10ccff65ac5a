"""The heavy half of ``assay golden convert``."""

from pathlib import Path
from typing import Literal

import click

from assay.cli.stdout import for_stdout
from assay.files.beir_writing import write_beir, write_trec
from assay.files.foreign.collection import Collection
from assay.files.foreign.detecting import Source, read_collection, source_of
from assay.files.golden_writing import write_corpus, write_golden
from assay.golden.queue_document import ConvertDocument
from assay.report.visible import visible
from assay.version import __version__

Target = Literal["assay", "beir", "trec"]


def run_convert(
    *,
    source: str,
    target: str,
    read_as: Source | None,
    write_as: Target | None,
    corpus: str | None,
    as_json: bool,
) -> None:
    """Read, write, and tell what could not be kept."""
    form = write_as or _by_name(target)
    found = read_collection(source, read_as, corpus=corpus)
    notes = [*found.notes, *_write(found, target, form, corpus)]
    if as_json:
        document = ConvertDocument(
            assay=__version__,
            kind="conversion",
            source=read_as or source_of(Path(source)),
            target=form,
            output=target,
            cases=len(found.golden),
            documents=len(found.documents),
            evidence=sum(len(case.evidence) for case in found.golden),
            notes=notes,
        )
        click.echo(for_stdout(document.to_json()))
        return
    for note in notes:
        click.echo(f"note: {visible(note)}", err=True)
    pieces = sum(len(case.evidence) for case in found.golden)
    counts = f"{len(found.golden)} cases, {pieces} pieces of evidence, {len(found.documents)} documents"
    click.echo(f"wrote {visible(target)}: {counts}", err=True)


def _write(found: Collection, target: str, form: Target, corpus: str | None) -> list[str]:
    if form == "beir":
        return write_beir(found.golden, found.documents, target)
    if form == "trec":
        return write_trec(found.golden, target)
    place = corpus or found.golden.corpus
    if place is None and found.documents:
        place = Path(target).with_suffix(".corpus.jsonl")
        write_golden(found.golden, target, corpus=place)
        write_corpus(found.documents, place)
    else:
        write_golden(found.golden, target, corpus=place)
    return []


def _by_name(target: str) -> Target:
    """Tell the format by a name's ending; a name without one is a folder."""
    ending = Path(target).suffix.lower()
    if ending in (".jsonl", ".ndjson"):
        return "assay"
    if ending in (".qrels", ".trec", ".txt"):
        return "trec"
    if not ending or target.endswith("/"):
        return "beir"
    raise click.UsageError(f"the name {target!r} says no format; add --to assay, beir or trec.")
