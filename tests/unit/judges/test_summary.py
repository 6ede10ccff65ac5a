"""Figures of a judge: no mean without its failures."""

import math

import pytest

from assay.judges.question import JudgeQuestion
from assay.judges.relevance import Relevance
from assay.judges.running import Judged
from assay.judges.summary import JudgeSummary, grades_of
from assay.judges.verdict import Cost, Failed, Judgement, Verdict


def summary(*outcomes: list[float | str]) -> JudgeSummary:
    found = JudgeSummary(Relevance())
    for scores in outcomes:
        judgements = tuple(
            Judgement(
                outcome=Failed(kind="timeout", text=one) if isinstance(one, str) else Verdict(score=one),
                cost=Cost(calls=1, prompt_tokens=10, repairs={"prose": 1}),
            )
            for one in scores
        )
        found.add(Judged(question=JudgeQuestion(id="1", query="Who?"), judgements=judgements))
    return found


def test_failures_are_in_no_mean_but_in_its_bounds() -> None:
    found = summary([5.0], [3.0], ["late"], ["late"])
    assert (found.mean, found.n_asked, found.n_scored, found.n_failed) == (4.0, 4, 2, 2)
    assert found.if_failed == (2.0, 4.5)  # (5 + 3 + 0 + 0)/4 and (5 + 3 + 5 + 5)/4
    assert dict(found.failures) == {"timeout": 2}


def test_without_failures_there_are_no_bounds() -> None:
    assert summary([5.0]).if_failed is None


def test_undefined_is_neither_failed_nor_scored() -> None:
    found = summary([math.nan], [4.0])
    assert (found.n_undefined, found.n_failed, found.n_scored, found.mean) == (1, 0, 1, 4.0)


def test_where_everything_failed_there_is_no_mean() -> None:
    found = summary(["late"], ["late"])
    assert math.isnan(found.mean)
    assert found.if_failed == (0.0, 5.0)
    assert not found.interval.is_known


def test_variance_within_a_question_is_told_from_that_between_questions() -> None:
    # within: ((1-2)^2 + (3-2)^2)/1 = 2 and 0, mean 1; means 2 and 5: ((2-3.5)^2 + (5-3.5)^2)/1 = 4.5
    repeats = summary([1.0, 3.0], [5.0, 5.0]).repeats
    assert repeats is not None
    assert (repeats.n, repeats.within, repeats.between) == (2, pytest.approx(1.0), pytest.approx(4.5))


def test_what_everything_took_adds_up() -> None:
    cost = summary([1.0, 3.0], ["late"]).cost
    assert (cost.calls, cost.prompt_tokens, cost.repairs) == (3, 30, {"prose": 3})


def test_the_interval_follows_what_is_added() -> None:
    found = summary([5.0], [4.0], [3.0])
    before = found.interval
    found.add(
        Judged(
            question=JudgeQuestion(id="1", query="Who?"),
            judgements=(Judgement(outcome=Verdict(score=0.0), cost=Cost()),),
        )
    )
    assert before.mean == 4.0
    assert found.interval.mean == 3.0


def test_scores_are_counted_from_the_least_on() -> None:
    assert list(grades_of(summary([5.0], [0.0], [5.0], [math.nan]).scores).items()) == [(0.0, 1), (5.0, 2)]
