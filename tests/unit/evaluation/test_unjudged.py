"""What unjudged hits leave open about an evaluation."""

import math

import pytest

from assay import Evaluation, Evidence, Hit, RetrievalTestCase, evaluate
from assay.errors import BadInputError

RANKINGS = {
    "second": ["x", "a"],  # RR: 1/2, or 1 were x relevant
    "first": ["a", "x"],  # RR: 1 whatever x is
    "none": ["x"],  # no label: undefined, or 1 were x relevant
    "no answer": ["x"],
    "twice": ["x", "x", "a"],  # RR: 1/3, or 1; two of three places are of one hole
}


def pipeline(query: str) -> list[str]:
    if query == "fails":
        raise ConnectionError("refused")
    return RANKINGS[query]


def evaluated(*queries: str, undefined: str = "skip") -> Evaluation:
    labels = {"none": [], "no answer": []}
    cases = [
        RetrievalTestCase(query, labels.get(query, ["a"]), category=query, answerable=query != "no answer")
        for query in queries
    ]
    return evaluate(pipeline, cases, k=[2, 3], undefined=undefined)  # pyright: ignore[reportArgumentType]


def extremes(found: Evaluation, measure: str = "RR@3") -> tuple[float, float]:
    unjudged = found.unjudged(measure)
    assert unjudged is not None
    assert unjudged.mean is not None
    return unjudged.mean.low, unjudged.mean.high


def test_the_mean_lies_between_the_means_of_the_extremes() -> None:
    assert extremes(evaluated("second", "first")) == (0.75, 1.0)


def test_the_share_that_is_judged_is_that_within_the_cutoff() -> None:
    found = evaluated("second", "first").unjudged("P@2")
    assert found is not None
    assert found.judged == 0.5


def test_a_question_without_an_answer_is_in_no_mean_and_no_bound() -> None:
    assert extremes(evaluated("second", "no answer")) == (0.5, 1.0)


def test_a_failed_call_moves_no_bound() -> None:
    assert extremes(evaluated("second", "fails")) == (0.5, 1.0)


def test_a_question_without_a_label_enters_only_where_that_is_more_extreme() -> None:
    # second is 1/2 or 1, none is undefined or 1
    assert extremes(evaluated("second", "none")) == (0.5, 1.0)


def test_a_question_without_a_label_is_0_at_worst_where_undefined_ones_count_as_0() -> None:
    assert extremes(evaluated("second", "none", undefined="zero")) == (0.25, 1.0)


def test_a_document_that_came_back_twice_is_one_hole() -> None:
    # P@3: a alone is 1/3; x relevant at its first place makes 2/3, and its repeat earns nothing
    assert extremes(evaluated("twice"), "P@3") == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_a_group_has_bounds_of_its_own() -> None:
    assert extremes(evaluated("second", "first").by("category")["first"]) == (1.0, 1.0)


def test_nothing_answered_has_no_figures() -> None:
    found = evaluated("fails").unjudged("RR@3")
    assert found is not None
    assert math.isnan(found.judged)


def test_hits_told_by_evidence_have_no_holes() -> None:
    case = RetrievalTestCase("q", evidence=[Evidence(doc_id="d", start=0, end=5, quote="hello")])
    found = evaluate(lambda _: [Hit("d", chunk_id="1", start=0, end=9, text="hello you")], [case], k=[1])
    assert found.settings.matcher == "span"
    assert found.unjudged("RR@1") is None


def test_a_measure_that_was_not_measured_is_refused() -> None:
    with pytest.raises(BadInputError, match="was not measured"):
        evaluated("first").unjudged("RR@7")
