"""A comparison that is planned: how many cases it takes, and what those that are there can show."""

from dataclasses import dataclass
from typing import Literal

from assay.comparison.pilot import Pilot
from assay.stats.pilots import Estimate
from assay.stats.sample import Alternative


@dataclass(frozen=True, slots=True, kw_only=True)
class Cases:
    """How many cases a size takes; `low` and `high` by how far the pilot's spread may be off, None without a pilot."""

    size: float
    needed: int
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What n cases can show.

    `detectable` is the size they show with the wanted power, infinite where they show none; `power` how often they show
    the wanted size, None where none was named. Both are NaN where n cases are worth fewer than two independent ones.
    """

    n: int
    detectable: float
    power: float | None


@dataclass(frozen=True, kw_only=True)
class Planned:
    """How many cases a comparison takes.

    Parameters
    ----------
    question
        ``"difference"``: sizes are differences to be found; ``"margin"``: B is to be shown worse by less than a size.
    is_binary
        Whether differences are -1, 0 or 1, so that the exact test's power is told.
    spread
        The standard deviation of paired differences; the share of cases on which two systems differ where `is_binary`.
        Low and high are those of the pilot, or the stated figure itself.
    difference
        The true difference that is assumed for a margin; else None.
    size
        What was asked for; None if nothing was.
    power, alpha, alternative
        How often the size is to be shown, with which chance of a false verdict, in which direction.
    design_effect
        What numbers of cases are multiplied by because cases come in clusters; 1 without.
    cluster_size, icc
        As they were stated; None if they were not.
    pilot
        What the spread was taken from; None where it was stated.
    cases
        For the size; None where none was asked for.
    reach
        Of the number of cases that was asked for, or the pilot's; None where neither is known.
    by_size, by_n
        The same for a few usual sizes and numbers.
    """

    question: Literal["difference", "margin"]
    is_binary: bool
    spread: Estimate
    difference: float | None
    size: float | None
    power: float
    alpha: float
    alternative: Alternative
    design_effect: float
    cluster_size: float | None
    icc: float | None
    pilot: Pilot | None
    cases: Cases | None
    reach: Reach | None
    by_size: tuple[Cases, ...]
    by_n: tuple[Reach, ...]
