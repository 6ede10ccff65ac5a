"""The five conventions: what each changes, and the values every version must hold."""

import math
from pathlib import Path
from typing import Any

import pytest

import assay
from assay import RetrievalTestCase, evaluate
from assay.errors import BadInputError
from assay.scores.convention import ConventionName

JUDGED = {
    "short": {"a": 1, "b": 1, "c": 1, "d": 1},  # one hit, relevant; four to be found
    "none": {"a": 0},  # nothing to be found
}
RUN = {"short": {"a": 1.0}, "none": {"a": 1.0}}
NAMES: list[ConventionName] = ["assay", "trec_eval", "tutorial", "sklearn", "ragas"]
IDEAL = 1 + 1 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)

# of "short" alone, then what the query without anything relevant makes of the mean
SHORT = {
    "assay": {"P@5": 0.2, "F1@5": 2 / 9, "AP": 0.25, "nDCG@5": 1 / IDEAL, "RR": 1.0, "R@5": 0.25},
    "trec_eval": {"P@5": 0.2, "F1@5": 2 / 9, "AP": 0.25, "nDCG@5": 1 / IDEAL, "RR": 1.0, "R@5": 0.25},
    "tutorial": {"P@5": 1.0, "F1@5": 0.4, "AP": 1.0, "nDCG@5": 1.0, "RR": 1.0, "R@5": 0.25},
    "sklearn": {"P@5": 0.2, "F1@5": 2 / 9, "AP": 0.25, "nDCG@5": 1 / IDEAL, "RR": 1.0, "R@5": 0.25},
    "ragas": {"P@5": 1.0, "F1@5": 0.4, "AP": 1.0, "nDCG@5": 1 / IDEAL, "RR": 1.0, "R@5": 0.25},
}
COUNTS_ZERO = {"trec_eval", "tutorial", "sklearn"}


@pytest.mark.parametrize("name", NAMES)
def test_a_convention_gives_a_short_list_and_an_empty_question_its_own_figures(name: ConventionName) -> None:
    scores = assay.score(JUDGED, RUN, list(SHORT[name]), convention=name)
    share = 0.5 if name in COUNTS_ZERO else 1.0
    found = {measure: scores.mean(measure) for measure in SHORT[name]}
    assert found == pytest.approx({measure: figure * share for measure, figure in SHORT[name].items()})


@pytest.mark.parametrize("name", NAMES)
def test_only_conventions_of_tools_that_know_no_repeats_drop_them(name: ConventionName) -> None:
    rows = [("q", "x", 3.0), ("q", "x", 2.0), ("q", "a", 1.0)]
    scores = assay.score({"q": {"a": 1}}, rows, "RR", convention=name)
    assert 1 / scores.mean("RR") == (2 if name in ("ragas", "sklearn") else 3)


@pytest.mark.parametrize("name", NAMES)
def test_only_the_sklearn_convention_averages_ties(name: ConventionName) -> None:
    scores = assay.score({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "RR", convention=name)
    assert scores.mean("RR") == (0.75 if name == "sklearn" else 0.5)


@pytest.mark.parametrize("name", NAMES)
def test_only_the_trec_eval_convention_leaves_negative_grades_unjudged(name: ConventionName) -> None:
    scores = assay.score({"q": {"a": 1, "n": -1}}, {"q": {"n": 2.0, "a": 1.0}}, "Bpref", convention=name)
    assert scores.mean("Bpref") == (1.0 if name == "trec_eval" else 0.0)


def test_a_stated_parameter_goes_before_that_of_the_convention() -> None:
    scores = assay.score(JUDGED, RUN, "AP(norm=retrieved) P@5", convention="trec_eval", undefined="skip")
    assert scores.per_query()["short"] == {"AP(norm=retrieved)": 1.0, "P@5": 0.2}


def test_a_measure_is_named_with_what_the_convention_made_of_it() -> None:
    scores = assay.score(JUDGED, RUN, "P@5 AP nDCG@5 R@5", convention="tutorial")
    assert [str(measure) for measure in scores.measures] == [
        "P(depth=retrieved)@5",
        "AP(norm=retrieved)",
        "nDCG(ideal=retrieved)@5",
        "R@5",
    ]


def test_an_unknown_convention_is_met_with_those_there_are() -> None:
    with pytest.raises(BadInputError, match="one of assay, trec_eval, tutorial, sklearn, ragas, got 'trec'"):
        assay.score(JUDGED, RUN, "RR", convention="trec")  # type: ignore[arg-type]


def test_an_explanation_names_every_figure_that_differs_and_no_other() -> None:
    found = assay.explain(JUDGED, RUN, "P@5 R@5")
    assert {(one.measure, one.convention) for one in found.differences} == {
        *(("P@5", name) for name in ("trec_eval", "tutorial", "sklearn", "ragas")),
        *(("R@5", name) for name in ("trec_eval", "tutorial", "sklearn")),
    }


@pytest.mark.parametrize(
    ("qrels", "run", "measure", "convention", "reason"),
    [
        ({"q": {"a": 1, "b": 1}}, {"q": {"a": 1.0}}, "P@5", "tutorial", "divides by min(k, hits retrieved)"),
        ({"q": {"a": 1, "b": 1}}, {"q": {"a": 1.0}}, "AP", "ragas", "divides by the relevant hits found"),
        ({"q": {"a": 1, "b": 1}}, {"q": {"a": 1.0}}, "nDCG", "tutorial", "takes the best order of the retrieved hits"),
        ({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "RR", "sklearn", "equal scores are averaged"),
        ({"q": {"a": 1, "n": -1}}, {"q": {"n": 2.0, "a": 1.0}}, "Bpref", "trec_eval", "grades below 0 are pooled"),
        ({"q": {"a": 1, "n": -1}}, {"q": {"n": 2.0, "a": 1.0}}, "Judged@5", "trec_eval", "grades below 0 are pooled"),
        (JUDGED, RUN, "R@5", "trec_eval", "1 query without a value counts as 0"),
    ],
)
def test_an_explanation_says_why_a_figure_differs(
    qrels: Any, run: Any, measure: str, convention: str, reason: str
) -> None:
    found = assay.explain(qrels, run, measure)
    (why,) = [one.why for one in found.differences if one.convention == convention]
    assert why.startswith(reason)
    assert ";" not in why


COLUMNS = ("HitRate", "P", "R", "F1", "AP", "nDCG", "RR")
HELD: dict[str, tuple[list[str], list[str], int, tuple[float, ...]]] = {
    "a repeat after all was found": (["a", "a", "x"], ["a"], 3, (1, 0.3333, 1, 0.5, 1, 1, 1)),
    "a repeat that keeps its slot": (["a", "a", "b"], ["a", "b"], 3, (1, 0.6667, 1, 0.8, 0.8333, 0.9197, 1)),
    "a repeat in place of the missed one": (["a", "a"], ["a", "b"], 2, (1, 0.5, 0.5, 0.5, 0.5, 0.6131, 1)),
    "fewer hits than k": (["a"], ["a", "b", "c"], 5, (1, 0.2, 0.3333, 0.25, 0.3333, 0.4693, 1)),
    "more relevant than k": (["a", "b", "c"], [*"abcdefghij"], 3, (1, 1, 0.3, 0.4615, 0.3, 1, 1)),
    "no hits": ([], ["a"], 3, (0, 0, 0, 0, 0, 0, 0)),
    "nothing relevant": (["a"], [], 3, (math.nan,) * 7),
    "three of five in ten": ([*"1a23b456c7"], [*"abcde"], 10, (1, 0.3, 0.6, 0.4, 0.2467, 0.4473, 0.5)),
}


def scored(ranking: list[str], relevant: list[str], k: int, source: str, folder: Path, **choices: Any) -> assay.Scores:
    """Score a ranking, as rows or as a file, beside a query that has one row."""
    qrels = {"q": {"judged": 0.0, **dict.fromkeys(relevant, 1.0)}, "beside": {"a": 1.0}}
    rows = [("beside", "a", 1.0), *(("q", doc, float(-place)) for place, doc in enumerate(ranking))]
    measures = [f"{column}@{k}" for column in COLUMNS]
    if source == "rows":
        return assay.score(qrels, rows, measures, **choices)
    path = folder / "run.txt"
    path.write_text("".join(f"{query} Q0 {doc} 0 {score} t\n" for query, doc, score in rows), "utf-8")
    return assay.score(qrels, path, measures, **choices)


@pytest.mark.parametrize("source", ["rows", "file"])
@pytest.mark.parametrize("row", HELD.values(), ids=HELD.keys())
def test_a_row_of_the_table_holds_through_the_front_door(row: Any, source: str, tmp_path: Path) -> None:
    ranking, relevant, k, values = row
    found = scored(ranking, relevant, k, source, tmp_path).per_query()["q"]
    expected = {f"{column}@{k}": value for column, value in zip(COLUMNS, values, strict=True)}
    assert found == pytest.approx(expected, abs=5e-5, nan_ok=True)


@pytest.mark.parametrize("name", ["a repeat after all was found", "a repeat in place of the missed one"])
def test_a_ranking_with_one_repeat_brings_one_warning(name: str, tmp_path: Path) -> None:
    ranking, relevant, k, _ = HELD[name]
    scores = scored(ranking, relevant, k, "file", tmp_path)
    assert [(notice.code, notice.count) for notice in scores.runs[0].judged.notices] == [("repeats", 1)]


def test_nothing_relevant_is_zero_and_counted_as_trec_eval_has_it(tmp_path: Path) -> None:
    ranking, relevant, k, _ = HELD["nothing relevant"]
    scores = scored(ranking, relevant, k, "rows", tmp_path, convention="trec_eval")
    assert scores.mean("RR@3") == 0.5
    assert scores.scored(scores.runs[0], 0) == 2


def test_the_worked_examples_of_the_tutorial_come_out() -> None:
    run = {"q": {"a": 4.0, "x": 3.0, "y": 2.0, "b": 1.0}}
    assert assay.score({"q": {"a": 1, "b": 1, "c": 1}}, run, "AP", convention="tutorial").mean("AP") == 0.75
    grades = {"q": {"a": 3, "b": 2, "c": 3, "d": 0, "e": 1, "not retrieved": 5}}
    five = {"q": {doc: float(-place) for place, doc in enumerate("abcde")}}
    found = assay.score(grades, five, "nDCG@5 DCG@5", convention="tutorial")
    assert found.mean("nDCG@5") == pytest.approx(0.9724, abs=5e-5)
    assert found.mean("DCG@5") == pytest.approx(6.1487, abs=5e-5)


def test_the_tutorials_mean_reciprocal_rank_comes_out_of_a_live_evaluation() -> None:
    answers = {"1": ["x", "a"], "2": ["a"], "3": ["x", "y", "a"]}
    cases = [RetrievalTestCase(query, ["a"]) for query in answers]
    assert evaluate(lambda query: answers[query], cases, k=3).mrr == pytest.approx(11 / 18)
