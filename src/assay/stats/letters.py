"""Who differs from whom among many systems, as letters: those that share one cannot be told apart."""

from collections.abc import Collection, Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase

from assay.errors import BadInputError


def letter_display(means: Sequence[float], differ: Collection[tuple[int, int]]) -> tuple[str, ...]:
    """Return the letters of each system.

    Parameters
    ----------
    means
        Of each system: the letters go by them, ``a`` to the best.
    differ
        Pairs of places in `means` that a test tells apart, in any order.

    Returns
    -------
    tuple of str
        A word of letters for each system, in the given order. Two systems share a letter exactly if they were not told
        apart. After ``z`` come ``a1``, ``b1``, ...

    Raises
    ------
    BadInputError
        A pair of a system with itself, or with one that is not there.

    Notes
    -----
    Insert and absorb with sweeping, Piepho (2004). Letters may be exponentially many in theory; for 50 systems they
    are a handful.

    Examples
    --------
    >>> letter_display([0.71, 0.69, 0.50], [(0, 2)])
    ('a', 'ab', 'b')
    """
    n = len(means)
    pairs = {frozenset(pair) for pair in differ}
    if any(len(pair) != 2 or not pair <= set(range(n)) for pair in pairs):
        raise BadInputError(f"a pair is of two systems of {n}, numbered from 0")
    columns = [frozenset(range(n))] if n else []
    for pair in sorted(pairs, key=sorted):
        columns = _absorbed(_inserted(columns, pair))
    order = sorted(range(n), key=lambda system: (-means[system], system))
    place = {system: rank for rank, system in enumerate(order)}
    columns = sorted(_swept(columns), key=lambda column: sorted(place[system] for system in column))
    names = _names()
    words = [""] * n
    for column in columns:
        letter = next(names)
        for system in column:
            words[system] += letter
    return tuple(words)


def _inserted(columns: list[frozenset[int]], pair: frozenset[int]) -> list[frozenset[int]]:
    """Part every column that holds both of a pair into one without either."""
    parted: list[frozenset[int]] = []
    for column in columns:
        parted += [column - {system} for system in sorted(pair)] if pair <= column else [column]
    return parted


def _absorbed(columns: list[frozenset[int]]) -> list[frozenset[int]]:
    """Drop columns that another one holds."""
    distinct = sorted(set(columns), key=lambda column: (-len(column), sorted(column)))
    kept: list[frozenset[int]] = []
    for column in distinct:
        if not any(column <= other for other in kept):
            kept.append(column)
    return kept


def _swept(columns: list[frozenset[int]]) -> list[frozenset[int]]:
    """Drop columns all of whose pairs stand together in another one too, and whose systems do."""
    kept = list(columns)
    for column in sorted(columns, key=lambda column: (len(column), sorted(column))):
        others = [other for other in kept if other != column]
        if all(any({a, b} <= other for other in others) for a, b in product(column, repeat=2)):
            kept = others
    return kept


def _names() -> Iterator[str]:
    for round_ in count():
        yield from (letter if round_ == 0 else f"{letter}{round_}" for letter in ascii_lowercase)
