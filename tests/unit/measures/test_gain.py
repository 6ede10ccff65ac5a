"""What a grade is worth."""

import math

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import DCG, IDCG, nDCG
from assay.measures.parameter import Gains

SECOND = 1 / math.log2(3)


def test_a_mapping_gives_each_named_grade_its_gain_and_the_others_themselves() -> None:
    judged = judge([["a", "b", "c"]], [{"a": 1, "b": 2, "c": 3}])
    assert DCG(gain={1: 3, 2: 9}).per_query(judged).tolist() == pytest.approx([3 + 9 * SECOND + 3 / 2])


def test_the_ideal_is_sorted_by_the_gain_and_not_by_the_grade() -> None:
    judged = judge([["b", "a"], ["a", "b"]], [{"a": 2, "b": 1}] * 2)
    better, worse = nDCG(gain={1: 9, 2: 3}).per_query(judged)
    assert better == 1.0
    assert worse < 1.0


def test_gains_closer_than_one_are_sorted_too() -> None:
    """Rule 23: trec_eval sorts these wrongly and prints 1.0286."""
    judged = judge([["a", "b"], ["b", "a"]], [{"a": 1, "b": 2}] * 2)
    assert (nDCG(gain={1: 0.9, 2: 0.5}).per_query(judged) <= 1.0).all()


def test_the_grade_nought_can_be_given_a_gain_and_what_nobody_judged_cannot() -> None:
    judged = judge([["u", "x", "a"]], [{"a": 1, "u": 0}])
    assert DCG(gain={0: 1}).per_query(judged).tolist() == pytest.approx([1 + 1 / 2])


def test_a_grade_between_the_named_ones_gains_itself() -> None:
    assert DCG(gain={1: 7, 2: 9}).per_query(judge([["a"]], [{"a": 1.5}])).tolist() == [1.5]


def test_the_largest_dcg_is_that_of_the_best_order_cut_at_k() -> None:
    judged = judge([["b"]], [{"a": 3, "b": 2, "c": 1}])
    assert (IDCG @ 2).per_query(judged).tolist() == pytest.approx([3 + 2 * SECOND])


@pytest.mark.parametrize("measure", [DCG, IDCG], ids=str)
def test_dcg_is_undefined_where_ndcg_is(measure: DCG) -> None:
    judged = judge([["a"], []], [{"a": 0}, {}])
    assert np.isnan(measure.per_query(judged)).all()


def test_equal_mappings_are_one_measure() -> None:
    assert len({nDCG(gain={1: 3, 2: 9}), nDCG(gain={2.0: 9, 1: 3.0}), nDCG(gain=Gains({1: 3, 2: 9}))}) == 1


def test_a_mapping_given_is_not_kept_but_copied() -> None:
    given = {1: 3}
    measure = nDCG(gain=given)
    given[1] = 5
    assert str(measure) == "nDCG(gain={1:3})"


@pytest.mark.parametrize("gain", [{}, {1: -1}, {-1: 1}, {"1": 2}, {1: math.nan}, {1: math.inf}, {1: True}], ids=str)
def test_a_mapping_is_of_finite_numbers_that_are_not_below_zero(gain: dict[object, object]) -> None:
    with pytest.raises(MeasureParameterError, match="gain"):
        nDCG(gain=gain)


@pytest.mark.parametrize("gain", ["log", 2, None, [1, 2]])
def test_anything_else_is_no_gain(gain: object) -> None:
    with pytest.raises(MeasureParameterError, match="nDCG: gain is one of 'linear', 'exponential' or a mapping"):
        nDCG(gain=gain)
