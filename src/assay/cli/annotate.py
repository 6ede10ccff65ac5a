"""``assay annotate``: people judge passages in the terminal, or in a spreadsheet."""

from typing import Any

import click

from assay.cli.options import language_option


@click.command()
@click.argument("queues", nargs=-1, required=True, metavar="QUEUE...")
@click.option("-o", "output", metavar="LABELS", help="Where labels go; a session goes on where it stopped.")
@click.option("--as", "annotator", metavar="NAME", envvar="ASSAY_ANNOTATOR", help="Who judges  [or ASSAY_ANNOTATOR].")
@click.option("--corpus", metavar="PATH", help="The documents, where the queue does not carry the texts.")
@click.option("--golden", metavar="GOLDEN", help="Questions, and the evidence that is marked in passages.")
@click.option("--scale", default="0-5", show_default=True, help="Whole grades, from and to.")
@click.option("--how", default="people", show_default=True, help="By which guideline; kept with each label.")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws the order, with the name.")
@click.option("--adjudicate", is_flag=True, help="QUEUE... are labels: ask again where they contradict each other.")
@click.option("--sheet", metavar="CSV", help="Write the queue as a spreadsheet instead of asking.")
@click.option("--from-sheet", metavar="CSV", help="Take the grades of a filled spreadsheet instead of asking.")
@click.option("--json", "as_json", is_flag=True, help="Print what was judged as JSON at the end.")
@language_option
@click.pass_context
def annotate(ctx: click.Context, queues: tuple[str, ...], **options: Any) -> None:
    """Judge the passages of a QUEUE (from `assay golden pool` or `holes`), one key each.

    You see neither system nor rank, and questions in an order of your own. Each label stands on the disk before the
    next passage is shown; start again to go on. `assay golden merge` brings labels into a golden set.

    \b
    Examples:
      assay annotate queue.jsonl --corpus docs/ --as ana -o ana.jsonl
      assay annotate ana.jsonl ben.jsonl --adjudicate --corpus docs/ --as eva -o settled.jsonl
      assay annotate queue.jsonl --corpus docs/ --sheet queue.csv
    """  # noqa: D301 - click reads the \b
    from assay.cli.annotating import run_annotate

    ctx.exit(run_annotate(queues, **options))
