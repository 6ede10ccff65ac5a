from dataclasses import replace

import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import relstring

LABEL = {"a": 1, "b": 9, "c": 10, "d": 0, "h": 2.7}


def test_a_hit_is_its_grade_and_a_hyphen_where_nobody_judged() -> None:
    assert relstring(judge([["a", "x", "b", "d", "h"]], [LABEL])) == ["1-902"]


def test_a_grade_above_nine_has_one_letter_too() -> None:
    assert relstring(judge([["c", "a"]], [LABEL])) == [">1"]


@pytest.mark.parametrize(("negatives", "text"), [("judged", "<1"), ("pooled", ".1")])
def test_a_grade_below_zero_is_a_judgement_or_a_place_in_the_pool(negatives: str, text: str) -> None:
    judged = replace(judge([["n", "a"]], [{**LABEL, "n": -1}]), negatives=negatives)
    assert relstring(judged) == [text]


def test_it_ends_at_k_or_where_the_ranking_ends() -> None:
    judged = judge([["a"] + ["x"] * 20, ["x", "a"], []], [LABEL] * 3)
    assert relstring(judged, 3) == ["1--", "-1", ""]
    assert [len(text) for text in relstring(judged)] == [10, 2, 0]


def test_no_queries_have_no_text() -> None:
    assert relstring(judge([], [])) == []


def test_k_is_checked() -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1"):
        relstring(judge([["a"]], [LABEL]), 0)
