"""How well a score tells two groups apart: AUROC, average precision, and the threshold that does it best."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from assay.stats.sample import Floats

_RESAMPLES = 1000
_FOLDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure and its interval; NaN where it is undefined or the data cannot say."""

    value: float
    low: float
    high: float


def auroc(positive: Floats, negative: Floats, *, level: float = 0.95) -> Estimate:
    r"""Chance that a positive scores above a negative, ties counting half, with DeLong's interval.

    Parameters
    ----------
    positive, negative
        float64, shapes (n_positive,) and (n_negative,): scores, larger for positives; ``-inf`` is below all.
    level
        How often such intervals hold the figure.

    Returns
    -------
    Estimate
        In [0, 1]. Undefined where a group is empty; without an interval where a group has fewer than two, or all
        scores tie.

    Notes
    -----
    DeLong et al. (1988) on the logit scale, which stays within (0, 1). Where the groups are told apart without an
    error, or always the wrong way, that variance is 0 and says nothing: the interval is then that of Clopper & Pearson
    (1934) for as many successes in a row as the smaller group has members.

    Examples
    --------
    >>> auroc(np.array([3.0, 2.0]), np.array([1.0, 2.0])).value
    0.875
    """
    if not len(positive) or not len(negative):
        return Estimate(value=np.nan, low=np.nan, high=np.nan)
    above, below = _placements(positive, negative), 1.0 - _placements(negative, positive)
    value = float(above.mean())
    if min(len(positive), len(negative)) < 2:
        return Estimate(value=value, low=np.nan, high=np.nan)
    if value in (0.0, 1.0):
        bound = ((1 - level) / 2) ** (1 / min(len(positive), len(negative)))
        return Estimate(value=value, low=min(bound, value), high=max(1.0 - bound, value))
    error = np.sqrt(above.var(ddof=1) / len(positive) + below.var(ddof=1) / len(negative))
    if error == 0.0:
        return Estimate(value=value, low=np.nan, high=np.nan)
    spread = float(ndtri(0.5 + level / 2)) * error / (value * (1.0 - value))
    logit = np.log(value / (1.0 - value))
    low, high = (float(1.0 / (1.0 + np.exp(-end))) for end in (logit - spread, logit + spread))
    return Estimate(value=value, low=low, high=high)


def _placements(scores: Floats, others: Floats) -> Floats:
    """Share of `others` each score lies above, ties counting half."""
    ordered = np.sort(others)
    return (np.searchsorted(ordered, scores, "left") + np.searchsorted(ordered, scores, "right")) / (2 * len(others))


def average_precision(positive: Floats, negative: Floats, *, level: float = 0.95, seed: int = 0) -> Estimate:
    r"""Mean precision at the thresholds where a positive comes in, with a bootstrap interval.

    .. math:: \mathrm{AP} = \sum_t (R_t - R_{t-}) P_t

    over the distinct scores t, from the largest; scores that tie come in together.

    Parameters
    ----------
    positive, negative, level
        As for `auroc`.
    seed
        Draws the resamples: 1,000, within each group.

    Returns
    -------
    Estimate
        In [0, 1]. Undefined without positives; without an interval where a group has fewer than two, or no resample
        differs from the others, as where the groups never mix or all scores tie: that says nothing of other cases.

    Examples
    --------
    >>> round(average_precision(np.array([3.0, 1.0]), np.array([2.0])).value, 4)
    0.8333
    """
    if not len(positive):
        return Estimate(value=np.nan, low=np.nan, high=np.nan)
    value = _average_precision(positive, negative)
    if len(positive) < 2 or len(negative) < 2:
        return Estimate(value=value, low=np.nan, high=np.nan)
    drawn = [_average_precision(*resample) for resample in _resamples(positive, negative, seed)]
    if np.ptp(drawn) < 1e-12:
        return Estimate(value=value, low=np.nan, high=np.nan)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(value=value, low=float(low), high=float(high))


def _average_precision(positive: Floats, negative: Floats) -> float:
    thresholds, comes_in = np.unique(positive, return_counts=True)
    found = _at_least(positive, thresholds)
    return float((comes_in * found / (found + _at_least(negative, thresholds))).sum() / len(positive))


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """The score from which on something counts as positive.

    `low` and `high` are where resamples put it. `true_rate` and `false_rate` are the shares of positives and negatives
    that reach thresholds chosen without them: on the cases it was chosen on, a threshold flatters itself.
    """

    value: float
    low: float
    high: float
    true_rate: float
    false_rate: float


def best_threshold(
    positive: Floats,
    negative: Floats,
    *,
    max_false_rate: float | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Threshold | None:
    """Return the threshold at which the share of positives that reach it exceeds that of negatives most (Youden's J).

    Parameters
    ----------
    positive, negative, level, seed
        As for `average_precision`.
    max_false_rate
        Where given, the smallest positive score that at most this share of the negatives reaches is taken instead.

    Returns
    -------
    Threshold or None
        The smallest of several that are as good: more positives are kept. None where a group has fewer than two
        scores, no positive score is finite, or none keeps to `max_false_rate`. An end of the interval is infinite
        where that many resamples have no such score.

    Notes
    -----
    Youden (1950). Rates are cross-fitted over 10 folds drawn within each group, or as many as the smaller group has.
    """
    if min(len(positive), len(negative)) < 2 or not np.isfinite(positive).any():
        return None
    value = _choose(positive, negative, max_false_rate)
    if np.isinf(value):
        return None
    drawn = [_choose(*resample, max_false_rate) for resample in _resamples(positive, negative, seed)]
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], method="nearest")
    n_folds = min(_FOLDS, len(positive), len(negative))
    random = np.random.default_rng(seed)
    fold_p, fold_n = (random.permutation(np.arange(len(group)) % n_folds) for group in (positive, negative))
    reached_p = reached_n = 0
    for fold in range(n_folds):
        chosen = _choose(positive[fold_p != fold], negative[fold_n != fold], max_false_rate)
        reached_p += int((positive[fold_p == fold] >= chosen).sum())
        reached_n += int((negative[fold_n == fold] >= chosen).sum())
    return Threshold(
        value=value,
        low=float(low),
        high=float(high),
        true_rate=reached_p / len(positive),
        false_rate=reached_n / len(negative),
    )


def _choose(positive: Floats, negative: Floats, max_false_rate: float | None) -> float:
    """Return the threshold; infinity where there is none, which keeps nothing."""
    candidates = np.unique(positive[np.isfinite(positive)])
    false = _at_least(negative, candidates) / len(negative)
    if max_false_rate is not None:
        candidates = candidates[false <= max_false_rate + 1e-12]
        return float(candidates[0]) if len(candidates) else float("inf")
    if not len(candidates):
        return float("inf")
    kept = _at_least(positive, candidates) / len(positive)
    return float(candidates[np.argmax(np.round(kept - false, 12))])


def _at_least(scores: Floats, thresholds: Floats) -> Floats:
    return len(scores) - np.searchsorted(np.sort(scores), thresholds, "left").astype(np.float64)


def _resamples(positive: Floats, negative: Floats, seed: int) -> list[tuple[Floats, Floats]]:
    random = np.random.default_rng(seed)
    return [(random.choice(positive, len(positive)), random.choice(negative, len(negative))) for _ in range(_RESAMPLES)]
