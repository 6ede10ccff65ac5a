"""What a gate asks of a result: a figure, a side and a limit."""

from dataclasses import dataclass
from typing import Literal

from assay.measures.measure import Measure

Operator = Literal[">=", ">", "<=", "<"]
FigureName = Literal["failures", "latency_p50_s", "latency_p95_s", "latency_max_s", "tokens"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFigure:
    """A figure of the run itself, which is read as it is: failed calls, seconds, context tokens of the first k hits."""

    name: FigureName
    k: int | None = None

    def __str__(self) -> str:
        return self.name if self.k is None else f"{self.name}@{self.k}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What a figure is held against: a number, or the baseline's figure times `factor` plus `offset`.

    `factor` is None where there is no baseline in it; `offset` then is the number.
    """

    offset: float = 0.0
    factor: float | None = None

    @property
    def is_baseline(self) -> bool:
        """Whether it is the baseline's figure as it stands, without a margin."""
        return self.factor == 1.0 and self.offset == 0.0

    def __str__(self) -> str:
        if self.factor is None:
            return _written(self.offset)
        if self.factor != 1.0:
            return f"baseline * {_written(self.factor)}"
        if self.offset == 0.0:
            return "baseline"
        return f"baseline {'-' if self.offset < 0.0 else '+'} {_written(abs(self.offset))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule: `quantity` `operator` `limit`.

    Examples
    --------
    >>> from assay.gating.grammar import parse_rule
    >>> rule = parse_rule("ndcg_cut_10 >= baseline - 0.01")
    >>> print(rule, rule.needs_baseline)
    nDCG@10 >= baseline - 0.01 True
    """

    quantity: Measure | RunFigure
    operator: Operator
    limit: Limit

    @property
    def needs_baseline(self) -> bool:
        """Whether it can be read only beside an earlier result."""
        return self.limit.factor is not None

    @property
    def is_floor(self) -> bool:
        """Whether larger figures are on the right side."""
        return self.operator in (">=", ">")

    def admits(self, figure: float, limit: float) -> bool:
        """Whether a figure is on the right side of a limit; an undefined one is not."""
        if self.operator == ">=":
            return figure >= limit
        if self.operator == ">":
            return figure > limit
        return figure <= limit if self.operator == "<=" else figure < limit

    def __str__(self) -> str:
        return f"{self.quantity} {self.operator} {self.limit}"


def _written(number: float) -> str:
    return repr(number).removesuffix(".0")
