"""``assay judge sample``: what people are to label so that a judge's figures can be corrected."""

from typing import Any

import click


@click.command()
@click.argument("judge", metavar="LABELS_JUDGE")
@click.option("-n", "--queries", type=click.IntRange(min=1), required=True, help="Queries people are to label whole.")
@click.option("--known", metavar="LABELS_HUMAN", help="People's labels so far; what they labelled is passed over.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the order of queries.")
@click.option("-o", "--output", metavar="FILE", help="Where the queue goes; else it is printed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sample(judge: str, **options: Any) -> None:
    """Draw queries by chance, and write every pair the judge labelled in them as a queue for people.

    \b
    Examples:
      assay judge sample judge.jsonl -n 20 -o queue.jsonl
      assay annotate queue.jsonl --corpus docs/ --as ada -o people.jsonl
    """  # noqa: D301 - click reads the \b
    from assay.cli.estimating import run_sample

    run_sample(judge, **options)
