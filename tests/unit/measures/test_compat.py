import math

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures.compat import Compat


def test_an_ideal_ranking_is_fully_compatible() -> None:
    judged = judge([["a", "b", "c"], ["a", "c", "b", "x"]], [{"a": 2, "b": 1, "c": 1, "n": 0}] * 2)
    assert Compat().per_query(judged).tolist() == [1.0, 1.0]


def test_the_overlap_is_summed_over_depths() -> None:
    judged = judge([["x", "a"]], [{"a": 1}])
    # to depth 3: the ranking shares a from depth 2 on, the ideal from depth 1 on
    expected = (0.5 / 2 + 0.25 / 3) / (1 + 0.5 / 2 + 0.25 / 3)
    assert (Compat(p=0.5) @ 3).per_query(judged).tolist() == pytest.approx([expected])


def test_without_norm_a_short_ideal_stays_below_one() -> None:
    judged = judge([["a"]], [{"a": 1}])
    expected = (1 + 0.5 / 2 + 0.25 / 3) / (1 + 0.5 + 0.25)
    assert (Compat(p=0.5, norm="none") @ 3).per_query(judged).tolist() == pytest.approx([expected])


def test_without_a_cutoff_the_depths_are_endless() -> None:
    judged = judge([["x", "a"]], [{"a": 1}])
    shared_from_1 = 2 * math.log(2)  # the sum of 0.5**(i - 1) / i
    assert Compat(p=0.5).per_query(judged).tolist() == pytest.approx([(shared_from_1 - 1) / shared_from_1])
    assert Compat(p=0.5, norm="none").per_query(judged).tolist() == pytest.approx([(shared_from_1 - 1) / 2])


def test_the_order_of_grades_counts_and_not_their_height() -> None:
    low, high = ({"a": 3 * scale, "b": scale, "c": scale} for scale in (1, 100))
    judged = judge([["c", "a"]] * 2, [low, high])
    assert len(set(Compat().per_query(judged).tolist())) == 1


def test_a_better_document_above_a_worse_one_is_more_compatible() -> None:
    right, wrong = Compat().per_query(judge([["a", "b"], ["b", "a"]], [{"a": 2, "b": 1}] * 2)).tolist()
    assert wrong < right == 1.0


def test_compat_is_undefined_when_no_document_is_relevant() -> None:
    assert np.isnan(Compat().per_query(judge([["a"], []], [{"a": 0}, {}]))).all()


def test_compat_is_zero_where_nothing_relevant_was_retrieved() -> None:
    assert Compat().per_query(judge([["x"], []], [{"a": 1}] * 2)).tolist() == [0.0, 0.0]


def test_a_hit_far_below_what_can_be_weighed_adds_nothing() -> None:
    judged = judge([[*map(str, range(5000)), "a"]], [{"a": 1}])
    assert Compat(p=0.5).per_query(judged).tolist() == [0.0]


def test_the_largest_cutoff_there_is_needs_no_room() -> None:
    judged = judge([["x", "a"]], [{"a": 1}])
    assert (Compat(p=0.99) @ 2**53).per_query(judged).tolist() == Compat(p=0.99).per_query(judged).tolist()


@pytest.mark.parametrize("p", [0, 1, 0.995, "most"])
def test_a_persistence_out_of_range_is_refused(p: object) -> None:
    with pytest.raises(MeasureParameterError, match=r"Compat: p is a number from 0\.01 to 0\.99"):
        Compat(p=p)
