"""Characters of one text that have come back, each counted once, however the spans that brought them overlap."""

from bisect import bisect_left, bisect_right


class Covered:
    """A union of spans that grows.

    Attributes
    ----------
    length : int
        Characters in the union.

    Notes
    -----
    The spans are kept apart and in order. To add one costs O(log n) comparisons and a move of the spans after it, which
    is one copy of memory; every span that it swallows was added once.

    Examples
    --------
    >>> covered = Covered()
    >>> covered.add(0, 10), covered.add(20, 30), covered.add(5, 25)
    (10, 10, 10)
    >>> covered.length
    30
    """

    __slots__ = ("_ends", "_starts", "length")

    def __init__(self) -> None:
        self.length = 0
        self._starts: list[int] = []
        self._ends: list[int] = []

    @property
    def spans(self) -> list[tuple[int, int]]:
        """List the spans of the union, ascending, none touching another."""
        return list(zip(self._starts, self._ends, strict=True))

    def add(self, start: int, end: int) -> int:
        """Add the characters ``[start, end)``; return how many of them are new."""
        first, last = bisect_left(self._ends, start), bisect_right(self._starts, end)
        if first == last:
            self._starts.insert(first, start)
            self._ends.insert(first, end)
            self.length += end - start
            return end - start
        if last - first == 1:
            held = self._ends[first] - self._starts[first]
            start = self._starts[first] = min(start, self._starts[first])
            end = self._ends[first] = max(end, self._ends[first])
        else:
            start, end = min(start, self._starts[first]), max(end, self._ends[last - 1])
            held = sum(self._ends[first:last]) - sum(self._starts[first:last])
            self._starts[first:last] = [start]
            self._ends[first:last] = [end]
        new = end - start - held
        self.length += new
        return new
