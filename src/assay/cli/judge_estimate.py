"""``assay judge estimate``: figures by a judge's labels, corrected by people's."""

from typing import Any

import click

from assay.cli.options import Positive, language_option, level_option


@click.command()
@click.argument("judge", metavar="LABELS_JUDGE")
@click.argument("human", metavar="LABELS_HUMAN")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("-m", "--measure", "measures", multiple=True, default=("nDCG@10",), show_default=True, help="Repeatable.")
@click.option("--rel", type=Positive(), default=1.0, show_default=True, help="Smallest relevant grade.")
@level_option
@language_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def estimate(judge: str, human: str, runs: tuple[str, ...], **options: Any) -> None:
    """Say what figures would be had people judged everything, and how far one run is above another.

    The judge has labelled all queries, people a random sample of them whole (`assay judge sample`). A biased judge does
    no harm: people's labels correct it. A useless one gets no weight.

    \b
    Examples:
      assay judge estimate judge.jsonl people.jsonl bm25.txt -m P@10
      assay judge estimate judge.jsonl people.jsonl bm25.txt dense.txt -m nDCG@10 --json
    """  # noqa: D301 - click reads the \b
    from assay.cli.estimating import run_estimate

    run_estimate(judge, human, runs, **options)
