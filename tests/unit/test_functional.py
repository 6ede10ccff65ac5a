import math
from collections.abc import Callable

import numpy as np
import pytest

from assay.errors import BadInputError, MeasureParameterError
from assay.functional import (
    average_precision,
    dcg_at_k,
    f1_at_k,
    hit_rate_at_k,
    idcg_at_k,
    labels,
    mean_average_precision,
    mean_reciprocal_rank,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank,
)

Function = Callable[..., float]
AT_K: dict[str, Function] = {
    "hit_rate": hit_rate_at_k,
    "precision": precision_at_k,
    "recall": lambda grades, k: recall_at_k(grades, k, n_relevant=9),
    "f1": lambda grades, k: f1_at_k(grades, k, n_relevant=9),
    "reciprocal_rank": reciprocal_rank,
    "average_precision": average_precision,
    "dcg": dcg_at_k,
    "idcg": idcg_at_k,
    "ndcg": ndcg_at_k,
}
EVERY = pytest.mark.parametrize("function", AT_K.values(), ids=AT_K.keys())
COUNTING: dict[str, Function] = {
    "hit_rate": hit_rate_at_k,
    "precision": precision_at_k,
    "recall": recall_at_k,
    "f1": f1_at_k,
    "reciprocal_rank": reciprocal_rank,
    "average_precision": average_precision,
    "ndcg": ndcg_at_k,
}
EVERY_COUNTING = pytest.mark.parametrize("function", COUNTING.values(), ids=COUNTING.keys())
FOUND_THREE = [0, 1, 0, 0, 1, 0, 0, 0, 1, 0]


def test_recall_of_three_found_of_five_is_three_fifths() -> None:
    assert recall_at_k(FOUND_THREE, 10, n_relevant=5) == pytest.approx(3 / 5)


def test_precision_of_three_found_in_ten_is_three_tenths() -> None:
    assert precision_at_k(FOUND_THREE, 10) == pytest.approx(3 / 10)


def test_f1_of_three_found_of_five_in_ten_is_four_tenths() -> None:
    assert f1_at_k(FOUND_THREE, 10, n_relevant=5) == pytest.approx(0.4)


def test_precision_of_depth_retrieved_divides_by_the_labels_there_are() -> None:
    assert precision_at_k([1, 0], 5, depth="retrieved") == 0.5


def test_mean_reciprocal_rank_leaves_no_query_out_for_finding_nothing() -> None:
    assert mean_reciprocal_rank([[0, 0], [1]]) == 0.5


def test_a_cutoff_of_mean_reciprocal_rank_is_not_ignored() -> None:
    assert mean_reciprocal_rank([[0, 0, 1], [1]], 2) == 0.5


def test_the_mean_over_no_queries_is_undefined() -> None:
    assert math.isnan(mean_reciprocal_rank([]))


def test_average_precision_with_a_count_divides_by_it() -> None:
    assert average_precision([1, 1, 1], n_relevant=10) == pytest.approx(0.3)


def test_average_precision_of_norm_retrieved_ignores_the_count() -> None:
    assert average_precision([1, 1, 1], n_relevant=10, norm="retrieved") == 1.0


def test_mean_average_precision_counts_a_query_that_found_nothing_as_zero() -> None:
    assert mean_average_precision([[1], [0]]) == 0.5


def test_mean_average_precision_leaves_out_queries_without_a_relevant_document() -> None:
    assert mean_average_precision([[1, 1], [0]], n_relevant=[4, 0]) == 0.5


def test_dcg_of_exponential_gain_grows_with_two_to_the_grade() -> None:
    assert dcg_at_k([2, 3], 2, gain="exponential") == pytest.approx(3 + 7 / math.log2(3))


def test_dcg_stops_at_k() -> None:
    assert dcg_at_k([1, 0, 8], 2) == 1.0


def test_ideal_dcg_may_take_a_label_from_beyond_k() -> None:
    assert idcg_at_k([1, 0, 8], 1) == 8.0


def test_ndcg_without_labels_that_gain_is_zero() -> None:
    assert ndcg_at_k([0, 0], 2) == 0.0


def test_ndcg_with_all_judged_grades_knows_what_was_missed() -> None:
    assert ndcg_at_k([1], 1, judged=[3, 1]) == pytest.approx(1 / 3)


def test_the_judged_grades_may_come_in_any_order() -> None:
    assert ndcg_at_k([3, 1], 2, judged=[0, 1, 3]) == 1.0


def test_ndcg_with_a_count_knows_what_was_missed() -> None:
    assert ndcg_at_k([1], 5, n_relevant=3) == pytest.approx(1 / (1 + 1 / math.log2(3) + 0.5))


def test_ndcg_takes_a_count_only_beside_labels_of_zero_and_one() -> None:
    with pytest.raises(BadInputError, match="judged="):
        ndcg_at_k([3, 1], 2, n_relevant=2)


def test_ndcg_is_undefined_where_nothing_judged_gains() -> None:
    assert math.isnan(ndcg_at_k([0], 1, judged=[0, -1]))


def test_grades_judged_without_those_retrieved_are_refused() -> None:
    with pytest.raises(BadInputError, match="judged"):
        ndcg_at_k([3, 2], 2, judged=[1])


def test_binary_functions_take_grades_from_one_up_as_relevant() -> None:
    assert precision_at_k([0.9, 1, 5, -1], 4) == 0.5


def test_a_label_below_one_is_not_held_against_the_count() -> None:
    assert recall_at_k([0.5, 1], 2, n_relevant=1) == 1.0


@pytest.mark.parametrize(("function", "name"), [(recall_at_k, "recall"), (f1_at_k, "F1")])
def test_what_needs_the_count_says_so_without_it(function: Function, name: str) -> None:
    with pytest.raises(BadInputError, match=f"{name} needs to know how many documents are relevant\nHint: pass n_rel"):
        function([1], 1)


def test_average_precision_over_all_relevant_says_that_it_needs_the_count() -> None:
    with pytest.raises(BadInputError, match='norm="relevant" needs to know how many'):
        average_precision([1], norm="relevant")


@EVERY_COUNTING
def test_a_count_below_what_was_found_is_refused(function: Function) -> None:
    with pytest.raises(BadInputError, match="n_relevant is 1, but 2 relevant labels were retrieved"):
        function([1, 0, 1], 3, n_relevant=1)


@pytest.mark.parametrize("count", [2.5, True, "3", math.nan], ids=repr)
@pytest.mark.parametrize("function", [recall_at_k, ndcg_at_k])
def test_a_count_is_a_whole_number(function: Function, count: object) -> None:
    with pytest.raises(BadInputError, match="n_relevant is a whole number"):
        function([0], 3, n_relevant=count)


@EVERY_COUNTING
def test_a_count_below_zero_is_not_explained_by_what_was_found(function: Function) -> None:
    with pytest.raises(BadInputError, match="n_relevant is a whole number of at least 0, got -1"):
        function([0], 3, n_relevant=-1)


@EVERY_COUNTING
def test_every_measure_is_undefined_where_the_count_is_zero(function: Function) -> None:
    assert math.isnan(function([0, 0], 2, n_relevant=0))


@EVERY_COUNTING
def test_no_hits_score_zero_where_something_is_relevant(function: Function) -> None:
    assert function([], 3, n_relevant=2) == 0.0


@EVERY
@pytest.mark.parametrize("k", [0, -3, True, 1.0, "x"], ids=repr)
def test_a_cutoff_is_a_whole_number_of_at_least_one(function: Function, k: object) -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1"):
        function([1, 0], k)


@pytest.mark.parametrize("function", [hit_rate_at_k, precision_at_k, dcg_at_k, ndcg_at_k])
def test_functions_at_k_need_a_cutoff(function: Function) -> None:
    with pytest.raises(MeasureParameterError, match="k is a whole number of at least 1, got None"):
        function([1], None)


@pytest.mark.parametrize(
    "given",
    [[math.nan], [1, math.inf], [None], [[1], [0]], [[1], [1, 2]], "101", ["1", "0"], ["a"], {1, 0}, {"a": 1}, 1, 1j],
    ids=repr,
)
def test_labels_are_one_list_of_finite_numbers(given: object) -> None:
    with pytest.raises(BadInputError, match="labels are one list of finite numbers"):
        precision_at_k(given, 2)


@EVERY
def test_every_function_refuses_labels_that_are_no_finite_numbers(function: Function) -> None:
    with pytest.raises(BadInputError, match="labels are one list of finite numbers"):
        function([1, math.nan], 2)


@pytest.mark.parametrize("given", [[True, False], (1, 0), np.array([1, 0]), np.array([1.0, 0.0], dtype=np.float32)])
def test_labels_may_be_truth_values_tuples_and_arrays(given: object) -> None:
    assert precision_at_k(given, 2) == 0.5


@EVERY
def test_an_array_of_labels_is_never_written_to(function: Function) -> None:
    given = np.array([0.0, 2.0, 1.0])
    given.flags.writeable = False
    function(given, 2)
    assert given.tolist() == [0.0, 2.0, 1.0]


@EVERY
def test_a_value_is_a_plain_float(function: Function) -> None:
    assert type(function([1, 0], 2)) is float


def test_a_wrong_choice_is_answered_with_the_right_ones() -> None:
    with pytest.raises(MeasureParameterError, match="gain is one of 'linear', 'exponential'"):
        ndcg_at_k([1], 1, gain="log")


@pytest.mark.parametrize("counts", [[1], [1, 1, 1], 2], ids=repr)
def test_mean_average_precision_needs_one_count_a_ranking(counts: object) -> None:
    with pytest.raises(BadInputError, match="n_relevant"):
        mean_average_precision([[1], [1]], n_relevant=counts)


def test_a_repeated_id_is_labelled_at_its_first_place_only() -> None:
    assert labels(["a", "x", "a", "b", "b"], ["a", "b"]) == [1.0, 0.0, 0.0, 1.0, 0.0]


def test_labels_are_the_grades_where_the_relevant_carry_grades() -> None:
    assert labels(["a", "x", "b", "c"], {"b": 3, "a": 0, "c": -1}) == [0.0, 0.0, 3.0, -1.0]


@pytest.mark.parametrize(("retrieved", "relevant"), [([1, 2], ["1"]), (["1", "2"], [1]), ([np.int64(1), 2], {"1": 1})])
def test_an_id_as_a_number_is_the_same_id_as_text(retrieved: list[object], relevant: object) -> None:
    assert labels(retrieved, relevant) == [1.0, 0.0]


def test_numpy_ids_are_the_same_ids_as_plain_numbers() -> None:
    assert labels(np.array([7, 8]), [8]) == [0.0, 1.0]


def test_relevant_ids_as_one_string_are_refused() -> None:
    with pytest.raises(BadInputError, match="relevant is a collection of ids, got the string 'a'"):
        labels(["a"], "a")


def test_retrieved_ids_as_one_string_are_refused() -> None:
    with pytest.raises(BadInputError, match="retrieved_ids"):
        labels("abc", ["a"])


@pytest.mark.parametrize("grade", [math.nan, math.inf, None, "high"], ids=repr)
def test_a_grade_that_is_no_finite_number_is_refused(grade: object) -> None:
    with pytest.raises(BadInputError, match="grade"):
        labels(["a"], {"a": grade})


def test_ids_may_come_from_generators_that_are_read_once() -> None:
    assert labels((name for name in "ab"), (name for name in "b")) == [0.0, 1.0]


def test_labelling_never_writes_to_what_it_was_given() -> None:
    retrieved, relevant = ["a", "a", "b"], {"a": 2}
    labels(retrieved, relevant)
    assert (retrieved, relevant) == (["a", "a", "b"], {"a": 2})
