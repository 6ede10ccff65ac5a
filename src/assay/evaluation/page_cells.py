"""How the report of an evaluation writes names and figures in its tables and sentences."""

from collections.abc import Iterable

from assay.data.case import BREAKDOWNS
from assay.evaluation.measured import Measured
from assay.measures.measure import Measure
from assay.report.wording import Wording
from assay.stats.intervals import Interval

SLICE_MEASURES = ("HitRate", "R", "nDCG", "RR")
_IDS_SHOWN = 4
_NARROW = 0.03  # an interval shorter than this would show too little with two digits


def field_name(field: str, word: Wording) -> str:
    """Return what a field of the cases is called in a sentence."""
    return word(f"by.{field}") if field in BREAKDOWNS else field


def capital(text: str) -> str:
    """Return text that begins a line."""
    return text[:1].upper() + text[1:]


def group_name(group: str, word: Wording) -> str:
    """Return what a group is called; cases without the field are one too."""
    return word("by.none") if group == "-" else group


def measure_name(measure: str, word: Wording) -> str:
    """Return what a measure at a cutoff is called in a heading."""
    symbol, _, k = measure.partition("@")
    return f"{word(f'measure.{symbol}')}@{k}"


def shortened(ids: Iterable[str]) -> str:
    """List the first few of many."""
    listed = list(ids)
    return ", ".join(listed[:_IDS_SHOWN]) + (", …" if len(listed) > _IDS_SHOWN else "")


def ends(interval: Interval, word: Wording) -> str:
    """Write the ends of an interval, with a third digit where it is short; a dash where they are unknown."""
    digits = _digits(interval)
    return f"{word.number(interval.low, digits)}–{word.number(interval.high, digits)}" if interval.is_known else "–"


def estimate(evaluation: Measured, measure: Measure | str, word: Wording) -> str:
    """Write a mean with its interval in a cell, such as ``0.81 (0.70–0.89)``."""
    found = evaluation.interval(measure)
    if not found.n:
        return "–"
    return f"{word.number(found.mean, _digits(found))} ({ends(found, word)})"


def _digits(interval: Interval) -> int:
    return 3 if interval.high - interval.low < _NARROW else 2
