"""The heavy half of ``assay judge list``."""

import inspect
import sys
from typing import Literal

import click

from assay.cli.stdout import for_stdout
from assay.judges.answer_correctness import ClaimOverlap
from assay.judges.catalogue import Factory, judges
from assay.report.json_parts import Document, Part
from assay.report.page import Page, Section
from assay.report.table import Table
from assay.report.terminal import print_page
from assay.version import __version__


class JudgePart(Part):
    """One judge."""

    name: str
    about: str
    parameters: list[str]


class JudgesDocument(Document):
    """The judges there are."""

    assay: str
    kind: Literal["judges"] = "judges"
    judges: list[JudgePart]


def run_list(*, as_json: bool) -> None:
    """Print the judges."""
    found = [_part(name, factory) for name, factory in judges().items()]
    if as_json:
        click.echo(for_stdout(JudgesDocument(assay=__version__, judges=found).to_json()))
        return
    rows = tuple((one.name, one.about) for one in found)
    table = Table(heading=("judge", "what it says"), rows=rows, numeric=frozenset())
    print_page(Page(title="Judges", language="en", sections=(Section(title="", blocks=(table,)),)), sys.stdout)


def _part(name: str, factory: Factory) -> JudgePart:
    documented = factory if inspect.isclass(factory) else ClaimOverlap
    about = (inspect.getdoc(documented) or "").partition("\n")[0].partition(" (`")[0].rstrip(".")
    return JudgePart(name=name, about=about, parameters=list(inspect.signature(factory).parameters))
