"""``assay golden``: work on golden sets."""

import click

from assay.cli.golden_convert import convert
from assay.cli.golden_holes import holes
from assay.cli.golden_merge import merge
from assay.cli.golden_pool import pool


@click.group()
def golden() -> None:
    """Look golden sets over before anything is measured on them."""


for _command in (convert, holes, pool, merge):
    golden.add_command(_command)


@golden.command()
@click.argument("path", metavar="GOLDEN")
@click.option("--corpus", metavar="PATH", help="The documents, where the golden set does not name them.")
@click.option(
    "--write",
    metavar="[OUT]",
    is_flag=False,
    flag_value="",
    help="Repair evidence that moved: in GOLDEN, whose old form is kept beside it, or in a new file OUT.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, path: str, corpus: str | None, write: str | None, *, as_json: bool) -> None:
    """Say what is wrong with GOLDEN: repeated questions, unknown ids, missing labels, evidence that moved, balance.

    Evidence is looked up in the documents as they are now: it is valid, moved, changed, ambiguous or gone. Exits with
    3 where the set says something that cannot be true, evidence that changed, is ambiguous or gone included, else
    with 0.

    \b
    Examples:
      assay golden check golden.jsonl --corpus docs/
      assay golden check golden.jsonl --corpus docs/ --write
      assay golden check golden.jsonl --corpus docs/ --write repaired.jsonl --json
    """  # noqa: D301 - click reads the \b
    from assay.cli.golden_checking import run_check

    ctx.exit(run_check(path, corpus=corpus, write=write, as_json=as_json))
