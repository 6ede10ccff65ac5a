"""Nuggets: made once of the expected answer, or given; looked for in an answer or in what was retrieved."""

import asyncio
import json
import math

import pytest

from assay.judges.asking import Asker
from assay.judges.nuggets import Nugget, Nuggets, nugget_scores
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.running import judge_once
from assay.judges.verdict import Failed, Judgement, Verdict
from assay.models.chat import ChatRequest
from assay.store.remembered import RememberedVerdicts

QUESTION = JudgeQuestion(id="q", query="how long?", answer="thirty hours", reference="Thirty hours, at sixty an hour.")
MADE = {"nuggets": [{"text": "sixty an hour", "importance": "okay"}, {"text": "30 hours", "importance": "vital"}]}


def assigns(*support: str) -> str:
    return json.dumps({"verdicts": [{"nugget": place, "support": one} for place, one in enumerate(support, 1)]})


def judged(model, question: JudgeQuestion = QUESTION, judge: Nuggets | None = None, asker: Asker | None = None):
    return asyncio.run(judge_once(judge or Nuggets(), question, asker or Asker(model, RememberedVerdicts())))


def verdict_of(judgement: Judgement) -> Verdict:
    assert isinstance(judgement.outcome, Verdict)
    return judgement.outcome


def test_the_score_is_the_share_of_vital_nuggets_supported_in_full(played) -> None:
    verdict = verdict_of(judged(played(json.dumps(MADE), assigns("support", "partial"))))
    # vital: 1/1; all: (1 + .5)/2; all strict: 1/2; weighted: (1 + .5 x .5)/(1 + .5)
    assert verdict.score == 1.0
    assert verdict.details["all"] == 0.75
    assert verdict.details["all_strict"] == 0.5
    assert verdict.details["weighted"] == pytest.approx(1.25 / 1.5)


def test_vital_nuggets_come_first(played) -> None:
    verdict = verdict_of(judged(played(json.dumps(MADE), assigns("not", "not"))))
    assert [one["text"] for one in verdict.details["nuggets"]] == ["30 hours", "sixty an hour"]  # type: ignore[union-attr, index]


def test_nuggets_of_a_question_are_made_once_for_all_its_answers(played) -> None:
    model = played(json.dumps(MADE), assigns("support", "support"))
    asker = Asker(model, RememberedVerdicts())
    passages = (Passage(id="d", text="It takes 30 hours."),)
    judged(model, asker=asker)
    other = JudgeQuestion(
        id="p", query=QUESTION.query, answer="no idea", reference=QUESTION.reference, passages=passages
    )
    judged(model, other, asker=asker)
    judged(model, other, Nuggets(of="contexts"), asker)
    assert [request.schema_name for request in model.asked] == ["nuggets", "assignment", "assignment", "assignment"]


def test_nuggets_that_were_given_win(played) -> None:
    model = played(assigns("support", "not"))
    judge = Nuggets(given={"q": [Nugget("x"), Nugget("y")]})
    assert verdict_of(judged(model, judge=judge)).score == 0.5
    assert len(model.asked) == 1


def test_passages_are_looked_at_where_contexts_are_judged(played) -> None:
    def rule(request: ChatRequest) -> str:
        return assigns("support" if "found text" in request.messages[1].content else "not")

    question = JudgeQuestion(id="q", query="?", answer="-", passages=(Passage(id="d", text="found text"),))
    given = {"q": [Nugget("x")]}
    assert verdict_of(judged(played(rule), question, Nuggets(of="contexts", given=given))).score == 1.0
    assert verdict_of(judged(played(rule), question, Nuggets(of="answer", given=given))).score == 0.0


def test_an_empty_answer_supports_nothing_without_a_call(played) -> None:
    model = played(assigns("support"))
    question = JudgeQuestion(id="q", query="?", answer=" ")
    assert verdict_of(judged(model, question, Nuggets(given={"q": [Nugget("x")]}))).score == 0.0
    assert model.asked == []


@pytest.mark.parametrize("said", [assigns("support"), assigns("support", "not", "not")])
def test_assignments_that_are_not_one_a_nugget_are_a_failure(played, said: str) -> None:
    outcome = judged(played(json.dumps(MADE), said)).outcome
    assert isinstance(outcome, Failed)
    assert outcome.kind == "incomplete"


@pytest.mark.parametrize(
    "question",
    [JudgeQuestion(id="q", query="?", reference="r"), JudgeQuestion(id="q", query="?", answer="a")],
)
def test_a_question_without_answer_or_reference_cannot_be_judged(played, question: JudgeQuestion) -> None:
    outcome = judged(played(json.dumps(MADE)), question).outcome
    assert isinstance(outcome, Failed)
    assert outcome.kind == "no_input"


def test_no_vital_nugget_is_undefined(played) -> None:
    verdict = verdict_of(judged(played(assigns("support")), judge=Nuggets(given={"q": [Nugget("x", vital=False)]})))
    assert math.isnan(verdict.score)
    assert (verdict.details["vital"], verdict.details["all"]) == (None, 1.0)


def test_no_nuggets_leave_every_score_undefined() -> None:
    assert all(math.isnan(score) for score in nugget_scores([]).values())
