"""How a rule is read: from a mean and how far it may be off to met, not met or undecided."""

import math
from typing import Literal

from assay.gating.reach import Reach
from assay.gating.rule import Rule
from assay.gating.settings import GateSettings

Reading = Literal["proof", "mean", "alarm"]
_MOST_MORE_CASES = 100_000


def reading_of(rule: Rule, settings: GateSettings) -> Reading:
    """Return how a rule about a measure is read.

    Returns
    -------
    str
        ``"proof"``: met where the whole interval is on the right side. So reads every rule where a proof is wanted, and
        everywhere one that states a margin from the baseline. ``"mean"``: met where the mean is on the right side; so
        reads a rule with a number. ``"alarm"``: met unless the whole interval is on the wrong side; so reads a rule
        with the baseline as it stands, which no number of cases could prove of a system that is as good.

        By all three a rule is not met where the whole interval is on the wrong side and the mean too.
    """
    if settings.is_proof_wanted or (rule.needs_baseline and not rule.limit.is_baseline):
        return "proof"
    return "alarm" if rule.needs_baseline else "mean"


def is_shown(rule: Rule, reach: Reach, limit: float) -> bool:
    """Whether the whole interval is on the right side."""
    return rule.admits(reach.low if rule.is_floor else reach.high, limit)


def is_refuted(rule: Rule, reach: Reach, limit: float) -> bool:
    """Whether the whole interval is on the wrong side."""
    end = reach.high if rule.is_floor else reach.low
    return not math.isnan(end) and not rule.admits(end, limit)


def decided(rule: Rule, reach: Reach, limit: float, reading: Reading) -> bool | None:
    """Return whether a rule is met; None where that cannot be told.

    Examples
    --------
    >>> from assay.gating.grammar import parse_rule
    >>> reach = Reach(mean=0.82, low=0.74, high=0.89, level=0.9, kind="t", n=60, n_undefined=0, is_zero=False)
    >>> rule = parse_rule("R@5 >= 0.80")
    >>> decided(rule, reach, 0.80, "mean"), decided(rule, reach, 0.80, "proof"), decided(rule, reach, 0.90, "mean")
    (True, None, False)
    """
    if is_shown(rule, reach, limit) or (reading == "mean" and rule.admits(reach.mean, limit)):
        return True
    if is_refuted(rule, reach, limit):
        return False
    return True if reading == "alarm" else None


def more_cases(rule: Rule, reach: Reach, limit: float) -> int | None:
    r"""Guess how many further cases would bring the interval to the limit, if the mean stayed as it is.

    .. math:: n \left(\frac{\bar x - e}{\bar x - t}\right)^2 - n

    with :math:`e` the end of the interval that lies beyond the limit t: intervals shrink with the root of n. Chance
    moves the mean meanwhile, so that this many decide it about half of the time.

    Returns
    -------
    int or None
        None where the mean stands at the limit, or so near that it would take more than 100,000 cases.
    """
    gap = abs(reach.mean - limit)
    is_right = rule.admits(reach.mean, limit)
    end = reach.low if is_right == rule.is_floor else reach.high
    if not (gap > 0.0 and math.isfinite(end)):
        return None
    needed = reach.n * (abs(reach.mean - end) / gap) ** 2 - reach.n
    return max(math.ceil(needed), 1) if needed <= _MOST_MORE_CASES else None
