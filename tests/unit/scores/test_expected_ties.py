"""The mean over the orders of equal scores, held against every order written out."""

import time
from collections.abc import Sequence
from itertools import groupby, permutations, product

import numpy as np
import pytest

from assay import score
from assay.errors import BadInputError
from assay.labels.judging import judge
from assay.labels.run_judging import judge_run
from assay.measures import parse
from assay.scores.expected_ties import expected_values

MEASURES = (
    "P@2",
    "R@3",
    "RR",
    "AP",
    "nDCG@3",
    "DCG",
    "RBP(p=0.8)",
    "ERR@4",
    "Bpref",
    "F1@2",
    "HitRate@1",
    "Rprec",
    "Judged@2",
)
GRADES = {"a": 2.0, "b": 1.0, "c": 0.0, "d": 1.0, "absent": 3.0}
SCORES = [
    pytest.param({"a": 1.0, "b": 1.0}, id="two relevant of two grades"),
    pytest.param({"a": 1.0, "x": 1.0, "c": 1.0}, id="relevant, unjudged and not relevant"),
    pytest.param({"x": 9.0, "a": 1.0, "y": 1.0, "b": 1.0, "z": 0.5}, id="a tie in the middle"),
    pytest.param({"a": 2.0, "c": 2.0, "b": 1.0, "x": 1.0, "d": 1.0}, id="two ties"),
    pytest.param({"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0, "x": 1.0, "y": 1.0}, id="all equal"),
    pytest.param({"b": 3.0, "d": 3.0, "x": 2.0, "y": 2.0, "a": 2.0}, id="one tie whose order moves nothing"),
]


def orders(scores: dict[str, float]) -> list[list[str]]:
    """Every ranking that the scores allow."""
    ranked = sorted(scores, key=lambda doc: -scores[doc])
    ties = [list(permutations(tie)) for _, tie in groupby(ranked, key=lambda doc: scores[doc])]
    return [[doc for tie in order for doc in tie] for order in product(*ties)]


def brute(measure: str, rankings: Sequence[list[str]], grades: dict[str, float]) -> float:
    judged = judge(rankings, [grades] * len(rankings))
    return float(np.mean(parse(measure).per_query(judged)))


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("scores", SCORES)
def test_every_measure_is_its_mean_over_all_orders(scores: dict[str, float], measure: str) -> None:
    found = expected_values([parse(measure)], judge_run({"q": GRADES}, {"q": scores}))
    assert found[0, 0] == pytest.approx(brute(measure, orders(scores), GRADES), abs=1e-12)


def test_the_reciprocal_rank_of_one_among_five_equals_is_the_mean_of_the_five() -> None:
    run = judge_run({"q": {"a": 1}}, {"q": dict.fromkeys("abcde", 1.0)})
    assert expected_values([parse("RR")], run)[0, 0] == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 5)


def test_many_alike_hits_are_exact_because_their_order_does_not_matter() -> None:
    """Ten relevant of eleven: 11! orders, of which 11 differ."""
    grades = {f"d{number}": 1.0 for number in range(10)}
    run = judge_run({"q": grades}, {"q": dict.fromkeys([*grades, "x"], 1.0)})
    assert expected_values([parse("P@1")], run)[0, 0] == pytest.approx(10 / 11, abs=1e-12)


def test_queries_without_ties_keep_their_values() -> None:
    run = judge_run({"p": {"a": 1}, "q": {"a": 1}}, {"p": {"a": 1.0, "b": 2.0}, "q": {"a": 1.0, "b": 1.0}})
    assert expected_values([parse("RR")], run)[0].tolist() == [0.5, 0.75]


def test_an_undefined_value_stays_undefined() -> None:
    run = judge_run({"q": {"a": 0}}, {"q": {"a": 1.0, "b": 1.0}})
    assert np.isnan(expected_values([parse("AP")], run)[0, 0])


def test_the_judged_run_is_not_written_to() -> None:
    run = judge_run({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}})
    before = run.judged.rank.copy()
    expected_values([parse("RR")], run)
    assert run.judged.rank.tolist() == before.tolist()


def large(n_hits: int, n_relevant: int) -> tuple[dict[str, float], dict[str, float]]:
    grades = {f"d{number}": float(number % 3) for number in range(2 * n_relevant)}
    return grades, dict.fromkeys([*grades, *(f"x{number}" for number in range(n_hits - 2 * n_relevant))], 1.0)


def test_orders_drawn_at_random_come_near_the_true_mean() -> None:
    """P@10 of 100 equal scores, two of three grades relevant: each place is relevant with the same probability."""
    grades, scores = large(100, 15)
    found = expected_values([parse("P@10")], judge_run({"q": grades}, {"q": scores}))
    relevant = sum(grade >= 1 for grade in grades.values())
    assert found[0, 0] == pytest.approx(relevant / 100, abs=4 * 0.13 / 2000**0.5)  # a place: sd 0.4, of ten: 0.13


def test_the_same_seed_draws_the_same_orders() -> None:
    run = judge_run(*({"q": one} for one in large(100, 15)))
    first, again = (expected_values([parse("AP")], run, seed=7) for _ in range(2))
    assert first.tolist() == again.tolist()


def test_another_seed_draws_other_orders() -> None:
    run = judge_run(*({"q": one} for one in large(100, 15)))
    assert expected_values([parse("AP")], run, seed=1)[0, 0] != expected_values([parse("AP")], run, seed=2)[0, 0]


def test_a_very_long_tie_is_drawn_without_holding_every_slot() -> None:
    grades, scores = large(200_000, 3)
    found = expected_values([parse("NumRelRet"), parse("P@100")], judge_run({"q": grades}, {"q": scores}))
    assert found[0, 0] == 4.0
    assert found[1, 0] < 0.01


def test_43_queries_of_100_equal_scores_take_seconds() -> None:
    grades, scores = large(100, 40)
    queries = [f"q{number}" for number in range(43)]
    run = judge_run(dict.fromkeys(queries, grades), dict.fromkeys(queries, scores))
    start = time.process_time()
    expected_values([parse(name) for name in ("nDCG@10", "AP", "RR", "P@10", "R@100")], run)
    assert time.process_time() - start < 20  # about 2 on two cores of 2024; a loop over orders took 25


def test_repeats_that_keep_their_slots_cannot_be_averaged_over() -> None:
    with pytest.raises(BadInputError, match="documents that stand twice"):
        score({"q": {"a": 1}}, [("q", "a", 1.0), ("q", "a", 1.0)], "RR", ties="expected")


@pytest.mark.parametrize("how", [{"convention": "sklearn"}, {"ties": "expected", "duplicates": "drop"}], ids=str)
def test_a_repeat_tied_with_itself_is_one_document(how: dict[str, str]) -> None:
    assert score({"q": {"a": 1}}, [("q", "a", 1.0), ("q", "a", 1.0)], "RR", **how).mean("RR") == 1.0
