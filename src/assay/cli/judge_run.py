"""``assay judge run``: a judge over a queue, a result, a run or recorded answers."""

from typing import Any

import click

from assay.cli.options import chat_options, language_option, level_option


@click.command(context_settings={"show_default": True})
@click.argument("source", metavar="INPUT")
@click.option("-j", "--judge", default="relevance", help="Which judge; `assay judge list` names them.")
@chat_options
@click.option("-o", "--output", metavar="FILE", help="Where labels go: JSON Lines, one a row. Nothing is overwritten.")
@click.option("--golden", metavar="GOLDEN", help="Gives questions their text, and says what is judged of a run.")
@click.option("--corpus", metavar="PATH", help="The documents, where the golden set does not name them.")
@click.option("--depth", type=click.IntRange(min=1), default=10, help="First hits of a result or a run to look at.")
@click.option("--sample", metavar="JUDGED,HOLES", help="Draw so many judged hits and so many unjudged ones.")
@click.option("--scale", type=click.Choice(["0-5", "0-3", "binary"]), default="0-5", help="Of relevance.")
@click.option("--repeat", type=click.IntRange(min=1), default=1, help="Times each question is judged.")
@click.option("--budget", type=click.IntRange(min=0), default=None, metavar="CALLS", help="Stop after so many calls.")
@click.option("--prices", metavar="IN,OUT", help="US dollars per million tokens sent and received, to tell the cost.")
@click.option("--dry-run", is_flag=True, help="Say what it would take, and ask nothing.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="Of the sample and of intervals.")
@level_option
@language_option
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "json"]), default="text", help="What to print."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.pass_context
def run(ctx: click.Context, source: str, **options: Any) -> None:
    """Have INPUT judged by a chat model, and write what it says.

    INPUT is a queue (`assay golden holes` or `pool`), a saved evaluation, a run file, or recorded answers: JSON Lines
    with question, answer, contexts and ground_truth. Whatever was answered is kept: a run that was cut short goes on
    where it stopped, and pays for nothing twice.

    \b
    Examples:
      assay judge run queue.jsonl --model gpt-5-mini --corpus docs/ -o labels.jsonl
      assay judge run out/ --golden golden.jsonl --sample 40,20 --model qwen --base-url http://127.0.0.1:8080/v1 \\
          -o labels.jsonl
      assay judge run answers.jsonl --judge faithfulness --model gpt-5-mini --dry-run --prices 0.25,2
    """  # noqa: D301 - click reads the \b
    from assay.cli.judge_running import run_judge

    ctx.exit(run_judge(source, **options))
