"""What was found for one rule: the figure, how far it may be off, the verdict, and why."""

from dataclasses import dataclass
from math import nan

from assay.gating.remark import Remark
from assay.gating.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """The cases that have one value of a field."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field}={self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One rule, over all cases or in one slice.

    Parameters
    ----------
    rule, slice
        What was asked, and of which cases; None: of all.
    met
        Whether it holds; None where that cannot be told.
    why
        The reason.
    caution
        What a reader should know although the rule is met.
    value, low, high, level
        What is held against the limit, and its interval: the mean, or the mean difference from the baseline (times its
        factor). NaN where there is none, as for figures of the run.
    limit
        What it is held against: for a rule with a baseline the least (or greatest) difference.
    mean, baseline
        The means on each side of a comparison.
    n, n_undefined, n_failed
        Cases, those left out because they have no value, and among the n those that count as the worst because their
        call failed.
    interval
        How the interval was made.
    more_cases
        About how many further cases would decide it if the mean stayed as it is; None where nothing can be said.
    """

    rule: Rule
    slice: Slice | None = None
    met: bool | None
    why: Remark
    caution: Remark | None = None
    value: float = nan
    low: float = nan
    high: float = nan
    level: float = nan
    limit: float = nan
    mean: float = nan
    baseline: float = nan
    n: int = 0
    n_undefined: int = 0
    n_failed: int = 0
    interval: str = ""
    more_cases: int | None = None

    @property
    def name(self) -> str:
        """The rule, with its slice where it has one."""
        return str(self.rule) if self.slice is None else f"{self.rule} [{self.slice}]"
