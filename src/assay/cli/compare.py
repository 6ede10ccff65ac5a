"""``assay compare``: is one system better than another."""

from typing import Any

import click

from assay.cli.options import Share, language_option, store_option


@click.command(context_settings={"show_default": True})
@click.argument("systems", nargs=-1, required=True, metavar="A B [C ...]")
@click.option("--qrels", metavar="QRELS", help="A, B, ... are run files, scored by these judgements.")
@click.option("-m", "--measure", "measures", multiple=True, help="nDCG@10, AP, R@5, ... Repeatable.")
@click.option("--by", multiple=True, metavar="FIELD", help="Look for slices by a field of the cases. Repeatable.")
@click.option(
    "--margin", type=click.FloatRange(min=0), default=None, help="How much worse B may be to be called no worse."
)
@click.option("--alpha", type=Share(), default=0.05, help="Error rate over all comparisons together.")
@click.option("--level", type=Share(), default=0.95, help="Level of the intervals.")
@click.option("--power", type=Share(), default=0.8, help="For which chance of success numbers of cases are told.")
@click.option(
    "--correction",
    type=click.Choice(["holm", "benjamini-hochberg", "max-t", "none"]),
    default="holm",
    help="For many comparisons.",
)
@click.option("--cluster", metavar="FIELD", default="source", help="Field that dependent cases share, or none.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="What to call A, then B, ... Repeatable.")
@click.option("--show", type=click.IntRange(min=0), default=3, help="Largest losses and gains to show.")
@click.option("--seed", type=int, default=0, help="Of resamples and flips.")
@store_option
@language_option
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", help="What to print."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def compare(systems: tuple[str, ...], **options: Any) -> None:
    """Compare systems query by query: differences with intervals and tests, and a verdict.

    A, B, ... are saved evaluations (report.json, the folder that holds it, or a name in the store: latest~1, an id),
    saved scores, or with --qrels run files.
    The verdict on B against A is better, worse, no worse, identical or cannot tell.

    \b
    Examples:
      assay compare before/ after/
      assay compare bm25.txt dense.txt --qrels qrels.txt -m nDCG@10 -m AP
      assay compare latest~1 latest --margin 0.02 --by category --json
    """  # noqa: D301 - click reads the \b
    from assay.cli.comparing import run_compare

    run_compare(systems, **options)
