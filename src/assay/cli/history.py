"""``assay history``: saved evaluations, how figures moved, and what to do with single ones."""

from typing import Any

import click
from click.core import ParameterSource

from assay.cli.options import language_option, store_option


@click.group(invoke_without_command=True, context_settings={"show_default": True})
@store_option
@click.option("--golden", metavar="NAME", help="Only evaluations on that golden set.")
@click.option("--retriever", metavar="NAME", help="Only evaluations of that retriever.")
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    help="A measure, such as R@5 (nDCG, R, RR at the largest k).",
)
@click.option("--last", type=click.IntRange(min=1), default=20, help="Only that many, the newest.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", help="What to print."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@language_option
@click.pass_context
def history(ctx: click.Context, **options: Any) -> None:
    """Show saved evaluations, the oldest first, and how their figures moved.

    Each is held against the one before of the same retriever and golden set, question by question.

    \b
    Examples:
      assay history
      assay history --golden support -m R@5 -m nDCG@10 --last 5
      assay history show latest~1
      assay history rm before-reranking
    """  # noqa: D301 - click reads the \b
    if ctx.invoked_subcommand is None:
        from assay.cli.remembering import run_history

        run_history(**options)


@history.command()
@click.argument("reference", metavar="REF")
@store_option
@click.option("--json", is_flag=True, help="Said for clarity: JSON is printed in any case.")
@click.pass_context
def show(ctx: click.Context, reference: str, **_: Any) -> None:
    """Print the JSON of a saved evaluation.

    REF is latest, latest~1 for the one before, an id, the beginning of one, or a name.

    \b
    Example:
      assay history show latest > report.json
    """  # noqa: D301 - click reads the \b
    from assay.cli.remembering import run_show

    run_show(reference, _store(ctx))


@history.command()
@click.argument("reference", metavar="REF")
@store_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def rm(ctx: click.Context, reference: str, *, yes: bool, as_json: bool, **_: Any) -> None:
    """Delete a saved evaluation.

    REF is latest, latest~1 for the one before, an id, the beginning of one, or a name.

    \b
    Example:
      assay history rm 260314-092653 --yes
    """  # noqa: D301 - click reads the \b
    from assay.cli.remembering import run_rm

    run_rm(reference, _store(ctx), yes=yes, as_json=as_json)


def _store(ctx: click.Context) -> str | None:
    """Return the store that was named, after the subcommand or before it; else what the environment names."""
    for place in (ctx, ctx.parent):
        if place is not None and place.get_parameter_source("store") is ParameterSource.COMMANDLINE:
            return place.params["store"]
    return ctx.params["store"]
