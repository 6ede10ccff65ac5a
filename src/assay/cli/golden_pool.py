"""``assay golden pool``: the set of hits to judge."""

from typing import Any

import click


@click.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option("--depth", type=click.IntRange(min=1), default=10, show_default=True, help="Hits of each run to take.")
@click.option("--qrels", metavar="KNOWN", help="What is judged already, and left out.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the order.")
@click.option("--show-ranks", is_flag=True, help="Write systems and ranks too, which judges are better not told.")
@click.option("-o", "output", metavar="QUEUE", help="Write the queue there instead of on standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def pool(runs: tuple[str, ...], **options: Any) -> None:
    """List the first hits of every RUN that nobody has judged, shuffled and without a word of system and rank.

    RUN is a run file, or without --qrels a saved evaluation. The queue is JSON Lines with a grade of null to be filled
    in; `assay golden merge` brings it back.

    \b
    Example:
      assay golden pool bm25.txt dense.txt --depth 10 --qrels qrels.txt -o queue.jsonl
    """  # noqa: D301 - click reads the \b
    from assay.cli.holing import run_pool

    run_pool(runs, **options)
