"""Advice drawn from the figures of an evaluation, each piece with the figure that caused it."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from assay.evaluation.measured import Measured
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.stats.intervals import Interval
from assay.stats.sample import FEW

_LOW_RECALL = 0.7  # of what k allows: with three in ten relevant documents missed, the answer is often not there
_LOW_PRECISION = 0.5  # of what the labels allow
_CEILING_WORTH_TELLING = 0.5
_HIGH_HIT_RATE, _LOW_MRR = 0.8, 0.6
_HIGH_MRR, _MISSED_RECALL = 0.7, 0.6
_GAP = 0.1  # between nDCG and MRR
_SLICE_GAP = 0.15
_SLOW_S = 2.0
_MANY_TOKENS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A piece of advice: its key in the catalogue of texts and the figures that caused it."""

    key: str
    facts: Mapping[str, float | str | Measure | Interval]


def advise(evaluation: Measured) -> list[Advice]:
    """Return what the figures suggest, most pressing first; empty where nothing stands out.

    Where ids of labels and hits never meet there is nothing to advise on. The thresholds are rules of thumb, named at
    the top of this file; they look at the largest cutoff, precision at the one nearest to 5.
    """
    if any(notice.code.startswith("no_overlap") for notice in evaluation.notices):
        return list(_failed_calls(evaluation))
    return [advice for rule in _RULES for advice in rule(evaluation)]


def _at_largest(evaluation: Measured, symbol: str) -> tuple[Measure, float]:
    measure = parse(f"{symbol}@{evaluation.settings.k[-1]}")
    return measure, evaluation.mean(measure).mean


def _failed_calls(evaluation: Measured) -> Iterator[Advice]:
    if evaluation.n_failed:
        facts = {"failed": str(evaluation.n_failed), "asked": str(evaluation.n_asked)}
        yield Advice(key="failed_calls", facts=facts)


def _low_recall(evaluation: Measured) -> Iterator[Advice]:
    measure, value = _at_largest(evaluation, "R")
    if value < _LOW_RECALL * recall_ceiling(evaluation, evaluation.settings.k[-1]):
        yield Advice(key="low_recall", facts={"measure": measure, "value": value})


def _precision(evaluation: Measured) -> Iterator[Advice]:
    k = min(evaluation.settings.k, key=lambda cutoff: (abs(cutoff - 5), cutoff))
    measure = parse(f"P@{k}")
    value, ceiling = evaluation.mean(measure).mean, precision_ceiling(evaluation, k)
    if value < _LOW_PRECISION * ceiling:
        yield Advice(key="low_precision", facts={"measure": measure, "value": value, "ceiling": ceiling})
    elif ceiling < _CEILING_WORTH_TELLING:
        yield Advice(key="precision_ceiling", facts={"measure": measure, "ceiling": ceiling})


def precision_ceiling(evaluation: Measured, k: int) -> float:
    """Return the mean P@k that perfect rankings of the scored cases would reach; NaN where none was scored."""
    return _mean([min(count, k) / k for count in _n_relevant_of_scored(evaluation, k)])


def recall_ceiling(evaluation: Measured, k: int) -> float:
    """Return the mean R@k that perfect rankings of the scored cases would reach; NaN where none was scored."""
    return _mean([min(count, k) / count for count in _n_relevant_of_scored(evaluation, k)])


def _n_relevant_of_scored(evaluation: Measured, k: int) -> list[int]:
    scored = ~np.isnan(evaluation.values[evaluation.measures.index(parse(f"P@{k}"))])
    return [count for count, has_value in zip(evaluation.n_relevant(), scored, strict=True) if has_value and count]


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else math.nan


def _hit_without_rank(evaluation: Measured) -> Iterator[Advice]:
    (hit_measure, hit), (rr_measure, rr) = _at_largest(evaluation, "HitRate"), _at_largest(evaluation, "RR")
    if hit >= _HIGH_HIT_RATE and rr < _LOW_MRR:
        facts = {"hit_measure": hit_measure, "hit": hit, "rr_measure": rr_measure, "rr": rr}
        yield Advice(key="hit_without_rank", facts=facts)


def _rank_without_recall(evaluation: Measured) -> Iterator[Advice]:
    (rr_measure, rr), (recall_measure, recall) = _at_largest(evaluation, "RR"), _at_largest(evaluation, "R")
    if rr >= _HIGH_MRR and recall < _MISSED_RECALL * recall_ceiling(evaluation, evaluation.settings.k[-1]):
        facts = {"rr_measure": rr_measure, "rr": rr, "recall_measure": recall_measure, "recall": recall}
        yield Advice(key="rank_without_recall", facts=facts)


def _ndcg_against_mrr(evaluation: Measured) -> Iterator[Advice]:
    (ndcg_measure, ndcg), (rr_measure, rr) = _at_largest(evaluation, "nDCG"), _at_largest(evaluation, "RR")
    if abs(ndcg - rr) >= _GAP:
        facts = {"ndcg_measure": ndcg_measure, "ndcg": ndcg, "rr_measure": rr_measure, "rr": rr}
        yield Advice(key="ndcg_below_mrr" if ndcg < rr else "ndcg_above_mrr", facts=facts)


def _weak_slice(evaluation: Measured) -> Iterator[Advice]:
    measure, overall = _at_largest(evaluation, "R")
    for field in evaluation.golden.breakdowns():
        parts = {group: part for group, part in evaluation.by(field).items() if part.mean(measure).scored >= FEW}
        level = 1.0 - (1.0 - evaluation.settings.level) / max(len(parts), 1)
        weak = {group: part.mean(measure) for group, part in parts.items() if _is_below(part, measure, overall, level)}
        if len(parts) < 2 or not weak:
            continue
        group, worst = min(weak.items(), key=lambda item: item[1].mean)
        facts = {"measure": measure, "value": worst.mean, "interval": parts[group].interval(measure)}
        facts |= {"field": field, "group": group, "cases": str(worst.scored), "overall": overall}
        yield Advice(key="weak_slice", facts=facts)


def _is_below(part: Measured, measure: Measure, overall: float, level: float) -> bool:
    """Whether a group's mean lies below that of all questions by more than is left to chance, and by enough to matter.

    Bonferroni's correction is in `level`; an interval that is not known is not below anything.
    """
    return overall - part.mean(measure).mean >= _SLICE_GAP and part.interval(measure, level=level).high < overall


def _slow(evaluation: Measured) -> Iterator[Advice]:
    latency = evaluation.latency_s
    if latency is not None and latency.p95 > _SLOW_S:
        yield Advice(key="slow", facts={"p95": latency.p95})


def _many_tokens(evaluation: Measured) -> Iterator[Advice]:
    k = evaluation.settings.k[-1]
    tokens = evaluation.tokens_at_k.get(k, 0.0)
    if tokens > _MANY_TOKENS:
        yield Advice(key="many_tokens", facts={"tokens": f"{tokens:.0f}", "k": str(k)})


_RULES: tuple[Callable[[Measured], Iterator[Advice]], ...] = (
    _failed_calls,
    _low_recall,
    _weak_slice,
    _hit_without_rank,
    _rank_without_recall,
    _ndcg_against_mrr,
    _precision,
    _slow,
    _many_tokens,
)
