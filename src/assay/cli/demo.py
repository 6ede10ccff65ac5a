"""``assay demo``: the embedded retrievers on Assay's own handbook."""

from typing import Any

import click

from assay.cli.options import k_option, language_option, output_options


@click.command(context_settings={"show_default": True})
@click.option(
    "--retriever",
    type=click.Choice(["bm25", "dense", "hybrid"]),
    default="hybrid",
    help="Whose report is printed; the three are shown side by side in any case.",
)
@k_option
@language_option
@output_options
@click.pass_context
def demo(ctx: click.Context, **options: Any) -> None:
    """Evaluate the embedded retrievers on Assay's own handbook, without a network.

    The handbook is in English with some pages in Chinese, Spanish and Russian; its golden set asks in all four.

    \b
    Example:
      assay demo --retriever bm25 --language zh
    """  # noqa: D301 - click reads the \b
    from assay.cli.demonstrating import run_demo

    ctx.exit(run_demo(**options))
