"""``assay explain``: one run under each convention."""

import click

from assay.cli.blas import keep_to_one_thread
from assay.cli.options import Positive


@click.command(context_settings={"show_default": True})
@click.argument("qrels")
@click.argument("run")
@click.option("-m", "--measure", "measures", multiple=True, help="A measure. Repeatable.")
@click.option("--rel", type=Positive(), default=1.0, help="Smallest grade that counts as relevant.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(qrels: str, run: str, *, measures: tuple[str, ...], rel: float, as_json: bool) -> None:
    """Show RUN under each convention side by side, and say in a line why each figure differs.

    \b
    Example:
      assay explain qrels.txt run.txt -m P@10 -m AP -m nDCG@10
    """  # noqa: D301 - click reads the \b
    keep_to_one_thread()
    from assay.cli.scoring import run_explain

    run_explain(qrels, run, measures=measures, rel=rel, as_json=as_json)
