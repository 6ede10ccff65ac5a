import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import P


def test_precision_divides_by_k_when_fewer_came_back() -> None:
    judged = judge([["a"]], [{"a": 1}])
    assert (P @ 5).per_query(judged).tolist() == pytest.approx([0.2])


def test_precision_of_depth_retrieved_divides_by_what_came_back() -> None:
    judged = judge([["a"]], [{"a": 1}])
    assert (P(depth="retrieved") @ 5).per_query(judged).tolist() == [1.0]


def test_precision_of_depth_retrieved_divides_by_k_when_more_came_back() -> None:
    judged = judge([["a", "x", "y", "z"]], [{"a": 1}])
    assert (P(depth="retrieved") @ 2).per_query(judged).tolist() == [0.5]


def test_precision_of_depth_retrieved_is_zero_when_nothing_came_back() -> None:
    judged = judge([[]], [{"a": 1}])
    assert (P(depth="retrieved") @ 5).per_query(judged).tolist() == [0.0]


def test_a_repeat_keeps_its_slot_in_the_depth() -> None:
    judged = judge([["a", "a"]], [{"a": 1}])
    assert (P(depth="retrieved") @ 5).per_query(judged).tolist() == [0.5]


def test_precision_without_a_cutoff_divides_by_all_hits() -> None:
    judged = judge([["a", "x", "y", "b"]], [{"a": 1, "b": 1, "c": 1}])
    assert P.per_query(judged).tolist() == [0.5]


def test_precision_counts_judged_irrelevant_and_unjudged_hits_alike() -> None:
    judged = judge([["a", "x"], ["a", "b"]], [{"a": 1, "b": 0}] * 2)
    assert (P @ 2).per_query(judged).tolist() == [0.5, 0.5]


def test_precision_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan((P @ 5).per_query(judge([["a"]], [{"a": 0}]))).all()


def test_a_level_of_precision_above_every_grade_is_undefined() -> None:
    assert np.isnan((P(rel=3) @ 5).per_query(judge([["a"]], [{"a": 2}]))).all()


def test_precision_of_a_fractional_level_takes_grades_of_at_least_that() -> None:
    judged = judge([["a", "b", "c"]], [{"a": 1.4, "b": 1.5, "c": 2}])
    assert (P(rel=1.5) @ 3).per_query(judged).tolist() == pytest.approx([2 / 3])


def test_a_measures_own_level_replaces_that_of_the_table() -> None:
    judged = judge([["a", "b"]], [{"a": 2, "b": 3}], rel=3)
    assert (P(rel=2) @ 2).per_query(judged).tolist() == [1.0]


def test_a_level_below_that_of_the_table_scores_queries_the_table_calls_unanswered() -> None:
    judged = judge([["a", "x"]], [{"a": 2}], rel=3)
    assert (P(rel=2) @ 2).per_query(judged).tolist() == [0.5]


def test_a_cutoff_beyond_what_ranks_can_be_told_apart_by_is_refused() -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1, got 1000"):
        P @ 10**30
