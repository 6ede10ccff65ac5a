"""The parameters of measures: what they take, checked once, and how they are written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from assay.data.number import as_finite
from assay.errors import MeasureParameterError


class Gains(Mapping[float, float]):
    """What each grade gains, as a value: hashable, sorted by grade, written ``{1:3,2:9}``.

    Parameters
    ----------
    given
        Grade to gain, both finite and at least 0. A grade that is not named gains itself, as in trec_eval.

    Raises
    ------
    MeasureParameterError
        No pairs at all, or a number that is not finite and at least 0.

    Examples
    --------
    >>> Gains({2: 9, 1: 3})
    {1:3,2:9}
    """

    __slots__ = ("_pairs",)

    def __init__(self, given: Mapping[float, float]) -> None:
        pairs = [(_not_negative(grade), _not_negative(gain)) for grade, gain in given.items()]
        if not pairs:
            raise MeasureParameterError("gain: a mapping names at least one grade, such as {1: 3, 2: 9}")
        self._pairs = tuple(sorted(pairs))

    def __getitem__(self, grade: float) -> float:
        """Return what a named grade gains."""
        return dict(self._pairs)[grade]

    def __iter__(self) -> Iterator[float]:
        """Iterate over the named grades, ascending."""
        return (grade for grade, _ in self._pairs)

    def __len__(self) -> int:
        """Count the named grades."""
        return len(self._pairs)

    def __hash__(self) -> int:
        """Equal mappings have one hash."""
        return hash(self._pairs)

    def __repr__(self) -> str:
        """Write it so that the notation reads it back."""
        return "{" + ",".join(f"{written(grade)}:{written(gain)}" for grade, gain in self._pairs) + "}"


def number(measure: str, name: str, given: object, *, says: str, allowed: Callable[[float], bool]) -> float:
    """Return a parameter as a float.

    Raises
    ------
    MeasureParameterError
        Not a finite number, or not one that `allowed` lets pass; `says` is what the message asks for.
    """
    found = as_finite(given)
    if found is None or not allowed(found):
        raise MeasureParameterError(f"{measure}: {name} is {says}, got {given!r:.60}")
    return found


def shares(measure: str, name: str, given: object) -> tuple[float, ...]:
    """Return a parameter as numbers from 0 to 1, at least one of them.

    Raises
    ------
    MeasureParameterError
        No such numbers.
    """
    says = "a list of numbers from 0 to 1"
    listed = list(cast("Iterable[object]", given)) if isinstance(given, Iterable) and not isinstance(given, str) else []
    if not listed:
        raise MeasureParameterError(f"{measure}: {name} is {says}, got {given!r:.60}")
    return tuple(number(measure, name, item, says=says, allowed=lambda share: 0 <= share <= 1) for item in listed)


def written(value: object) -> str:
    """Write a parameter so that the notation reads it back."""
    if isinstance(value, tuple):
        return "[" + ",".join(written(item) for item in cast("tuple[object, ...]", value)) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _not_negative(given: object) -> float:
    return number("gain", "each grade and its gain", given, says="a number of at least 0", allowed=lambda it: it >= 0)
