"""Plans: from pilots of two systems and of one, and from stated figures."""

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

import assay
from assay import Plan, RetrievalTestCase, power
from assay.comparison.planning_document import document_of
from assay.comparison.system import Origin, Question, System
from assay.errors import BadFileError, BadInputError
from assay.measures.notation import parse

SCHEMA = Path(__file__).parents[3] / "docs" / "schema" / "power.schema.json"


def system(
    values: list[float], measure: str = "nDCG@10", *, name: str = "a", sources: list[str] | None = None
) -> System:
    return System(
        name=name,
        measures=(parse(measure),),
        query_ids=tuple(f"q{place}" for place in range(len(values))),
        values=np.array([values]),
        origin=Origin(kind="evaluation"),
        questions=None if sources is None else tuple(Question(source=source) for source in sources),
    )


def pair(changes: list[float], measure: str = "nDCG@10") -> tuple[System, System]:
    """Two systems whose values differ by so much from query to query."""
    return system([0.5] * len(changes), measure), system([0.5 + one for one in changes], measure, name="b")


CHANGES = [0.1, -0.2, 0.0, 0.3, 0.0, 0.1, -0.1, 0.2, 0.0, -0.05]


def test_cases_needed_follow_from_the_spread_of_the_pilots_differences() -> None:
    plan = power(*pair(CHANGES), difference=0.03)
    effect = 0.03 / np.std(CHANGES, ddof=1)
    assert plan.cases is not None
    assert plan.cases.needed == math.ceil(TTestPower().solve_power(effect, power=0.8, alpha=0.05))


def test_the_pilots_number_of_cases_is_what_there_is_unless_stated() -> None:
    plan = power(*pair(CHANGES), difference=0.1)
    expected = TTestPower().power(0.1 / np.std(CHANGES, ddof=1), 10, 0.05)
    assert plan.reach is not None
    assert (plan.reach.n, plan.reach.power) == (10, pytest.approx(expected))
    stated = power(*pair(CHANGES), difference=0.1, n=77)
    assert stated.reach is not None
    assert stated.reach.n == 77


def test_the_pilots_uncertainty_is_that_of_its_spread() -> None:
    plan = power(*pair(CHANGES), difference=0.03)
    freedom = 20 / (max(stats.kurtosis(CHANGES, bias=False), 0) + 20 / 9)
    ends = np.std(CHANGES, ddof=1) * np.sqrt(freedom / stats.chi2.ppf([0.975, 0.025], freedom))
    solved = [TTestPower().solve_power(0.03 / end, power=0.8, alpha=0.05) for end in ends]
    assert plan.cases is not None
    assert (plan.cases.low, plan.cases.high) == tuple(map(math.ceil, solved))
    assert plan.cases.low < plan.cases.needed < plan.cases.high


def test_a_0_1_measure_is_planned_by_the_exact_test() -> None:
    before, after = [0.0] * 7 + [1.0] * 93, [1.0] * 98 + [0.0] * 2
    plan = power(system(before, "HitRate@3"), system(after, "HitRate@3"), measure="HitRate@3", difference=0.05)
    assert plan.is_binary
    assert plan.spread.value == 0.09
    assert plan.cases is not None
    assert plan.cases.needed == 303  # as the simulation of docs/statistics.md confirms: 80% at 303


def test_stated_gains_and_losses_are_a_difference_and_a_disagreement() -> None:
    plan = power(gain=0.07, loss=0.02)
    assert (plan.size, plan.spread.value) == (pytest.approx(0.05), pytest.approx(0.09))
    assert plan.cases is not None
    assert (plan.cases.needed, plan.cases.low, plan.reach) == (303, None, None)


def test_one_system_stands_for_two_by_an_assumed_correlation() -> None:
    values = [0.1, 0.9, 0.4, 1.0, 0.0, 0.7, 0.3]
    plan = power(system(values), difference=0.05, correlation=0.75)
    assert plan.spread.value == pytest.approx(np.std(values, ddof=1) * math.sqrt(0.5))
    assert "correlation of 0.75" in plan.to_markdown()


def test_one_system_of_a_0_1_measure_disagrees_with_one_like_it_as_far_as_they_are_uncorrelated() -> None:
    plan = power(system([1.0] * 8 + [0.0] * 2, "HitRate@3"), measure="HitRate@3", correlation=0.5)
    assert plan.is_binary
    assert plan.spread.value == pytest.approx(2 * 0.8 * 0.2 * 0.5)


def test_a_margin_is_planned_for_a_true_difference_of_nothing() -> None:
    plan = power(spread=0.3, margin=0.05)
    expected = TTestPower().solve_power(0.05 / 0.3, power=0.8, alpha=0.05, alternative="larger")
    assert (plan.question, plan.difference) == ("margin", 0.0)
    assert plan.cases is not None
    assert plan.cases.needed == math.ceil(expected)


def test_margins_that_a_true_loss_uses_up_are_left_out_of_the_table() -> None:
    plan = power(spread=0.3, margin=0.05, difference=-0.02)
    assert [one.size for one in plan.by_size] == [0.03, 0.05, 0.1]


def test_where_only_a_loss_counts_differences_are_below_nothing() -> None:
    plan = power(spread=0.3, difference=-0.05, alternative="less", n=100)
    assert [one.size for one in plan.by_size] == [-0.01, -0.02, -0.03, -0.05, -0.1]
    assert plan.reach is not None
    assert plan.reach.detectable < 0
    assert plan.cases == plan.by_size[3]


def test_cases_of_one_source_multiply_what_is_needed() -> None:
    changes = [0.1, -0.2, 0.0, 0.3, 0.05]
    sources = [name for name in "vwxyz" for _ in range(4)]
    first = system([0.5] * 20, sources=sources)
    second = system([0.5 + one for one in changes for _ in range(4)], sources=sources)
    clustered, alone = power(first, second, difference=0.05), power(first, second, difference=0.05, cluster=None)
    assert clustered.pilot is not None
    assert clustered.pilot.effective_n == pytest.approx(5, rel=0.2)  # of four equal values one tells everything
    assert clustered.cases is not None
    assert alone.cases is not None
    assert clustered.cases.needed == math.ceil(alone.cases.needed * clustered.design_effect)
    assert "Cases share a source: 20 of them" in clustered.to_markdown()


def test_stated_clusters_multiply_what_is_needed() -> None:
    plan = power(spread=0.3, difference=0.05, cluster_size=5, icc=0.5)
    assert plan.cases is not None
    assert plan.cases.needed == 3 * 285  # 285 by statsmodels
    assert "multiplied by 3.00" in plan.to_markdown()


def test_queries_that_only_one_was_asked_and_cases_without_a_value_are_counted() -> None:
    first, second = pair([*CHANGES, math.nan])
    plan = power(first.only(first.query_ids[1:]), second, difference=0.03)
    assert plan.pilot is not None
    assert (plan.pilot.n, plan.pilot.n_undefined, plan.pilot.n_unpaired) == (9, 1, 1)
    assert "plan for 1.11 times as many" in plan.to_markdown()


def test_evaluations_saved_and_in_memory_and_scores_of_two_runs_make_the_same_plan(tmp_path: Path) -> None:
    cases = [RetrievalTestCase(f"{place}", ["d1"]) for place in range(12)]
    rankings = {str(place): ["x"] * (place % 4) + ["d1"] for place in range(12)}
    first = assay.evaluate(lambda _: ["d1"], cases, k=(10,))
    second = assay.evaluate(lambda query: rankings[query], cases, k=(10,))
    saved = tmp_path / "second.json"
    saved.write_text(second.to_json(per_query=True), "utf-8")
    qrels = {query: {"d1": 1} for query in rankings}
    runs = {
        "first": {query: {"d1": 1.0} for query in rankings},
        "second": {
            query: {f"{doc}{place}" if doc == "x" else doc: -float(place) for place, doc in enumerate(docs)}
            for query, docs in rankings.items()
        },
    }
    needed = [
        power(first, second, measure="RR@10", difference=0.1).cases,
        power(first, saved, measure="RR@10", difference=0.1).cases,
        power(assay.score(qrels, runs, "RR@10"), measure="RR@10", difference=0.1).cases,
    ]
    assert needed[0] is not None
    assert needed[1:] == [needed[0], needed[0]]


def test_the_answer_is_said_in_words_with_what_the_pilot_leaves_open() -> None:
    plan = power(*pair(CHANGES), difference=0.1)
    assert plan.cases is not None
    assert plan.sentence().startswith(
        f"To find a difference of 0.1 with a power of 80% takes about {plan.cases.needed} cases "
        f"({plan.cases.low} to {plan.cases.high}, for the pilot has 10)."
    )


def test_a_pilots_figures_are_rounded_up_to_two_digits() -> None:
    assert "about 1000 cases" in power(*pair([-0.5, 0.5] * 20), difference=0.045).sentence()  # 972 by statsmodels


def test_a_power_that_is_nearly_certain_is_not_called_certain() -> None:
    assert "in >99% of tries" in power(spread=0.3, difference=0.1, n=300).sentence()


def test_cases_that_can_never_tell_are_called_too_few() -> None:
    assert "too few" in power(gain=0.2, loss=0.1, n=4).sentence()


def test_json_follows_the_schema_and_has_null_where_nothing_is_detectable() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    plans = [
        power(*pair(CHANGES), difference=0.03),
        power(gain=0.2, loss=0.1, n=4),
        power(spread=0.3),
        power(spread=0.3, margin=0.05, cluster_size=4, icc=0.1),
        power(system([0.2, 0.4, 1.0])),
    ]
    for plan in plans:
        jsonschema.validate(json.loads(plan.to_json()), schema)
    reach = document_of(plans[1]).reach
    assert reach is not None
    assert reach.detectable is None


def test_a_plan_shows_itself_by_its_answer() -> None:
    plan = power(spread=0.3, difference=0.05)
    assert isinstance(plan, Plan)
    assert repr(plan) == "<Plan: To find a difference of 0.05 with a power of 80% takes 285 cases.>"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "0 are given"),
        ({"spread": 0.3, "gain": 0.1, "loss": 0.1}, "2 are given"),
        ({"gain": 0.1}, "both what B gains and what it loses"),
        ({"gain": 0.1, "loss": 0.1}, "other than 0"),
        ({"gain": 0.8, "loss": 0.4}, "at most 1 together"),
        ({"spread": 0.0}, "above 0"),
        ({"spread": math.nan}, "above 0"),
        ({"spread": 0.3, "difference": 0.0}, "shown with a margin"),
        ({"spread": 0.3, "difference": -0.1, "alternative": "greater"}, "never found"),
        ({"spread": 0.3, "difference": 0.1, "alternative": "less"}, "never found"),
        ({"spread": 0.3, "margin": 0.0}, "a margin lies between 0 and 1"),
        ({"spread": 0.3, "margin": 0.05, "difference": -0.05}, "wider than what is truly lost"),
        ({"spread": 0.3, "margin": 0.05, "alternative": "less"}, "one side already"),
        ({"spread": 0.3, "margin": 0.05, "alpha": 0.5}, "2 alpha"),
        ({"spread": 0.3, "alternative": "up"}, "alternative is"),
        ({"spread": 0.3, "power": 1.0}, "power lies between"),
        ({"spread": 0.3, "power": 0.04}, "above alpha"),
        ({"spread": 0.3, "n": 0}, "one case or more"),
        ({"spread": 0.3, "icc": 0.1}, "both their size and"),
    ],
    ids=str,
)
def test_what_cannot_be_planned_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        power(**given)  # pyright: ignore[reportArgumentType]


def test_pilots_that_say_nothing_are_refused(tmp_path: Path) -> None:
    a, b = pair(CHANGES)
    with pytest.raises(BadInputError, match="two queries or more"):
        power(*pair([0.1] * 5), difference=0.03)
    with pytest.raises(BadInputError, match="AP was not measured of a"):
        power(a, b, measure="AP")
    with pytest.raises(BadInputError, match="no query in common"):
        power(a.only(["q1"]), b.only(["q2"]))
    with pytest.raises(BadInputError, match="below 1"):
        power(a, correlation=1.0)
    with pytest.raises(BadFileError, match="absent"):
        power(str(tmp_path / "absent.json"))


def test_a_pilot_of_three_systems_is_refused() -> None:
    qrels = {"q1": {"d": 1}, "q2": {"d": 1}}
    runs = {name: {"q1": {"d": 1.0}, "q2": {"e": 1.0}} for name in "abc"}
    with pytest.raises(BadInputError, match="these are 3"):
        power(assay.score(qrels, runs, "RR"), measure="RR")


def test_a_measure_that_is_no_mean_has_no_power() -> None:
    scores = assay.score({"q1": {"d": 1}, "q2": {"d": 1}}, {"q1": {"d": 1.0}, "q2": {"e": 1.0}}, "num_rel")
    with pytest.raises(BadInputError, match="no mean over queries"):
        power(scores, measure=scores.measures[0])
