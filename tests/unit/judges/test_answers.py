"""Judges of contexts and answers over a model that replies by rules: scores, undefined cases, failures."""

import asyncio
import json
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from assay.judges.answer_correctness import AnswerCorrectness, ClaimOverlap
from assay.judges.answer_relevancy import AnswerRelevancy
from assay.judges.answering import answered
from assay.judges.asking import Asker
from assay.judges.context_precision import ContextPrecision
from assay.judges.context_recall import ContextRecall
from assay.judges.context_sufficiency import ContextSufficiency
from assay.judges.faithfulness import Faithfulness
from assay.judges.noise import Noise
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.running import judge_once
from assay.judges.seam import Judge
from assay.judges.verdict import Failed, Verdict
from assay.models.chat import ChatRequest
from assay.models.encoder import Vectors
from assay.store.remembered import RememberedVerdicts

Make = Callable[..., Any]


def part(request: ChatRequest, kind: str) -> str:
    found = re.search(rf"<{kind}-\w+[^>]*>\n(.*?)\n</{kind}-", request.messages[1].content, re.DOTALL)
    return found[1] if found else ""


def by_words(request: ChatRequest) -> str:
    """Claims are the sentences; a claim is supported, and a passage useful, where a word of it stands in the other."""
    form = request.schema_name
    if form == "claims":
        sentences = [one.strip() for one in part(request, "text").split(".") if one.strip()]
        return json.dumps({"claims": [one for one in sentences if "don't know" not in one]})
    if form == "support":
        passages = " ".join(re.findall(r"<passage-\w+[^>]*>\n(.*?)\n</passage", request.messages[1].content, re.DOTALL))
        claims = re.findall(r"claim (\d+): (.*)", part(request, "claims"))
        verdicts = [
            {"claim": int(n), "reason": "", "supported": "yes" if claim.split()[0] in passages else "no"}
            for n, claim in claims
        ]
        return json.dumps({"verdicts": verdicts})
    if form == "useful":
        answer, passage = part(request, "answer"), part(request, "passage")
        return json.dumps({"reason": "", "useful": "yes" if answer.split()[0] in passage else "no"})
    if form == "sufficiency":
        return json.dumps({"reason": "", "sufficient": "yes" if "all" in request.messages[1].content else "no"})
    if form == "questions":
        evasive = "yes" if "know" in part(request, "answer") else "no"
        return json.dumps({"questions": ["same", "other", "opposite"], "evasive": evasive})
    return json.dumps({"answer": "Made up."})


def question(
    *texts: str, answer: str | None = "Ada wrote it. Bob read it.", reference: str | None = "Ada wrote it."
) -> JudgeQuestion:
    passages = tuple(Passage(id=f"d{place}", text=text) for place, text in enumerate(texts))
    return JudgeQuestion(id="1", query="same", passages=passages, answer=answer, reference=reference)


def outcome(judge: Judge, asked: JudgeQuestion, model: Any) -> Verdict | Failed:
    return asyncio.run(judge_once(judge, asked, Asker(model, RememberedVerdicts()))).outcome


def score(judge: Judge, asked: JudgeQuestion, model: Any) -> float:
    found = outcome(judge, asked, model)
    assert isinstance(found, Verdict), found
    return found.score


class Angles:
    """An encoder of three questions: the same direction, 60 degrees off, and the opposite one."""

    name, sha256, dim = "angles", "0" * 64, 2

    def encode(self, texts: Sequence[str]) -> Vectors:
        angles = {"same": 0.0, "other": math.pi / 3, "opposite": math.pi}
        found = [angles.get(text, 0.0) for text in texts]
        return np.array([(math.cos(one), math.sin(one)) for one in found], dtype=np.float32)


def test_faithfulness_is_the_share_of_the_answer_s_claims_that_passages_support(played: Make) -> None:
    model = played(by_words)
    assert score(Faithfulness(), question("Ada was there"), model) == 0.5
    assert [request.schema_name for request in model.asked] == ["claims", "support"]


def test_context_recall_is_the_share_of_the_expected_answer_s_claims(played: Make) -> None:
    asked = question("Cy was there", "Ada too", reference="Ada wrote it. Dan sold it. Cy saw it. Eve did not.")
    assert score(ContextRecall(), asked, played(by_words)) == 0.5


def test_context_precision_knows_the_order(played: Make) -> None:
    assert score(ContextPrecision(), question("Ada", "nobody"), played(by_words)) == 1.0
    assert score(ContextPrecision(), question("nobody", "Ada"), played(by_words)) == 0.5


def test_context_precision_can_be_held_against_the_answer(played: Make) -> None:
    asked = question("Bob", reference="Zoe")
    assert score(ContextPrecision(against="answer"), question("Ada", reference="Zoe"), played(by_words)) == 1.0
    assert score(ContextPrecision(against="reference"), asked, played(by_words)) == 0.0
    assert score(ContextPrecision(), question("Ada", reference=None), played(by_words)) == 1.0


def test_noise_asks_what_context_precision_asks(played: Make) -> None:
    model, store = played(by_words), RememberedVerdicts()
    asked = question("Ada", "nobody", "nothing", "Ada again")

    async def both() -> tuple[Any, Any]:
        asker = Asker(model, store)
        return await judge_once(ContextPrecision(), asked, asker), await judge_once(Noise(), asked, asker)

    _, noise = asyncio.run(both())
    assert noise.outcome.score == 0.5
    assert len(model.asked) == 4


def test_sufficiency_is_yes_or_no(played: Make) -> None:
    assert score(ContextSufficiency(), question("all of it"), played(by_words)) == 1.0
    assert score(ContextSufficiency(), question("a part"), played(by_words)) == 0.0


def test_answer_relevancy_is_the_mean_cosine_with_the_generated_questions(played: Make) -> None:
    found = score(AnswerRelevancy(encoder=Angles()), question("x"), played(by_words))
    assert found == pytest.approx((1 + 0.5 - 1) / 3, abs=1e-6)


def test_an_answer_that_evades_is_not_relevant(played: Make) -> None:
    asked = question("x", answer="I don't know.")
    assert score(AnswerRelevancy(encoder=Angles()), asked, played(by_words)) == 0.0


def test_claims_of_answer_and_expected_answer_are_held_against_each_other(played: Make) -> None:
    asked = question("x", answer="Ada wrote it. Bob read it.", reference="Ada wrote it. Cy saw it. Dan sold it.")
    assert score(ClaimOverlap(of="precision"), asked, played(by_words)) == 0.5
    assert score(ClaimOverlap(of="recall"), asked, played(by_words)) == pytest.approx(1 / 3)
    # P = 1/2, R = 1/3: F1 = 2/5
    assert score(AnswerCorrectness(), asked, played(by_words)) == pytest.approx(0.4)
    # ragas: TP 1, FP 1, FN 2
    assert score(AnswerCorrectness(convention="ragas"), asked, played(by_words)) == pytest.approx(1 / 2.5)


def test_correctness_weighs_claims_and_likeness(played: Make) -> None:
    asked = question("x", answer="other", reference="same")  # one claim each, neither supported; cosine 1/2
    found = score(AnswerCorrectness(encoder=Angles(), claims_weight=0.75), asked, played(by_words))
    assert found == pytest.approx(0.25 * 0.5, abs=1e-6)


WITHOUT_A_CALL = {
    "faithfulness": (Faithfulness(), 0.0),
    "context_recall": (ContextRecall(), 0.0),
    "context_precision": (ContextPrecision(), 0.0),
    "context_sufficiency": (ContextSufficiency(), 0.0),
    "noise": (Noise(), math.nan),
}


@pytest.mark.parametrize("texts", [(), ("",), ("  ", "\n")])
@pytest.mark.parametrize("name", WITHOUT_A_CALL)
def test_empty_context_is_decided_without_a_call(played: Make, name: str, texts: tuple[str, ...]) -> None:
    model = played(by_words)
    judge, expected = WITHOUT_A_CALL[name]
    found = score(judge, question(*texts), model)
    assert model.asked == []
    if name == "noise" and texts:
        expected = 1.0  # passages that say nothing are of no use
    assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_an_answer_that_claims_nothing_has_no_faithfulness(played: Make) -> None:
    found = outcome(Faithfulness(), question("Ada", answer="I don't know."), played(by_words))
    assert isinstance(found, Verdict)
    assert not found.is_defined
    assert found.reason == "the answer claims nothing"


def test_an_empty_answer_is_judged_without_asking_for_its_claims(played: Make) -> None:
    model = played(by_words)
    assert math.isnan(score(Faithfulness(), question("Ada", answer=" "), model))
    assert score(AnswerRelevancy(encoder=Angles()), question("Ada", answer=""), model) == 0.0
    assert model.asked == []


@pytest.mark.parametrize(
    ("judge", "lacks"),
    [
        (Faithfulness(), "answer"),
        (AnswerRelevancy(encoder=Angles()), "answer"),
        (ContextRecall(), "expected answer"),
        (ContextPrecision(against="reference"), "expected answer"),
        (AnswerCorrectness(), "answer"),
    ],
)
def test_a_question_that_lacks_what_is_judged_fails_and_says_so(played: Make, judge: Judge, lacks: str) -> None:
    model = played(by_words)
    found = outcome(judge, question("Ada", answer=None, reference=None), model)
    assert isinstance(found, Failed)
    assert (found.kind, lacks in found.text, model.asked) == ("no_input", True, [])


@pytest.mark.parametrize("numbers", [[1], [1, 1], [1, 2, 3], [1, 3], []])
def test_a_missing_extra_or_double_verdict_is_a_failure(played: Make, numbers: list[int]) -> None:
    def rule(request: ChatRequest) -> str:
        if request.schema_name == "claims":
            return json.dumps({"claims": ["One.", "Two."]})
        verdicts = [{"claim": number, "reason": "", "supported": "yes"} for number in numbers]
        return json.dumps({"verdicts": verdicts})

    found = outcome(Faithfulness(), question("Ada"), played(rule))
    assert isinstance(found, Failed)
    assert found.kind == "incomplete"


def test_verdicts_may_come_in_any_order(played: Make) -> None:
    def rule(request: ChatRequest) -> str:
        if request.schema_name == "claims":
            return json.dumps({"claims": ["One.", "Two."]})
        verdicts = [{"claim": 2, "supported": "no"}, {"claim": "1", "supported": "yes"}]
        return json.dumps({"verdicts": verdicts})

    found = outcome(Faithfulness(), question("Ada"), played(rule))
    assert isinstance(found, Verdict)
    assert [one["supported"] for one in found.details["claims"]] == [True, False]  # type: ignore[attr-defined]


def test_an_answer_is_written_only_where_there_is_none(played: Make) -> None:
    model = played(by_words)

    async def both() -> list[str | None]:
        ask = Asker(model, RememberedVerdicts()).for_question()
        asked = [question("Ada"), question("Ada", answer=None)]
        return [(await answered(one, ask)).answer for one in asked]

    assert asyncio.run(both()) == ["Ada wrote it. Bob read it.", "Made up."]
    assert len(model.asked) == 1


def test_a_reply_that_lacks_a_verdict_is_asked_for_once_more_and_is_not_kept(played: Make) -> None:
    turns: list[str] = []

    def rule(request: ChatRequest) -> str:
        if request.schema_name == "claims":
            return json.dumps({"claims": ["One.", "Two."]})
        turns.append(request.messages[-1].content)
        whole = len(turns) > 1
        verdicts = [{"claim": number, "supported": True} for number in ((1, 2) if whole else (1,))]
        return json.dumps({"verdicts": verdicts})

    store = RememberedVerdicts()
    found = asyncio.run(judge_once(Faithfulness(), question("Ada"), Asker(played(rule), store)))
    assert isinstance(found.outcome, Verdict)
    assert found.outcome.score == 1.0
    assert found.cost.repairs == {"asked_again": 1}
    assert "one verdict for each claim from 1 to 2, and they came for: 1" in turns[1]


def test_the_ragas_convention_is_that_of_ragas_source(played: Make) -> None:
    def theirs(verdicts: list[int]) -> float:  # as written in ragas/metrics/_context_precision.py
        denominator = sum(verdicts) + 1e-10
        return sum((sum(verdicts[: i + 1]) / (i + 1)) * verdicts[i] for i in range(len(verdicts))) / denominator

    texts = ("Ada", "nobody", "Ada again", "nothing")
    found = score(ContextPrecision(convention="ragas"), question(*texts), played(by_words))
    assert found == theirs([1, 0, 1, 0])
    assert found < score(ContextPrecision(), question(*texts), played(by_words))
