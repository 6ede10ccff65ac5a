"""The tutorials' scale from 0 to 5, and how its levels fall onto shorter ones."""

from collections.abc import Mapping
from typing import Literal

Scale = Literal["0-5", "0-3", "binary"]

_ONTO: Mapping[Scale, tuple[int, ...]] = {
    "0-5": (0, 1, 2, 3, 4, 5),
    "0-3": (0, 0, 1, 2, 2, 3),
    "binary": (0, 0, 0, 1, 1, 1),
}


def onto(scale: Scale, level: int) -> int:
    """Return a level from 0 to 5 on another scale.

    Notes
    -----
    Binary: from 3 on, where a part of the question is answered, a passage is relevant. TREC's 0-3: 5 is perfectly
    relevant (3), 4 and 3 highly relevant (2), 2, on the topic only, related (1), 1 and 0 irrelevant.

    Examples
    --------
    >>> [onto("0-3", level) for level in range(6)], [onto("binary", level) for level in range(6)]
    ([0, 0, 1, 2, 2, 3], [0, 0, 0, 1, 1, 1])
    """
    return _ONTO[scale][level]


def ends(scale: Scale) -> tuple[float, float]:
    """Return the least and the greatest grade of a scale."""
    return float(min(_ONTO[scale])), float(max(_ONTO[scale]))
