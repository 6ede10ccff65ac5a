"""``assay measures``: what can be measured."""

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def measures(*, as_json: bool) -> None:
    r"""List the measures, what they say, their parameters and the names other tools give them.

    \b
    Example:
      assay measures --json
    """
    from dataclasses import fields
    from inspect import getdoc
    from sys import stdout

    from assay.measures.notation import ALIASES, MEASURES
    from assay.report.page import Page, Section, Table
    from assay.report.terminal import print_page
    from assay.version import __version__

    found = [
        {
            "measure": symbol,
            "says": (getdoc(measure) or "").partition("\n")[0].rstrip("."),
            "parameters": {field.name: field.default for field in fields(measure)},
            "aliases": sorted(alias for alias, name in ALIASES.items() if name == symbol),
        }
        for symbol, measure in MEASURES.items()
    ]
    if as_json:
        click.echo(json.dumps({"assay": __version__, "kind": "measures", "measures": found}, indent=2))
        return
    rows = [(entry["measure"], entry["says"], ", ".join(entry["parameters"]), ", ".join(entry["aliases"])) for entry in found]
    table = Table(heading=("Measure", "Says", "Parameters", "Other names"), rows=tuple(rows))
    print_page(Page(title="Measures, written like nDCG@10 or P(rel=2)@5", language="en", sections=(Section(title="", blocks=(table,)),)), stdout)
