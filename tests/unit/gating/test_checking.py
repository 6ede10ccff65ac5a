"""Results held against rules."""

from collections.abc import Callable
from math import nan

import numpy as np
import pytest
from scipy.stats import binomtest

from assay import RetrievalTestCase, evaluate, gate
from assay.comparison.system import Question, System
from assay.errors import BadInputError
from assay.gating.finding import Slice

Make = Callable[..., System]


def test_the_interval_of_a_share_is_the_exact_one_of_level_one_less_two_alpha(shares: Make) -> None:
    found = gate(shares(48, 60), "R@5 >= 0.7", alpha=0.025).findings[0]
    exact = binomtest(48, 60).proportion_ci(confidence_level=0.95, method="exact")
    assert (found.low, found.high) == (pytest.approx(exact.low), pytest.approx(exact.high))
    assert (found.value, found.level, found.n) == (0.8, 0.95, 60)


def test_a_mean_on_the_right_side_is_met_with_a_caution_where_the_interval_reaches_over(shares: Make) -> None:
    # Exact 90% interval of 48 of 60: 0.696 to 0.880.
    verdict = gate(shares(48, 60), ["R@5 >= 0.75", "R@5 >= 0.65"])
    assert [finding.met for finding in verdict.findings] == [True, True]
    assert [finding.caution is not None for finding in verdict.findings] == [True, False]
    assert verdict.met is True
    assert verdict


def test_strictly_the_whole_interval_must_be_on_the_right_side(shares: Make) -> None:
    found = gate(shares(48, 60), ["R@5 >= 0.65", "R@5 >= 0.75", "R@5 >= 0.90"], strict=True).findings
    assert [finding.met for finding in found] == [True, None, False]


def test_not_met_wins_over_undecided_and_neither_is_true(shares: Make) -> None:
    undecided, failed = "R@5 >= 0.85", "R@5 >= 0.95"
    assert gate(shares(48, 60), undecided).met is None
    assert gate(shares(48, 60), [undecided, failed]).met is False
    assert not gate(shares(48, 60), undecided)


@pytest.mark.parametrize(("undecided", "code"), [("pass", 0), ("fail", 1), ("6", 6)])
def test_what_undecided_exits_with_is_chosen(shares: Make, undecided: str, code: int) -> None:
    assert gate(shares(48, 60), "R@5 >= 0.85").exit_code(undecided) == code  # pyright: ignore[reportArgumentType]


def test_fewer_than_ten_cases_decide_nothing(shares: Make) -> None:
    verdict = gate(shares(9, 9), "R@5 >= 0.1")
    assert verdict.met is None
    assert verdict.reasons() == ["R@5 >= 0.1: 9 cases are too few to decide anything; it takes 10"]
    assert gate(shares(9, 9), "R@5 >= 0.1", min_cases=9).met is True


def test_cases_without_a_value_are_left_out_and_counted(system: Make) -> None:
    found = gate(system([1.0] * 30 + [nan] * 5), "R@5 >= 0.8").findings[0]
    assert (found.n, found.n_undefined, found.met) == (30, 5, True)


def test_nothing_measured_is_undecided(system: Make) -> None:
    verdict = gate(system([nan] * 30), "R@5 >= 0.8")
    assert verdict.reasons() == ["R@5 >= 0.8: no case has a value"]


def test_equal_values_have_the_conservative_interval_of_a_share(system: Make) -> None:
    found = gate(system([0.2] * 40), "R@5 >= 0.5").findings[0]
    # All 40 values are 0.2: as if 8 of 40 had been 1.
    exact = binomtest(8, 40).proportion_ci(confidence_level=0.9, method="exact")
    assert found.met is False
    assert found.high == pytest.approx(exact.high)


def test_cases_of_one_source_widen_the_interval(shares: Make) -> None:
    alone = [Question(query=str(place)) for place in range(60)]
    together = [Question(query=str(place), source=f"s{place // 6}") for place in range(60)]
    wide = gate(shares(48, 60, questions=together), "R@5 >= 0.7").findings[0]
    narrow = gate(shares(48, 60, questions=alone), "R@5 >= 0.7").findings[0]
    assert wide.low < narrow.low
    unclustered = gate(shares(48, 60, questions=together), "R@5 >= 0.7", cluster=None).findings[0]
    assert unclustered.low == narrow.low


# Against a baseline


def test_a_margin_is_met_where_the_interval_of_differences_lies_within_it(system: Make) -> None:
    rng = np.random.default_rng(3)
    before = rng.uniform(0.3, 0.7, 100)
    noise = rng.normal(0.0, 0.02, 100)
    noise -= noise.mean()
    # Standard error of the difference: 0.002; its 90% interval is about -0.003 to 0.003.
    old, new = system(before.tolist(), name="old"), system((before + noise).tolist(), name="new")
    found = gate(new, ["R@5 >= baseline - 0.02", "R@5 >= baseline - 0.001", "R@5 >= baseline + 0.02"], baseline=old)
    assert [finding.met for finding in found.findings] == [True, None, False]
    assert found.findings[0].value == pytest.approx(0.0, abs=1e-12)
    assert found.findings[0].low == pytest.approx(-1.66 * noise.std(ddof=1) / 10, rel=0.1)
    assert (found.result, found.baseline, found.n_common) == ("new", "old", 100)


def test_the_bare_baseline_fails_only_where_the_result_is_shown_to_be_worse(shares: Make) -> None:
    worse, slightly_worse, better = shares(20, 60), shares(47, 60), shares(60, 60)
    old = shares(48, 60)
    found = [gate(new, "R@5 >= baseline", baseline=old).findings[0] for new in (worse, slightly_worse, better)]
    assert [finding.met for finding in found] == [False, True, True]
    assert [finding.caution is not None for finding in found] == [False, True, False]


def test_strictly_the_bare_baseline_is_undecided_where_nothing_is_shown(shares: Make) -> None:
    assert gate(shares(47, 60), "R@5 >= baseline", baseline=shares(48, 60), strict=True).met is None


def test_the_same_values_meet_the_baseline_however_few_they_are(shares: Make) -> None:
    for rule in ("R@5 >= baseline", "R@5 >= baseline - 0.01"):
        assert gate(shares(3, 5), rule, baseline=shares(3, 5), strict=True).met is True
    assert gate(shares(3, 5), "R@5 >= baseline + 0.01", baseline=shares(3, 5)).met is False


def test_a_multiple_of_the_baseline_is_compared_query_by_query(system: Make) -> None:
    before = np.random.default_rng(5).uniform(0.4, 0.6, 50)
    found = gate(system((0.9 * before).tolist()), "R@5 >= baseline * 0.8", baseline=system(before.tolist())).findings[0]
    assert found.met is True
    assert found.value == pytest.approx(0.1 * before.mean())


def test_queries_are_matched_by_id_in_whatever_order(system: Make) -> None:
    values = np.linspace(0.0, 1.0, 20)
    ids = [f"q{place}" for place in range(20)]
    questions = [Question(query=name) for name in ids]
    old = system(values.tolist(), ids=ids, questions=questions)
    new = system(values[::-1].tolist(), ids=ids[::-1], questions=questions[::-1])
    assert gate(new, "R@5 >= baseline", baseline=old).findings[0].why.code == "same"


def test_queries_only_one_side_has_are_dropped_and_named(shares: Make) -> None:
    verdict = gate(shares(30, 32), "R@5 >= baseline - 0.1", baseline=shares(30, 30))
    assert (verdict.n_common, verdict.dropped) == (30, ("q30", "q31"))
    assert [remark.code for remark in verdict.remarks] == ["dropped"]


def test_an_id_that_is_another_question_on_each_side_is_no_common_query(system: Make) -> None:
    old = [Question(query=str(place)) for place in range(20)]
    new = [*old[:19], Question(query="something else")]
    verdict = gate(system([1.0] * 20, questions=new), "R@5 >= baseline", baseline=system([1.0] * 20, questions=old))
    assert (verdict.n_common, verdict.dropped) == (19, ("q19",))


def test_other_labels_of_the_same_questions_are_remarked(system: Make) -> None:
    old = [Question(query=str(place), labels={"a": 1.0}) for place in range(20)]
    new = [Question(query="0", labels={"a": 1.0, "b": 1.0}), *old[1:]]
    verdict = gate(system([1.0] * 20, questions=new), "R@5 >= baseline", baseline=system([1.0] * 20, questions=old))
    assert [(remark.code, remark.facts["count"]) for remark in verdict.remarks] == [("relabelled", 1)]


def test_results_without_a_common_query_are_refused(system: Make) -> None:
    old = system([1.0, 0.0], ids=["a", "b"])
    with pytest.raises(BadInputError, match="no query in common\nHint: the result asks for example q0, q1"):
        gate(system([1.0, 0.0]), "R@5 >= baseline", baseline=old)


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("unit", "document", "chunk"), ("convention", "assay", "sklearn"), ("undefined", "skip", "zero")],
)
def test_results_measured_in_different_ways_are_refused(system: Make, name: str, one: str, other: str) -> None:
    new, old = system([1.0] * 20, **{name: one}), system([1.0] * 20, **{name: other})
    with pytest.raises(BadInputError, match=f"differ in {name}.*: {one} and {other}"):
        gate(new, "R@5 >= baseline", baseline=old)


def test_a_rule_about_the_baseline_needs_one(shares: Make) -> None:
    with pytest.raises(BadInputError, match=r"the rule R@5 >= baseline needs a baseline"):
        gate(shares(30, 30), "R@5 >= baseline")


# Slices


def sliced(n_facts: int, n_howto: int, n_rare: int) -> list[Question]:
    names = ["facts"] * n_facts + ["how-to"] * n_howto + ["rare"] * n_rare
    return [Question(query=str(place), fields={"category": name}) for place, name in enumerate(names)]


def test_every_rule_is_read_in_each_slice_with_an_error_shared_among_those_that_have_cases_enough(system: Make) -> None:
    values = [1.0] * 40 + [1.0] * 10 + [0.0] * 30 + [0.0] * 3
    verdict = gate(system(values, questions=sliced(40, 40, 3)), "R@5 >= 0.5", by="category")
    found = {finding.slice: finding for finding in verdict.findings}
    assert found[Slice(field="category", value="facts")].met is True
    assert found[Slice(field="category", value="how-to")].met is False
    assert found[Slice(field="category", value="rare")].met is None
    assert found[None].level == pytest.approx(0.9)
    assert found[Slice(field="category", value="facts")].level == pytest.approx(1.0 - 2 * 0.05 / 2)


def test_slices_are_compared_with_the_baseline_by_their_own_queries(system: Make) -> None:
    questions = sliced(40, 40, 0)
    old = system([1.0] * 40 + [1.0] * 40, questions=questions)
    new = system([1.0] * 40 + [0.0] * 40, questions=questions)
    found = gate(new, "R@5 >= baseline - 0.1", baseline=old, by="category").findings
    assert [finding.met for finding in found] == [False, True, False]
    assert [finding.value for finding in found] == [-0.5, 0.0, -1.0]


def test_a_field_no_case_has_is_refused_with_those_there_are(system: Make) -> None:
    with pytest.raises(BadInputError, match="cases can be grouped by: category"):
        gate(system([1.0] * 40, questions=sliced(40, 0, 0)), "R@5 >= 0.5", by="team")


# Failed calls


def failing(n: int, n_failed: int) -> list[Question]:
    broken = [Question(query=f"f{place}", labels={"d": 1.0}, reason="timeout") for place in range(n_failed)]
    return [*(Question(query=str(place), labels={"d": 1.0}) for place in range(n - n_failed)), *broken]


def test_a_failed_call_is_not_met_unless_it_is_tolerated(system: Make) -> None:
    given = system([1.0] * 38 + [nan] * 2, questions=failing(40, 2))
    first = gate(given, "R@5 >= 0.8").findings[0]
    assert (str(first.rule), first.met, first.value) == ("failures <= 0", False, 2.0)
    assert gate(given, "R@5 >= 0.8", max_failures=2).met is True


def test_a_tolerated_failed_call_counts_as_the_worst(system: Make) -> None:
    verdict = gate(system([1.0] * 38 + [nan] * 2, questions=failing(40, 2)), "R@5 >= 0.8", max_failures=2)
    found = verdict.findings[1]
    assert (found.value, found.n, found.n_failed) == (38 / 40, 40, 2)
    assert [(remark.code, remark.facts["count"]) for remark in verdict.remarks] == [("failed_worst", 2)]


def test_of_a_ceiling_the_worst_is_the_highest(system: Make) -> None:
    given = system([0.0] * 38 + [nan] * 2, questions=failing(40, 2), measure="Judged@5")
    assert gate(given, "Judged@5 <= 0.5", max_failures=2).findings[1].value == 2 / 40


def test_a_failed_call_without_a_relevant_label_counts_for_no_measure(system: Make) -> None:
    questions = [*failing(39, 0), Question(query="no answer", reason="timeout")]
    assert gate(system([1.0] * 39 + [nan], questions=questions), "R@5 >= 0.8", max_failures=1).findings[1].n == 39


def test_a_pair_whose_baseline_failed_is_left_out(system: Make) -> None:
    old = system([1.0] * 38 + [nan] * 2, questions=failing(40, 2))
    questions = [Question(query=one.query, labels=one.labels) for one in failing(40, 2)]
    found = gate(system([1.0] * 40, questions=questions), "R@5 >= baseline - 0.01", baseline=old).findings[0]
    assert (found.met, found.n, found.n_undefined) == (True, 38, 2)


# Looking after every batch


def test_a_sequence_decides_what_is_far_off_and_waits_for_the_rest(shares: Make) -> None:
    alternating = [1.0, 1.0, 1.0, 0.0] * 50
    found = gate(_of(shares, alternating), ["R@5 >= 0.4", "R@5 >= 0.73", "R@5 >= 0.98"], sequential=True).findings
    assert [finding.met for finding in found] == [True, None, False]
    assert {finding.interval for finding in found} == {"sequence"}


def test_a_sequence_is_wider_than_an_interval_for_so_many_cases(shares: Make) -> None:
    given = _of(shares, [1.0, 1.0, 1.0, 0.0] * 50)
    fixed, anytime = (gate(given, "R@5 >= 0.5", sequential=look).findings[0] for look in (False, True))
    assert anytime.low < fixed.low
    assert anytime.high > fixed.high


def test_differences_have_a_sequence_too(system: Make) -> None:
    old, new = system([0.5] * 200), system([0.9] * 200)
    assert gate(new, "R@5 >= baseline + 0.1", baseline=old, sequential=True).met is True


def test_a_sequence_takes_no_clusters_and_no_slices(shares: Make) -> None:
    together = [Question(query=str(place), source=f"s{place // 2}") for place in range(40)]
    with pytest.raises(BadInputError, match="several come from one source"):
        gate(shares(30, 40, questions=together), "R@5 >= 0.5", sequential=True)
    with pytest.raises(BadInputError, match="a sequential gate has no slices"):
        gate(shares(30, 40), "R@5 >= 0.5", sequential=True, by="category")


def _of(shares: Make, values: list[float]) -> System:
    made = shares(len(values), len(values))
    made.values[0] = values
    return made


# What is judged


def test_an_evaluation_is_judged_with_the_figures_of_its_run() -> None:
    cases = [RetrievalTestCase(f"question {place}", ["d1"]) for place in range(12)]

    def retrieve(query: str) -> list[dict[str, str]]:
        if query == "question 11":
            raise ConnectionError("refused")
        return [{"id": "d1", "text": "one two three"}]

    verdict = gate(
        evaluate(retrieve, cases),
        ["R@5 >= 0.8", "failures <= 1", "latency_p95_s <= 60", "tokens@1 <= 100", "latency_max_s <= 0"],
    )
    assert [finding.met for finding in verdict.findings] == [True, True, True, True, False]


def test_a_figure_the_result_does_not_tell_is_refused(system: Make) -> None:
    with pytest.raises(BadInputError, match="does not tell its latency_p95_s\nHint: of these it tells: failures"):
        gate(system([1.0] * 20), "latency_p95_s <= 1")


def test_runs_are_scored_by_the_measures_that_rules_name() -> None:
    qrels = {f"q{place}": {"d": 1} for place in range(30)}
    run = {f"q{place}": {"x": 2.0, "d": 1.0} for place in range(30)}
    found = gate(run, ["RR >= 0.4", "HitRate@1 >= 0.5"], qrels=qrels).findings
    assert [(finding.value, finding.met) for finding in found] == [(0.5, True), (0.0, False)]


def test_a_run_needs_a_rule_about_a_measure() -> None:
    with pytest.raises(BadInputError, match="a run is judged by a measure"):
        gate({"q": {"d": 1.0}}, "failures <= 0", qrels={"q": {"d": 1}})


def test_several_systems_at_once_are_refused() -> None:
    import assay

    scores = assay.score({"q": {"d": 1}}, {"a": {"q": {"d": 1.0}}, "b": {"q": {"d": 1.0}}}, "RR")
    with pytest.raises(BadInputError, match="a gate judges one system, and here are 2: a, b"):
        gate(scores, "RR >= 0.5")


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"alpha": 0.5}, "2 alpha lies between 0 and 1"),
        ({"max_failures": -1}, "max_failures is a whole number of at least 0"),
        ({"min_cases": 0}, "min_cases is a whole number of at least 1"),
        ({"cluster": "team"}, "no case has the field 'team'"),
    ],
)
def test_settings_out_of_range_are_refused(shares: Make, how: dict[str, object], says: str) -> None:
    with pytest.raises(BadInputError, match=says):
        gate(shares(20, 20), "R@5 >= 0.5", **how)  # pyright: ignore[reportArgumentType]
