"""What a measure is: a value in the field's notation, such as ``P(rel=2) @ 5``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from assay.data.number import as_finite, as_whole
from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, JudgedHits


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(ABC):
    """The base of all measures: parameters are fields, ``@`` sets the cutoff, ``( )`` the rest.

    Parameters
    ----------
    k
        Cutoff: only the first `k` hits count. None takes the whole ranking.

    Raises
    ------
    MeasureParameterError
        A parameter the measure does not have, or a value it does not take.

    Examples
    --------
    >>> from assay.measures import P
    >>> P(rel=2) @ 5
    P(rel=2)@5
    """

    symbol: ClassVar[str]
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    k: int | None = None

    def __post_init__(self) -> None:
        if self.k is not None:
            object.__setattr__(self, "k", check_k(self.k))
        for name, choices in _choices(type(self)).items():
            if getattr(self, name) not in choices:
                known = ", ".join(repr(choice) for choice in choices)
                raise MeasureParameterError(f"{self.symbol}: {name} is one of {known}, got {getattr(self, name)!r}")

    def __matmul__(self, k: int) -> Self:
        """Return the same measure over the first `k` hits."""
        return replace(self, k=k)

    def __call__(self, **parameters: Any) -> Self:
        """Return the same measure with other parameters."""
        known = [field.name for field in fields(self)]
        for name in parameters:
            if name not in known:
                raise MeasureParameterError(
                    f"{self.symbol} has no parameter {name!r}\nHint: it takes {', '.join(known)}."
                )
        return replace(self, **parameters)

    def __str__(self) -> str:
        """Write the measure so that `assay.measures.parse` reads it back: only what is not the default."""
        given = [
            f"{field.name}={_plain(getattr(self, field.name))}"
            for field in fields(self)
            if field.name != "k" and getattr(self, field.name) != field.default
        ]
        parameters = f"({', '.join(given)})" if given else ""
        return f"{self.symbol}{parameters}" + ("" if self.k is None else f"@{self.k}")

    __repr__ = __str__

    @abstractmethod
    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute the measure for each query.

        Returns
        -------
        float64, shape (n_queries,)
            NaN where the measure is undefined.
        """


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BinaryMeasure(Measure):
    """A measure that asks only whether a document is relevant.

    Parameters
    ----------
    rel
        Smallest grade that counts as relevant, above 0; None takes the table's own (1, or 3 on the 0-5 scale).
    """

    rel: float | None = None

    def __post_init__(self) -> None:
        Measure.__post_init__(self)  # the two-argument form: a slotted dataclass is a new class, which super() misses
        if self.rel is None:
            return
        rel = as_finite(self.rel)
        if rel is None or rel <= 0:
            raise MeasureParameterError(f"{self.symbol}: rel is a finite number above 0, got {self.rel!r:.60}")
        object.__setattr__(self, "rel", rel)

    def threshold(self, judged: JudgedHits) -> float:
        """Return the smallest grade that counts as relevant in `judged`."""
        return judged.rel if self.rel is None else self.rel


def check_k(k: object) -> int:
    """Return a cutoff, or say what is wrong with it.

    Raises
    ------
    MeasureParameterError
        `k` is not a whole number of at least 1 (and of at most 2**53, beyond which ranks cannot be told apart).
    """
    whole = as_whole(k, least=1)
    if whole is None:
        raise MeasureParameterError(f"k is a whole number of at least 1, got {k!r:.60}")
    return whole


@cache
def _choices(measure: type[Measure]) -> Mapping[str, tuple[str, ...]]:
    """Return the values of every parameter that takes one of several texts."""
    hints = get_type_hints(measure)
    return {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}


def _plain(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
