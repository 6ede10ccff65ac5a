"""What a gate found: every rule with its figure and reason, and whether all of them are met."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assay.gating.finding import Finding
from assay.gating.remark import Remark
from assay.gating.settings import GateSettings

Undecided = Literal["pass", "fail", "6"]
MET, NOT_MET, UNDECIDED = 0, 1, 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """The figures of a gate, without the forms they are written in.

    Parameters
    ----------
    result, baseline
        What the two are called; None without a baseline.
    settings
        How rules were read.
    findings
        One for every rule, and for every slice of it.
    n_common, dropped
        Queries that the result and its baseline share, and the ids that only one of them has.
    remarks
        What a reader should know of the result and the baseline.
    """

    result: str
    baseline: str | None
    settings: GateSettings
    findings: tuple[Finding, ...]
    n_common: int | None = None
    dropped: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def met(self) -> bool | None:
        """True where every rule is met, False where any is not, None where none fails and some cannot be told."""
        return met_by(self.findings)

    def __bool__(self) -> bool:
        """Whether every rule is met, so that ``assert gate(...)`` does what it says."""
        return self.met is True

    def exit_code(self, undecided: Undecided = "6") -> int:
        """Return what a command exits with: 0 met, 1 not met, 6 undecided unless `undecided` says otherwise."""
        if self.met is None:
            return {"pass": MET, "fail": NOT_MET, "6": UNDECIDED}[undecided]
        return MET if self.met else NOT_MET


def met_by(findings: Sequence[Finding]) -> bool | None:
    """Return whether all are met; False where any is not, None where none fails and some cannot be told."""
    outcomes = {finding.met for finding in findings}
    if False in outcomes:
        return False
    return None if None in outcomes else True
