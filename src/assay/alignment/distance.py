"""Edit distance of a pattern to the best place in a text, bit-parallel."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The stretch ``[start, end)`` of a text that is nearest to a pattern, and how many edits lie between them."""

    start: int
    end: int
    edits: int


def nearest(pattern: str, text: str, *, most: int | None = None) -> Place | None:
    """Find the stretch of `text` with the smallest edit distance to `pattern`; of several, the first to end.

    Parameters
    ----------
    pattern
        At least one character.
    text
        May be empty: the empty stretch is as far away as the pattern is long.
    most
        Edits beyond which nothing is found.

    Returns
    -------
    Place or None
        Insertions, deletions and substitutions count 1. Of stretches that end at one place and are equally near, the
        one whose length is nearest to the pattern's.

    Notes
    -----
    Myers (1999), with the block of machine words as one Python integer; O(len(text)) steps of O(len(pattern) / 64).

    Examples
    --------
    >>> nearest("kitten", "the sitting cat")
    Place(start=4, end=10, edits=2)
    """
    ends = _distances(pattern, text, is_anchored=False)
    fewest = min(ends)
    if most is not None and fewest > most:
        return None
    end = ends.index(fewest)
    reversed_text = text[:end][::-1][: len(pattern) + fewest]
    lengths = _distances(pattern[::-1], reversed_text, is_anchored=True)
    length = min(range(len(lengths)), key=lambda one: (lengths[one], abs(one - len(pattern))))
    return Place(start=end - length, end=end, edits=fewest)


def edit_distance(one: str, other: str) -> int:
    """Edit distance of two whole texts.

    Examples
    --------
    >>> edit_distance("kitten", "sitting")
    3
    """
    return _distances(one, other, is_anchored=True)[-1] if one else len(other)


def _distances(pattern: str, text: str, *, is_anchored: bool) -> list[int]:
    """Distance of `pattern` to what ends at each place of `text`: to all of it from its start, or to the best part."""
    occurs: dict[str, int] = {}
    for place, character in enumerate(pattern):
        occurs[character] = occurs.get(character, 0) | 1 << place
    mask, top = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    rises, falls, distance, first = mask, 0, len(pattern), int(is_anchored)
    found = [distance]
    for character in text:
        equal = occurs.get(character, 0)
        vertical = equal | falls
        diagonal = (((equal & rises) + rises) ^ rises) | equal
        up = falls | ~(diagonal | rises) & mask
        down = rises & diagonal
        distance += ((up & top) != 0) - ((down & top) != 0)
        up, down = (up << 1 | first) & mask, (down << 1) & mask
        rises = down | ~(vertical | up) & mask
        falls = up & vertical
        found.append(distance)
    return found
