"""``assay judge calibrate``: a judge's labels held against people's."""

from typing import Any

import click

from assay.cli.options import language_option, level_option


@click.command()
@click.argument("human", metavar="LABELS_HUMAN")
@click.argument("judge", metavar="LABELS_JUDGE")
@click.option("--scale", metavar="LOW-HIGH", help="Grades there can be [default: from 0 to people's highest].")
@click.option("--map", "mapping", metavar="A-B:C-D", help="Move the judge's labels from its scale to people's.")
@click.option("--clip", is_flag=True, help="Set labels outside the scale to its ends, instead of stopping.")
@click.option("--rel", type=float, default=None, help="Grade that is relevant [default: 3 on 0-5, else 1].")
@click.option("--golden", metavar="GOLDEN", help="Tells the queries' text, language and other fields.")
@click.option("--by", multiple=True, metavar="FIELD", help="Slice by it [default: language, category].")
@click.option("--worst", type=click.IntRange(min=0), default=10, show_default=True, help="Disagreements to list.")
@click.option("--runs", multiple=True, metavar="RUN", help="Run files: are they ordered alike? Repeatable.")
@click.option("-m", "--measure", default="nDCG@10", show_default=True, help="What runs are ordered by.")
@level_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the intervals.")
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
def calibrate(human: str, judge: str, **options: Any) -> None:
    """Say how far the labels of a judge agree with people's: kappa, alpha, correlations, AUROC, bias, confusion.

    Labels are judgements (TREC, TSV, CSV, JSON), judged queues (JSON Lines) or golden sets. They are compared as
    given; one outside the scale is an error that names its line, unless --map or --clip says what to do.

    \b
    Examples:
      assay judge calibrate qrels.txt judge.jsonl
      assay judge calibrate qrels.txt judge.txt --runs bm25.txt --runs dense.txt -m nDCG@10
      assay judge calibrate golden.jsonl judge.jsonl --map 0-3:0-5 --golden golden.jsonl --by language --json
    """  # noqa: D301 - click reads the \b
    from assay.cli.calibrating import run_calibrate

    run_calibrate(human, judge, **options)
