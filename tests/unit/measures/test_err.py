import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures.err import ERR, NERR

TOP2 = ERR(max_grade=2)  # grades 1 and 2 satisfy with 1/4 and 3/4


def test_err_sums_the_chances_to_stop_at_each_rank() -> None:
    judged = judge([["b", "x", "a"]], [{"a": 2, "b": 1}])
    assert TOP2.per_query(judged).tolist() == [1 / 4 + 3 / 4 * 3 / 4 / 3]


def test_err_of_a_perfect_ranking_stays_below_one() -> None:
    judged = judge([["a"]], [{"a": 2}])
    assert TOP2.per_query(judged).tolist() == [0.75]


def test_err_of_two_queries_stays_apart() -> None:
    judged = judge([["a", "b"], ["a"], ["b"]], [{"a": 2, "b": 1}, {"a": 1}, {"b": 2}])
    assert TOP2.per_query(judged).tolist() == [3 / 4 + 1 / 4 * 1 / 4 / 2, 0.25, 0.75]


def test_err_takes_the_hits_up_to_k() -> None:
    judged = judge([["x", "a", "b"]], [{"a": 2, "b": 2}])
    assert (TOP2 @ 2).per_query(judged).tolist() == [0.375]
    assert (TOP2 @ 1).per_query(judged).tolist() == [0.0]


def test_a_repeat_keeps_its_slot_and_satisfies_nobody() -> None:
    judged = judge([["b", "b", "a"]], [{"a": 2, "b": 1}])
    assert TOP2.per_query(judged).tolist() == [1 / 4 + 3 / 4 * 3 / 4 / 3]


def test_the_largest_grade_of_all_queries_is_the_top_where_none_is_stated() -> None:
    judged = judge([["a"], ["a"]], [{"a": 1}, {"a": 1, "missed": 2}])
    assert ERR().per_query(judged).tolist() == [0.25, 0.25]


def test_a_grade_above_the_stated_top_is_an_error_that_names_it() -> None:
    judged = judge([["a"]], [{"a": 1, "b": 3}])
    with pytest.raises(MeasureParameterError, match=r"max_grade is 2, but the judgements hold a grade of 3"):
        TOP2.per_query(judged)


@pytest.mark.parametrize("measure", [TOP2, NERR(max_grade=2)], ids=str)
def test_err_is_undefined_when_no_document_is_relevant(measure: ERR) -> None:
    judged = judge([["a"], ["a"], []], [{}, {"a": 0}, {"a": -1}])
    assert np.isnan(measure.per_query(judged)).all()


@pytest.mark.parametrize("measure", [TOP2, NERR(max_grade=2)], ids=str)
def test_err_is_zero_where_nothing_relevant_was_retrieved(measure: ERR) -> None:
    judged = judge([["x"], []], [{"a": 1}, {"a": 2}])
    assert measure.per_query(judged).tolist() == [0.0, 0.0]


def test_a_negative_grade_satisfies_nobody() -> None:
    judged = judge([["n", "a"]], [{"n": -3, "a": 2}])
    assert TOP2.per_query(judged).tolist() == [0.375]


def test_a_grade_of_two_thousand_overflows_nothing() -> None:
    judged = judge([["b", "a"]], [{"a": 2000, "b": 1999}])
    assert ERR().per_query(judged).tolist() == [0.5 + 0.5 * 1.0 / 2]


def test_a_document_that_always_satisfies_ends_the_ranking() -> None:
    judged = judge([["a", "b"], ["b"]], [{"a": 100, "b": 100}, {"b": 99}])  # 1 - 2**-100 is 1
    assert ERR().per_query(judged).tolist() == [1.0, 0.5]


def test_nerr_divides_by_the_best_order_of_the_judged_documents() -> None:
    judged = judge([["b"], ["a", "b"]], [{"a": 2, "b": 1}] * 2)
    assert NERR(max_grade=2).per_query(judged).tolist() == [(1 / 4) / (3 / 4 + 1 / 4 * 1 / 4 / 2), 1.0]


def test_the_ideal_of_nerr_is_cut_at_k_as_the_ranking_is() -> None:
    judged = judge([["a", "x"]], [{"a": 2, "b": 2, "c": 2}])
    assert (NERR(max_grade=2) @ 1).per_query(judged).tolist() == [1.0]


def test_no_queries_have_no_values() -> None:
    assert ERR().per_query(judge([], [])).shape == (0,)
    assert NERR().per_query(judge([], [])).shape == (0,)


@pytest.mark.parametrize("top", [0, -1, float("nan"), float("inf"), "four", True])
def test_a_top_that_is_none_is_refused(top: object) -> None:
    with pytest.raises(MeasureParameterError, match="ERR: max_grade is a"):
        ERR(max_grade=top)


def test_only_a_stated_top_is_written() -> None:
    assert [str(ERR() @ 20), str(NERR(max_grade=4))] == ["ERR@20", "nERR(max_grade=4)"]
