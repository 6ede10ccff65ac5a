"""Isotonic maps: by hand, against scikit-learn, and that they never fall."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import BadInputError
from assay.stats.isotonic import Isotonic, fit_isotonic

PAIRS = st.lists(st.tuples(st.integers(-20, 20), st.integers(0, 5)), min_size=1, max_size=40)


def test_grades_that_rise_are_kept() -> None:
    assert fit_isotonic([1, 2, 3], [0, 2, 5]) == Isotonic(scores=(1.0, 2.0, 3.0), grades=(0.0, 2.0, 5.0))


def test_neighbours_that_fall_get_their_mean() -> None:
    # 4 before 1 and 2: mean 7/3; the 0 below stays
    fitted = fit_isotonic([1, 2, 3, 4], [0, 4, 1, 2])
    assert fitted.map_scores([1, 2, 3, 4]).tolist() == pytest.approx([0, 7 / 3, 7 / 3, 7 / 3])


def test_a_merged_block_merges_on() -> None:
    # 3, 5, 1 -> 5 and 1 make 3, which equals the 3 before; 0 then draws all four to 9/4
    assert fit_isotonic([1, 2, 3, 4], [3, 5, 1, 0]).map_scores([1, 4]).tolist() == [2.25, 2.25]


def test_equal_scores_count_as_one_with_their_mean() -> None:
    assert fit_isotonic([1, 1, 2], [1, 2, 4]).map_scores([1, 2]).tolist() == [1.5, 4.0]


def test_equal_scores_weigh_as_many_as_they_are() -> None:
    # the mean 3 of three pairs at 1 meets the 1 at 2: (3 * 3 + 1) / 4
    assert fit_isotonic([1, 1, 1, 2], [3, 3, 3, 1]).map_scores([1.5]).tolist() == [2.5]


def test_between_knots_the_map_is_straight_and_outside_it_is_level() -> None:
    assert fit_isotonic([0, 2], [1, 5]).map_scores([-9, 0.5, 9]).tolist() == [1.0, 2.0, 5.0]


def test_one_pair_gives_its_grade_to_all() -> None:
    assert fit_isotonic([7], [3]).map_scores([-1, 7, 9]).tolist() == [3.0, 3.0, 3.0]


def test_the_order_of_pairs_makes_no_difference() -> None:
    assert fit_isotonic([3, 1, 2], [5, 0, 2]) == fit_isotonic([1, 2, 3], [0, 2, 5])


@settings(deadline=None)  # the first call imports scikit-learn
@given(PAIRS)
def test_a_map_agrees_with_scikit_learn_s(pairs: list[tuple[int, int]]) -> None:
    isotonic = pytest.importorskip("sklearn.isotonic")
    scores, grades = np.array(pairs, dtype=float).T
    asked = np.linspace(-25, 25, 301)
    oracle = isotonic.IsotonicRegression(out_of_bounds="clip").fit(scores, grades)
    assert fit_isotonic(scores, grades).map_scores(asked) == pytest.approx(oracle.predict(asked), abs=1e-9)


@given(PAIRS)
def test_a_map_never_falls(pairs: list[tuple[int, int]]) -> None:
    scores, grades = np.array(pairs, dtype=float).T
    assert (np.diff(fit_isotonic(scores, grades).map_scores(np.linspace(-25, 25, 101))) >= 0).all()


@pytest.mark.parametrize(
    ("scores", "grades"), [((), ()), ((1.0,), (1.0, 2.0)), ((2.0, 1.0), (0.0, 1.0)), ((1.0, 2.0), (3.0, 1.0))]
)
def test_knots_out_of_order_are_refused(scores: tuple[float, ...], grades: tuple[float, ...]) -> None:
    with pytest.raises(BadInputError, match="scores rise, grades never fall"):
        Isotonic(scores=scores, grades=grades)


@pytest.mark.parametrize(("scores", "grades"), [([], []), ([1.0], [1.0, 2.0]), ([float("nan")], [1.0])])
def test_pairs_that_are_none_are_refused(scores: list[float], grades: list[float]) -> None:
    with pytest.raises(BadInputError):
        fit_isotonic(scores, grades)
