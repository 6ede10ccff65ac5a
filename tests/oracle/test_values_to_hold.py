"""Values that every version must hold: repeats, short lists, missing labels, and the worked figures of tutorials."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from assay import functional
from assay.labels.judging import judge
from assay.measures import AP, F1, RR, HitRate, Measure, P, R, nDCG

COLUMNS: list[Measure] = [HitRate, P, R, F1, AP, nDCG, RR]
TEN = [f"r{number}" for number in range(7)]


@dataclass(frozen=True)
class Row:
    ranking: list[str]
    relevant: list[str]
    k: int
    values: tuple[float, ...]


ROWS = {
    "a repeat after all was found": Row(["a", "a", "x"], ["a"], 3, (1, 0.3333, 1, 0.5, 1, 1, 1)),
    "a repeat that keeps its slot": Row(["a", "a", "b"], ["a", "b"], 3, (1, 0.6667, 1, 0.8, 0.8333, 0.9197, 1)),
    "a repeat in place of the missed one": Row(["a", "a"], ["a", "b"], 2, (1, 0.5, 0.5, 0.5, 0.5, 0.6131, 1)),
    "fewer hits than k": Row(["a"], ["a", "b", "c"], 5, (1, 0.2, 0.3333, 0.25, 0.3333, 0.4693, 1)),
    "more relevant than k": Row(["a", "b", "c"], ["a", "b", "c", *TEN], 3, (1, 1, 0.3, 0.4615, 0.3, 1, 1)),
    "no hits": Row([], ["a"], 3, (0, 0, 0, 0, 0, 0, 0)),
    "nothing relevant": Row(["a"], [], 3, (math.nan,) * 7),
}
CELLS = [
    pytest.param(row, measure, value, id=f"{measure}: {name}")
    for name, row in ROWS.items()
    for measure, value in zip(COLUMNS, row.values, strict=True)
]


@pytest.mark.parametrize(("row", "measure", "value"), CELLS)
def test_a_cell_of_the_table_holds(row: Row, measure: Measure, value: float) -> None:
    judged = judge([row.ranking], [dict.fromkeys(row.relevant, 1.0)])
    np.testing.assert_allclose((measure @ row.k).per_query(judged), [value], atol=5e-5)


def table_of_grades(grades: list[float], k: int, n_relevant: int) -> dict[str, float]:
    return {
        "HitRate": functional.hit_rate_at_k(grades, k, n_relevant=n_relevant),
        "P": functional.precision_at_k(grades, k, n_relevant=n_relevant),
        "R": functional.recall_at_k(grades, k, n_relevant=n_relevant),
        "F1": functional.f1_at_k(grades, k, n_relevant=n_relevant),
        "AP": functional.average_precision(grades, k, n_relevant=n_relevant),
        "nDCG": functional.ndcg_at_k(grades, k, n_relevant=n_relevant),
        "RR": functional.reciprocal_rank(grades, k, n_relevant=n_relevant),
    }


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_row_of_the_table_holds_for_a_plain_list_of_labels(row: Row) -> None:
    found = table_of_grades(functional.labels(row.ranking, row.relevant), row.k, len(row.relevant))
    expected = dict(zip((measure.symbol for measure in COLUMNS), row.values, strict=True))
    assert found == pytest.approx(expected, abs=5e-5, nan_ok=True)


FIVE_RELEVANT = {f"r{number}": 1.0 for number in range(5)}
THREE_HIT = ["x0", "r0", "x1", "x2", "r1", "x3", "x4", "x5", "r2", "x6"]


@pytest.mark.parametrize(
    ("measure", "value"), [(HitRate, 1.0), (P, 0.3), (R, 0.6), (F1, 0.4)], ids=["HitRate", "P", "R", "F1"]
)
def test_ten_hits_that_find_three_of_five(measure: Measure, value: float) -> None:
    found = (measure @ 10).per_query(judge([THREE_HIT], [FIVE_RELEVANT]))
    assert found.tolist() == pytest.approx([value])


def test_the_tutorials_average_precision_is_three_quarters() -> None:
    judged = judge([["a", "x", "y", "b"]], [{"a": 1, "b": 1}])
    assert AP(norm="retrieved").per_query(judged).tolist() == pytest.approx([0.75])


def test_the_tutorials_mean_reciprocal_rank_is_eleven_eighteenths() -> None:
    judged = judge([["x", "a"], ["a"], ["x", "y", "a"]], [{"a": 1}] * 3)
    assert RR.per_query(judged).mean() == pytest.approx(11 / 18)


def test_the_tutorials_ndcg_over_the_retrieved_list() -> None:
    labels = {"a": 3, "b": 2, "c": 3, "d": 0, "e": 1}
    judged = judge([["a", "b", "c", "d", "e"]], [labels])
    assert (nDCG(ideal="retrieved") @ 5).per_query(judged).tolist() == pytest.approx([0.9724], abs=5e-5)


def test_the_tutorials_dcg_and_ideal_dcg() -> None:
    grades = [3, 2, 3, 0, 1]
    found = functional.dcg_at_k(grades, 5), functional.idcg_at_k(grades, 5)
    assert found == pytest.approx((6.1487, 6.3235), abs=5e-5)
