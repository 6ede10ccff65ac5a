import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import RR


@pytest.mark.parametrize("rank", [1, 2, 7, 1000])
def test_reciprocal_rank_is_one_over_the_rank_of_the_first_relevant_document(rank: int) -> None:
    ranking = [f"x{number}" for number in range(1, rank)] + ["a", "b"]
    assert RR.per_query(judge([ranking], [{"a": 1, "b": 1}])).tolist() == pytest.approx([1 / rank])


def test_a_cutoff_of_reciprocal_rank_is_not_ignored() -> None:
    judged = judge([[*"xyzuvw", "a"]], [{"a": 1}])
    assert (RR @ 5).per_query(judged).tolist() == [0.0]


def test_a_relevant_document_at_the_cutoff_itself_counts() -> None:
    judged = judge([[*"xyzu", "a"]], [{"a": 1}])
    assert (RR @ 5).per_query(judged).tolist() == pytest.approx([0.2])


def test_a_judged_irrelevant_document_before_it_is_not_the_first_relevant_one() -> None:
    judged = judge([["x", "a"]], [{"x": 0, "a": 1}])
    assert RR.per_query(judged).tolist() == [0.5]


def test_reciprocal_rank_skips_what_is_below_its_level() -> None:
    judged = judge([["a", "b", "c"]], [{"a": 1, "b": 2, "c": 3}])
    assert RR(rel=3).per_query(judged).tolist() == pytest.approx([1 / 3])


def test_reciprocal_rank_is_zero_when_nothing_relevant_came_back() -> None:
    assert RR.per_query(judge([["x"], []], [{"a": 1}] * 2)).tolist() == [0.0, 0.0]


def test_reciprocal_rank_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan(RR.per_query(judge([["x"]], [{}]))).all()
