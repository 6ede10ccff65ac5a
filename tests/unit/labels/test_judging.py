import time
from types import MappingProxyType

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AP, F1, RR, HitRate, Measure, P, R, nDCG

EVERY = pytest.mark.parametrize("measure", [HitRate, P, R, F1, RR, AP, nDCG], ids=str)


def test_only_judged_hits_become_rows_at_their_rank() -> None:
    judged = judge([["x", "b", "y", "a"]], [{"a": 2, "b": 0, "c": 1}])
    assert list(zip(judged.rank, judged.grade, strict=True)) == [(2, 0.0), (4, 2.0)]


def test_rows_stand_by_query_then_rank_whatever_the_order_of_the_labels() -> None:
    judged = judge([["a", "b"], ["b", "a"]], [{"b": 1, "a": 2}, {"a": 3, "b": 4}])
    rows = zip(judged.query, judged.rank, judged.grade, strict=True)
    assert list(rows) == [(0, 1, 2.0), (0, 2, 1.0), (1, 1, 4.0), (1, 2, 3.0)]


def test_the_pool_holds_every_label_highest_grade_first() -> None:
    judged = judge([["a"], []], [{"a": 1, "b": 3, "c": -1}, {"d": 2}])
    assert list(zip(judged.pool_query, judged.pool_grade, strict=True)) == [(0, 3.0), (0, 1.0), (0, -1.0), (1, 2.0)]


def test_unjudged_hits_and_repeats_are_counted_as_retrieved() -> None:
    judged = judge([["x", "a", "a"], []], [{"a": 1}, {"a": 1}])
    assert judged.n_retrieved.tolist() == [3, 0]


def test_a_repeat_is_credited_once_at_its_first_rank() -> None:
    judged = judge([["x", "a", "a"]], [{"a": 1}])
    assert judged.rank.tolist() == [2]


def test_a_repeat_of_an_unjudged_hit_moves_nothing_up() -> None:
    assert RR.per_query(judge([["x", "x", "a"]], [{"a": 1}])).tolist() == pytest.approx([1 / 3])


def test_a_live_ranking_is_held_against_the_labels_as_it_was_returned() -> None:
    assert RR.per_query(judge([["d1", "d9", "d2"]], [{"d1": 1}])).tolist() == [1.0]


def test_labels_below_the_level_stay_in_the_pool_for_measures_with_a_level_of_their_own() -> None:
    judged = judge([["a"], ["a"]], [{"a": 2}, {"a": 3}], rel=3)
    assert judged.pool_query.tolist() == [0, 1]


@EVERY
def test_a_query_without_a_relevant_document_is_undefined_and_not_zero(measure: Measure) -> None:
    judged = judge([["a"], ["a"], ["a"]], [{}, {"a": 0}, {"a": -1}])
    assert np.isnan((measure @ 3).per_query(judged)).all()


@EVERY
def test_a_query_that_got_nothing_back_scores_zero(measure: Measure) -> None:
    assert (measure @ 3).per_query(judge([[]], [{"a": 1}])).tolist() == [0.0]


@pytest.mark.parametrize(
    ("measure", "value"), [(HitRate @ 1, 0.0), (P @ 2, 0.5), (R @ 2, 1.0), (RR, 0.5), (AP, 0.5)], ids=str
)
def test_a_negative_grade_is_judged_but_not_relevant(measure: Measure, value: float) -> None:
    judged = judge([["n", "a"]], [{"n": -1, "a": 1}])
    assert measure.per_query(judged).tolist() == [value]


def test_a_document_named_like_its_query_is_kept() -> None:
    assert judge([["q1"]], [{"q1": 1}]).grade.tolist() == [1.0]


@pytest.mark.parametrize("doc_id", ["#1", "a\u00a0b", "\u00e9", "文档", ""], ids=ascii)
def test_an_id_is_matched_as_it_is_written(doc_id: str) -> None:
    assert judge([[doc_id]], [{doc_id: 1}]).rank.tolist() == [1]


def test_ids_that_differ_in_case_or_in_blanks_are_different() -> None:
    assert judge([["A", "a ", "a"]], [{"a": 1}]).rank.tolist() == [3]


def test_ids_composed_differently_are_different() -> None:
    assert judge([["e\u0301", "\u00e9"]], [{"\u00e9": 1}]).rank.tolist() == [2]


def test_rankings_and_labels_may_be_read_only() -> None:
    judged = judge((("a", "b"),), (MappingProxyType({"b": 2}),))
    assert judged.rank.tolist() == [2]


def test_judging_never_writes_to_what_it_was_given() -> None:
    rankings, labels = [["a", "a", "b"], ["c"]], [{"b": 0.0, "a": 2.0}, {"c": 0.0}]
    judge(rankings, labels)
    assert (rankings, labels) == ([["a", "a", "b"], ["c"]], [{"b": 0.0, "a": 2.0}, {"c": 0.0}])


@pytest.mark.parametrize("n_labels", [0, 1, 3])
def test_rankings_without_as_many_labels_are_refused(n_labels: int) -> None:
    with pytest.raises(ValueError, match="rankings"):
        judge([["a"], ["a"]], [{"a": 1}] * n_labels)


def test_ndcg_and_reciprocal_rank_of_one_table_share_one_order() -> None:
    judged = judge([["b", "a"]], [{"a": 1}])
    assert [RR.per_query(judged)[0], (RR @ 10).per_query(judged)[0]] == [0.5, 0.5]


def test_a_hundred_thousand_queries_take_seconds_and_not_minutes() -> None:
    rankings = [[f"{query}-{place}" for place in range(10)] for query in range(100_000)]
    labels = [{f"{query}-4": 1.0, f"{query}-9": 2.0} for query in range(100_000)]
    begun = time.perf_counter()
    values = (nDCG @ 10).per_query(judge(rankings, labels))
    assert time.perf_counter() - begun < 15
    assert len(values) == 100_000


def test_a_long_ranking_whose_every_hit_is_judged_takes_time_by_its_length() -> None:
    ranking = [f"d{place}" for place in range(20_000)]
    labels = dict.fromkeys(ranking, 1.0)
    begun = time.perf_counter()
    judge([ranking], [labels])
    assert time.perf_counter() - begun < 1
