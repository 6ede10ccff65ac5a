"""``assay evaluate``: a golden set and a pipeline to a report."""

from typing import Any

import click

from assay.cli.options import (
    Positive,
    Setting,
    k_option,
    language_option,
    level_option,
    model_options,
    output_options,
    saving_options,
)

_OF_JUDGES = (
    *("judges", "answers", "judge_k", "judge_timeout", "judge_concurrency", "budget"),
    *("model", "base_url", "key_env", "verdicts"),
)


@click.command(context_settings={"show_default": True})
@click.argument("golden")
@click.option("--retriever", required=True, metavar="MODULE:NAME", help="The pipeline: package.module:attribute.")
@k_option
@click.option("-m", "--measure", "measures", multiple=True, help="A further measure, such as 'P(rel=2)@5'. Repeatable.")
@click.option("--by", multiple=True, metavar="FIELD", help="Break down by a field of the cases. Repeatable.")
@click.option("--rel", type=Positive(), default=None, help="Smallest relevant grade (1, or 3 on the 0-5 scale).")
@click.option(
    "--undefined", type=click.Choice(["skip", "zero", "error"]), default="skip", help="Questions without a label."
)
@click.option("--unit", type=click.Choice(["document", "chunk"]), default=None, help="What k counts (told by labels).")
@click.option(
    "--coverage",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.5,
    help="Share of a passage of evidence that must come back to count as found.",
)
@click.option("--corpus", metavar="PATH", help="The documents, where the golden set does not name them.")
@click.option(
    "--set", "settings", type=Setting(), multiple=True, help="A parameter of the retriever's factory. Repeatable."
)
@click.option("--concurrency", type=click.IntRange(min=1), default=None, help="Calls at once (8 async, 1 sync).")
@click.option("--timeout", type=Positive(infinite=True), default=30.0, help="Seconds a call may take.")
@click.option("--retries", type=click.IntRange(min=0), default=0, help="Further tries after a failed call.")
@click.option(
    "--tokens", type=click.Choice(["estimate", "exact"]), default="estimate", help="How context tokens are counted."
)
@level_option
@click.option(
    "--cluster",
    default="source",
    metavar="FIELD|none",
    help="Questions that share a value of it are not independent; source is also the document of the evidence.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of the resamples that intervals are drawn from.")
@click.option("--per-query", is_flag=True, help="Include every question's values in the JSON.")
@click.option(
    "--judge",
    "judges",
    is_flag=False,
    flag_value="ragas",
    default=None,
    metavar="[NAME,...]",
    help="Have passages and answers judged too: by the four ragas scores, or by judges named after '='.",
)
@click.option(
    "--answers",
    type=click.Choice(["recorded", "generate"]),
    default="recorded",
    help="Answers to judge: the pipeline's or the golden set's, or else written by the model.",
)
@click.option("--judge-k", type=click.IntRange(min=1), default=5, help="First passages a judge sees.")
@click.option("--judge-timeout", type=Positive(), default=120.0, help="Seconds a call of the judge may take.")
@click.option("--judge-concurrency", type=click.IntRange(min=1), default=8, help="Calls of the judge at once.")
@click.option("--budget", type=click.IntRange(min=0), default=None, metavar="CALLS", help="Most calls of the judge.")
@model_options
@saving_options
@language_option
@output_options
@click.pass_context
def evaluate(ctx: click.Context, golden: str, retriever: str, **options: Any) -> None:
    """Ask a pipeline the questions of GOLDEN and report on what it retrieves.

    GOLDEN is a .jsonl, .json or .csv file, or a BEIR folder. The pipeline is an object with retrieve(query), a
    function, or a factory of one; a factory with a parameter `corpus` is given the documents.

    \b
    Examples:
      assay evaluate golden.jsonl --retriever my_app.search:pipeline
      assay evaluate beir/scifact --retriever assay.lab:hybrid --set size=500 --json
      assay evaluate golden.jsonl --retriever my_app.search:pipeline --cluster topic --save --name before-reranking
      assay evaluate golden.jsonl --retriever my_app.search:pipeline --judge --model gpt-5-mini --answers generate
    """  # noqa: D301 - click reads the \b
    from assay.cli.evaluating import run_evaluation
    from assay.cli.evaluation_judging import judging_of

    judging = judging_of({name: options.pop(name) for name in _OF_JUDGES})
    ctx.exit(run_evaluation(golden, retriever, judging=judging, **options))
