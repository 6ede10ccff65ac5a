"""From how far a figure may be off to what is found for a rule, with the reason."""

import math
from collections.abc import Mapping

from assay.gating.finding import Finding, Slice
from assay.gating.reach import Reach
from assay.gating.reading import decided, is_shown, more_cases, reading_of
from assay.gating.remark import Remark
from assay.gating.rule import Rule
from assay.gating.settings import GateSettings


def concluded(
    rule: Rule, part: Slice | None, reach: Reach, settings: GateSettings, *, means: Mapping[str, float], n_failed: int
) -> Finding:
    """Return what is found for a rule.

    Parameters
    ----------
    rule, part
        What is asked, and of which cases.
    reach
        Of the mean, or of the mean difference from the baseline.
    settings
        How rules are read.
    means
        Those of the two sides under ``mean`` and ``baseline``; empty without a baseline.
    n_failed
        Cases that count as the worst because their call failed.

    Notes
    -----
    A result that is the baseline's, value by value, is decided without an interval, however few cases there are: as far
    as these go nothing has changed.
    """
    limit, is_same = rule.limit.offset, reach.is_zero and rule.limit.factor == 1.0
    is_few = reach.n < settings.min_cases and not settings.sequential
    met = _met(rule, reach, settings, is_same=is_same, is_few=is_few)
    is_open = met is None and not is_few and reach.n > 0
    facts = {**_facts(rule, reach, settings), **means}
    code = "same" if is_same else "nothing" if reach.n == 0 else "few" if is_few else _code(rule, reach, met)
    return Finding(
        rule=rule,
        slice=part,
        met=met,
        why=Remark(code=code, facts=facts),
        caution=None if is_same else _caution(rule, reach, settings, facts) if met else None,
        value=reach.mean,
        low=reach.low,
        high=reach.high,
        level=reach.level,
        limit=limit,
        mean=means.get("mean", reach.mean),
        baseline=means.get("baseline", math.nan),
        n=reach.n,
        n_undefined=reach.n_undefined,
        n_failed=n_failed,
        interval=reach.kind,
        more_cases=more_cases(rule, reach, limit) if is_open else None,
    )


def _met(rule: Rule, reach: Reach, settings: GateSettings, *, is_same: bool, is_few: bool) -> bool | None:
    if is_same:
        return rule.admits(0.0, rule.limit.offset)
    if is_few or reach.n == 0:
        return None
    return decided(rule, reach, rule.limit.offset, reading_of(rule, settings))


def _facts(rule: Rule, reach: Reach, settings: GateSettings) -> dict[str, object]:
    return {
        "value": reach.mean,
        "low": reach.low,
        "high": reach.high,
        "level": reach.level,
        "limit": rule.limit.offset,
        "operator": rule.operator,
        "n": reach.n,
        "least": settings.min_cases,
    }


def _caution(rule: Rule, reach: Reach, settings: GateSettings, facts: Mapping[str, object]) -> Remark | None:
    """Say of a rule that is met what its interval does not show."""
    if is_shown(rule, reach, rule.limit.offset):
        return None
    return Remark(code="unknown" if _is_unknown(reach) else reading_of(rule, settings), facts=facts)


def _code(rule: Rule, reach: Reach, met: bool | None) -> str:
    """Return under which name the reason stands."""
    kind = "difference" if rule.needs_baseline else "mean"
    if met is None:
        return "unknown" if _is_unknown(reach) else f"{kind}_undecided"
    if not met:
        return f"{kind}_missed"
    return f"{kind}_shown" if is_shown(rule, reach, rule.limit.offset) else f"{kind}_met"


def _is_unknown(reach: Reach) -> bool:
    return math.isnan(reach.low) or math.isnan(reach.high)
