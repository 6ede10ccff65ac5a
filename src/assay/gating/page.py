"""The report of a gate: the verdict, a row for each check, and why."""

import math
from collections.abc import Iterator

from assay.gating.finding import Finding
from assay.gating.remark import Remark, percent
from assay.gating.rule import RunFigure
from assay.gating.verdict import Judged
from assay.report.page import Bullets, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.version import __version__

WORDS = "assay.gating.words"
_CHANGE = "Δ"
MARKS = {"met": "✅", "caution": "⚠️", "not_met": "❌", "undecided": "❔"}


def page_of(verdict: Judged, *, language: Language = "en", marks: bool = False) -> Page:
    """Build the page.

    Parameters
    ----------
    language
        Of the texts.
    marks
        Whether a sign stands before each outcome, as in Markdown.
    """
    word = Wording(WORDS, check_language(language))
    headline = Paragraph(headline_of(verdict, word), strong=True)
    lines = (
        [Paragraph(word("baseline", baseline=verdict.baseline, common=verdict.n_common))] if verdict.baseline else []
    )
    sections = [
        Section(title="", blocks=(headline, *lines, _table(verdict, word, marks=marks))),
        *_reasons(verdict, word),
        *_notes(verdict, word),
    ]
    title = word("title", result=verdict.result)
    footer = (f"Assay {__version__}.",)
    return Page(title=title, language=word.language, sections=tuple(sections), footer=footer)


def headline_of(verdict: Judged, word: Wording) -> str:
    """Say in a sentence whether the gate is met."""
    met = verdict.met
    count = sum(finding.met is met for finding in verdict.findings)
    return word(f"outcome.{outcome_of(met)}", count=count, rules=len(verdict.findings))


def outcome_of(met: bool | None) -> str:
    """Name an outcome as its words are named."""
    return "undecided" if met is None else "met" if met else "not_met"


def reason_of(finding: Finding, word: Wording) -> str:
    """Say why a rule is met or not, what to be careful about, and how many cases might decide it."""
    said = finding.why.said(word, "why")
    if finding.caution is not None:
        said = word("word.joined", one=said, other=finding.caution.said(word, "caution"))
    if finding.more_cases is not None:
        said = word("word.sentence", one=said, other=word("word.more", count=finding.more_cases))
    return said


def notes_of(verdict: Judged, word: Wording) -> Iterator[tuple[str, str]]:
    """Iterate over what a reader should know: code and text."""
    remarks = list(verdict.remarks)
    if any(finding.slice is not None for finding in verdict.findings):
        remarks.append(Remark(code="simultaneous"))
    if verdict.settings.sequential:
        remarks.append(Remark(code="sequential"))
    for remark in remarks:
        yield remark.code, remark.said(word, "remark")


def _state(finding: Finding) -> str:
    return "caution" if finding.caution is not None else outcome_of(finding.met)


def _table(verdict: Judged, word: Wording, *, marks: bool) -> Table:
    has_slices = any(finding.slice is not None for finding in verdict.findings)
    names = ["rule", *(["slice"] if has_slices else []), "value", "interval", "outcome"]
    heading = {name: word(f"column.{name}") for name in names}
    levels = {percent(finding.level, word) for finding in verdict.findings if _has_interval(finding)}
    if len(levels) == 1:
        heading["interval"] += f" ({levels.pop()}%)"
    rows: list[tuple[str, ...]] = []
    for finding in verdict.findings:
        state = _state(finding)
        outcome = f"{MARKS[state]} {word(f'word.{state}')}" if marks else word(f"word.{state}")
        part = [word("word.every") if finding.slice is None else str(finding.slice)] if has_slices else []
        ends = _interval(finding, word, has_level=len(levels) > 1)
        rows.append((str(finding.rule), *part, _value(finding, word), ends, outcome))
    failed = [place for place, finding in enumerate(verdict.findings) if finding.met is not True]
    last = len(names) - 1
    return Table(
        heading=tuple(heading.values()),
        rows=tuple(rows),
        numeric=frozenset({last - 2, last - 1}),
        strong=frozenset((place, last) for place in failed),
    )


def _value(finding: Finding, word: Wording) -> str:
    if isinstance(finding.rule.quantity, RunFigure):
        return f"{finding.value:.6g}"
    if not finding.rule.needs_baseline:
        return word.number(finding.value)
    sign = "+" if finding.value > 0.0 else ""
    return f"{word.number(finding.mean)} ({_CHANGE} {sign}{word.number(finding.value)})"


def _interval(finding: Finding, word: Wording, *, has_level: bool) -> str:
    if not _has_interval(finding):
        return "–"
    ends = f"{word.number(finding.low)} … {word.number(finding.high)}"
    if has_level:
        ends += f" ({percent(finding.level, word)}%)"
    return f"{_CHANGE} {ends}" if finding.rule.needs_baseline else ends


def _has_interval(finding: Finding) -> bool:
    return not (math.isnan(finding.low) or math.isnan(finding.high))


def _reasons(verdict: Judged, word: Wording) -> Iterator[Section]:
    """Give the reason of every check that is not met without reserve."""
    lines = tuple(
        word("word.line", name=finding.name, why=reason_of(finding, word))
        for finding in verdict.findings
        if finding.met is not True or finding.caution is not None
    )
    if lines:
        yield Section(title=word("column.why"), blocks=(Bullets(lines),))


def _notes(verdict: Judged, word: Wording) -> Iterator[Section]:
    notes = tuple(text for _, text in notes_of(verdict, word))
    if notes:
        yield Section(title=word("remark.title"), blocks=(Bullets(notes),))
