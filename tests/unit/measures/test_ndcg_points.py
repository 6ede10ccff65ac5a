import math

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import NDCGRel, Rndcg

SECOND, THIRD = 1 / math.log2(3), 1 / 2


def test_ndcg_rel_averages_ndcg_over_the_documents_that_gain() -> None:
    judged = judge([["a", "x", "b"]], [{"a": 1, "b": 1}])
    at_a, at_b = 1.0, (1 + THIRD) / (1 + SECOND)
    assert NDCGRel.per_query(judged).tolist() == pytest.approx([(at_a + at_b) / 2])


def test_ndcg_rel_gives_a_missed_document_the_value_of_the_whole_ranking() -> None:
    judged = judge([["a", "x"]], [{"a": 1, "b": 1}])
    assert NDCGRel.per_query(judged).tolist() == pytest.approx([(1 + 1 / (1 + SECOND)) / 2])


def test_rndcg_averages_ndcg_where_the_best_gain_falls() -> None:
    """Best order 2, 1, 1: steps at 1 and 3; ranking 1, 2, 1 of three hits, so no point beyond."""
    judged = judge([["b", "a", "c"]], [{"a": 2, "b": 1, "c": 1}])
    steps = [1 / 2, (1 + 2 * SECOND + THIRD) / (2 + SECOND + THIRD)]
    assert Rndcg.per_query(judged).tolist() == pytest.approx([sum(steps) / 2])


@pytest.mark.parametrize(("n_more", "whole_counts"), [(0, False), (1, False), (2, True), (5, True)])
def test_rndcg_takes_the_whole_ranking_where_it_is_two_hits_longer(n_more: int, whole_counts: bool) -> None:
    """One document gains and stands last, so nDCG is 0 at the only step and above 0 at the end."""
    ranking = [*(f"x{place}" for place in range(n_more)), "a"]
    at_step, at_end = float(n_more == 0), 1 / math.log2(n_more + 2)
    points = [at_step, at_end] if whole_counts else [at_step]
    assert Rndcg.per_query(judge([ranking], [{"a": 1}])).tolist() == pytest.approx([sum(points) / len(points)])


def test_both_are_undefined_without_a_relevant_document() -> None:
    judged = judge([["a"]], [{"a": 0}])
    assert np.isnan([NDCGRel.per_query(judged), Rndcg.per_query(judged)]).all()


def test_both_are_zero_where_nothing_came_back() -> None:
    judged = judge([[]], [{"a": 2, "b": 1}])
    assert [NDCGRel.per_query(judged).item(), Rndcg.per_query(judged).item()] == [0.0, 0.0]
