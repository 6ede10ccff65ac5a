import math

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import F1, F


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


def test_beta_weighs_recall_with_its_square() -> None:
    judged = judge([["a", "b", "c", *"uvwxyz", "."]], [dict.fromkeys("abcde", 1)])  # P 0.3, R 0.6
    found = [(F(beta=beta) @ 10).per_query(judged).item() for beta in (0.5, 1, 2)]
    assert found == pytest.approx([1.25 * 0.18 / (0.25 * 0.3 + 0.6), 0.4, 0.5])


def test_f_of_beta_one_is_written_f1() -> None:
    assert (str(F(beta=1) @ 5), F(beta=1) == F1) == ("F1@5", True)


def test_f1_with_a_beta_is_written_f() -> None:
    assert str(F1(beta=2, rel=3)) == "F(rel=3, beta=2)"


@pytest.mark.parametrize("beta", [0, -1, math.inf, 1e-200, 1e200, "2", None])
def test_beta_is_a_number_above_zero(beta: object) -> None:
    with pytest.raises(MeasureParameterError, match="beta is a number above 0"):
        F(beta=beta)
