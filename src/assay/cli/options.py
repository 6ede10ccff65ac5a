"""Options several commands share, and how their values are read."""

import math
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


class Cutoffs(click.ParamType[tuple[int, ...]]):
    """Whole numbers of at least 1 between commas, such as ``1,3,5,10``."""

    name = "K,K,..."

    def convert(
        self, value: str | tuple[int, ...], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Read the cutoffs."""
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in value.split(",")]
        wrong = [part for part in parts if not re.fullmatch(r"0*[1-9][0-9]{0,14}", part)]
        if wrong:
            self.fail(
                f"k is a whole number of at least 1, got {wrong[0]!r:.60}; write for example 1,3,5,10", param, ctx
            )
        return tuple(int(part) for part in parts)


class Setting(click.ParamType[tuple[str, Any]]):
    """A parameter of a retriever as ``name=value``; the value is read as JSON where it is JSON, else as text."""

    name = "NAME=VALUE"

    def convert(
        self, value: str | tuple[str, Any], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Read the parameter."""
        import json

        if isinstance(value, tuple):
            return value
        name, equals, text = value.partition("=")
        if not equals or not name.isidentifier():
            self.fail(f"expected name=value, got {value!r}", param, ctx)
        try:
            return name, json.loads(text)
        except (ValueError, RecursionError):
            return name, None if text == "None" else text


class Positive(click.ParamType[float]):
    """A number above 0, finite unless said otherwise."""

    name = "NUMBER"

    def __init__(self, *, infinite: bool = False) -> None:
        self._largest = math.inf if infinite else sys.float_info.max

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 < number <= self._largest:
            self.fail(f"expected a number above 0, got {value!r}", param, ctx)
        return number


class Share(click.ParamType[float]):
    """A number between 0 and 1, both excluded."""

    name = "SHARE"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the share."""
        try:
            share = float(value)
        except ValueError:
            share = math.nan
        if not 0 < share < 1:
            self.fail(f"expected a number between 0 and 1 such as 0.95, got {value!r}", param, ctx)
        return share


def level_option(command: Command) -> Command:
    """Add ``--level``."""
    return click.option(
        "--level", type=Share(), default=0.95, show_default=True, help="How often an interval holds the mean."
    )(command)


def language_option(command: Command) -> Command:
    """Add ``--language``."""
    languages = click.Choice(["en", "zh", "es", "ru"])
    return click.option("--language", type=languages, default="en", show_default=True, help="Language of the report.")(
        command
    )


def store_option(command: Command) -> Command:
    """Add ``--store``."""
    return click.option(
        "--store",
        metavar="URL",
        envvar="ASSAY_STORE",
        help="Where evaluations are saved: an SQLite file or postgresql://... [default: ASSAY_STORE, .assay/assay.db]",
    )(command)


def saving_options(command: Command) -> Command:
    """Add ``--save``, ``--name`` and ``--store``."""
    command = store_option(command)
    command = click.option("--name", metavar="NAME", help="Save under a name of yours, such as before-reranking.")(
        command
    )
    return click.option(
        "--save/--no-save",
        default=None,
        help="Save the evaluation for later [default: where there is a store in .assay].",
    )(command)


def k_option(command: Command) -> Command:
    """Add ``--k``."""
    return click.option(
        "--k", "k", type=Cutoffs(), default="1,3,5,10", show_default=True, help="Cutoffs, between commas."
    )(command)


def output_options(command: Command) -> Command:
    """Add ``--format``, ``--json`` and ``--out``."""
    command = click.option(
        "--out", type=click.Path(file_okay=False), metavar="DIR", help="Also write report.md and report.json there."
    )(command)
    command = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(command)
    formats = click.Choice(["text", "markdown", "json"])
    return click.option("--format", "form", type=formats, default="text", show_default=True, help="What to print.")(
        command
    )


def model_options(command: Command) -> Command:
    """Add what names a chat model, and where its verdicts are kept."""
    command = click.option(
        "--verdicts",
        metavar="FILE",
        default=".assay/verdicts.sqlite",
        show_default=True,
        help="Where answers of a judge are kept, so that nothing is paid for twice.",
    )(command)
    command = click.option(
        "--key-env",
        metavar="NAME",
        help="The variable that holds the key [default: OPENAI_API_KEY, none with --base-url].",
    )(command)
    command = click.option(
        "--base-url",
        metavar="URL",
        envvar="ASSAY_BASE_URL",
        help="Any OpenAI-compatible server, up to and with /v1 [default: OpenAI].",
    )(command)
    return click.option("--model", metavar="NAME", envvar="ASSAY_MODEL", help="The chat model; there is no default.")(
        command
    )


def chat_options(command: Command) -> Command:
    """Add what names a chat model, how it is called, and where its verdicts are kept."""
    command = click.option(
        "--timeout", type=Positive(), default=120.0, show_default=True, help="Seconds a call may take."
    )(command)
    command = click.option(
        "--concurrency",
        type=click.IntRange(min=1),
        default=8,
        show_default=True,
        help="Calls at once, at most; it adapts.",
    )(command)
    command = click.option(
        "--temperature", type=click.FloatRange(min=0), default=0.0, show_default=True, help="Sent with each call."
    )(command)
    return model_options(command)
