"""Each measure against its formula, written down once more: over sets and loops, without NumPy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures import AP, F1, RR, HitRate, Measure, P, R, nDCG

Ranking = list[str]
Label = dict[str, float]

IDS = st.sampled_from([f"d{number}" for number in range(12)])
GRADES = st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0])
QUERIES = st.lists(st.tuples(st.lists(IDS, max_size=15), st.dictionaries(IDS, GRADES, max_size=10)), max_size=6)
CUTOFFS = st.none() | st.integers(1, 18)
LEVELS = st.sampled_from([0.5, 1.0, 1.5, 3.0])


def credited(ranking: Ranking, label: Label) -> list[float | None]:
    """The grade earned at each place: None where nobody judged, and where the document stood before."""
    return [
        None if doc_id in ranking[:place] or doc_id not in label else label[doc_id]
        for place, doc_id in enumerate(ranking)
    ]


def hits(ranking: Ranking, label: Label, rel: float, k: int | None) -> list[bool]:
    return [grade is not None and grade >= rel for grade in credited(ranking, label)][:k]


def relevant(label: Label, rel: float) -> int:
    return sum(grade >= rel for grade in label.values())


def hit_rate(ranking: Ranking, label: Label, rel: float, k: int | None) -> float:
    return float(any(hits(ranking, label, rel, k)))


def precision(ranking: Ranking, label: Label, rel: float, k: int | None, depth: str = "k") -> float:
    places = len(ranking) if k is None else k if depth == "k" else min(k, len(ranking))
    return sum(hits(ranking, label, rel, k)) / places if places else 0.0


def recall(ranking: Ranking, label: Label, rel: float, k: int | None) -> float:
    return sum(hits(ranking, label, rel, k)) / relevant(label, rel)


def f1(ranking: Ranking, label: Label, rel: float, k: int | None, depth: str = "k") -> float:
    p, r = precision(ranking, label, rel, k, depth), recall(ranking, label, rel, k)
    return 2 * p * r / (p + r) if p + r else 0.0


def reciprocal_rank(ranking: Ranking, label: Label, rel: float, k: int | None) -> float:
    return next((1 / rank for rank, hit in enumerate(hits(ranking, label, rel, k), start=1) if hit), 0.0)


def average_precision(ranking: Ranking, label: Label, rel: float, k: int | None, norm: str = "relevant") -> float:
    found = hits(ranking, label, rel, k)
    total = sum(sum(found[:rank]) / rank for rank, hit in enumerate(found, start=1) if hit)
    count = relevant(label, rel) if norm == "relevant" else sum(found)
    return total / count if count else 0.0


def dcg(grades: list[float | None], k: int | None, gain: str) -> float:
    gains = [max(grade or 0.0, 0.0) for grade in grades[:k]]
    gains = [2**value - 1 for value in gains] if gain == "exponential" else gains
    return sum(value / math.log2(rank + 1) for rank, value in enumerate(gains, start=1))


def ndcg(ranking: Ranking, label: Label, k: int | None, gain: str, ideal: str) -> float:
    earned = credited(ranking, label)
    pool = label.values() if ideal == "judged" else [grade for grade in earned if grade is not None]
    best = dcg(sorted(pool, reverse=True), k, gain)
    return dcg(earned, k, gain) / best if best else 0.0


def check(measure: Measure, expected: list[float], queries: list[tuple[Ranking, Label]], rel: float) -> None:
    judged = judge([ranking for ranking, _ in queries], [label for _, label in queries], rel=rel)
    defined = [relevant(label, rel) > 0 for _, label in queries]
    wanted = np.where(defined, np.array(expected), np.nan)
    np.testing.assert_allclose(measure.per_query(judged), wanted, rtol=1e-12, atol=1e-15)


def each(function: object, queries: list[tuple[Ranking, Label]], rel: float, *rest: object) -> list[float]:
    return [function(ranking, label, rel, *rest) if relevant(label, rel) else math.nan for ranking, label in queries]


@pytest.mark.parametrize(
    ("measure", "formula"), [(HitRate, hit_rate), (P, precision), (R, recall), (F1, f1), (RR, reciprocal_rank)], ids=str
)
@given(queries=QUERIES, rel=LEVELS, k=CUTOFFS)
def test_a_binary_measure_is_its_formula(
    measure: Measure, formula: object, queries: list[tuple[Ranking, Label]], rel: float, k: int | None
) -> None:
    check(measure(k=k), each(formula, queries, rel, k), queries, rel)


@pytest.mark.parametrize(("measure", "formula"), [(P, precision), (F1, f1)], ids=str)
@given(queries=QUERIES, rel=LEVELS, k=CUTOFFS)
def test_depth_retrieved_divides_by_what_came_back(
    measure: Measure, formula: object, queries: list[tuple[Ranking, Label]], rel: float, k: int | None
) -> None:
    check(measure(k=k, depth="retrieved"), each(formula, queries, rel, k, "retrieved"), queries, rel)


@pytest.mark.parametrize("norm", ["relevant", "retrieved"])
@given(queries=QUERIES, rel=LEVELS, k=CUTOFFS)
def test_average_precision_is_its_formula(
    norm: str, queries: list[tuple[Ranking, Label]], rel: float, k: int | None
) -> None:
    check(AP(k=k, norm=norm), each(average_precision, queries, rel, k, norm), queries, rel)


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("ideal", ["judged", "retrieved"])
@given(queries=QUERIES, k=CUTOFFS)
def test_ndcg_is_its_formula(gain: str, ideal: str, queries: list[tuple[Ranking, Label]], k: int | None) -> None:
    gains = [any(grade > 0 for grade in label.values()) for _, label in queries]
    formula = [ndcg(ranking, label, k, gain, ideal) for ranking, label in queries]
    judged = judge([ranking for ranking, _ in queries], [label for _, label in queries])
    found = nDCG(k=k, gain=gain, ideal=ideal).per_query(judged)
    np.testing.assert_allclose(found, np.where(gains, formula, np.nan), rtol=1e-12, atol=1e-15)


@given(queries=QUERIES, k=CUTOFFS)
def test_a_level_above_the_tables_own_is_the_formula_at_that_level(
    queries: list[tuple[Ranking, Label]], k: int | None
) -> None:
    expected = each(average_precision, queries, 3.0, k)
    judged = judge([ranking for ranking, _ in queries], [label for _, label in queries], rel=1.0)
    np.testing.assert_allclose(AP(k=k, rel=3).per_query(judged), expected, rtol=1e-12, atol=1e-15)
