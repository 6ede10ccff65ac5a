import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import F1


def test_f1_is_the_harmonic_mean_of_precision_and_recall() -> None:
    judged = judge([["a", "x", "y", "z"]], [{"a": 1, "b": 1}])  # P 1/4, R 1/2
    assert (F1 @ 4).per_query(judged).tolist() == pytest.approx([1 / 3])


def test_f1_is_zero_when_nothing_relevant_was_found() -> None:
    assert (F1 @ 2).per_query(judge([["x", "y"]], [{"a": 1}])).tolist() == [0.0]


def test_f1_is_zero_when_nothing_came_back() -> None:
    judged = judge([[]], [{"a": 1}])
    assert (F1(depth="retrieved") @ 2).per_query(judged).tolist() == [0.0]


def test_f1_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan((F1 @ 2).per_query(judge([["x"]], [{}]))).all()


def test_f1_of_depth_retrieved_takes_the_precision_of_what_came_back() -> None:
    judged = judge([["a"]], [{"a": 1, "b": 1, "c": 1}])  # P 1, R 1/3
    assert (F1(depth="retrieved") @ 5).per_query(judged).tolist() == [0.5]


def test_the_mean_of_f1_is_that_of_the_queries_and_not_the_harmonic_mean_of_the_means() -> None:
    judged = judge([["a", "x"], ["a", "b"]], [{"a": 1}, dict.fromkeys("abcd", 1)])
    per_query = (F1 @ 2).per_query(judged)  # P 1/2, R 1 and P 1, R 1/2; both means are 3/4
    assert per_query.mean() == pytest.approx(2 / 3)
