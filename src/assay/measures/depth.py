"""How deep a cutoff may be where the norm of a measure is a sum over its ranks."""

from assay.errors import MeasureParameterError
from assay.measures.measure import Measure

DEEPEST = 1_000_000


def check_depth(measure: Measure) -> None:
    """Refuse a cutoff too deep to sum up to.

    Raises
    ------
    MeasureParameterError
        `k` is above `DEEPEST`.
    """
    if measure.k is not None and measure.k > DEEPEST:
        raise MeasureParameterError(f"{measure.symbol}: k is at most {DEEPEST}, got {measure.k}")
