"""Saved evaluations in the order they were made, each held against the one before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assay.stats.intervals import Interval
from assay.store.entry import Entry

Mark = Literal["up", "down", "level", "unknown"]
Change = Literal["first", "golden", "no_shared", "corpus", "parameters", "convention", "rel", "unit", "undefined"]

UNCOMPARABLE: frozenset[Change] = frozenset({"no_shared", "convention", "rel", "unit", "undefined"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A mean as it was saved, with the interval it was saved with; NaN where it is undefined.

    `drift` is the interval of the mean difference to the evaluation before, question by question; None where the two
    cannot be compared.
    """

    mean: float
    low: float
    high: float
    level: float
    scored: int
    asked: int
    drift: Interval | None = None

    @property
    def mark(self) -> Mark | None:
        """Which way it went: ``"level"`` where the interval holds 0, ``"unknown"`` where there is no interval."""
        if self.drift is None:
            return None
        if not self.drift.is_known:
            return "unknown"
        return "up" if self.drift.low > 0 else "down" if self.drift.high < 0 else "level"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One saved evaluation.

    Parameters
    ----------
    entry
        What the store knows of it.
    before
        The evaluation before it of the same retriever, on the golden set of the same name; None for the first.
    changes
        What is not as it was before.
    n_questions, n_shared
        How many questions were asked, and how many of them were asked before with the same text and labels.
    figures
        By the measure, as written; only what was measured.
    """

    entry: Entry
    before: Entry | None
    changes: tuple[Change, ...]
    n_questions: int
    n_shared: int
    figures: Mapping[str, Figure]


@dataclass(frozen=True, kw_only=True)
class Course:
    """Moments, the oldest first, with where they come from.

    Parameters
    ----------
    place
        The store.
    measures
        What is shown, as written.
    level
        Of the intervals of differences.
    n_older
        Older evaluations that were left out.
    """

    place: str
    measures: tuple[str, ...]
    moments: tuple[Moment, ...]
    level: float
    n_older: int = 0

    def lines(self) -> dict[tuple[str, str], list[Moment]]:
        """Return the moments of each retriever on each golden set, the oldest first."""
        found: dict[tuple[str, str], list[Moment]] = {}
        for moment in self.moments:
            found.setdefault(line_of(moment.entry), []).append(moment)
        return found


def line_of(entry: Entry) -> tuple[str, str]:
    """Return what evaluations share that are held against each other: the names of retriever and golden set."""
    return entry.retriever, entry.golden
