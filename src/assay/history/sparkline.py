"""A line chart in one line of text."""

import math
from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇█"
GAP = "·"


def sparkline(values: Sequence[float], low: float, high: float) -> str:
    """Draw values between two ends, one character each; a dot where there is none.

    Parameters
    ----------
    values
        shape (n,): NaN where there is none.
    low, high
        What the lowest and the highest bar stand for; values beyond are drawn as these. Where the two are equal, all
        bars are of middle height.

    Examples
    --------
    >>> sparkline([0.0, 0.5, float("nan"), 1.0], 0.0, 1.0)
    '▁▅·█'
    """
    return "".join(GAP if math.isnan(value) else BARS[_height(value, low, high)] for value in values)


def _height(value: float, low: float, high: float) -> int:
    if not high > low:
        return len(BARS) // 2
    return min(max(int((value - low) / (high - low) * len(BARS)), 0), len(BARS) - 1)
