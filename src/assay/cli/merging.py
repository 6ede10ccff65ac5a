"""The heavy half of ``assay golden merge``."""

from collections.abc import Sequence
from dataclasses import asdict

import click

from assay.cli.main import BAD_INPUT
from assay.cli.stdout import for_stdout
from assay.files.golden import read_golden
from assay.files.qrels import read_qrels
from assay.golden.merged import write_merged
from assay.golden.merging import Merge, is_golden, labels_of, merge
from assay.golden.queue_document import ConflictPart, MergeDocument
from assay.report.visible import visible
from assay.version import __version__


def run_merge(labels: str, queues: Sequence[str], *, output: str, keep: bool, judge: str | None, as_json: bool) -> int:
    """Merge, write, tell, and return the exit code."""
    golden = read_golden(labels) if is_golden(labels) else None
    known = labels_of(golden) if golden else read_qrels(labels).grades
    found = merge(known, queues, source=labels, golden=golden, judge=judge)
    stopped = bool(found.conflicts) and not keep
    provenance = None if stopped else write_merged(labels, found, output, golden=golden)
    if as_json:
        document = MergeDocument(
            assay=__version__,
            kind="merge",
            output=None if stopped else output,
            provenance=provenance,
            added=len(found.added),
            known=found.known,
            open=found.open,
            conflicts=[ConflictPart(**asdict(conflict)) for conflict in found.conflicts],
        )
        click.echo(for_stdout(document.to_json()))
    else:
        _tell(found, output, stopped=stopped)
    return BAD_INPUT if stopped else 0


def _tell(found: Merge, output: str, *, stopped: bool) -> None:
    for one in found.conflicts:
        click.echo(
            visible(
                f"conflict: document {one.doc_id!r} of query {one.query_id!r} is graded "
                f"{one.kept:g} in {one.kept_from} "
                f"and {one.other:g} in {one.other_from}"
            )
        )
    if stopped:
        click.echo("error: nothing was written\nHint: settle the grades, or --on-conflict keep the first.", err=True)
        return
    counts = f"{len(found.added)} labels added, {found.known} known already, {found.open} not judged"
    click.echo(f"{visible(output)}: {counts}")
