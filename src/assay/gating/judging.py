"""One rule after the other, over all cases and in each slice."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from assay.errors import BadInputError
from assay.gating.concluding import concluded
from assay.gating.finding import Finding, Slice
from assay.gating.pairing import Pairing
from assay.gating.reach import reach_of
from assay.gating.remark import Remark
from assay.gating.rule import Rule, RunFigure
from assay.gating.settings import GateSettings
from assay.gating.subject import Subject
from assay.measures.measure import Measure
from assay.stats.sample import Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judging:
    """All that rules are judged by.

    Parameters
    ----------
    subject, pairing
        The result, and its baseline where there is one.
    settings
        How rules are read.
    """

    subject: Subject
    pairing: Pairing | None
    settings: GateSettings

    def findings(self, rules: tuple[Rule, ...]) -> Iterator[Finding]:
        """Judge every rule: a figure of the run once, a measure over all cases and then in each slice.

        Raises
        ------
        BadInputError
            A measure or a figure that a side lacks, a field that no case has, or no baseline where a rule needs one.
        """
        slices = self.slices()
        n_tested = sum(len(places) >= self.settings.min_cases for places in slices.values())
        for rule in rules:
            if rule.needs_baseline and self.pairing is None:
                raise BadInputError(f"the rule {rule} needs a baseline\nHint: name an earlier result as the baseline.")
            if isinstance(rule.quantity, RunFigure):
                yield self._of_run(rule, rule.quantity)
                continue
            yield self._of_measure(rule, rule.quantity, None, None, 1)
            for part, places in slices.items():
                yield self._of_measure(rule, rule.quantity, part, places, max(n_tested, 1))

    def slices(self) -> dict[Slice, Ints]:
        """Return the places of the queries of every slice."""
        return {
            Slice(field=field, value=value): np.array(places, dtype=np.int64)
            for field in self.settings.by
            for value, places in self.subject.system.groups(field).items()
        }

    def _of_run(self, rule: Rule, quantity: RunFigure) -> Finding:
        value, limit, baseline = self.subject.figure(quantity), rule.limit.offset, float("nan")
        if rule.limit.factor is not None and self.pairing is not None:
            baseline = self.pairing.baseline.figure(quantity)
            limit += rule.limit.factor * baseline
        met = rule.admits(value, limit)
        facts = {"value": _plain(value), "limit": _plain(limit), "operator": rule.operator}
        why = Remark(code="figure" if met else "figure_missed", facts=facts)
        return Finding(rule=rule, met=met, why=why, value=value, limit=limit, baseline=baseline)

    def _of_measure(
        self, rule: Rule, measure: Measure, part: Slice | None, places: Ints | None, n_slices: int
    ) -> Finding:
        worst = measure.bounds[0] if rule.is_floor else measure.bounds[1]
        values = self.subject.values(measure, worst)
        cluster = self.subject.system.clusters(self.settings.cluster)
        if rule.limit.factor is None or self.pairing is None:
            kept, before = np.arange(len(values)) if places is None else places, None
            measured = values[kept]
        else:
            kept, before = _common(self.pairing, measure, places)
            measured = values[kept] - rule.limit.factor * before
        reach = reach_of(
            measured,
            self.settings,
            bounds=_bounds(measure, rule),
            is_difference=before is not None,
            cluster=None if cluster is None else [cluster[place] for place in kept.tolist()],
            n_slices=n_slices,
        )
        defined = ~np.isnan(measured)
        n_failed = int(np.count_nonzero(self.subject.lost[kept] & defined))
        means = {} if before is None else _means(values[kept][defined], before[defined])
        return concluded(rule, part, reach, self.settings, means=means, n_failed=n_failed)


def _common(pairing: Pairing, measure: Measure, places: Ints | None) -> tuple[Ints, Floats]:
    """Return where the common queries of a slice stand in the result, and the baseline's values for them."""
    before = pairing.baseline.system.row(measure)
    inside = np.ones(len(before), dtype=np.bool_) if places is None else np.isin(pairing.places, places)
    return pairing.places[inside], before[inside]


def _bounds(measure: Measure, rule: Rule) -> tuple[float, float]:
    low, high = measure.bounds
    factor = rule.limit.factor
    return (low, high) if factor is None else (low - factor * high, high - factor * low)


def _means(values: Floats, before: Floats) -> dict[str, float]:
    return {"mean": float(values.mean()), "baseline": float(before.mean())} if len(values) else {}


def _plain(figure: float) -> str:
    return f"{figure:.6g}"
