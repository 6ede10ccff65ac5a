"""``assay power``: how many cases a comparison needs."""

import math
from typing import Any

import click

from assay.cli.options import Positive, language_option


class Figure(click.ParamType[float]):
    """A finite number."""

    name = "NUMBER"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(f"expected a number, got {value!r}", param, ctx)
        return number


class Share(click.ParamType[float]):
    """A number from 0 to 1; both excluded unless said otherwise."""

    name = "SHARE"

    def __init__(self, *, closed: bool = False) -> None:
        self._closed = closed

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the share."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not (0.0 <= number <= 1.0 if self._closed else 0.0 < number < 1.0):
            self.fail(
                f"expected a number {'from 0 to' if self._closed else 'between 0 and'} 1, got {value!r}", param, ctx
            )
        return number


@click.command(context_settings={"show_default": True})
@click.argument("pilots", nargs=-1, metavar="[A [B]]")
@click.option("--qrels", metavar="QRELS", help="Judgements: A and B are then run files.")
@click.option("-m", "--measure", default="nDCG@10", help="The measure of the pilot.")
@click.option("--difference", type=Figure(), default=None, help="To be found; with --margin the true one (0).")
@click.option("--margin", type=Share(), default=None, help="Instead: B is to be shown worse by less than this.")
@click.option("-n", "n", type=click.IntRange(min=1), default=None, help="Cases there are (those of the pilot).")
@click.option("--power", type=Share(), default=0.8, help="How often it is to be shown.")
@click.option("--alpha", type=Share(), default=0.05, help="Chance of a false verdict.")
@click.option(
    "--alternative",
    type=click.Choice(["two-sided", "greater", "less"]),
    default="two-sided",
    help="Which change counts: either, only a gain, only a loss.",
)
@click.option("--spread", type=Positive(), default=None, help="Without a pilot: standard deviation of differences.")
@click.option("--gain", type=Share(closed=True), default=None, help="For 0/1 measures: share only B has right.")
@click.option("--loss", type=Share(closed=True), default=None, help="For 0/1 measures: share only A has right.")
@click.option("--correlation", type=Share(closed=True), default=0.5, help="Of two systems, if the pilot has one.")
@click.option("--cluster", metavar="FIELD|none", default="source", help="Cases that share it are not independent.")
@click.option("--cluster-size", type=Positive(), default=None, help="Without a pilot: cases a cluster.")
@click.option("--icc", type=Share(closed=True), default=None, help="Their intraclass correlation.")
@language_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="What to print.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def power(pilots: tuple[str, ...], **options: Any) -> None:
    """Say how many cases a comparison needs, what difference those there are can find, and how often.

    A and B are a pilot: saved evaluations, or run files with --qrels; one of them is enough, with an assumption.
    Without a pilot, state a --spread, or for 0/1 measures such as HitRate --gain and --loss.

    \b
    Examples:
      assay power before/ after/ -m nDCG@10 --difference 0.03
      assay power bm25.txt dense.txt --qrels qrels.txt -m RR --margin 0.02
      assay power --gain 0.07 --loss 0.02 -n 200
    """  # noqa: D301 - click reads the \b
    from assay.cli.planning import run_power

    run_power(pilots, **options)
