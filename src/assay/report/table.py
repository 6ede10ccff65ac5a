"""A table, before anybody says how it is drawn."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a heading; the columns named in `numeric` (by position) are set flush right.

    `strong` names cells to stand out, by row and column.
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    strong: frozenset[tuple[int, int]] = frozenset()
