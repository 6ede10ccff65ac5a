"""How much two systems differ in one measure, how sure that is, and what follows from it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from assay.comparison.system import System
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.stats.effects import EffectSize, effect_size
from assay.stats.intervals import Interval, difference_interval
from assay.stats.margins import MarginTest, non_inferior
from assay.stats.paired_t import paired_t_test
from assay.stats.power import cases_needed, detectable_difference, spread_of
from assay.stats.randomisation import RandomisationTest, randomisation_test
from assay.stats.sample import Clusters, Floats, differences, sample_of
from assay.stats.sign_tests import mcnemar_test, sign_test
from assay.stats.wilcoxon import wilcoxon_test

Verdict = Literal["better", "worse", "no worse", "identical", "cannot tell"]
Correction = Literal["holm", "benjamini-hochberg", "max-t", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """How differences are judged.

    Parameters
    ----------
    level
        Of the intervals.
    alpha
        How often a difference that is none may be called one: over all comparisons together, as `correction` has it.
    power
        For which chance of finding a difference the number of cases is told.
    margin
        How much worse b may be to be called no worse; None asks for no such thing.
    correction
        For many comparisons; see `assay.comparison.correcting.adjusted`.
    cluster
        Field whose value dependent cases share; None takes every case by itself.
    seed
        Of resamples and flips.
    """

    level: float = 0.95
    alpha: float = 0.05
    power: float = 0.8
    margin: float | None = None
    correction: Correction = "holm"
    cluster: str | None = "source"
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """b against a in one measure, over the queries on which both have a value.

    Parameters
    ----------
    measure, a, b
        What was compared: the names of the systems.
    mean_a, mean_b
        Over the same queries; NaN without any.
    interval
        Of the mean difference, b less a.
    test
        The paired randomisation test, on which the verdict stands; its `p` is of this comparison alone.
    p_adjusted
        For all comparisons made together.
    others
        p of further tests by name: ``t``, ``wilcoxon``, ``sign``, and ``mcnemar`` where values are 0 or 1.
    effect
        How large the difference is, free of the measure's unit; wins and losses.
    margin
        Whether b is no worse by more than the stated margin; None where none was stated.
    detectable
        The difference that as many cases find with the stated power; NaN where it cannot be told.
    needed
        How many cases would find the difference that was seen; None where there is none, or where no number would.
    relevant_from
        Smallest grade that counts as relevant for the measure.
    verdict
        About b against a.
    """

    measure: Measure
    a: str
    b: str
    mean_a: float
    mean_b: float
    interval: Interval
    test: RandomisationTest
    p_adjusted: float
    others: Mapping[str, float] = field(default_factory=dict[str, float])
    effect: EffectSize
    margin: MarginTest | None
    detectable: float
    needed: int | None
    relevant_from: float = 1.0
    verdict: Verdict = "cannot tell"

    @property
    def difference(self) -> float:
        """Mean of b less a."""
        return self.interval.mean

    @property
    def n(self) -> int:
        """Count the queries on which both have a value."""
        return self.interval.n

    @property
    def p(self) -> float:
        """Probability of such a difference by chance, of this comparison alone."""
        return self.test.p

    def judged(self, p_adjusted: float, alpha: float) -> "Difference":
        """Return the same difference with its p adjusted and its verdict spoken.

        *identical* where no query differs; *better* or *worse* where the adjusted p is at most alpha; else *no worse*
        where a margin was stated and holds; else *cannot tell*.
        """
        found: Verdict = "cannot tell"
        if self.n and self.effect.ties == self.n:
            found = "identical"
        elif self.n and p_adjusted <= alpha:
            found = "better" if self.difference > 0.0 else "worse"
        elif self.margin is not None and self.margin.holds:
            found = "no worse"
        return replace(self, p_adjusted=p_adjusted, verdict=found)


def difference_of(measure: Measure, a: System, b: System, cluster: Clusters | None, choices: Choices) -> Difference:
    """Compare two systems over the same queries in one measure; its verdict is spoken by `Difference.judged`.

    Raises
    ------
    BadInputError
        The measure says nothing of quality, or its figure is no mean.
    """
    _check_measure(measure)
    values_a, values_b = a.row(measure), b.row(measure)
    changed = differences(values_a, values_b)
    both = ~np.isnan(changed)
    interval = difference_interval(changed, level=choices.level, seed=choices.seed, cluster=cluster)
    detectable, needed = _planned(changed[both], interval, choices)
    margin = None
    if choices.margin is not None:
        margin = non_inferior(changed, choices.margin, alpha=choices.alpha, seed=choices.seed, cluster=cluster)
    test = randomisation_test(changed, seed=choices.seed, cluster=cluster)
    return Difference(
        measure=measure,
        a=a.name,
        b=b.name,
        mean_a=float(values_a[both].mean()) if both.any() else math.nan,
        mean_b=float(values_b[both].mean()) if both.any() else math.nan,
        interval=interval,
        test=test,
        p_adjusted=test.p,
        others=_other_tests(values_a[both], values_b[both], None if cluster is None else _of(cluster, both)),
        effect=effect_size(changed),
        margin=margin,
        detectable=detectable,
        needed=needed,
        relevant_from=getattr(measure, "rel", None) or a.origin.rel or 1.0,
    )


def _check_measure(measure: Measure) -> None:
    if not measure.higher_is_better:
        raise BadInputError(f"{measure} says nothing of quality, so nothing can be better by it")
    if not measure.is_averaged:
        raise BadInputError(f"{measure} is no mean over queries, so there is no paired test for it\nHint: compare AP.")


def _of(cluster: Clusters, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Clusters:
    return [label for label, kept in zip(cluster, chosen, strict=True) if kept]


def _other_tests(a: Floats, b: Floats, cluster: Clusters | None) -> dict[str, float]:
    changed = b - a
    found = {
        "t": paired_t_test(changed, cluster=cluster).p,
        "wilcoxon": wilcoxon_test(changed).p,
        "sign": sign_test(changed).p,
    }
    if len(a) and bool(np.isin(np.concatenate([a, b]), (0.0, 1.0)).all()):
        found["mcnemar"] = mcnemar_test(a, b).p
    return found


def _planned(changed: Floats, interval: Interval, choices: Choices) -> tuple[float, int | None]:
    """Return what as many cases can detect, and how many would detect what was seen.

    Clustered cases count as the effective number of independent ones.
    """
    n = round(interval.effective_n) if interval.n else 0
    if n < 2 or sample_of(changed).is_constant:
        return math.nan, None
    spread = spread_of(changed)
    detectable = detectable_difference(n, spread=spread, power=choices.power, alpha=choices.alpha)
    if interval.mean == 0.0:
        return detectable, None
    try:
        needed = cases_needed(abs(interval.mean), spread=spread, power=choices.power, alpha=choices.alpha)
    except BadInputError:  # so small a difference that no number of cases would find it
        return detectable, None
    return detectable, math.ceil(needed * interval.n / interval.effective_n)
