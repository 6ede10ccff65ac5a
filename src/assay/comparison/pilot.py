"""What systems that were measured already say of the spread of a comparison that is planned."""

from dataclasses import dataclass

import numpy as np

from assay.comparison.system import System
from assay.data.clusters import SOURCE
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.stats.interval_kinds import effective_or_units
from assay.stats.pilots import Estimate, share_estimate, spread_estimate
from assay.stats.sample import Floats, differences, sample_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """What is known from one system or two.

    Parameters
    ----------
    systems
        Their names: one or two.
    measure
        In the field's notation.
    n, n_undefined, n_unpaired
        Cases with a value (of both systems), those without, and those that only one of the two was asked.
    is_binary
        Whether every difference is -1, 0 or 1, or of one system every value 0 or 1.
    spread
        The standard deviation of paired differences; of a binary pilot, the share of cases on which two systems differ.
    difference
        The mean of the differences; None of one system.
    correlation
        Between the values of two systems, as it was assumed for one; None for two.
    cluster
        The field that clusters are told by; None where every case stands alone.
    effective_n
        How many independent cases would say as much as n.
    """

    systems: tuple[str, ...]
    measure: str
    n: int
    n_undefined: int
    n_unpaired: int
    is_binary: bool
    spread: Estimate
    difference: float | None
    correlation: float | None
    cluster: str | None
    effective_n: float

    @property
    def design_effect(self) -> float:
        """How many cases say as much as an independent one: 1 without clusters."""
        return self.n / self.effective_n


def pilot_of(
    systems: list[System], measure: Measure | str, *, correlation: float, cluster: str | None = SOURCE
) -> Pilot:
    """Return what one system, or a pair of them, says of a measure.

    Parameters
    ----------
    systems
        One or two.
    measure
        One that was measured of each.
    correlation
        Assumed between the values of two systems, where there is one; at least 0 and below 1.
    cluster
        A field by which cases are not independent; None takes each by itself.

    Raises
    ------
    BadInputError
        No system or more than two, a measure that was not measured or is no mean, or no query in common.
    """
    if not 1 <= len(systems) <= 2:
        raise BadInputError(
            f"a pilot is one system, or two to be compared: these are {len(systems)}\n"
            "Hint: give two evaluations, or scores of two runs."
        )
    wanted = parse(measure) if isinstance(measure, str) else measure
    if not wanted.is_averaged:
        raise BadInputError(f"{wanted} is no mean over queries, so that its power cannot be told")
    if len(systems) == 1:
        return _single(systems[0], wanted, correlation=correlation, cluster=cluster)
    return _pair(systems[0], systems[1], wanted, cluster=cluster)


def _pair(a: System, b: System, measure: Measure, *, cluster: str | None) -> Pilot:
    known = set(b.query_ids)
    common = [query_id for query_id in a.query_ids if query_id in known]
    if not common:
        examples = " and ".join(repr(one.query_ids[0])[:60] if one.query_ids else "none" for one in (a, b))
        raise BadInputError(
            f"{a.name} and {b.name} have no query in common: {examples} are among theirs\n"
            "Hint: a pilot asks both the same questions."
        )
    first, second = a.only(common), b.only(common)
    changed = differences(first.row(measure), second.row(measure))
    labels = (first if first.questions else second).clusters(cluster)
    sample = sample_of(changed, labels)
    is_binary = sample.n > 0 and bool(np.isin(sample.values, (-1.0, 0.0, 1.0)).all())
    return Pilot(
        systems=(a.name, b.name),
        measure=str(measure),
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_unpaired=len(a.query_ids) + len(b.query_ids) - 2 * len(common),
        is_binary=is_binary,
        spread=share_estimate(changed, cluster=labels) if is_binary else spread_estimate(changed, cluster=labels),
        difference=sample.mean,
        correlation=None,
        cluster=cluster if labels is not None else None,
        effective_n=effective_or_units(sample),
    )


def _single(system: System, measure: Measure, *, correlation: float, cluster: str | None) -> Pilot:
    if not 0.0 <= correlation < 1.0:
        raise BadInputError(f"the correlation of two systems is at least 0 and below 1: {correlation!r} is not")
    values, labels = system.row(measure), system.clusters(cluster)
    sample = sample_of(values, labels)
    is_binary = sample.n > 0 and bool(np.isin(sample.values, (0.0, 1.0)).all())
    return Pilot(
        systems=(system.name,),
        measure=str(measure),
        n=sample.n,
        n_undefined=sample.n_undefined,
        n_unpaired=0,
        is_binary=is_binary,
        spread=_disagreement(values, labels, correlation) if is_binary else _doubled(values, labels, correlation),
        difference=None,
        correlation=correlation,
        cluster=cluster if labels is not None else None,
        effective_n=effective_or_units(sample),
    )


def _doubled(values: Floats, labels: tuple[str | int, ...] | None, correlation: float) -> Estimate:
    """Return the spread of differences of two systems like the one: sd sqrt(2 (1 - r))."""
    found, factor = spread_estimate(values, cluster=labels), (2.0 * (1.0 - correlation)) ** 0.5
    return Estimate(value=found.value * factor, low=found.low * factor, high=found.high * factor)


def _disagreement(values: Floats, labels: tuple[str | int, ...] | None, correlation: float) -> Estimate:
    """Return the share on which two systems like the one differ: 2 p (1 - p) (1 - r)."""
    found = share_estimate(values, cluster=labels)
    value, low, high = (
        2.0 * share * (1.0 - share) * (1.0 - correlation) for share in (found.value, found.low, found.high)
    )
    most = 0.5 * (1.0 - correlation) if found.low <= 0.5 <= found.high else max(low, high)
    return Estimate(value=value, low=min(low, high), high=most)
