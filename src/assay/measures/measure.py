"""What a measure is: a value in the field's notation, such as ``P(rel=2) @ 5``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

import numpy as np

from assay.data.number import as_whole
from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.parameter import number, written


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

    Notes
    -----
    Class variables of a subclass: `symbol`, its name; `bounds`, the least and the greatest value; `takes_k`, whether
    a cutoff has a meaning; `at`, the parameter that ``@`` sets; `higher_is_better`, False where a larger figure says
    nothing of quality.

    Examples
    --------
    >>> from assay.measures import P
    >>> P(rel=2) @ 5
    P(rel=2)@5
    """

    symbol: ClassVar[str]
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    takes_k: ClassVar[bool] = True
    at: ClassVar[str] = "k"
    higher_is_better: ClassVar[bool] = True

    k: int | None = None

    def __post_init__(self) -> None:
        if self.k is not None:
            if not self.takes_k:
                raise MeasureParameterError(f"{self.symbol} takes no cutoff: it is defined over the whole ranking")
            object.__setattr__(self, "k", check_k(self.k))
        for name, choices in _choices(type(self)).items():
            if getattr(self, name) not in choices:
                known = ", ".join(repr(choice) for choice in choices)
                raise MeasureParameterError(f"{self.symbol}: {name} is one of {known}, got {getattr(self, name)!r}")

    def __matmul__(self, k: float) -> Self:
        """Return the same measure over the first `k` hits."""
        return replace(self, **{self.at: k})

    def __call__(self, **parameters: Any) -> Self:
        """Return the same measure with other parameters."""
        known = self.parameters()
        for name in parameters:
            if name not in known:
                hint = f"it takes {', '.join(known)}." if known else "it takes none."
                raise MeasureParameterError(f"{self.symbol} has no parameter {name!r}\nHint: {hint}")
        return replace(self, **parameters)

    def __str__(self) -> str:
        """Write the measure so that `assay.measures.parse` reads it back: only what is not the default."""
        given = [
            f"{field.name}={written(getattr(self, field.name))}"
            for field in fields(self)
            if field.name != self.at and getattr(self, field.name) != field.default
        ]
        parameters = f"({', '.join(given)})" if given else ""
        at = getattr(self, self.at)
        return f"{self.name}{parameters}" + ("" if at is None else f"@{written(at)}")

    __repr__ = __str__

    @property
    def name(self) -> str:
        """What the measure is written as, before its parameters."""
        return self.symbol

    def parameters(self) -> tuple[str, ...]:
        """Name the parameters it takes."""
        return tuple(field.name for field in fields(self) if field.name != "k" or self.takes_k)

    @abstractmethod
    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute the measure for each query.

        Returns
        -------
        float64, shape (n_queries,)
            NaN where the measure is undefined.
        """

    @property
    def is_averaged(self) -> bool:
        """Whether the figure for many queries is the mean of theirs, so that there is an interval for it."""
        return type(self).aggregate is Measure.aggregate

    def aggregate(self, values: Floats) -> float:
        """Return one figure for many queries: the mean of the defined values, NaN where there is none.

        Measures that count sum instead, and those that are geometric means say so.
        """
        defined = values[~np.isnan(values)]
        return float(defined.mean()) if len(defined) else float("nan")


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
        if self.rel is not None:
            rel = number(self.symbol, "rel", self.rel, says="a finite number above 0", allowed=lambda rel: rel > 0)
            object.__setattr__(self, "rel", rel)

    def threshold(self, judged: JudgedHits) -> float:
        """Return the smallest grade that counts as relevant in `judged`."""
        return judged.rel if self.rel is None else self.rel


class Summed:
    """What is summed over queries, an undefined value as 0."""

    __slots__ = ()

    def aggregate(self, values: Floats) -> float:
        """Return the sum of the defined values."""
        return float(np.nansum(values))


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
