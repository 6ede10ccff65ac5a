from dataclasses import replace

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import Measure, NumNonrelJudgedRet, NumQ, NumRel, NumRelRet, NumRet

TABLE = judge([["a", "x", "b", "b", "n"], [], ["y"]], [{"a": 1, "b": 3, "c": 2, "n": -1}, {"a": 2}, {"u": 0}])
CASES = [
    (NumQ, [1, 1, 1]),
    (NumRet, [5, 0, 1]),
    (NumRel, [3, 1, 0]),
    (NumRel(rel=2), [2, 1, 0]),
    (NumRelRet, [2, 0, 0]),
    (NumRelRet(rel=2), [1, 0, 0]),
    (NumNonrelJudgedRet, [1, 0, 0]),
    (NumNonrelJudgedRet(rel=2), [2, 0, 0]),
]


@pytest.mark.parametrize(("measure", "expected"), CASES, ids=str)
def test_a_count_is_defined_for_every_query_and_summed(measure: Measure, expected: list[int]) -> None:
    found = measure.per_query(TABLE)
    assert (found.tolist(), measure.aggregate(found)) == (expected, sum(expected))


def test_a_grade_that_only_says_pooled_is_not_counted_as_judged() -> None:
    assert NumNonrelJudgedRet.per_query(replace(TABLE, negatives="pooled")).tolist() == [0, 0, 0]


def test_an_undefined_value_adds_nothing() -> None:
    assert NumRel.aggregate(np.array([2.0, np.nan, 1.0])) == 3.0


def test_no_queries_count_nothing() -> None:
    assert NumQ.aggregate(np.zeros(0)) == 0.0
