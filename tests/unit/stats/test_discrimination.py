"""Two groups told apart by a score, against scikit-learn, figures by hand and simulation."""

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from assay.stats.discrimination import auroc, average_precision, best_threshold

RANDOM = np.random.default_rng(3)
GROUPS = [
    (np.round(RANDOM.normal(1.0, 1.0, n_positive), digits), np.round(RANDOM.normal(0.0, 1.0, n_negative), digits))
    for n_positive, n_negative, digits in ((30, 10, 5), (5, 50, 1), (100, 100, 0), (2, 2, 0))
]


def labelled(positive: np.ndarray, negative: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.r_[np.ones(len(positive)), np.zeros(len(negative))], np.r_[positive, negative]


@pytest.mark.parametrize("groups", GROUPS)
def test_auroc_and_average_precision_are_those_of_scikit_learn(groups: tuple[np.ndarray, np.ndarray]) -> None:
    truth, scores = labelled(*groups)
    assert auroc(*groups).value == pytest.approx(roc_auc_score(truth, scores), abs=1e-12)
    assert average_precision(*groups).value == pytest.approx(average_precision_score(truth, scores), abs=1e-12)


@pytest.mark.parametrize("groups", GROUPS[:3])  # the fourth never mixes
def test_an_interval_holds_its_figure_and_stays_between_0_and_1(groups: tuple[np.ndarray, np.ndarray]) -> None:
    for found in (auroc(*groups), average_precision(*groups)):
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0


def test_delongs_interval_of_a_small_sample_is_the_one_worked_out_by_hand() -> None:
    # placements 1, 1, 1/2 above (0, 1): mean 5/6, variance 1/12; of (0, 1) below (3, 2, 0.5): 1, 2/3: variance 1/18
    found = auroc(np.array([3.0, 2.0, 0.5]), np.array([0.0, 1.0]))
    error = math.sqrt((1 / 12) / 3 + (1 / 18) / 2)
    spread = 1.959963984540054 * error / ((5 / 6) * (1 / 6))
    ends = [1 / (1 + math.exp(-(math.log(5) + sign * spread))) for sign in (-1, 1)]
    assert (found.value, found.low, found.high) == pytest.approx((5 / 6, *ends), abs=1e-12)


def test_groups_that_never_mix_are_not_said_to_be_certain() -> None:
    found = auroc(np.arange(10.0, 20.0), np.arange(5.0))
    assert found.value == found.high == 1.0
    assert found.low == pytest.approx(0.025**0.2)  # five of five: 0.478 by Clopper and Pearson


def test_nothing_is_said_of_an_empty_group() -> None:
    assert math.isnan(auroc(np.array([]), np.array([1.0])).value)
    assert math.isnan(average_precision(np.array([]), np.array([1.0])).value)
    assert math.isnan(auroc(np.array([1.0]), np.array([0.0, 1.0])).low)
    assert best_threshold(np.array([1.0]), np.array([0.0, 1.0])) is None
    assert best_threshold(np.array([-np.inf, -np.inf]), np.array([0.0, 1.0])) is None


def test_the_interval_of_auroc_holds_the_truth_about_as_often_as_it_says() -> None:
    random = np.random.default_rng(11)
    truth = 0.5 * (1 + math.erf(1.0 / 2.0))  # of two normal distributions one standard deviation apart
    found = [auroc(random.normal(1.0, 1.0, 60), random.normal(0.0, 1.0, 25)) for _ in range(600)]
    assert 0.92 <= np.mean([one.low <= truth <= one.high for one in found]) <= 0.98


def test_the_threshold_is_where_kept_exceeds_false_most() -> None:
    # from 2 on: 3 of 4 against 1 of 4; from 3 on: 2 of 4 against none, as good, so that the smaller keeps more
    found = best_threshold(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 0.5, 0.7, 2.5]))
    assert found is not None
    assert found.value == 1.0  # 4 of 4 against 1 of 4
    assert found.low <= found.value <= found.high


def test_rates_of_a_threshold_are_of_cases_it_was_not_chosen_on() -> None:
    # scores that tell nothing: on the cases themselves the best threshold would look better than chance
    random = np.random.default_rng(5)
    gains = []
    for seed in range(40):
        found = best_threshold(random.normal(size=20), random.normal(size=20), seed=seed)
        assert found is not None
        gains.append(found.true_rate - found.false_rate)
    assert abs(np.mean(gains)) < 0.08


def test_scores_that_all_tie_have_no_interval() -> None:
    found = auroc(np.zeros(10), np.zeros(5))
    assert found.value == 0.5
    assert math.isnan(found.low)
    assert math.isnan(found.high)


@pytest.mark.parametrize("negative", [np.arange(5.0), np.full(5, 10.0)])
def test_average_precision_has_no_interval_where_no_resample_differs(negative: np.ndarray) -> None:
    found = average_precision(np.full(4, 10.0), negative)
    assert found.value == pytest.approx(4 / (4 + (negative == 10.0).sum()))
    assert math.isnan(found.low)
    assert math.isnan(found.high)


def test_a_wished_false_rate_takes_the_smallest_score_that_keeps_to_it() -> None:
    positive, negative = np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 0.5, 1.5, 2.5])
    chosen = [best_threshold(positive, negative, max_false_rate=rate) for rate in (1.0, 0.5, 0.25, 0.0)]
    assert [one and one.value for one in chosen] == [1.0, 1.0, 2.0, 3.0]
    assert best_threshold(positive, negative + 10, max_false_rate=0.5) is None


def test_the_same_seed_draws_the_same() -> None:
    groups = GROUPS[0]
    assert best_threshold(*groups, seed=4) == best_threshold(*groups, seed=4)
    assert average_precision(*groups, seed=4) == average_precision(*groups, seed=4)
