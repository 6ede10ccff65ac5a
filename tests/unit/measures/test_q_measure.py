import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures.average_precision import AP
from assay.measures.q_measure import Q


def test_q_blends_precision_and_cumulative_gain_at_each_relevant_hit() -> None:
    judged = judge([["b", "x", "a"]], [{"a": 3, "b": 1}])
    at_1, at_3 = (1 + 1) / (1 + 3), (2 + 4) / (3 + 4)
    assert Q().per_query(judged).tolist() == [(at_1 + at_3) / 2]


def test_beta_weighs_the_gains() -> None:
    judged = judge([["b", "x", "a"]], [{"a": 3, "b": 1}])
    at_1, at_3 = (1 + 10) / (1 + 30), (2 + 40) / (3 + 40)
    assert Q(beta=10).per_query(judged).tolist() == pytest.approx([(at_1 + at_3) / 2])


def test_q_without_gains_is_average_precision() -> None:
    judged = judge([["b", "x", "a", "y", "c"], ["x", "a"]], [{"a": 3, "b": 1, "c": 2, "d": 1}, {"a": 2}])
    assert Q(beta=0).per_query(judged).tolist() == AP().per_query(judged).tolist()


def test_a_cutoff_divides_by_what_can_be_found_there() -> None:
    judged = judge([["a", "b", "c"]], [dict.fromkeys("abcdefgh", 1)])
    assert (Q() @ 2).per_query(judged).tolist() == [1.0]


def test_the_best_order_of_all_relevant_documents_scores_one() -> None:
    judged = judge([["a", "b", "c"]], [{"a": 3, "b": 2, "c": 1, "n": 0}])
    assert Q().per_query(judged).tolist() == [1.0]


def test_what_is_missed_makes_the_ideal_gain_more() -> None:
    judged = judge([["b"]], [{"a": 3, "b": 1}])
    assert Q().per_query(judged).tolist() == [(1 + 1) / (1 + 3) / 2]


def test_grades_below_the_level_gain_nothing() -> None:
    judged = judge([["b", "a"]], [{"a": 3, "b": 1}])
    assert Q(rel=2).per_query(judged).tolist() == [(1 + 3) / (2 + 3)]


def test_q_is_undefined_when_no_document_is_relevant() -> None:
    judged = judge([["a"], ["a"]], [{}, {"a": 0}])
    assert np.isnan(Q().per_query(judged)).all()


def test_q_is_zero_where_nothing_relevant_was_retrieved() -> None:
    judged = judge([["x"], []], [{"a": 1}] * 2)
    assert Q().per_query(judged).tolist() == [0.0, 0.0]


def test_a_negative_beta_is_refused() -> None:
    with pytest.raises(MeasureParameterError, match="Q: beta is a number of at least 0"):
        Q(beta=-1)
