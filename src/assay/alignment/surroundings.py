"""Whether what stands about a place in a text is what should stand there."""

from dataclasses import dataclass
from functools import lru_cache

from assay.alignment.distance import edit_distance
from assay.alignment.folding import fold

REACH = 32  # folded characters that are read on either side
AGREES = 0.6  # from this similarity on, what stands there is what should
SURE = 8  # equal folded characters, of a stretch and its neighbours, that make it certain
_IDEOGRAPHS = "\u2e80"
ONE_SIDE = 16  # equal folded characters on one side that outweigh another text on the other


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far the neighbours of a place are those that were named.

    `similarity` is 1 less the edits a character over the `read` folded characters that could be held against each
    other, and 1.0 where none could. `equal` counts those next to the place that are the same, `longer` those on the
    side where there are more; of Chinese and Japanese, each counts twice, because it says as much.
    """

    similarity: float
    read: int
    equal: int
    longer: int

    @property
    def contradicts(self) -> bool:
        """Whether something else stands there."""
        return self.read > 0 and self.similarity < AGREES and self.longer < ONE_SIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands before and after a quote, folded; at most `REACH` characters of each are held against a text."""

    before: str
    after: str

    @classmethod
    def of(cls, prefix: str, suffix: str) -> "Surroundings":
        """Fold what stands before and after."""
        return cls(before=_folded(prefix)[-REACH:], after=_folded(suffix)[:REACH])

    def agreement(self, text: str, start: int | None, end: int | None) -> Agreement:
        """Hold folded `text` before `start` and after `end` against what should stand there; None leaves a side out."""
        left = "" if start is None else text[max(0, start - REACH - 1) : start].rstrip(" ")
        right = "" if end is None else text[end : end + REACH + 1].lstrip(" ")
        n_left, n_right = min(len(left), len(self.before)), min(len(right), len(self.after))
        sides = [_compared(left[-n_left:][::-1], self.before[-n_left:][::-1])] if n_left else []
        if n_right:
            sides.append(_compared(right[:n_right], self.after[:n_right]))
        equal = [same for _, same in sides]
        return Agreement(
            similarity=1 - sum(edits for edits, _ in sides) / (n_left + n_right) if sides else 1.0,
            read=n_left + n_right,
            equal=sum(equal),
            longer=max(equal, default=0),
        )


def _compared(one: str, other: str) -> tuple[int, int]:
    """Return the edits between two texts of one length, and what the characters they begin with alike count."""
    if one == other:
        return 0, _weight(one)
    same = next(place for place in range(len(one)) if one[place] != other[place])
    return edit_distance(one[same:], other[same:]), _weight(one[:same])


def _weight(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(character >= _IDEOGRAPHS for character in text)


@lru_cache(maxsize=65536)
def _folded(text: str) -> str:
    return fold(text).text if text else ""
