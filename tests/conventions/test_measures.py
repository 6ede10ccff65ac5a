"""What a measure is, where tools disagree: each name is the rule, both values stand beside it."""

from math import log2
from typing import Any

import pytest

import assay
from assay import RetrievalTestCase, evaluate
from assay.errors import MeasureParameterError

TEN = [f"r{number}" for number in range(10)]


def ranked(*docs: str) -> dict[str, dict[str, float]]:
    """A run of one query, best first."""
    return {"q": {doc: float(-place) for place, doc in enumerate(docs)}}


def value(measure: str, grades: dict[str, float] | list[str], *docs: str, **choices: Any) -> float:
    judged = grades if isinstance(grades, dict) else dict.fromkeys(grades, 1.0)
    return assay.score({"q": judged}, ranked(*docs), measure, **choices).mean(measure)


@pytest.mark.parametrize(("measure", "expected"), [("P@5", 0.2), ("P(depth=retrieved)@5", 1.0)])
def test_precision_divides_by_k_unless_asked_for_the_hits_there_are(measure: str, expected: float) -> None:
    assert value(measure, ["a"], "a") == expected


@pytest.mark.parametrize(("measure", "expected"), [("AP", 0.3), ("AP(norm=retrieved)", 1.0)])
def test_average_precision_divides_by_all_relevant_unless_asked_for_those_found(measure: str, expected: float) -> None:
    assert value(measure, TEN, *TEN[:3]) == pytest.approx(expected)


def test_the_ideal_of_ndcg_is_cut_at_k_as_the_ranking_is() -> None:
    uncut = sum(1 / log2(rank + 1) for rank in range(1, 4)) / sum(1 / log2(rank + 1) for rank in range(1, 11))
    assert value("nDCG@3", TEN, *TEN[:3]) == 1.0
    assert value("nDCG", TEN, *TEN[:3]) == pytest.approx(uncut)
    assert uncut == pytest.approx(0.469, abs=5e-4)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [("nDCG@5", 1 / (1 + 1 / log2(3) + 1 / log2(4))), ("nDCG(ideal=retrieved)@5", 1.0)],
)
def test_the_ideal_of_ndcg_is_of_all_judged_unless_asked_for_the_retrieved(measure: str, expected: float) -> None:
    assert value(measure, ["a", "b", "c"], "a") == pytest.approx(expected)


GRADED: dict[str, float] = {"a": 1, "b": 3, "c": 0}


@pytest.mark.parametrize(
    ("measure", "low", "high"),
    [("nDCG", 1, 3), ("nDCG(gain=exponential)", 1, 7), ("nDCG(gain={1:5,3:6})", 5, 6), ("nDCG(gain={3:9})", 1, 9)],
)
def test_gains_are_the_grades_unless_asked_for_others(measure: str, low: float, high: float) -> None:
    expected = (low + high / log2(3)) / (high + low / log2(3))
    assert value(measure, GRADED, "a", "b", "c") == pytest.approx(expected)


def test_custom_gains_are_sorted_by_the_gain_itself() -> None:
    grades: dict[str, float] = {"a": 1, "b": 2, "c": 3}
    measure = "nDCG(gain={1:1.9,2:1.2,3:1.5})"
    assert value(measure, grades, "a", "c", "b") == pytest.approx(1.0)
    best, worst = 1.9 + 1.5 / log2(3) + 1.2 / 2, 1.2 + 1.5 / log2(3) + 1.9 / 2
    assert value(measure, grades, "b", "c", "a") == pytest.approx(worst / best)


def test_a_threshold_moves_what_is_relevant_and_leaves_gains_alone() -> None:
    assert value("P@2", GRADED, "a", "b", rel=2) == 0.5
    assert value("P(rel=2)@2", GRADED, "a", "b") == 0.5
    assert value("nDCG", GRADED, "a", "b", rel=2) == value("nDCG", GRADED, "a", "b")


def test_a_measure_of_gains_has_no_threshold() -> None:
    with pytest.raises(MeasureParameterError, match="nDCG has no parameter 'rel'"):
        assay.score({"q": GRADED}, ranked("a"), "nDCG(rel=2)")


def test_bpref_without_a_document_judged_not_relevant_is_the_share_of_relevant_ones_retrieved() -> None:
    assert value("Bpref", ["a", "b", "c"], "x", "a", "y") == pytest.approx(1 / 3)


NEGATIVE: dict[str, float] = {"a": 1, "spam": -2, "b": 0}


def test_a_negative_grade_is_judged_not_relevant_and_gains_nothing() -> None:
    assert value("P@2", NEGATIVE, "spam", "a") == 0.5
    assert value("nDCG", NEGATIVE, "spam", "a") == pytest.approx(1 / log2(3))
    assert value("DCG", NEGATIVE, "spam") == 0.0
    assert value("Judged@2", NEGATIVE, "spam", "a") == 1.0
    assert value("Bpref", NEGATIVE, "spam", "a") == 0.0


def test_a_negative_grade_is_pooled_but_unjudged_as_trec_eval_has_it() -> None:
    assert value("Bpref", NEGATIVE, "spam", "a", convention="trec_eval") == 1.0
    assert value("infAP", NEGATIVE, "spam", "a", convention="trec_eval") == pytest.approx(1 / 2 + 1 / 2 * 1 / 2)
    assert value("infAP", NEGATIVE, "spam", "a") == pytest.approx(1 / 2, abs=1e-4)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("RBP(p=0.8)", 0.2 * (1 + 0.8)),
        ("RBP(p=0.8, rel=2)", 0.2 * 1),
        ("RBP(p=0.8, gain=graded, max_grade=3)", 0.2 * (1 + 0.8 / 3)),
        ("RBP(p=0.8, gain=graded, max_grade=6)", 0.2 * (1 / 2 + 0.8 / 6)),
    ],
)
def test_rbp_is_binary_unless_a_largest_grade_is_stated(measure: str, expected: float) -> None:
    assert value(measure, {"b": 3, "a": 1}, "b", "a") == pytest.approx(expected)


def test_graded_rbp_never_exceeds_one_because_larger_grades_are_refused() -> None:
    with pytest.raises(MeasureParameterError, match="above max_grade"):
        value("RBP(gain=graded, max_grade=2)", {"b": 3, "a": 1}, "b")
    with pytest.raises(MeasureParameterError, match="graded gains need a largest grade"):
        value("RBP(gain=graded)", {"b": 3}, "b")


@pytest.mark.parametrize(
    ("measure", "expected"),
    [("F(beta=2)@2", 5 * 0.5 / (4 * 0.5 + 1)), ("set_F_2", 3 * 0.5 / (1 + 2 * 0.5)), ("F1@2", 2 * 0.5 / (0.5 + 1))],
)
def test_beta_is_squared_and_the_name_of_trec_eval_keeps_its_formula(measure: str, expected: float) -> None:
    assert value(measure, ["a"], "a", "x") == pytest.approx(expected)


TWELVE = [f"r{number}" for number in range(12)]


@pytest.mark.parametrize(
    ("measure", "expected"), [("iprec_at_recall_0.10", 2 / 3), ("IPrec(rounding=nearest)@0.1", 1.0)]
)
def test_a_tenth_of_twelve_relevant_is_two_unless_asked_for_the_nearest(measure: str, expected: float) -> None:
    assert value(measure, TWELVE, "r0", "x", "r1") == pytest.approx(expected)


F1_JUDGED = {"q1": dict.fromkeys("abcd", 1), "q2": {"a": 1}}
F1_RUN = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 2.0, "x": 1.0}}


def test_f1_of_many_queries_is_the_mean_of_their_own_and_not_the_harmonic_mean_of_means() -> None:
    scores = assay.score(F1_JUDGED, F1_RUN, "P@2 R@2 F1@2")
    assert (scores.mean("P@2"), scores.mean("R@2")) == (0.75, 0.75)
    assert scores.mean("F1@2") == pytest.approx(2 / 3)


def test_f1_of_an_evaluation_is_the_mean_of_the_queries_own() -> None:
    cases = [RetrievalTestCase(query, dict(judged)) for query, judged in F1_JUDGED.items()]
    metrics = evaluate(lambda query: list(F1_RUN[query]), cases, k=2)
    assert metrics.f1_at_k[2] == pytest.approx(2 / 3)


@pytest.mark.parametrize(("measure", "expected"), [("RR", 1 / 11), ("RR@11", 1 / 11), ("RR@10", 0.0), ("MRR@10", 0.0)])
def test_reciprocal_rank_obeys_its_cutoff(measure: str, expected: float) -> None:
    assert value(measure, ["a"], *TEN, "a") == pytest.approx(expected)


def test_a_document_judged_for_another_query_is_not_judged_for_this_one() -> None:
    judged = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
    run = {"q1": {"a": 3.0, "c": 2.0, "b": 1.0}, "q2": {"c": 1.0}}
    found = assay.score(judged, run, "Judged@2 Judged@10").per_query()
    assert found["q1"] == {"Judged@2": 0.5, "Judged@10": pytest.approx(2 / 3)}
    assert found["q2"] == {"Judged@2": 1.0, "Judged@10": 1.0}


def stop(grade: float, top: float) -> float:
    return (2**grade - 1) / 2**top


def test_err_takes_the_largest_grade_of_the_judgements_for_the_top_unless_one_is_stated() -> None:
    judged = {"q1": {"a": 1, "b": 2}, "q2": {"a": 3}}
    run = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}}
    found = assay.score(judged, run, "ERR ERR(max_grade=4)").per_query()["q1"]
    assert found["ERR"] == pytest.approx(stop(1, 3) + (1 - stop(1, 3)) * stop(2, 3) / 2)
    assert found["ERR(max_grade=4)"] == pytest.approx(stop(1, 4) + (1 - stop(1, 4)) * stop(2, 4) / 2)


def test_err_refuses_a_grade_above_the_stated_top() -> None:
    with pytest.raises(MeasureParameterError, match=r"max_grade is 2, but the judgements hold a grade of 3"):
        value("ERR(max_grade=2)", {"a": 3}, "a")
