"""What counts as a number where one is expected."""

import math
from numbers import Real
from operator import index
from typing import SupportsIndex


def as_finite(given: object) -> float | None:
    """Return a number of any library as a float; None for what is no number, or not a finite one."""
    if isinstance(given, bool) or not isinstance(given, Real):
        return None
    try:
        number = float(given)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def as_whole(given: object, *, least: int, most: int = 2**53) -> int | None:
    """Return a whole number of any library as an int; None for anything else, or one out of range.

    The default for `most` is where a float stops telling whole numbers apart.
    """
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return None
    try:
        whole = index(given)
    except TypeError:  # an array has the method but is no number
        return None
    return whole if least <= whole <= most else None
