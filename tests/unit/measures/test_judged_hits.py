from dataclasses import replace

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import MEASURES, JudgedHits, Measure
from assay.measures.aspect_measure import AspectMeasure
from assay.measures.evidence_measure import EvidenceMeasure
from assay.measures.judged_hits import count_per_query, divide, position_in_query, running_sum, sum_per_query

TABLE = judge([["a", "x", "b"], [], ["y"]], [{"a": 1, "b": 3, "c": 2, "d": 0}, {"a": 2}, {}])
PLAIN = [measure for measure in MEASURES.values() if not isinstance(measure, AspectMeasure | EvidenceMeasure)]
EVERY = pytest.mark.parametrize("measure", [measure @ 3 if measure.takes_k else measure for measure in PLAIN], ids=str)


def test_queries_without_a_hit_or_a_label_are_counted() -> None:
    assert TABLE.n_queries == 3


@pytest.mark.parametrize(("rel", "expected"), [(0.5, [3, 1, 0]), (2, [2, 1, 0]), (3, [1, 0, 0]), (4, [0, 0, 0])])
def test_relevant_documents_are_counted_in_the_whole_pool(rel: float, expected: list[int]) -> None:
    assert TABLE.n_relevant(rel).tolist() == expected


@pytest.mark.parametrize(("k", "expected"), [(None, [2, 0, 0]), (3, [2, 0, 0]), (2, [1, 0, 0]), (1, [1, 0, 0])])
def test_found_documents_are_counted_up_to_the_cutoff(k: int | None, expected: list[int]) -> None:
    assert TABLE.n_found(1, k).tolist() == expected


def test_rows_are_counted_for_queries_that_have_none_too() -> None:
    assert count_per_query(np.array([1, 1, 3]), 5).tolist() == [0, 2, 0, 1, 0]


def test_values_are_summed_for_queries_that_have_none_too() -> None:
    assert sum_per_query(np.array([1, 1, 3]), np.array([0.5, 2.0, 1.0]), 5).tolist() == [0.0, 2.5, 0.0, 1.0, 0.0]


def test_positions_begin_anew_with_each_query() -> None:
    assert position_in_query(np.array([0, 0, 2, 2, 2, 7])).tolist() == [1, 2, 1, 2, 3, 1]


def test_running_sums_begin_anew_with_each_query() -> None:
    sums = running_sum(np.array([0, 0, 2, 2, 2, 7]), np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0]))
    assert sums.tolist() == [1.0, 3.0, 4.0, 12.0, 28.0, 32.0]


def test_the_running_sums_of_a_query_do_not_depend_on_the_others() -> None:
    value = np.random.default_rng(0).random(1000)
    query = np.repeat(np.arange(4), [1, 400, 99, 500])
    apart = np.concatenate([np.cumsum(value[query == number]) for number in range(4)])
    assert np.array_equal(running_sum(query, value), apart)


def test_no_rows_have_no_running_sums() -> None:
    assert running_sum(np.zeros(0, dtype=np.int64), np.zeros(0)).shape == (0,)


@pytest.mark.parametrize(("negatives", "expected"), [("judged", [2, 0]), ("pooled", [1, 0])])
def test_a_grade_below_zero_is_a_judgement_only_where_the_table_says_so(negatives: str, expected: list[int]) -> None:
    judged = replace(judge([["a", "b", "x"], ["x"]], [{"a": 1, "b": -1}, {}]), negatives=negatives)
    assert judged.n_judged(None).tolist() == expected


def test_hits_are_counted_up_to_the_cutoff_and_to_the_end() -> None:
    assert (TABLE.n_within(2).tolist(), TABLE.n_within(None).tolist()) == ([2, 0, 1], [3, 0, 1])


def test_nothing_divided_by_nothing_is_zero() -> None:
    assert divide(np.array([1.0, 0.0, 3.0]), np.array([2, 0, 0])).tolist() == [0.5, 0.0, 0.0]


@EVERY
def test_no_queries_have_no_values(measure: Measure) -> None:
    assert measure.per_query(judge([], [])).shape == (0,)


@EVERY
def test_values_come_as_float64_one_a_query(measure: Measure) -> None:
    found = measure.per_query(TABLE)
    assert (found.dtype, found.shape) == (np.dtype(np.float64), (3,))


@EVERY
def test_a_measure_never_writes_to_the_table(measure: Measure) -> None:
    columns = ("query", "rank", "grade", "n_retrieved", "pool_query", "pool_grade")
    frozen = {name: getattr(TABLE, name).copy() for name in columns}
    for column in frozen.values():
        column.flags.writeable = False
    values = measure.per_query(JudgedHits(**frozen))
    assert values.flags.writeable
    assert not any(np.shares_memory(values, column) for column in frozen.values())
