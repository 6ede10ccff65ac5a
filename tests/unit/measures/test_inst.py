import math

import numpy as np
import pytest

from assay.errors import MeasureParameterError
from assay.labels.judging import judge
from assay.measures.inst import INSQ, INST, trigamma

ENDLESS = math.pi**2 / 6 - 1  # 1/4 + 1/9 + ..., the looks of INSQ with T = 1


def test_trigamma_of_one_and_of_a_half_are_known() -> None:
    assert trigamma(np.array([1.0, 0.5, 2.0])).tolist() == pytest.approx(
        [math.pi**2 / 6, math.pi**2 / 2, ENDLESS], rel=1e-15
    )


def test_trigamma_ends_at_infinity() -> None:
    assert trigamma(np.array([np.inf])).tolist() == [0.0]


def test_insq_weighs_a_rank_by_the_inverse_square_of_its_depth_beyond_the_goal() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 2, "b": 1}])
    expected = (1 / 4 + 0.5 / 16) / ENDLESS
    assert INSQ(max_grade=2).per_query(judged).tolist() == pytest.approx([expected])


def test_a_cutoff_ends_both_sums_of_insq() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 1}])
    assert (INSQ() @ 2).per_query(judged).tolist() == pytest.approx([(1 / 4) / (1 / 4 + 1 / 9)])


def test_inst_without_a_gain_on_the_way_looks_as_insq_does() -> None:
    judged = judge([["x", "y", "a"]], [{"a": 1}])
    # T = 1: the looks are 1, (2/3)**2, (2/4)**2; C_3 with a goal come nearer by 1 is ((3 - 1 + 1) / (3 + 1))**2 = 9/16
    seen = [1, 4 / 9, 1 / 4, 1 / 4 * 9 / 16]
    assert (INST() @ 4).per_query(judged).tolist() == pytest.approx([seen[2] / sum(seen)])


def test_who_finds_much_looks_less_far() -> None:
    judged = judge([["a", "b"]], [{"a": 1, "b": 1}])
    # T = 1: after a, C_1 = (1 / 2)**2; after b, C_2 = (1 / 2)**2
    assert (INST() @ 3).per_query(judged).tolist() == pytest.approx([(1 + 1 / 4) / (1 + 1 / 4 + 1 / 16)])


@pytest.mark.parametrize("goal", [0.6, 1, 3])
def test_inst_without_a_cutoff_is_where_ever_deeper_cutoffs_lead(goal: float) -> None:
    judged = judge([["x", "a", "b", "y", "c"], ["a"], ["x"]], [{"a": 2, "b": 1, "c": 2}] * 3)
    measure = INST(T=goal, max_grade=2)
    np.testing.assert_allclose(measure.per_query(judged), (measure @ 10**12).per_query(judged), rtol=1e-9)


@pytest.mark.parametrize("measure", [INST(max_grade=1), INSQ(max_grade=1)], ids=str)
def test_inst_is_undefined_when_no_document_is_relevant(measure: INST) -> None:
    assert np.isnan(measure.per_query(judge([["a"], []], [{"a": 0}, {}]))).all()


@pytest.mark.parametrize("measure", [INST(), INSQ()], ids=str)
def test_inst_is_zero_where_nothing_relevant_was_retrieved(measure: INST) -> None:
    assert measure.per_query(judge([["x"], []], [{"a": 1}] * 2)).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("measure", [INST(), INSQ()], ids=str)
def test_endless_best_hits_come_near_one(measure: INST) -> None:
    ids = [str(number) for number in range(3000)]
    (found,) = measure.per_query(judge([ids], [dict.fromkeys(ids, 1)]))
    assert 0.999 < found <= 1.0 + 1e-12


@pytest.mark.parametrize(("measure", "goal"), [(INST, 0.5), (INST, -1), (INSQ, 0)])
def test_a_goal_too_small_is_refused(measure: type[INST], goal: float) -> None:
    with pytest.raises(MeasureParameterError, match="T is a number above"):
        measure(T=goal)
