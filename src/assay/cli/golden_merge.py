"""``assay golden merge``: judged queues brought back to the labels."""

import click


@click.command()
@click.argument("labels", metavar="LABELS")
@click.argument("queues", nargs=-1, required=True, metavar="QUEUE...")
@click.option("-o", "output", required=True, metavar="NEW", help="The new file or folder; none is ever overwritten.")
@click.option(
    "--on-conflict",
    type=click.Choice(["stop", "keep"]),
    default="stop",
    show_default=True,
    help="Where grades contradict each other: write nothing, or keep the one that was there first.",
)
@click.option("--judge", metavar="NAME", help="Who judged the rows that do not say.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def merge(
    ctx: click.Context,
    labels: str,
    queues: tuple[str, ...],
    *,
    output: str,
    on_conflict: str,
    judge: str | None,
    as_json: bool,
) -> None:
    """Add the grades of judged QUEUEs, JSON Lines or CSV, to LABELS, in the same form, as a new file or folder.

    LABELS are judgements or a golden set: JSON Lines, JSON, CSV or a BEIR folder. Who judged each, when and how is
    written to NEW.provenance.jsonl. Exits with 3 where grades contradict each other.

    \b
    Example:
      assay golden merge qrels.txt queue.jsonl -o qrels-2.txt
      assay golden merge golden.csv sheet.csv --judge Ana -o golden-2.csv
    """  # noqa: D301 - click reads the \b
    from assay.cli.merging import run_merge

    keep = on_conflict == "keep"
    ctx.exit(run_merge(labels, queues, output=output, keep=keep, judge=judge, as_json=as_json))
