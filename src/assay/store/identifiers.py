"""Ids of saved evaluations: short, told apart by the second, and in the order they were given."""

from collections.abc import Iterator
from datetime import datetime
from string import ascii_lowercase


def ids_at(moment: datetime) -> Iterator[str]:
    """Iterate over the ids of a second, in their order; the first that is free is taken.

    Examples
    --------
    >>> found = ids_at(datetime(2026, 3, 14, 9, 26, 53))
    >>> next(found), next(found), next(found)
    ('260314-092653', '260314-092653b', '260314-092653c')
    """
    stem = f"{moment:%y%m%d-%H%M%S}"
    yield stem
    while True:
        yield from (stem + letter for letter in ascii_lowercase[1:])
        stem += ascii_lowercase[-1]
