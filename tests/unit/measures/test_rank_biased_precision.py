import math
from dataclasses import replace

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures import RBP, RBPResidual

HALF = RBP(p=0.5)


def test_the_weight_of_a_place_falls_by_p() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 1}])
    assert HALF.per_query(judged).tolist() == [0.5 * (1 + 0.25)]


def test_a_cutoff_ends_the_sum() -> None:
    assert (HALF @ 2).per_query(judge([["a", "x", "b"]], [{"a": 1, "b": 1}])).tolist() == [0.5]


def test_graded_gains_are_shares_of_the_stated_largest_grade() -> None:
    judged = judge([["a", "b", "n"]], [{"a": 2, "b": 1, "n": -1}])
    graded = RBP(p=0.5, gain="graded", max_grade=4)
    assert graded.per_query(judged).tolist() == [0.5 * (2 / 4 + 1 / 4 * 0.5)]


def test_a_grade_above_the_stated_largest_is_an_error() -> None:
    with pytest.raises(MeasureParameterError, match="a document has a grade of 5, above max_grade"):
        RBP(gain="graded", max_grade=4).per_query(judge([[]], [{"a": 5}]))


def test_gains_of_the_query_are_shares_of_its_own_largest_grade_as_in_trec_eval() -> None:
    judged = judge([["a"], ["a"]], [{"a": 2, "b": 4}, {"a": 1}])
    assert RBP(p=0.5, gain="query").per_query(judged).tolist() == [0.25, 0.5]


@pytest.mark.parametrize("wrong", [{"gain": "graded"}, {"max_grade": 3}, {"gain": "query", "max_grade": 3}], ids=str)
def test_graded_gains_and_a_largest_grade_go_together(wrong: dict[str, object]) -> None:
    with pytest.raises(MeasureParameterError, match="graded gains need a largest grade, and only they"):
        RBP(**wrong)


@pytest.mark.parametrize("p", [0, 1, -0.5, 1.5, math.nan, "0.5"])
@pytest.mark.parametrize("measure", [RBP, RBPResidual], ids=str)
def test_persistence_lies_between_zero_and_one(measure: RBP, p: object) -> None:
    with pytest.raises(MeasureParameterError, match="p is a number above 0 and below 1"):
        measure(p=p)


def test_it_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan(RBP.per_query(judge([["a"]], [{"a": 0}]))).all()


def test_the_residual_is_the_weight_of_what_is_unknown_and_of_the_tail() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 0}])  # weights 1/2, 1/4, 1/8 and 1/8 beyond
    assert RBPResidual(p=0.5).per_query(judged).tolist() == [0.25 + 0.125]


def test_the_residual_at_a_cutoff_takes_all_beyond_it_as_unknown() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 0}])
    assert (RBPResidual(p=0.5) @ 1).per_query(judged).tolist() == [0.5]


@pytest.mark.parametrize(("complete", "value"), [("tail", 0.25), ("zero", 0.0)])
def test_what_a_fully_judged_ranking_has_left(complete: str, value: float) -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 0}])
    assert RBPResidual(p=0.5, complete=complete).per_query(judged).tolist() == [value]


def test_the_residual_of_nothing_back_is_all_there_is() -> None:
    assert RBPResidual.per_query(judge([[]], [{"a": 1}])).tolist() == [1.0]


@pytest.mark.parametrize(("negatives", "value"), [("judged", 0.5), ("pooled", 1.0)])
def test_a_grade_below_zero_is_known_only_where_it_is_a_judgement(negatives: str, value: float) -> None:
    judged = replace(judge([["n"]], [{"n": -1}]), negatives=negatives)
    assert RBPResidual(p=0.5).per_query(judged).tolist() == [value]
