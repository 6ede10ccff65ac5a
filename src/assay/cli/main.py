"""The entry point: commands by name, and errors as messages with an exit code."""

import gc
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

import click

from assay.compiled import scanner_used
from assay.errors import AssayError, MissingExtraError, RemoteError
from assay.version import __version__

_COLLECTED_AFTER = 50_000  # objects: importing makes many, which stay, so there is little sense in looking often

BAD_INPUT, MISSING_EXTRA, REMOTE_FAILURE, INTERRUPTED = 3, 4, 5, 130
_CODES: Mapping[type[AssayError], int] = {MissingExtraError: MISSING_EXTRA, RemoteError: REMOTE_FAILURE}

COMMANDS: Mapping[str, tuple[str, str]] = {
    "compare": ("assay.cli.compare", "Tell whether one system is better than another, and how sure that is."),
    "annotate": ("assay.cli.annotate", "Judge passages: one key each, blind to system and rank."),
    "convert": ("assay.cli.convert", "Write judgements or a run in another format."),
    "demo": ("assay.cli.demo", "Evaluate the embedded retrievers on Assay's own handbook."),
    "explain": ("assay.cli.explain", "Show a run under each convention, and why figures differ."),
    "evaluate": ("assay.cli.evaluate", "Ask a pipeline the questions of a golden set and report on its retrieval."),
    "gate": ("assay.cli.gate", "Say whether a result meets rules: in exit codes, and in the forms CI reads."),
    "golden": ("assay.cli.golden", "Look golden sets over before anything is measured on them."),
    "power": ("assay.cli.power", "Say how many cases a comparison needs, or what those there are can show."),
    "history": ("assay.cli.history", "Show saved evaluations and how their figures moved."),
    "score": ("assay.cli.score", "Score run files against judgements."),
    "judge": ("assay.cli.judge", "Hold a judge's labels against people's, and learn whether it can be trusted."),
    "measures": ("assay.cli.measures", "List the measures, their parameters and other names."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they run; its help needs their names and summaries only."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click gives it
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        return getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write names and summaries without importing a command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(f"{__version__} ({scanner_used()})", prog_name="assay", message="%(prog)s %(version)s")
def cli() -> None:
    """Assay measures what a RAG retriever really finds.

    \b
    Examples:
      assay demo
      assay evaluate golden.jsonl --retriever my_app.search:pipeline --k 1,3,5,10
    """  # noqa: D301 - click reads the \b


def main() -> None:
    """Run the command line; what Assay raises on purpose is a message and an exit code, never a traceback."""
    gc.set_threshold(_COLLECTED_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a pipe in another encoding than UTF-8 is no reason to fail
    code = _outcome()
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    sys.exit(code)


def _outcome() -> int:
    try:
        outcome: object = cli.main(standalone_mode=False, prog_name="assay")
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        return INTERRUPTED
    except click.ClickException as exc:
        exc.show()
        return exc.exit_code
    except AssayError as exc:
        click.echo(f"error: {exc}", err=True)
        return next((code for kind, code in _CODES.items() if isinstance(exc, kind)), BAD_INPUT)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the flush at the very end
        return 0
    return outcome if isinstance(outcome, int) else 0


if __name__ == "__main__":
    main()
