"""The heavy half of ``assay gate``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from assay.cli.saved import from_store, is_saved
from assay.cli.stdout import for_stdout
from assay.data.clusters import SOURCE
from assay.errors import BadFileError, Problem
from assay.gating.checking import gate
from assay.gating.configuration import NONE, Configuration, find_configuration, read_configuration
from assay.gating.grammar import RuleError, rules_of
from assay.gating.page import page_of
from assay.gating.result import Verdict
from assay.gating.subject import saved_subject
from assay.gating.verdict import Undecided
from assay.report.page import Language
from assay.report.terminal import drawn_page


def run_gate(
    result: str,
    *,
    require: Sequence[str],
    qrels: str | None,
    store: str | None,
    config: str | None,
    form: str,
    as_json: bool,
    markdown: str | None,
    junit: str | None,
    out: str | None,
    language: Language,
    **options: Any,
) -> int:
    """Judge, print, write, and return the exit code."""
    found = read_configuration(config) if config is not None else find_configuration()
    chosen = _chosen({"require": list(require), **options}, found)
    undecided: Undecided = chosen.pop("undecided", "6")
    baseline = chosen.pop("baseline", None)
    judged, before = result, baseline
    if qrels is None:
        judged, before = _resolved(result, store), None if baseline is None else _resolved(baseline, store)
    verdict = gate(
        judged,
        chosen.pop("require"),
        baseline=before,
        qrels=qrels,
        **chosen,
    )
    written = {
        markdown: lambda: verdict.to_markdown(language=language),
        junit: lambda: verdict.to_junit(undecided=undecided, language=language),
        out: lambda: verdict.to_json() + "\n",
    }
    click.echo(_text(verdict, "json" if as_json else form, undecided, language), nl=False)
    for path, text in written.items():
        if path is not None:
            _write(path, text())
    return verdict.exit_code(undecided)


def _resolved(reference: str, store: str | None) -> object:
    """Return what a reference stands for: a path as it is, else what the store has under that name."""
    if is_saved(Path(reference)):
        return reference
    kept = from_store(reference, store)
    return saved_subject(kept.document, kept.place, kept.name)


def _chosen(options: dict[str, Any], found: Configuration) -> dict[str, Any]:
    """Return the options of the file and the command line, which wins, under the names the verb gives them.

    Raises
    ------
    click.UsageError
        No rule at all, or one on the command line that cannot be read.
    """
    given = {name: value for name, value in options.items() if value not in (None, (), [])}
    said = found.options()
    if "alpha" in given or "level" in given:
        said = {name: value for name, value in said.items() if name not in ("alpha", "level")}
    if "alpha" in given and "level" in given:
        raise click.UsageError("--alpha and --level say the same thing: give one of them")
    if "require" in given:
        try:
            rules_of(given["require"])
        except RuleError as exc:
            raise click.BadParameter(str(exc), param_hint="'--require'") from exc
    chosen = {**said, **given}
    if "require" not in chosen:
        raise click.UsageError(
            "no rule is given\nHint: --require 'R@5 >= 0.80', or require = [...] in [tool.assay.gate]."
        )
    if "level" in chosen:
        chosen["alpha"] = (1.0 - chosen.pop("level")) / 2.0
    if chosen.get("cluster", SOURCE) == NONE:
        chosen["cluster"] = None
    return chosen


def _text(verdict: Verdict, form: str, undecided: Undecided, language: Language) -> str:
    if form == "json":
        return for_stdout(verdict.to_json() + "\n")
    if form == "markdown":
        return verdict.to_markdown(language=language)
    if form == "junit":
        return verdict.to_junit(undecided=undecided, language=language)
    if form == "github":
        return verdict.to_github(undecided=undecided, language=language)
    return drawn_page(page_of(verdict, language=language), sys.stdout)


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as exc:
        raise BadFileError([Problem(path=path, text=f"cannot be written: {exc.strerror}")]) from exc
    click.echo(f"wrote {path}", err=True)
