"""The functions over plain labels against sums written down here."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import functional

BITS = st.lists(st.integers(0, 1), max_size=12)
GRADES = st.lists(st.integers(0, 5), max_size=12)
CUTOFFS = st.integers(1, 15)
MISSED = st.integers(0, 4)


@given(BITS, CUTOFFS)
def test_hit_rate_is_whether_any_of_the_first_k_is_relevant(bits: list[int], k: int) -> None:
    assert functional.hit_rate_at_k(bits, k) == float(any(bits[:k]))


@given(BITS, CUTOFFS)
def test_precision_is_the_relevant_of_the_first_k_over_k(bits: list[int], k: int) -> None:
    assert functional.precision_at_k(bits, k) == sum(bits[:k]) / k


@given(BITS, CUTOFFS, MISSED)
def test_recall_is_the_relevant_of_the_first_k_over_all_relevant(bits: list[int], k: int, missed: int) -> None:
    count = sum(bits) + missed
    expected = sum(bits[:k]) / count if count else math.nan
    assert functional.recall_at_k(bits, k, n_relevant=count) == pytest.approx(expected, nan_ok=True)


@given(BITS, CUTOFFS, MISSED)
def test_average_precision_averages_the_precisions_over_all_relevant(bits: list[int], k: int, missed: int) -> None:
    count = sum(bits) + missed
    total = sum(sum(bits[:rank]) / rank for rank, bit in enumerate(bits[:k], start=1) if bit)
    expected = total / count if count else math.nan
    assert functional.average_precision(bits, k, n_relevant=count) == pytest.approx(expected, nan_ok=True)


@given(BITS, CUTOFFS)
def test_average_precision_without_a_count_averages_over_those_found(bits: list[int], k: int) -> None:
    precisions = [sum(bits[:rank]) / rank for rank, bit in enumerate(bits[:k], start=1) if bit]
    expected = sum(precisions) / len(precisions) if precisions else 0.0
    assert functional.average_precision(bits, k) == pytest.approx(expected)


@given(GRADES, CUTOFFS)
def test_dcg_is_the_discounted_sum_of_the_first_k(grades: list[int], k: int) -> None:
    expected = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades[:k], start=1))
    assert functional.dcg_at_k(grades, k) == pytest.approx(expected)


@given(GRADES, CUTOFFS)
def test_ideal_dcg_does_not_depend_on_the_order_of_the_labels(grades: list[int], k: int) -> None:
    expected = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(sorted(grades, reverse=True)[:k], start=1))
    assert functional.idcg_at_k(grades, k) == pytest.approx(expected)


@given(GRADES, CUTOFFS)
def test_ndcg_without_a_pool_is_dcg_over_ideal_dcg_of_the_list(grades: list[int], k: int) -> None:
    discounts = [1 / math.log2(rank + 1) for rank in range(1, k + 1)]
    found = sum(a * b for a, b in zip(grades, discounts, strict=False))
    best = sum(a * b for a, b in zip(sorted(grades, reverse=True), discounts, strict=False))
    assert functional.ndcg_at_k(grades, k) == pytest.approx(found / best if best else 0.0)


@given(GRADES, st.lists(st.integers(0, 5), max_size=5), CUTOFFS)
def test_ndcg_with_the_judged_grades_is_within_its_bounds(grades: list[int], missed: list[int], k: int) -> None:
    value = functional.ndcg_at_k(grades, k, judged=[*missed, *grades])
    assert math.isnan(value) or 0.0 <= value <= 1.0 + 1e-12


@given(BITS, CUTOFFS, MISSED)
def test_a_count_of_relevant_says_the_same_as_grades_of_one(bits: list[int], k: int, missed: int) -> None:
    count = sum(bits) + missed
    by_count = functional.ndcg_at_k(bits, k, n_relevant=count)
    by_grades = functional.ndcg_at_k(bits, k, judged=[1] * count)
    assert by_count == pytest.approx(by_grades, nan_ok=True)


@given(st.lists(BITS, max_size=6))
def test_mean_reciprocal_rank_is_the_mean_of_one_over_the_first_relevant_rank(rankings: list[list[int]]) -> None:
    values = [1 / (bits.index(1) + 1) if 1 in bits else 0.0 for bits in rankings]
    expected = sum(values) / len(values) if values else math.nan
    assert functional.mean_reciprocal_rank(rankings) == pytest.approx(expected, nan_ok=True)


@given(st.lists(st.sampled_from("abcdef"), max_size=10), st.sets(st.sampled_from("abcdef")))
def test_labels_credit_each_relevant_id_once(retrieved: list[str], relevant: set[str]) -> None:
    assert sum(functional.labels(retrieved, relevant)) == len(relevant & set(retrieved))
