"""Logistic maps: by hand, against scikit-learn, and where labels would send them to infinity."""

import math

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.platt import Platt, fit_platt

rng = np.random.default_rng(7)
SCORES = rng.normal(3.0, 4.0, 200)
SHARES = 1 / (1 + np.exp(-(0.6 * SCORES - 1.0)))
GRADES = np.clip(np.round(5 * SHARES + rng.normal(0, 0.8, 200)), 0, 5)


def test_a_curve_is_what_its_formula_says() -> None:
    assert Platt(slope=2.0, intercept=1.0).map_scores([0.5]).tolist() == pytest.approx([5 / (1 + math.exp(-2.0))])


def test_two_scores_are_met_exactly_where_the_targets_are() -> None:
    # of 4 bad pairs at 0 and 2 good ones at 1 the targets are 1/6 and 3/4, and two numbers fit two targets
    fitted = fit_platt([0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 5, 5])
    assert fitted.map_scores([0, 1]).tolist() == pytest.approx([5 / 6, 15 / 4])


def test_a_grade_between_the_ends_counts_for_both_by_its_share() -> None:
    # shares 0.2 and 0.8: n+ = n- = 1, so targets are 0.2 * 2/3 + 0.8 * 1/3 = 0.4 and 0.8 * 2/3 + 0.2 * 1/3 = 0.6
    assert fit_platt([-1, 1], [1, 4]).map_scores([-1, 1]).tolist() == pytest.approx([2.0, 3.0])


def test_labels_of_two_kinds_agree_with_scikit_learn_s_platt() -> None:
    calibration = pytest.importorskip("sklearn.calibration")
    labels = (GRADES >= 3).astype(int)
    oracle = calibration._SigmoidCalibration().fit(SCORES, labels)
    fitted = fit_platt(SCORES, labels, low=0, high=1)
    assert (fitted.slope, fitted.intercept) == pytest.approx((-oracle.a_, -oracle.b_), rel=1e-4)


def test_grades_agree_with_scikit_learn_s_weighted_logistic_regression() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    share = GRADES / 5
    high, low = share.sum(), (1 - share).sum()
    target = share * (high + 1) / (high + 2) + (1 - share) / (low + 2)
    oracle = linear.LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(
        np.concatenate([SCORES, SCORES])[:, None],
        np.repeat([1, 0], len(SCORES)),
        sample_weight=np.concatenate([target, 1 - target]),
    )
    fitted = fit_platt(SCORES, GRADES)
    assert (fitted.slope, fitted.intercept) == pytest.approx((oracle.coef_[0, 0], oracle.intercept_[0]), rel=1e-5)


def test_scores_that_part_the_labels_give_a_finite_curve() -> None:
    fitted = fit_platt(np.arange(1000.0), np.where(np.arange(1000) < 500, 0, 5))
    assert 0 < fitted.slope < math.inf
    assert fitted.map_scores([-1e9, 499.5, 1e9]).tolist() == pytest.approx([0.0, 2.5, 5.0], abs=1e-6)


def test_scores_that_are_all_the_same_give_one_grade() -> None:
    fitted = fit_platt([3, 3, 3, 3], [0, 5, 0, 5])
    assert (fitted.slope, fitted.map_scores([100.0]).tolist()) == (0.0, pytest.approx([2.5]))


def test_labels_that_are_all_the_same_give_one_grade_drawn_in_from_the_end() -> None:
    assert fit_platt([1, 2, 3], [0, 0, 0]).map_scores([1, 3]).tolist() == pytest.approx([1.0, 1.0])  # 5 / (3 + 2)


def test_scores_that_run_the_wrong_way_give_a_falling_curve() -> None:
    assert fit_platt(-SCORES, GRADES).slope == pytest.approx(-fit_platt(SCORES, GRADES).slope)


@pytest.mark.parametrize("factor", [1e-9, 1e9])
def test_the_unit_of_the_scores_makes_no_difference(factor: float) -> None:
    moved = fit_platt(SCORES * factor + 5 * factor, GRADES).map_scores(SCORES * factor + 5 * factor)
    assert moved == pytest.approx(fit_platt(SCORES, GRADES).map_scores(SCORES), abs=1e-9)


def test_a_grade_outside_the_scale_is_refused() -> None:
    with pytest.raises(BadInputError, match="scale from 0 to 5"):
        fit_platt([1, 2], [0, 6])


@pytest.mark.parametrize("values", [{"slope": math.nan}, {"intercept": math.inf}, {"low": 5.0}])
def test_a_curve_of_no_numbers_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        Platt(**{"slope": 1.0, "intercept": 0.0, **values})
