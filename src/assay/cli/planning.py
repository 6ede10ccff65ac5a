"""The heavy half of ``assay power``."""

import sys

import click

from assay.cli.stdout import for_stdout
from assay.comparison.planning import power as planned
from assay.comparison.planning_page import page_of
from assay.errors import MeasureParameterError, UnknownMeasureError
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.report.page import Language
from assay.report.terminal import print_page
from assay.scores.scoring import score
from assay.stats.sample import Alternative


def run_power(
    pilots: tuple[str, ...],
    *,
    qrels: str | None,
    measure: str,
    difference: float | None,
    margin: float | None,
    n: int | None,
    power: float,
    alpha: float,
    alternative: Alternative,
    spread: float | None,
    gain: float | None,
    loss: float | None,
    correlation: float,
    cluster: str,
    cluster_size: float | None,
    icc: float | None,
    language: Language,
    form: str,
    as_json: bool,
) -> None:
    """Plan and print."""
    _check_usage(pilots, qrels, spread, gain, loss)
    wanted = _measure(measure)
    plan = planned(
        *_pilots(pilots, qrels, wanted),
        measure=wanted,
        difference=difference,
        margin=margin,
        n=n,
        power=power,
        alpha=alpha,
        alternative=alternative,
        spread=spread,
        gain=gain,
        loss=loss,
        correlation=correlation,
        cluster=None if cluster == "none" else cluster,
        cluster_size=cluster_size,
        icc=icc,
    )
    if as_json or form == "json":
        click.echo(for_stdout(plan.to_json()))
    elif form == "markdown":
        click.echo(plan.to_markdown(language=language), nl=False)
    else:
        print_page(page_of(plan, language=language), sys.stdout)


def _check_usage(
    pilots: tuple[str, ...], qrels: str | None, spread: float | None, gain: float | None, loss: float | None
) -> None:
    if len(pilots) > 2:
        raise click.UsageError(f"a pilot is one system or two: {len(pilots)} are given")
    if qrels is not None and not pilots:
        raise click.UsageError("--qrels judges run files: name one or two")
    if (gain is None) != (loss is None):
        raise click.UsageError("--gain and --loss belong together; a loss may be 0")
    if sum([bool(pilots), spread is not None, gain is not None]) != 1:
        raise click.UsageError("give a pilot (A and B, or A), or --spread, or --gain and --loss: one of these")


def _measure(text: str) -> Measure:
    try:
        return parse(text)
    except (UnknownMeasureError, MeasureParameterError) as exc:
        raise click.BadParameter(str(exc), param_hint="'-m'") from exc


def _pilots(pilots: tuple[str, ...], qrels: str | None, measure: Measure) -> tuple[object, ...]:
    if qrels is None:
        return pilots
    return (score(qrels, list(pilots), [measure]),)
