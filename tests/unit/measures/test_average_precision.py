import math

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AP, Yaap

TEN = {f"d{number}": 1.0 for number in range(10)}


def test_average_precision_divides_by_all_relevant_documents() -> None:
    judged = judge([["d0", "d1", "d2"]], [TEN])
    assert AP.per_query(judged).tolist() == pytest.approx([0.3])


def test_average_precision_of_norm_retrieved_divides_by_those_found() -> None:
    judged = judge([["d0", "d1", "d2"]], [TEN])
    assert AP(norm="retrieved").per_query(judged).tolist() == [1.0]


def test_average_precision_divides_by_all_relevant_documents_even_when_k_is_smaller() -> None:
    judged = judge([[f"d{number}" for number in range(10)]], [TEN])
    assert (AP @ 5).per_query(judged).tolist() == pytest.approx([0.5])


def test_average_precision_of_norm_retrieved_takes_only_those_found_up_to_k() -> None:
    judged = judge([["a", "x", "y", "b"]], [{"a": 1, "b": 1}])
    assert (AP(norm="retrieved") @ 2).per_query(judged).tolist() == [1.0]


def test_average_precision_of_norm_retrieved_can_fall_when_one_more_is_found() -> None:
    judged = judge([["a", "x", "y"], ["a", "x", "b"]], [{"a": 1, "b": 1}] * 2)
    assert AP(norm="retrieved").per_query(judged).tolist() == pytest.approx([1.0, 5 / 6])


@pytest.mark.parametrize("norm", ["relevant", "retrieved"])
def test_average_precision_is_zero_when_nothing_relevant_was_found(norm: str) -> None:
    judged = judge([["x", "y"], []], [{"a": 1}] * 2)
    assert AP(norm=norm).per_query(judged).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("norm", ["relevant", "retrieved"])
def test_average_precision_is_undefined_when_no_document_is_relevant(norm: str) -> None:
    assert np.isnan(AP(norm=norm).per_query(judge([["a"]], [{"a": 0}]))).all()


def test_a_relevant_document_below_the_level_does_not_count_towards_later_precisions() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 2}])
    assert AP(rel=2).per_query(judged).tolist() == [0.5]


def test_precisions_of_one_query_do_not_leak_into_the_next() -> None:
    judged = judge([["a", "b"], ["x", "a"]], [{"a": 1, "b": 1}] * 2)
    assert AP.per_query(judged).tolist() == pytest.approx([1.0, 0.25])


def test_yaap_is_the_log_odds_of_what_average_precision_sums() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 1}])  # 1 + 2/3 of 2
    assert Yaap.per_query(judged).tolist() == pytest.approx([math.log((1 + 5 / 3) / (1 + 2 - 5 / 3))])


def test_yaap_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan(Yaap.per_query(judge([["a"]], [{}]))).all()
