import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import HitRate


@pytest.mark.parametrize(("k", "value"), [(1, 0.0), (2, 0.0), (3, 1.0), (4, 1.0)])
def test_hit_rate_turns_one_at_the_rank_of_the_first_relevant_document(k: int, value: float) -> None:
    judged = judge([["x", "y", "a", "b"]], [{"a": 1, "b": 1}])
    assert (HitRate @ k).per_query(judged).tolist() == [value]


def test_a_second_relevant_document_does_not_raise_the_hit_rate() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 1}])
    assert (HitRate @ 2).per_query(judged).tolist() == [1.0]


def test_hit_rate_is_zero_when_nothing_came_back() -> None:
    judged = judge([[]], [{"a": 1}])
    assert (HitRate @ 3).per_query(judged).tolist() == [0.0]


def test_hit_rate_is_undefined_when_no_document_is_relevant() -> None:
    judged = judge([["a"], ["a"]], [{}, {"a": 0}])
    assert np.isnan((HitRate @ 3).per_query(judged)).all()


def test_hit_rate_asks_for_the_grade_its_level_names() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 2}])
    assert (HitRate(rel=2) @ 1).per_query(judged).tolist() == [0.0]


def test_the_mean_hit_rate_is_the_share_of_queries_with_a_hit() -> None:
    judged = judge([["a"], ["x"], ["y"], ["z"]], [{"a": 1}] * 4)
    assert (HitRate @ 1).per_query(judged).mean() == 0.25
