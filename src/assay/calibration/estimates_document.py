"""Estimates as JSON, and as a page."""

from typing import Literal

from pydantic import ConfigDict, Field

from assay.calibration.estimating import Estimate, Estimates
from assay.report.json_parts import Document, Figure, Part
from assay.report.page import Facts, Language, Page, Paragraph, Section, check_language
from assay.report.table import Table
from assay.report.wording import Wording
from assay.version import __version__


class EstimatePart(Part):
    """A figure of `b`, or how much `b` is above `a`: corrected, and from people's labels alone."""

    measure: str
    a: str | None
    b: str
    value: Figure
    low: Figure
    high: Figure
    people_value: Figure
    people_low: Figure
    people_high: Figure
    weight: float = Field(description="how much the judge counts; 0 where it does not help")
    queries: int
    people_queries: int
    worth: Figure = Field(description="queries people would have to label for an interval as narrow without the judge")


class EstimatesDocument(Document):
    """What figures would be had people judged everything."""

    model_config = ConfigDict(title="Assay estimates")

    assay: str
    kind: Literal["estimates"] = "estimates"
    judge: str
    human: str
    level: float
    queries: int
    people_queries: int
    partly: int = Field(description="queries people labelled in part, which are not used")
    estimates: list[EstimatePart]


def document_of(found: Estimates) -> EstimatesDocument:
    """Return the document."""
    return EstimatesDocument(
        assay=__version__,
        judge=found.judge,
        human=found.human,
        level=found.level,
        queries=found.n_queries,
        people_queries=found.n_seen,
        partly=found.n_partly,
        estimates=[_part(one) for one in found.estimates],
    )


def _part(one: Estimate) -> EstimatePart:
    found = one.found
    return EstimatePart(
        measure=str(one.measure),
        a=one.a,
        b=one.b,
        value=found.mean,
        low=found.low,
        high=found.high,
        people_value=found.human_mean,
        people_low=found.human_low,
        people_high=found.human_high,
        weight=found.weight,
        queries=found.n,
        people_queries=found.n_human,
        worth=found.effective_n,
    )


def page_of(found: Estimates, *, language: Language = "en") -> Page:
    """Return the page."""
    word = Wording("assay.calibration.words", check_language(language))
    facts = [
        (word("estimates.queries"), str(found.n_queries)),
        (word("estimates.seen"), str(found.n_seen)),
    ]
    if found.n_partly:
        facts.append((word("estimates.partly"), str(found.n_partly)))
    heading = tuple(
        word(f"estimates.{name}") for name in ("measure", "system", "corrected", "people", "weight", "worth")
    )
    table = Table(
        heading=heading, rows=tuple(_row(one, word) for one in found.estimates), numeric=frozenset({2, 3, 4, 5})
    )
    note = Paragraph(word("estimates.note", level=word.percent(found.level)))
    title = word("estimates.title", judge=found.judge, human=found.human)
    section = Section(title="", blocks=(Facts(tuple(facts)), table, note))
    return Page(title=title, language=word.language, sections=(section,), footer=(f"Assay {__version__}",))


def _row(one: Estimate, word: Wording) -> tuple[str, ...]:
    found = one.found
    name = one.b if one.a is None else f"{one.b} - {one.a}"
    return (
        str(one.measure),
        name,
        f"{word.number(found.mean)} [{word.number(found.low)}, {word.number(found.high)}]",
        f"{word.number(found.human_mean)} [{word.number(found.human_low)}, {word.number(found.human_high)}]",
        word.number(found.weight, 2),
        word.number(found.effective_n, 1),
    )
