"""``assay golden holes``: which unjudged hits to judge first."""

from typing import Any

import click


@click.command()
@click.argument("systems", nargs=-1, required=True, metavar="A B [C ...]")
@click.option("--qrels", metavar="QRELS", help="A, B, ... are run files, and these their judgements.")
@click.option("-m", "--measure", default="nDCG@10", show_default=True, help="What the comparison is about.")
@click.option("--budget", type=click.IntRange(min=1), default=50, show_default=True, help="How many hits to list.")
@click.option("--depth", type=click.IntRange(min=1), help="How deep to look  [default: the measure's cutoff, or 20]")
@click.option("-o", "output", metavar="QUEUE", help="Write the queue there instead of on standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def holes(systems: tuple[str, ...], **options: Any) -> None:
    """List the hits that nobody has judged and that tell most about the right order of A, B, ...

    A, B, ... are saved evaluations (report.json, or the folder that holds it), or with --qrels run files. The queue is
    JSON Lines with a grade of null to be filled in; `assay golden merge` brings it back.

    \b
    Examples:
      assay golden holes before/ after/ --budget 20 -o queue.jsonl
      assay golden holes bm25.txt dense.txt --qrels qrels.txt -m AP -o queue.jsonl
    """  # noqa: D301 - click reads the \b
    from assay.cli.holing import run_holes

    run_holes(systems, **options)
