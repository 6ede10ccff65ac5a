"""Results as trec_eval prints them: a name, a query and a value between tabs."""

from collections.abc import Iterable, Iterator
from operator import index
from typing import SupportsFloat, SupportsIndex, TypeAlias

ALL = "all"
Result: TypeAlias = tuple[str, str, str | SupportsIndex | SupportsFloat]
"""A measure's name, the id of a query (or `ALL`), and a text, a count or a figure."""


def trec_output(results: Iterable[Result]) -> Iterator[str]:
    r"""Write results line by line: query by query in the order of their ids by bytes, those of all queries last.

    Parameters
    ----------
    results
        In any order; within a query they stay as given.

    Yields
    ------
    str
        ``name`` filled up to 22 characters, a tab, the query, a tab, the value and a line feed. A text stands as it is,
        a count as a whole number, a figure with four decimals.

    Examples
    --------
    >>> list(trec_output([("map", "all", 0.25), ("num_ret", "q1", 3)]))
    ['num_ret               \tq1\t3\n', 'map                   \tall\t0.2500\n']
    """
    by_query: dict[str, list[str]] = {}
    for name, query_id, value in results:
        by_query.setdefault(query_id, []).append(f"{name:<22}\t{query_id}\t{_written(value)}\n")
    overall = by_query.pop(ALL, [])
    for query_id in sorted(by_query):
        yield from by_query[query_id]
    yield from overall


def _written(value: str | SupportsIndex | SupportsFloat) -> str:
    if isinstance(value, str):
        return value
    return str(index(value)) if isinstance(value, SupportsIndex) else f"{float(value):6.4f}"
