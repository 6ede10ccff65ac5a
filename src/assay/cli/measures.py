"""``assay measures``: what can be measured."""

import json
from typing import Any

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def measures(*, as_json: bool) -> None:
    """List the measures, what they say, their parameters and the names other tools give them.

    \b
    Example:
      assay measures --json
    """  # noqa: D301 - click reads the \b
    entries = _entries()
    if as_json:
        from assay.version import __version__

        click.echo(json.dumps({"assay": __version__, "kind": "measures", "measures": entries}, indent=2))
    else:
        _print(entries)


def _entries() -> list[dict[str, Any]]:
    from inspect import getdoc

    from assay.measures.aliases import ALIASES
    from assay.measures.registry import with_plugins

    return [
        {
            "measure": symbol,
            "says": (getdoc(measure) or "").partition("\n")[0].rstrip("."),
            "parameters": {name: getattr(measure, name) for name in measure.parameters()},
            "aliases": sorted(alias for alias, name in ALIASES.items() if name == symbol),
        }
        for symbol, measure in with_plugins().items()
    ]


def _print(entries: list[dict[str, Any]]) -> None:
    from sys import stdout

    from assay.report.page import Page, Section
    from assay.report.table import Table
    from assay.report.terminal import print_page

    rows = [
        (entry["measure"], entry["says"], ", ".join(entry["parameters"]), ", ".join(entry["aliases"]))
        for entry in entries
    ]
    table = Table(heading=("Measure", "Says", "Parameters", "Other names"), rows=tuple(rows))
    title = "Measures, written like nDCG@10 or P(rel=2)@5"
    print_page(Page(title=title, language="en", sections=(Section(title="", blocks=(table,)),)), stdout)
