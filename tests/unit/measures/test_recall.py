import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import R


def test_recall_divides_by_the_relevant_that_were_missed_too() -> None:
    judged = judge([["a", "x"]], [{"a": 1, "b": 1, "c": 1, "d": 0}])
    assert (R @ 2).per_query(judged).tolist() == pytest.approx([1 / 3])


def test_recall_cannot_reach_one_when_k_is_below_the_number_of_relevant_documents() -> None:
    judged = judge([["a", "b", "c", "d"]], [dict.fromkeys("abcd", 1)])
    assert (R @ 3).per_query(judged).tolist() == [0.75]


def test_recall_never_counts_a_document_twice() -> None:
    judged = judge([["a", "a", "a"]], [{"a": 1, "b": 1}])
    assert (R @ 3).per_query(judged).tolist() == [0.5]


def test_recall_is_zero_when_nothing_came_back() -> None:
    assert (R @ 3).per_query(judge([[]], [{"a": 1}])).tolist() == [0.0]


def test_recall_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan((R @ 3).per_query(judge([["a"]], [{"a": 0}]))).all()


def test_recall_counts_hits_and_pool_at_the_same_level() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 3, "c": 3, "d": 2}])
    assert (R(rel=3) @ 2).per_query(judged).tolist() == [0.5]


def test_the_level_of_the_table_decides_where_recall_names_none() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 3, "c": 3}], rel=3)
    assert (R @ 2).per_query(judged).tolist() == [0.5]
