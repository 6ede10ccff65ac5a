"""What the report says of a run."""

import re

import pytest

from assay import Evaluation, RetrievalTestCase, evaluate, generate_test_report
from assay.errors import BadInputError


def at(place: int) -> list[str]:
    return [*(f"x{n}" for n in range(1, place)), "d1"] if place else ["x"]


def ranked(*places: int, k: int | list[int] = 10) -> Evaluation:
    """One question for each place at which its document comes."""
    cases = [RetrievalTestCase(str(n), ["d1"]) for n in range(len(places))]
    return evaluate(lambda query: at(places[int(query)]), cases, k=k)


def row(report: str, name: str) -> list[str]:
    line, *_ = [line for line in report.splitlines() if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_figure_stands_under_its_cutoff() -> None:
    report = ranked(2, 4, k=[1, 3, 5]).to_markdown()
    assert row(report, "Hit rate") == ["Hit rate", "0.000", "0.500", "1.000", "2/2"]
    assert row(report, "Precision") == ["Precision", "0.000", "0.167", "0.200", "2/2"]


@pytest.mark.parametrize("measure", ["P@4", "P(rel=1)@4", "R@7"])
def test_a_further_measure_at_a_cutoff_of_its_own_is_shown_with_its_value(measure: str) -> None:
    result = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", ["d1"])], k=[10], measures=[measure])
    cells = row(result.to_markdown(), measure)
    assert ("0.250" if measure.startswith("P") else "1.000") in cells


def test_a_further_measure_stands_under_its_cutoff() -> None:
    result = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", {"d1": 1})], k=[1, 5], measures=["P(rel=1)"])
    assert ["P(rel=1)", "1.000", "0.200", "1/1"] in [
        [cell.strip() for cell in line.strip("|").split("|")] for line in result.to_markdown().splitlines()
    ]


@pytest.mark.parametrize(
    ("places", "reading"),
    [
        ((1,), "always comes first"),
        ((1, 1, 1, 1, 2), "nearly always comes first"),
        ((2,), "typically comes first or second"),
        ((2, 3), "typically comes second or third"),
        ((4,), "typically comes third to fifth"),
        ((8,), "rarely near the top"),
        ((0,), "almost never come near the top"),
    ],
)
def test_the_mean_reciprocal_rank_is_put_into_words(places: tuple[int, ...], reading: str) -> None:
    assert reading in ranked(*places).to_markdown()


def test_a_run_of_which_nothing_could_be_scored_says_so_and_shows_no_zero() -> None:
    report = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", answerable=False)], k=1).to_markdown()
    assert "Nothing could be scored." in report
    assert row(report, "Recall") == ["Recall", "–", "0/1"]
    assert "nan" not in report.lower()


def test_failed_calls_are_counted_and_bounded() -> None:
    def retrieve(query: str) -> list[str]:
        if query == "fails":
            raise ConnectionError("refused")
        return ["d1"]

    cases = [RetrievalTestCase("ok", ["d1"]), RetrievalTestCase("fails", ["d1"])]
    report = evaluate(retrieve, cases, k=1).to_markdown()
    assert "Had all of them missed, nDCG@1 would be 0.500; had all been perfect, 1.000." in report
    assert "- q2: ConnectionError: refused" in report


def test_questions_that_found_nothing_are_shown_with_what_came_instead() -> None:
    case = RetrievalTestCase("why?", ["d1", "d2"], id="x")
    report = evaluate(lambda _: [("d8", 2.5), ("d9", 1.0)], [case], k=2).to_markdown()
    assert "**x: why?**" in report
    assert "- Expected: d1, d2" in report
    assert "- Came instead: d8, d9 (top score 2.500)" in report


def test_a_question_for_which_nothing_came_at_all_says_so() -> None:
    assert "- Came instead: nothing" in evaluate(lambda _: [], [RetrievalTestCase("why?", ["d1"])]).to_markdown()


def test_of_many_questions_that_found_nothing_ten_are_shown_and_the_rest_counted() -> None:
    report = ranked(*[0] * 25).to_markdown()
    assert len(re.findall(r"\*\*q\d+: ", report)) == 10
    assert "and 15 more" in report


def test_of_many_failed_calls_ten_are_shown_and_the_rest_counted() -> None:
    def retrieve(query: str) -> list[str]:
        raise ConnectionError("refused")

    cases = [RetrievalTestCase(str(n), ["d1"]) for n in range(25)]
    report = evaluate(retrieve, cases).to_markdown()
    assert report.count("ConnectionError: refused") == 10
    assert "and 15 more" in report


def test_a_breakdown_shows_each_group_and_those_without_the_field() -> None:
    cases = [RetrievalTestCase("a", ["d1"], category="facts") for _ in range(2)]
    cases += [RetrievalTestCase("b", ["x"]) for _ in range(2)]
    report = evaluate(lambda _: ["d1"], cases, k=1).to_markdown()
    assert row(report, "facts") == ["facts", "2", *["1.00 (0.16–1.00)"] * 4]  # Clopper and Pearson's of 2 of 2
    assert row(report, r"(none)") == ["(none)", "2", *["0.00 (0.00–0.84)"] * 4]


def test_a_breakdown_by_a_field_of_the_users_own_is_shown_when_asked_for() -> None:
    cases = [RetrievalTestCase("a", ["d1"], metadata={"team": "red"})]
    result = evaluate(lambda _: ["d1"], cases, k=1)
    assert "By team" in result.to_markdown(by=["team"])
    assert "team" not in result.to_markdown()


def test_a_breakdown_by_a_field_no_case_has_is_refused() -> None:
    with pytest.raises(BadInputError, match="mood"):
        ranked(1).to_markdown(by=["mood"])


def test_the_footer_says_how_was_measured() -> None:
    report = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", {"d1": 2})], rel=2.5).to_markdown()
    assert (
        "Convention: assay. A document is relevant from grade 2.5. k counts documents. Labels matched by id." in report
    )


def test_the_report_of_the_tutorials_is_the_markdown_report() -> None:
    result = ranked(1)
    assert generate_test_report(result, language="zh") == result.to_markdown(language="zh")


@pytest.mark.parametrize(("language", "written"), [("en", "0.333"), ("zh", "0.333"), ("es", "0,333"), ("ru", "0,333")])
def test_numbers_are_written_as_the_language_writes_them(language: str, written: str) -> None:
    assert f"| {written} |" in generate_test_report(ranked(1, k=3), language=language)


def test_a_short_line_tells_how_many_of_the_questions_were_scored() -> None:
    cases = [RetrievalTestCase("a", ["d1"]), RetrievalTestCase("b")]
    report = evaluate(lambda _: ["d1"], cases, k=1).to_markdown()
    assert row(report, "MAP")[-1] == "1/2"
    assert "questions without a relevant label have no value and are left out" in report


def test_zero_says_that_it_counts_zeros() -> None:
    cases = [RetrievalTestCase("a", ["d1"]), RetrievalTestCase("b")]
    report = evaluate(lambda _: ["d1"], cases, k=1, undefined="zero").to_markdown()
    assert "Questions without a relevant label count as 0 in the means." in report


def test_zero_beside_questions_that_nothing_answers_still_says_that_it_counts_zeros() -> None:
    cases = [RetrievalTestCase("a", ["d1"]), RetrievalTestCase("b"), RetrievalTestCase("c", answerable=False)]
    report = evaluate(lambda _: ["d1"], cases, k=1, undefined="zero").to_markdown()
    assert "Questions without a relevant label count as 0 in the means." in report


def unscored(*, failing: bool) -> str:
    """The report of a run without a single scored question."""

    def retrieve(query: str) -> list[str]:
        raise ConnectionError("refused")

    if failing:
        return evaluate(retrieve, [RetrievalTestCase("a", ["d1"])]).to_markdown()
    return evaluate(lambda _: ["d1"], [RetrievalTestCase("a", answerable=False)]).to_markdown()


@pytest.mark.parametrize("failing", [True, False], ids=["every call failed", "no question has an answer"])
def test_where_nothing_was_scored_no_question_is_said_to_have_found_something(failing: bool) -> None:
    assert "found something relevant" not in unscored(failing=failing)


def test_where_nothing_was_scored_no_run_is_said_to_be_without_a_weak_spot() -> None:
    assert "No weak spot stands out" not in unscored(failing=False)
