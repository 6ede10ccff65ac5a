"""``assay judge``: judges, and whether they can be trusted."""

from collections.abc import Mapping
from importlib import import_module

import click

SUBCOMMANDS: Mapping[str, tuple[str, str]] = {
    "run": ("assay.cli.judge_run", "Have a queue, a result, a run or recorded answers judged by a chat model."),
    "list": ("assay.cli.judge_list", "List the judges there are."),
    "calibrate": ("assay.cli.judge_calibrate", "Hold a judge's labels against people's."),
    "sample": ("assay.cli.judge_sample", "Draw queries whose pairs people are to label, to correct a judge by."),
    "estimate": ("assay.cli.judge_estimate", "Correct figures by a judge's labels with people's."),
    "serve": ("assay.cli.judge_serve", "Serve a model file on this machine alone."),
}


_NAMES = {"list": "list_judges"}  # where a command's own name is Python's


class JudgeGroup(click.Group):
    """A group whose commands are imported when they run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click gives it
        """Return the names of the commands."""
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command of that name."""
        if cmd_name not in SUBCOMMANDS:
            return None
        return getattr(import_module(SUBCOMMANDS[cmd_name][0]), _NAMES.get(cmd_name, cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write names and summaries without importing a command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in SUBCOMMANDS.items()])


@click.group(cls=JudgeGroup)
def judge() -> None:
    """Judge what was retrieved, and learn whether the judge can be trusted.

    \b
    Example:
      assay judge run queue.jsonl --model gpt-5-mini --corpus docs/ -o labels.jsonl
      assay judge calibrate qrels.txt judge.jsonl
    """  # noqa: D301 - click reads the \b
