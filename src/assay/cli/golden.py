"""``assay golden``: work on golden sets."""

import json

import click

from assay.cli.main import BAD_INPUT


@click.group()
def golden() -> None:
    """Look golden sets over before anything is measured on them."""


@golden.command()
@click.argument("path", metavar="GOLDEN")
@click.option("--corpus", metavar="PATH", help="The documents, where the golden set does not name them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def check(ctx: click.Context, path: str, corpus: str | None, *, as_json: bool) -> None:
    """Say what is wrong with GOLDEN: repeated questions, unknown ids, missing labels, lost quotes, balance.

    Exits with 3 where the set says something that cannot be true, else with 0.

    \b
    Example:
      assay golden check golden.jsonl --corpus docs/
    """  # noqa: D301 - click reads the \b
    from dataclasses import asdict

    from assay.files.corpus import read_corpus
    from assay.files.golden import read_golden
    from assay.golden.linting import check_golden
    from assay.report.visible import visible
    from assay.version import __version__

    cases = read_golden(path)
    documents = corpus or cases.corpus
    findings = check_golden(cases, None if documents is None else read_corpus(documents))
    if as_json:
        content = {
            "assay": __version__,
            "kind": "golden_check",
            "cases": len(cases),
            "findings": list(map(asdict, findings)),
        }
        click.echo(json.dumps(content, ensure_ascii=False, indent=2))
    else:
        count = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
        click.echo(
            f"{visible(cases.name)}: {count}" + ("" if documents else " (no corpus: ids and quotes not looked up)")
        )
        for finding in findings:
            click.echo(f"{click.style(finding.severity, bold=True)}: {visible(finding.text)}.")
        if not findings:
            click.echo("nothing to remark.")
    ctx.exit(BAD_INPUT if any(finding.severity == "error" for finding in findings) else 0)
