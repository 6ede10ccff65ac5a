"""How scores and their intervals are written for a reader, and what is said about them."""

from collections.abc import Iterator

import numpy as np

from assay.measures.measure import Measure, Summed
from assay.scores.result import RunScores, Scores
from assay.stats.sample import FEW, why_unknown

_DIGITS = 4
_LARGE = 1e9
_NARROW = 0.03
_WHY = {
    "no_mean": "the figure is not a mean",
    "equal": "every query has the same value, which tells nothing of how far others may differ",
    "sparse": "too few queries differ from the rest to tell how far others may",
}


def written(measure: Measure, value: float) -> str:
    """Write a value with four decimals; a count without, and what is too large to be read with six digits."""
    if np.isnan(value):
        return "–"
    if isinstance(measure, Summed) and value.is_integer():
        return f"{value:.0f}"
    return f"{value:.6g}" if abs(value) >= _LARGE else f"{value:.{_DIGITS}f}"


def ends(scores: Scores, run: RunScores, row: int, level: float) -> str:
    """Write the ends of an interval with as many digits as figures have; a dash where there are none."""
    measure = scores.measures[row]
    found = scores.interval(measure, run=run.name, level=level)
    return _joined(written(measure, found.low), written(measure, found.high)) if found.is_known else "–"


def ends_in_cell(scores: Scores, run: RunScores, row: int, level: float) -> str:
    """Write the ends of an interval with two digits, or three where it is short."""
    found = scores.interval(scores.measures[row], run=run.name, level=level)
    digits = 3 if found.high - found.low < _NARROW else 2
    return _joined(f"{found.low:.{digits}f}", f"{found.high:.{digits}f}") if found.is_known else "–"


def _joined(low: str, high: str) -> str:
    """Join the ends of an interval; beside a minus a dash would be misread."""
    return f"{low} to {high}" if low.startswith("-") else f"{low}–{high}"


def interval_name(level: float) -> str:
    """Return what a column of intervals is called."""
    return f"{100 * level:.6g}% interval"


def what_intervals_say(scores: Scores, level: float) -> Iterator[str]:
    """Say what an interval means, how little a handful of queries tells, and why a figure has none."""
    yield (
        "Other queries of the same kind would give other means. An interval made this way holds the mean over all such "
        f"queries {100 * level:.6g} times out of 100."
    )
    if len(scores.runs) > 1:
        yield "Runs share their queries, so a difference may be real even where intervals overlap."
    if few := [str(measure) for row, measure in enumerate(scores.measures) if 0 < _scored(scores, row) < FEW]:
        names = ", ".join(few)
        yield f"Fewer than {FEW} queries have a value of {names}: so few tell next to nothing about any others."
    for why, names in _without(scores, level).items():
        yield f"No interval for {', '.join(names)}: {_WHY[why]}."


def _scored(scores: Scores, row: int) -> int:
    return min(scores.scored(run, row) for run in scores.runs)


def _without(scores: Scores, level: float) -> dict[str, list[str]]:
    """Return the measures that have values but no interval, of some run, by the reason."""
    found: dict[str, dict[str, None]] = {}
    for run in scores.runs:
        for row, measure in enumerate(scores.measures):
            interval = scores.interval(measure, run=run.name, level=level)
            if interval.n and not interval.is_known:
                why = why_unknown(scores.counted(run, row)) if measure.is_averaged else "no_mean"
                found.setdefault(why, {})[str(measure)] = None
    return {why: list(names) for why, names in found.items()}
