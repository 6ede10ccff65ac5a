import math

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import BinG, G


def test_bin_g_discounts_by_the_hits_before_that_are_not_relevant() -> None:
    judged = judge([["a", "x", "b", "u", "c"]], [{"a": 1, "b": 1, "c": 1, "d": 1, "u": 0}])
    assert BinG.per_query(judged).tolist() == pytest.approx([(1 + 1 / math.log2(3) + 1 / 2) / 4])


def test_g_of_the_best_order_is_one() -> None:
    assert G.per_query(judge([["a", "b", "c"]], [{"a": 3, "b": 2, "c": 1}])).tolist() == pytest.approx([1.0])


def test_g_discounts_by_what_was_lost_so_far() -> None:
    """Best order 3, 1; ranking 0, 3, 1: lost 3 + 1 - 3 = 1 at the second place, 3 + 1 + 1 - 4 = 1 at the third."""
    judged = judge([["x", "a", "b"]], [{"a": 3, "b": 1}])
    assert G.per_query(judged).tolist() == pytest.approx([4 / math.log2(3) / 4])


def test_a_place_costs_one_at_least() -> None:
    judged = judge([["a"]], [{"a": 1}])
    assert G(gain={1: 0.5}).per_query(judged).tolist() == pytest.approx([1 / math.log2(2.5)])


def test_both_are_undefined_without_a_relevant_document() -> None:
    judged = judge([["a"]], [{"a": 0}])
    assert np.isnan([G.per_query(judged), BinG.per_query(judged)]).all()
