import math
import tracemalloc

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import nDCG
from assay.measures.ndcg import dcg

SECOND = 1 / math.log2(3)  # the discount of rank 2


def test_the_ideal_is_cut_at_k_as_the_ranking_is() -> None:
    judged = judge([["a", "b", "c"]], [dict.fromkeys("abcdefghij", 1)])
    assert (nDCG @ 3).per_query(judged).tolist() == [1.0]


def test_the_default_ideal_knows_what_was_missed() -> None:
    judged = judge([["b"]], [{"a": 3, "b": 1}])
    assert (nDCG @ 1).per_query(judged).tolist() == pytest.approx([1 / 3])


def test_the_ideal_of_the_retrieved_list_cannot_see_what_was_missed() -> None:
    judged = judge([["b"]], [{"a": 3, "b": 1}])
    assert (nDCG(ideal="retrieved") @ 1).per_query(judged).tolist() == [1.0]


def test_the_ideal_of_the_retrieved_list_is_zero_when_nothing_retrieved_gains() -> None:
    judged = judge([["x"], []], [{"a": 1}] * 2)
    assert nDCG(ideal="retrieved").per_query(judged).tolist() == [0.0, 0.0]


def test_gains_are_the_grades_themselves_by_default() -> None:
    judged = judge([["b", "a"]], [{"a": 3, "b": 1}])
    assert nDCG.per_query(judged).tolist() == pytest.approx([(1 + 3 * SECOND) / (3 + SECOND)])


def test_exponential_gains_are_two_to_the_grade_minus_one() -> None:
    judged = judge([["b", "a"]], [{"a": 3, "b": 1}])
    expected = (1 + 7 * SECOND) / (7 + SECOND)
    assert nDCG(gain="exponential").per_query(judged).tolist() == pytest.approx([expected])


def test_both_ways_of_gaining_agree_on_labels_of_zero_and_one() -> None:
    judged = judge([["x", "a", "y", "b"]], [{"a": 1, "b": 1, "c": 1, "x": 0}])
    expected = [(SECOND + 1 / math.log2(5)) / (1 + SECOND + 0.5)] * 2
    found = [float(nDCG(gain=gain).per_query(judged)[0]) for gain in ("linear", "exponential")]
    assert found == pytest.approx(expected)


def test_a_negative_grade_gains_nothing() -> None:
    judged = judge([["n", "a"]], [{"n": -2, "a": 1}])
    assert nDCG.per_query(judged).tolist() == pytest.approx([SECOND])


def test_a_negative_grade_does_not_lower_the_ideal() -> None:
    judged = judge([["a", "n"]], [{"n": -2, "a": 1}])
    assert nDCG(gain="exponential").per_query(judged).tolist() == [1.0]


def test_ndcg_is_undefined_when_no_document_is_relevant() -> None:
    judged = judge([["a"], ["a"], ["a"]], [{}, {"a": 0}, {"a": -1}])
    assert np.isnan(nDCG.per_query(judged)).all()


def test_a_grade_of_two_thousand_million_makes_no_table_of_levels() -> None:
    tracemalloc.start()
    try:
        (nDCG @ 10).per_query(judge([["b", "a"]], [{"a": 2e9, "b": 1}]))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_a_grade_of_two_thousand_million_gains_that_much() -> None:
    judged = judge([["b", "a"]], [{"a": 2e9, "b": 1}])
    assert nDCG.per_query(judged).tolist() == pytest.approx([(1 + 2e9 * SECOND) / (2e9 + SECOND)], rel=1e-12)


def test_an_exponential_gain_that_no_float_can_hold_is_an_error() -> None:
    judged = judge([["a", "b"]], [{"a": 2000, "b": 1}])
    with pytest.raises(MeasureParameterError, match="no float can hold the exponential gain of a grade of 2000"):
        nDCG(gain="exponential").per_query(judged)


def test_ndcg_without_a_cutoff_takes_every_hit() -> None:
    judged = judge([[*"uvwxyz", "a"]], [{"a": 1}])
    assert nDCG.per_query(judged).tolist() == pytest.approx([1 / 3])  # log2(7 + 1)


def test_ndcg_has_no_relevance_level() -> None:
    with pytest.raises(MeasureParameterError, match="nDCG has no parameter 'rel'"):
        nDCG(rel=2)


def test_dcg_of_two_queries_stays_apart() -> None:
    found = dcg(np.array([0, 1]), np.array([1, 3]), np.array([2.0, 4.0]), n_queries=3)
    assert found.tolist() == [2.0, 2.0, 0.0]


def test_dcg_takes_the_rows_up_to_k() -> None:
    found = dcg(np.array([0, 0]), np.array([1, 3]), np.array([2.0, 4.0]), n_queries=1, k=2)
    assert found.tolist() == [2.0]


def test_dcg_of_no_rows_is_zero() -> None:
    nothing = np.array([], dtype=np.int64)
    assert dcg(nothing, nothing, np.array([]), n_queries=2).tolist() == [0.0, 0.0]
