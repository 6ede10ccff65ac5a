"""The heavy half of ``assay golden check``."""

from collections.abc import Sequence

import click

from assay.cli.main import BAD_INPUT
from assay.cli.stdout import for_stdout
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden
from assay.files.golden_repair import write_repaired
from assay.golden.document import WrittenPart, document_of
from assay.golden.drift import Drift, check_drift
from assay.golden.finding import Finding
from assay.golden.linting import check_golden
from assay.golden.repair import repairs_of
from assay.report.visible import visible


def run_check(path: str, *, corpus: str | None, write: str | None, as_json: bool) -> int:
    """Look a golden set over, repair it where asked, print what was found, and return the exit code."""
    golden = read_golden(path)
    place = corpus or golden.corpus
    documents = None if place is None else read_corpus(place)
    if write is not None and documents is None:
        raise BadInputError("--write needs the documents that evidence is looked up in\nHint: give them with --corpus.")
    drifts = None if documents is None else check_drift(golden, documents)
    findings = check_golden(golden, documents, drifts=drifts)
    written = None
    if write is not None and documents is not None and drifts is not None:
        written = _write(path, write or None, drifts, documents)
    if as_json:
        click.echo(for_stdout(document_of(len(golden), findings, drifts, written).to_json()))
    else:
        _print(golden, findings, has_corpus=documents is not None)
    return BAD_INPUT if any(finding.severity == "error" for finding in findings) else 0


def _write(path: str, target: str | None, drifts: Sequence[Drift], corpus: Sequence[Document]) -> WrittenPart | None:
    repairs = repairs_of(drifts, corpus)
    if not repairs and target is None:
        click.echo("nothing moved, nothing written", err=True)
        return None
    written, kept = write_repaired(path, repairs, target)
    beside = "" if kept is None else f"; what stood there is kept as {kept}"
    click.echo(visible(f"wrote {written} with {len(repairs)} repaired{beside}"), err=True)
    return WrittenPart(path=str(written), kept=None if kept is None else str(kept), repaired=len(repairs))


def _print(golden: GoldenSet, findings: Sequence[Finding], *, has_corpus: bool) -> None:
    count = "1 case" if len(golden) == 1 else f"{len(golden)} cases"
    click.echo(
        f"{visible(golden.name)}: {count}" + ("" if has_corpus else " (no corpus: ids and quotes not looked up)")
    )
    for finding in findings:
        click.echo(f"{click.style(finding.severity, bold=True)}: {visible(finding.text)}.")
    if not findings:
        click.echo("nothing to remark.")
