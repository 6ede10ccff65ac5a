"""What is to be said, before it is said in a language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.report.wording import Wording

_DIGITS, _MOST_DIGITS = 3, 8
_HELD_AGAINST = "limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A text by its code, with the facts that fill it in: fractions are written as the language writes them.

    The fact ``level`` is written in percent.
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict[str, object])

    def said(self, word: Wording, section: str) -> str:
        """Return the text in a language."""
        numbers = {name: value for name, value in self.facts.items() if isinstance(value, float)}
        digits = digits_for(numbers)
        written = {name: word.number(value, digits) for name, value in numbers.items()}
        if "level" in numbers:
            written["level"] = percent(numbers["level"], word)
        return word(f"{section}.{self.code}", **{**self.facts, **written})


def digits_for(numbers: Mapping[str, float]) -> int:
    """Return how many digits keep what is on one side of the limit from looking as if it were on the other."""
    limit = numbers.get(_HELD_AGAINST)
    if limit is None:
        return _DIGITS
    others = [value for name, value in numbers.items() if name in ("value", "low", "high") and value != limit]
    for digits in range(_DIGITS, _MOST_DIGITS):
        if all(round(value, digits) != round(limit, digits) for value in others):
            return digits
    return _MOST_DIGITS


def percent(share: float, word: Wording) -> str:
    """Write a level in percent, with as many digits as it has, two behind the point at most."""
    hundred = round(100.0 * share, 2)
    return word.number(hundred, 0 if hundred.is_integer() else 2)
