"""``assay gate``: whether a result is good enough, as an exit code and in the forms CI reads."""

from typing import Any

import click

from assay.cli.options import language_option, store_option


@click.command()
@click.argument("result")
@click.option("--require", multiple=True, metavar="RULE", help="'R@5 >= 0.80', 'AP >= baseline - 0.01'. Repeatable.")
@click.option("--baseline", metavar="OLD", help="An earlier result, for rules that name the baseline.")
@click.option("--qrels", metavar="QRELS", help="Judgements: RESULT and OLD are run files.")
@click.option("--by", multiple=True, metavar="FIELD", help="Every rule must hold in each slice too. Repeatable.")
@click.option("--strict/--no-strict", default=None, help="The whole interval must be on the right side, not the mean.")
@click.option("--alpha", type=click.FloatRange(0, 0.5, min_open=True, max_open=True), help="Error of a rule. [0.05]")
@click.option(
    "--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), help="Of intervals, in place of --alpha."
)
@click.option("--max-failures", type=click.IntRange(min=0), metavar="N", help="Failed calls that are tolerated. [0]")
@click.option("--min-cases", type=click.IntRange(min=1), metavar="N", help="With fewer nothing is decided. [10]")
@click.option("--sequential/--no-sequential", default=None, help="Look after every batch: a verdict once given stays.")
@click.option("--cluster", metavar="FIELD", help="What dependent cases share; none: nothing. [source]")
@click.option("--seed", type=click.IntRange(min=0), help="Of the bootstrap. [0]")
@click.option("--undecided", type=click.Choice(["pass", "fail", "6"]), help="What cannot be told exits with. [6]")
@click.option("--config", type=click.Path(dir_okay=False), metavar="FILE", help="Instead of the project's file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "junit", "github", "json"]),
    default="text",
    show_default=True,
    help="What to print.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--markdown", type=click.Path(dir_okay=False), metavar="FILE", help="Also write Markdown there.")
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JUnit XML there.")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JSON there.")
@store_option
@language_option
@click.pass_context
def gate(ctx: click.Context, result: str, **options: Any) -> None:
    """Say whether RESULT meets rules: exit 0 where it does, 1 where not, 6 where that cannot be told.

    RESULT is what `assay evaluate --out DIR` or `assay score --per-query --json` wrote, a folder or a file, or what the
    store calls a saved evaluation (latest, an id, a name). Rules and options may stand in [tool.assay.gate] of
    pyproject.toml or [gate] of assay.toml; the command line wins.

    \b
    Examples:
      assay gate reports/ --require 'R@5 >= 0.80' --require 'failures <= 0'
      assay gate new/ --baseline old/ --require 'nDCG@10 >= baseline - 0.01' --by category
      assay gate run.txt --qrels qrels.txt --require 'nDCG@10 >= 0.30' --format github --junit gate.xml
    """  # noqa: D301 - click reads the \b
    from assay.cli.gating import run_gate

    ctx.exit(run_gate(result, **options))
