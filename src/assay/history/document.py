"""A history as JSON."""

from typing import Literal

from pydantic import ConfigDict

from assay.history.course import Change, Course, Figure, Mark, Moment
from assay.report import json_parts
from assay.report.json_parts import Document, Part
from assay.store.entry import Entry
from assay.version import __version__


class GoldenPart(Part):
    """Which golden set it was; `sha256` is of what its cases say."""

    name: str
    sha256: str | None


class EntryPart(Part):
    """A saved evaluation, as the store lists it."""

    id: str
    made_at: str
    name: str | None
    retriever: str
    golden: GoldenPart
    commit: str | None


class DriftPart(Part):
    """The mean difference to the evaluation before, over the `queries` that have a value in both.

    `mark` is up or down where the interval lies beyond 0, level where it holds 0, unknown where there is none.
    """

    difference: json_parts.Figure
    low: json_parts.Figure
    high: json_parts.Figure
    level: float
    interval: str
    queries: int
    mark: Mark


class FigurePart(Part):
    """A mean as it was saved; `drift` is null where the evaluation before cannot be compared."""

    mean: json_parts.Figure
    low: json_parts.Figure
    high: json_parts.Figure
    level: float
    scored: int
    asked: int
    drift: DriftPart | None


class MomentPart(EntryPart):
    """A saved evaluation, held against `before`: the one before it of the same retriever and golden set's name.

    `changes` says what is not as it was; `shared` counts the questions that were asked before, with the same text and
    labels.
    """

    before: str | None
    changes: list[Change]
    questions: int
    shared: int
    measures: dict[str, FigurePart]


class HistoryDocument(Document):
    """The JSON of a history; entries stand the oldest first, and `older` counts those left out."""

    model_config = ConfigDict(title="Assay history")

    assay: str
    kind: Literal["history"] = "history"
    store: str
    level: float
    measures: list[str]
    older: int
    entries: list[MomentPart]


class RemovedDocument(Document):
    """What was deleted from a store."""

    model_config = ConfigDict(title="Assay history, an entry removed")

    assay: str
    kind: Literal["history_removed"] = "history_removed"
    store: str
    entry: EntryPart


def document_of(course: Course) -> HistoryDocument:
    """Return the document of a history."""
    return HistoryDocument(
        assay=__version__,
        store=course.place,
        level=course.level,
        measures=list(course.measures),
        older=course.n_older,
        entries=[_moment(moment) for moment in course.moments],
    )


def removed_document(entry: Entry, place: str) -> RemovedDocument:
    """Return the document of a deleted entry."""
    return RemovedDocument(assay=__version__, store=place, entry=_entry(entry))


def _entry(entry: Entry) -> EntryPart:
    return EntryPart(
        id=entry.id,
        made_at=entry.made_at,
        name=entry.name,
        retriever=entry.retriever,
        golden=GoldenPart(name=entry.golden, sha256=entry.golden_sha256),
        commit=entry.commit,
    )


def _moment(moment: Moment) -> MomentPart:
    return MomentPart(
        **dict(_entry(moment.entry)),
        before=None if moment.before is None else moment.before.id,
        changes=list(moment.changes),
        questions=moment.n_questions,
        shared=moment.n_shared,
        measures={name: _figure(figure) for name, figure in moment.figures.items()},
    )


def _figure(figure: Figure) -> FigurePart:
    return FigurePart(
        mean=figure.mean,
        low=figure.low,
        high=figure.high,
        level=figure.level,
        scored=figure.scored,
        asked=figure.asked,
        drift=_drift(figure),
    )


def _drift(figure: Figure) -> DriftPart | None:
    drift, mark = figure.drift, figure.mark
    if drift is None or mark is None:
        return None
    return DriftPart(
        difference=drift.mean,
        low=drift.low,
        high=drift.high,
        level=drift.level,
        interval=drift.kind,
        queries=drift.n,
        mark=mark,
    )
