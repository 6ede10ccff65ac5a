"""``assay score``: run files against judgements."""

import atexit
import gc
from typing import Any

import click

from assay.cli.blas import keep_to_one_thread
from assay.cli.options import Positive, level_option
from assay.compiled import slowness


@click.command(context_settings={"show_default": True})
@click.argument("qrels")
@click.argument("runs", nargs=-1, required=True, metavar="RUN [RUN ...]")
@click.option("-m", "--measure", "measures", multiple=True, help="nDCG@10, P_5,10, mrr, all_trec, ... Repeatable.")
@click.option("--per-query", is_flag=True, help="Also every query's values.")
@click.option("--intervals", is_flag=True, help="Intervals of means for several runs, and in CSV and LaTeX too.")
@level_option
@click.option("--bounds", is_flag=True, help="Also where figures lie, whatever the hits are worth that nobody judged.")
@click.option("--rel", type=Positive(), default=1.0, help="Smallest grade that counts as relevant.")
@click.option(
    "--convention",
    type=click.Choice(["assay", "trec_eval", "tutorial", "sklearn", "ragas"]),
    default="assay",
    help="Whose choices are made where tools disagree.",
)
@click.option("--undefined", type=click.Choice(["skip", "zero", "error"]), default=None, help="Queries with no value.")
@click.option("--missing", type=click.Choice(["zero", "skip", "error"]), default="zero", help="Queries the run lacks.")
@click.option(
    "--duplicates",
    type=click.Choice(["keep", "drop", "error"]),
    default=None,
    help="A document twice in a ranking: credit the first, drop the repeat, or refuse.",
)
@click.option(
    "--ties",
    type=click.Choice(["trec", "expected"]),
    default=None,
    help="Equal scores: by document id descending, or the mean over their orders.",
)
@click.option("--depth", type=click.IntRange(min=1), default=None, help="Only the first N hits of each query.")
@click.option("--judged-only", is_flag=True, help="Only judged hits.")
@click.option("--drop-self", is_flag=True, help="Drop hits whose document id is the query's id.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv", "markdown", "latex", "trec", "parquet"]),
    default="table",
    help="What to print; parquet needs -o.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write there instead of stdout.")
def score(qrels: str, runs: tuple[str, ...], **options: Any) -> None:
    """Score RUN files against QRELS, judgements first as trec_eval has it; - reads standard input.

    Formats are told by their content: TREC, BEIR, CSV, JSON, Parquet, compressed or not.

    \b
    Examples:
      assay score qrels.txt run.txt -m nDCG@10 -m AP
      assay score qrels.txt bm25.txt dense.txt -m nDCG@10 --bounds
      assay score qrels.txt bm25.txt dense.txt --format latex -o table.tex
      assay score qrels.txt run.txt -m all_trec --convention trec_eval --per-query --format trec
    """  # noqa: D301 - click reads the \b
    keep_to_one_thread()
    from assay.cli.scoring import run_score

    atexit.register(gc.freeze)  # nothing here waits to be finalized, so a last collection would be for nothing
    if note := slowness():
        click.echo(note, err=True)
    run_score(qrels, runs, **options)
