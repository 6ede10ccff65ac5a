"""``assay judge list``: the judges there are."""

import click


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def list_judges(as_json: bool) -> None:
    """List the judges, Assay's own and those of plugins.

    \b
    Example:
      assay judge list
    """  # noqa: D301 - click reads the \b
    from assay.cli.judge_listing import run_list

    run_list(as_json=as_json)
