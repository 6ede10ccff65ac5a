"""The page of a history: a section for each retriever on each golden set."""

import math
from collections.abc import Iterator, Sequence

from assay.history.course import Course, Figure, Mark, Moment
from assay.history.sparkline import sparkline
from assay.report.page import Block, Facts, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.version import __version__

_COMMIT_SHOWN = 8
_MARKS: dict[Mark, str] = {"up": "▲", "down": "▼", "level": "=", "unknown": "?"}


def page_of(course: Course, *, language: Language = "en") -> Page:
    """Build the page of a history."""
    word = Wording("assay.history.words", check_language(language))
    lines = course.lines()
    sections = [
        Section(title=word("line.title", retriever=retriever, golden=golden), blocks=tuple(_line(line, course, word)))
        for (retriever, golden), line in lines.items()
    ]
    if not lines:
        sections = [Section(title="", blocks=(Paragraph(word("empty", store=course.place)),))]
    title = word("title", store=course.place)
    return Page(title=title, language=word.language, sections=tuple(sections), footer=tuple(_footer(course, word)))


def _line(moments: Sequence[Moment], course: Course, word: Wording) -> Iterator[Block]:
    measures = [name for name in course.measures if any(name in moment.figures for moment in moments)]
    if len(moments) > 1:
        yield Facts(tuple((name, _course(name, moments, word)) for name in measures))
    yield _entries(moments, word)
    yield from (_figures(name, moments, word) for name in measures)


def _course(name: str, moments: Sequence[Moment], word: Wording) -> str:
    """Draw a measure between the ends of all its intervals, so that what is noise looks like noise."""
    figures = [moment.figures.get(name) for moment in moments]
    means = [math.nan if figure is None else figure.mean for figure in figures]
    ends = [end for figure in figures if figure is not None for end in (figure.mean, figure.low, figure.high)]
    known = [end for end in ends if not math.isnan(end)]
    if not known:
        return word.number(math.nan)
    defined = [mean for mean in means if not math.isnan(mean)]
    first, last = word.number(defined[0]), word.number(defined[-1])
    return f"{sparkline(means, min(known), max(known))} {first} → {last}"


def _entries(moments: Sequence[Moment], word: Wording) -> Table:
    rows = [
        (
            moment.entry.id,
            moment.entry.made_at[:16].replace("T", " "),
            moment.entry.name or "",
            (moment.entry.commit or "")[:_COMMIT_SHOWN],
            str(moment.n_questions),
            "; ".join(_changed(moment, word)),
        )
        for moment in moments
    ]
    columns = ("id", "made", "name", "commit", "questions", "changed")
    return Table(heading=tuple(word(f"entry.{name}") for name in columns), rows=tuple(rows), numeric=frozenset({4}))


def _changed(moment: Moment, word: Wording) -> Iterator[str]:
    for change in moment.changes:
        yield word(f"change.{change}")
    if "golden" in moment.changes and moment.n_shared:
        yield word("change.shared", shared=moment.n_shared, questions=moment.n_questions)


def _figures(name: str, moments: Sequence[Moment], word: Wording) -> Table:
    """Show the means of a measure and how they moved."""
    figures = [moment.figures.get(name) for moment in moments]
    rows = [(moment.entry.id, *_cells(figure, word)) for moment, figure in zip(moments, figures, strict=True)]
    moved = frozenset(
        (row, 2) for row, figure in enumerate(figures) if figure is not None and figure.mark in ("up", "down")
    )
    return Table(heading=(word("entry.id"), name, word("figure.change")), rows=tuple(rows), strong=moved)


def _cells(figure: Figure | None, word: Wording) -> tuple[str, str]:
    """Return a mean with its interval, and how it moved."""
    if figure is None:
        return "", ""
    mean = _interval(word.number(figure.mean), figure.low, figure.high, word)
    drift, mark = figure.drift, figure.mark
    if drift is None or mark is None:
        return mean, ""
    sign = "+" if drift.mean > 0 else ""
    return mean, f"{_MARKS[mark]} " + _interval(sign + word.number(drift.mean), drift.low, drift.high, word)


def _interval(mean: str, low: float, high: float, word: Wording) -> str:
    if math.isnan(low) or math.isnan(high):
        return mean
    return word("figure.interval", mean=mean, low=word.number(low), high=word.number(high))


def _footer(course: Course, word: Wording) -> Iterator[str]:
    if course.n_older:
        yield word("footer.older", count=course.n_older)
    if any(figure.drift is not None for moment in course.moments for figure in moment.figures.values()):
        level, rate = (f"{100 * share:.4g}" for share in (course.level, 1 - course.level))
        yield word("footer.drift", level=level)
        yield word("footer.chance", rate=rate)
    yield f"Assay {__version__}."
