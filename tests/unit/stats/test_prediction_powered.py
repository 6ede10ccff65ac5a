"""Means corrected by people's values: what the judge adds, and that a useless one adds nothing."""

import math

import numpy as np
import pytest
from scipy import stats

from assay.errors import BadInputError
from assay.stats.prediction_powered import Corrected, prediction_powered_mean

NAN = math.nan


def drawn(seed: int, noise: float, n: int = 300, n_human: int = 30) -> Corrected:
    chance = np.random.default_rng(seed)
    truth = chance.beta(2, 2, n)
    judge = 0.8 * truth + noise * chance.normal(size=n) + 0.3
    return prediction_powered_mean(np.where(np.arange(n) < n_human, truth, NAN), judge)


def test_the_interval_of_people_alone_is_students() -> None:
    values = [0.1, 0.4, 0.2, 0.9, 0.5]
    found = prediction_powered_mean([*values, NAN, NAN], [0.3] * 7)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert (found.human_low, found.human_high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_a_judge_that_says_the_same_of_all_changes_nothing() -> None:
    found = prediction_powered_mean([0.1, 0.4, 0.2, 0.9, 0.5, NAN, NAN], [0.3] * 7)
    assert (found.weight, found.mean, found.low) == (0.0, found.human_mean, found.human_low)


def test_a_judge_that_says_the_contrary_changes_nothing() -> None:
    found = prediction_powered_mean([0.1, 0.4, 0.2, 0.9, NAN, NAN], [0.9, 0.6, 0.8, 0.1, 0.2, 0.7])
    assert (found.weight, found.low) == (0.0, found.human_low)


def test_a_mean_is_corrected_by_hand() -> None:
    # y and f share 1.25 / 1.5 / ... : var(f) over all is 1.25, cov 1.25, so the weight is 1 / (1 + 4/4) = 1/2
    found = prediction_powered_mean([0, 1, 2, 3, NAN, NAN, NAN, NAN], [1, 2, 3, 4, 1, 2, 3, 4])
    assert (found.weight, found.mean) == pytest.approx((0.5, 1.5))


def test_a_good_judge_saves_labels_and_is_right_despite_its_bias() -> None:
    found = [drawn(seed, 0.05) for seed in range(400)]
    assert np.mean([one.high - one.low for one in found]) < 0.6 * np.mean(
        [one.human_high - one.human_low for one in found]
    )
    assert np.median([one.effective_n for one in found]) > 60


@pytest.mark.parametrize("noise", [0.05, 0.3, 3.0])
def test_the_interval_holds_the_mean_as_often_as_it_says(noise: float) -> None:
    found = [drawn(seed, noise) for seed in range(1000)]
    assert 0.93 <= np.mean([one.low <= 0.5 <= one.high for one in found]) <= 0.97


def test_queries_of_one_cluster_count_as_one() -> None:
    human = np.repeat([0.1, 0.4, 0.2, 0.9], 5)
    found = prediction_powered_mean(human, np.zeros(20), cluster=np.repeat([1, 2, 3, 4], 5))
    expected = stats.ttest_1samp([0.1, 0.4, 0.2, 0.9], 0).confidence_interval(0.95)
    assert (found.human_low, found.human_high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_one_query_has_no_interval() -> None:
    assert math.isnan(prediction_powered_mean([0.5, NAN], [0.5, 0.2]).low)


def test_people_must_have_judged_something() -> None:
    with pytest.raises(BadInputError, match="no query"):
        prediction_powered_mean([NAN], [0.5])


def test_the_judge_must_have_judged_everything() -> None:
    with pytest.raises(BadInputError, match="every query"):
        prediction_powered_mean([0.5, NAN], [0.5, NAN])
