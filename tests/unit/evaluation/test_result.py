"""Every view of a result: means and what they stand on, groups, failures, tokens, times."""

import math

import pytest

from assay import Evaluation, Hit, RetrievalTestCase, evaluate
from assay.errors import BadInputError, MeasureParameterError, UndefinedMeasureError

FACTS = RetrievalTestCase("right", ["d1"], category="facts", language="en", metadata={"team": "red"})
HALF = RetrievalTestCase("half", ["d2"], category="facts", language="ru")
MISSED = RetrievalTestCase("missed", ["gone"], category="why", metadata={"team": "blue"})
FAILS = RetrievalTestCase("fails", ["d1"], category="why")
NO_LABEL = RetrievalTestCase("no label")
NO_ANSWER = RetrievalTestCase("no answer", answerable=False)


def pipeline(query: str) -> list[tuple[str, float]]:
    if "fails" in query:
        raise ConnectionError("refused")
    return [("d1", 0.9), ("d2", 0.8)]


def evaluated(*cases: RetrievalTestCase, **settings: object) -> Evaluation:
    return evaluate(pipeline, cases, k=[1, 2], **settings)  # pyright: ignore[reportArgumentType]


def test_a_mean_says_how_many_it_stands_on() -> None:
    mean = evaluated(FACTS, HALF, NO_LABEL).mean("RR@2")
    assert (mean.mean, mean.scored, mean.asked) == (0.75, 2, 3)


def test_failed_calls_are_left_out_of_the_mean_which_says_what_it_could_be() -> None:
    mean = evaluated(FACTS, HALF, FAILS).mean("RR@2")
    assert (mean.mean, mean.scored, mean.asked) == (0.75, 2, 3)
    assert (mean.if_failed_worst, mean.if_failed_best) == (pytest.approx(1.5 / 3), pytest.approx(2.5 / 3))


def test_where_nothing_failed_there_are_no_bounds() -> None:
    mean = evaluated(FACTS, HALF).mean("RR@2")
    assert (mean.if_failed_worst, mean.if_failed_best) == (None, None)


@pytest.mark.parametrize("case", [NO_LABEL, NO_ANSWER], ids=["no label", "no answer"])
def test_a_failed_call_that_could_not_be_scored_anyway_moves_no_bound(case: RetrievalTestCase) -> None:
    failing = RetrievalTestCase("fails", answerable=case.answerable)
    mean = evaluated(FACTS, failing).mean("RR@2")
    assert (mean.if_failed_worst, mean.if_failed_best) == (None, None)


def test_under_zero_a_failed_call_without_a_label_could_only_have_been_zero() -> None:
    mean = evaluated(FACTS, RetrievalTestCase("fails"), undefined="zero").mean("RR@2")
    assert (mean.mean, mean.scored) == (1.0, 1)


def test_when_every_call_failed_the_bounds_are_those_of_the_measure() -> None:
    mean = evaluated(FAILS).mean("RR@2")
    assert math.isnan(mean.mean)
    assert (mean.scored, mean.if_failed_worst, mean.if_failed_best) == (0, 0.0, 1.0)


MEASURES = ["HitRate@1", "P@1", "R@1", "F1@1", "nDCG@1", "AP@1", "RR@2"]


@pytest.mark.parametrize("measure", MEASURES)
def test_skip_leaves_questions_without_a_label_out_of_every_mean(measure: str) -> None:
    mean = evaluated(FACTS, NO_LABEL, undefined="skip").mean(measure)
    assert (mean.mean, mean.scored) == (1.0, 1)


@pytest.mark.parametrize("measure", MEASURES)
def test_zero_counts_questions_without_a_label_as_zero(measure: str) -> None:
    mean = evaluated(FACTS, NO_LABEL, undefined="zero").mean(measure)
    assert (mean.mean, mean.scored) == (0.5, 2)


@pytest.mark.parametrize("undefined", ["skip", "zero", "error"])
@pytest.mark.parametrize("measure", MEASURES)
def test_no_answer_cases_are_in_no_mean_whatever_the_policy(measure: str, undefined: str) -> None:
    result = evaluated(FACTS, NO_ANSWER, undefined=undefined)
    assert (result.mean(measure).mean, result.mean(measure).scored, result.n_no_answer) == (1.0, 1, 1)


def test_a_no_answer_case_with_labels_is_still_in_no_mean() -> None:
    odd = RetrievalTestCase("odd", ["gone"], answerable=False)
    assert evaluated(FACTS, odd, undefined="zero").recall_at_k == {1: 1.0, 2: 1.0}


def test_error_names_the_questions_without_a_label() -> None:
    with pytest.raises(UndefinedMeasureError, match=r"without a relevant document, 2 in all: q2, x") as caught:
        evaluated(FACTS, NO_LABEL, RetrievalTestCase("other", id="x"), undefined="error")
    assert caught.value.query_ids == ("q2", "x")


def test_labels_below_the_threshold_are_no_relevant_labels() -> None:
    result = evaluated(FACTS, RetrievalTestCase("low", {"d1": 0.5}))
    assert (result.n_unlabelled, result.mean("R@2").scored) == (1, 1)


def test_counts_tell_failed_unlabelled_and_unanswerable_apart() -> None:
    result = evaluated(FACTS, FAILS, NO_LABEL, NO_ANSWER, MISSED)
    counts = (result.n_asked, result.n_failed, result.n_unlabelled, result.n_no_answer, result.interrupted)
    assert counts == (5, 1, 1, 1, False)


def test_values_stand_under_the_ids_of_their_questions() -> None:
    per_query = evaluated(FACTS, HALF, FAILS).per_query
    assert [per_query[query]["RR@2"] for query in ("q1", "q2")] == [1.0, 0.5]
    assert math.isnan(per_query["q3"]["RR@2"])


def test_groups_hold_every_case_once_and_those_without_the_field_last() -> None:
    groups = evaluated(FACTS, HALF, MISSED, NO_LABEL).by("category")
    assert {name: [case.query for case in part.golden] for name, part in groups.items()} == {
        "facts": ["right", "half"],
        "why": ["missed"],
        "-": ["no label"],
    }
    assert list(groups) == ["facts", "why", "-"]


def test_a_group_has_the_means_of_its_own_cases() -> None:
    groups = evaluated(HALF, MISSED, FACTS).by("category")
    assert [groups[name].mrr for name in ("facts", "why")] == [0.75, 0.0]


def test_a_group_has_the_failures_and_errors_of_its_own_cases() -> None:
    group = evaluated(FACTS, MISSED, HALF, FAILS).by("category")["why"]
    assert [failure.query for failure in group.failures()] == ["missed"]
    assert [case.query for case, _ in group.errors] == ["fails"]


def test_a_group_keeps_the_ids_its_cases_had_in_the_whole() -> None:
    assert list(evaluated(HALF, MISSED, FACTS).by("language")["en"].per_query) == ["q3"]


@pytest.mark.parametrize(("field", "groups"), [("team", ["blue", "red", "-"]), ("language", ["en", "ru", "-"])])
def test_results_break_down_by_language_and_by_the_users_own_fields(field: str, groups: list[str]) -> None:
    assert list(evaluated(FACTS, HALF, MISSED).by(field)) == groups


def test_groups_break_down_further() -> None:
    assert list(evaluated(FACTS, HALF, MISSED).by("category")["facts"].by("language")) == ["en", "ru"]


def test_a_field_no_case_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInputError, match=r"no case has the field 'mood'\nHint: .*: category, language, team"):
        evaluated(FACTS).by("mood")


@pytest.mark.parametrize("value", [0, False, 2020, 1.5, ["a"], {"b": 1}, "😀"])
def test_a_group_may_be_named_by_any_value(value: object) -> None:
    result = evaluated(RetrievalTestCase("right", ["d1"], metadata={"x": value}), HALF)
    assert list(result.by("x")) == [str(value), "-"]


def test_failures_are_the_questions_with_nothing_relevant_among_the_first_k() -> None:
    result = evaluated(FACTS, HALF, MISSED)
    assert [failure.query for failure in result.failures(k=1)] == ["half", "missed"]
    assert [failure.query for failure in result.failures(k=2)] == ["missed"]


def test_failures_take_the_largest_k_by_default() -> None:
    assert [failure.query for failure in evaluated(FACTS, HALF, MISSED).failures()] == ["missed"]


def test_failures_hold_neither_failed_calls_nor_questions_without_a_label() -> None:
    assert evaluated(FAILS, NO_LABEL, NO_ANSWER).failures() == []


def test_a_failure_says_what_was_expected_and_what_came() -> None:
    case = RetrievalTestCase("missed", {"low": 0.5, "good": 1, "best": 3}, id="x")
    failure = evaluated(case).failures(k=1)[0]
    assert (failure.id, failure.query, failure.expected) == ("x", "missed", ("best", "good"))
    assert (failure.retrieved, failure.top_score, failure.case.id) == (("d1",), 0.9, "x")


@pytest.mark.parametrize("k", [0, -1, "5", 1.5])
def test_failures_at_no_cutoff_are_refused(k: object) -> None:
    with pytest.raises(MeasureParameterError):
        evaluated(FACTS).failures(k=k)  # pyright: ignore[reportArgumentType]


def test_failures_beyond_the_depth_that_was_asked_for_are_refused() -> None:
    with pytest.raises(BadInputError):
        evaluated(FACTS, MISSED).failures(k=50)


class Letters:
    """A token is a letter."""

    name = "letters"

    def count(self, texts: list[str]) -> list[int]:
        return [len(text) for text in texts]


def test_context_tokens_are_those_of_the_first_k_hits_averaged_over_questions() -> None:
    answers = {"a": [Hit("d1", text="xxx"), Hit("d2", text="yy")], "b": [Hit("d1", text="x")]}
    cases = [RetrievalTestCase("a", ["d1"]), RetrievalTestCase("b", ["d1"])]
    result = evaluate(answers.__getitem__, cases, k=[1, 2, 5], counter=Letters())  # pyright: ignore[reportArgumentType]
    assert result.tokens_at_k == {1: (3 + 1) / 2, 2: (5 + 1) / 2, 5: (5 + 1) / 2}


def test_hits_without_text_have_no_token_count() -> None:
    assert evaluated(FACTS).tokens_at_k == {}


def test_a_ranking_with_text_on_some_hits_only_is_not_counted() -> None:
    hits = [Hit("d1", text="xxx"), Hit("d2")]
    assert evaluate(lambda _: hits, [FACTS], k=2).tokens_at_k == {}


def test_tokens_are_estimated_at_four_bytes_each() -> None:
    result = evaluate(lambda _: [Hit("d1", text="四个汉字")], [FACTS], k=1)
    assert result.tokens_at_k == {1: 3.0}


def test_latency_is_unknown_where_no_call_returned() -> None:
    assert evaluated(FAILS).latency_s is None


def test_latencies_are_in_order() -> None:
    latency = evaluated(*(RetrievalTestCase(f"right {n}", ["d1"]) for n in range(20))).latency_s
    assert latency is not None
    assert 0 < latency.p50 <= latency.p95 <= latency.max < 10
