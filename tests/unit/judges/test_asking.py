"""Asking: what was answered is never asked again, what failed is, and nothing is spent beyond the budget."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.judges.asking import Asker, Budget
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import judge_once
from assay.judges.verdict import Failed, Judgement, Verdict
from assay.models.chat import ChatFailure
from assay.store.remembered import RememberedVerdicts
from assay.store.verdicts import SQLiteVerdicts

Make = Callable[..., Any]
FOUR = '{"reason": "most of it", "score": 4}'


def question(text: str = "It was written by Ada.", query: str = "Who wrote it?") -> JudgeQuestion:
    return JudgeQuestion(id="1", query=query, passages=(Passage(id="d", text=text),))


def judged(asker: Asker, *questions: JudgeQuestion, repetition: int = 0) -> list[Judgement]:
    async def all_of() -> list[Judgement]:
        return list(await asyncio.gather(*(judge_once(Relevance(), one, asker, repetition) for one in questions)))

    return asyncio.run(all_of())


def test_what_was_answered_is_not_asked_again(played: Make, tmp_path: Path) -> None:
    model = played(FOUR)
    store = SQLiteVerdicts(tmp_path / "verdicts.sqlite")
    (first,) = judged(Asker(model, store), question())
    (again,) = judged(Asker(model, SQLiteVerdicts(tmp_path / "verdicts.sqlite")), question())
    assert len(model.asked) == 1
    assert again.outcome == first.outcome == Verdict(score=4.0, reason="most of it")
    assert (first.cost.calls, first.cost.replayed) == (1, 0)
    assert (again.cost.calls, again.cost.replayed) == (1, 1)
    assert again.cost.prompt_tokens == first.cost.prompt_tokens == 10
    assert again.judged_at == first.judged_at


@pytest.mark.parametrize(
    "other",
    [question(text="It was written by Bob."), question(query="Who wrote that?"), question(text="它是艾达写的。")],
)
def test_what_decides_the_reply_decides_whether_it_is_asked(played: Make, other: JudgeQuestion) -> None:
    model = played(FOUR)
    judged(Asker(model, RememberedVerdicts()), question(), other)
    assert len(model.asked) == 2


def test_another_model_and_another_repetition_are_asked_anew(played: Make) -> None:
    store, one, two = RememberedVerdicts(), played(FOUR), played(FOUR, name="another")
    judged(Asker(one, store), question())
    judged(Asker(two, store), question())
    judged(Asker(one, store), question(), repetition=1)
    assert (len(one.asked), len(two.asked)) == (2, 1)


def test_what_is_asked_twice_at_once_is_asked_once(played: Make) -> None:
    model = played(FOUR, wait_s=0.01)
    first, second = judged(Asker(model, RememberedVerdicts()), question(), question())
    assert len(model.asked) == 1
    assert first.outcome == second.outcome
    assert (first.cost.calls, second.cost.calls, second.cost.shared) == (1, 0, 1)


def test_a_failure_that_is_shared_is_paid_for_once(played: Make) -> None:
    model = played(ChatFailure("timeout", "no answer"), wait_s=0.01)
    both = judged(Asker(model, RememberedVerdicts()), question(), question())
    assert [one.outcome for one in both] == [Failed(kind="timeout", text="no answer")] * 2
    assert sum(one.cost.calls for one in both) == 1


def test_what_failed_is_asked_again_the_next_time(played: Make) -> None:
    model = played(ChatFailure("timeout", "no answer"), FOUR)
    asker = Asker(model, RememberedVerdicts())
    assert isinstance(judged(asker, question())[0].outcome, Failed)
    assert judged(asker, question())[0].outcome == Verdict(score=4.0, reason="most of it")


def test_a_reply_that_cannot_be_read_is_asked_for_once_more_with_what_was_wrong(played: Make) -> None:
    model = played('{"reason": "r", "score": 9}', FOUR)
    (found,) = judged(Asker(model, RememberedVerdicts()), question())
    assert found.outcome == Verdict(score=4.0, reason="most of it")
    assert (found.cost.calls, found.cost.repairs, found.cost.completion_tokens) == (2, {"asked_again": 1}, 4)
    last = model.asked[-1].messages
    assert [message.role for message in last] == ["system", "user", "assistant", "user"]
    assert "score: Input should be 0, 1, 2, 3, 4 or 5" in last[-1].content


def test_a_reply_that_stays_unreadable_is_a_failure_and_never_a_score(played: Make) -> None:
    model = played("As a language model, I would rather not.")
    (found,) = judged(Asker(model, RememberedVerdicts()), question())
    assert isinstance(found.outcome, Failed)
    assert found.outcome.kind == "unreadable"
    assert "As a language model" in found.outcome.text
    assert (len(model.asked), found.cost.calls) == (2, 2)


def test_a_reply_that_was_cut_off_says_so(played: Make) -> None:
    model = played('{"reason": "the passage tells us that', finish_reason="length")
    (found,) = judged(Asker(model, RememberedVerdicts()), question())
    assert isinstance(found.outcome, Failed)
    assert found.outcome.kind == "cut_off"


def test_the_budget_of_calls_is_kept_and_what_is_known_costs_nothing(played: Make) -> None:
    store = RememberedVerdicts()
    questions = [question(text=f"passage {number}") for number in range(5)]
    judged(Asker(played(FOUR), store), *questions[:2])
    model = played(FOUR)
    found = judged(Asker(model, store, budget=Budget(calls=2)), *questions)
    assert len(model.asked) == 2
    failed = [one.outcome for one in found if isinstance(one.outcome, Failed)]
    assert [one.kind for one in failed] == ["budget"]


def test_the_budget_of_tokens_stops_what_would_come_after_it(played: Make) -> None:
    model = played(FOUR)
    asker = Asker(model, RememberedVerdicts(), budget=Budget(tokens=20))
    outcomes = [judged(asker, question(text=f"passage {number}"))[0].outcome for number in range(4)]
    assert [type(one).__name__ for one in outcomes] == ["Verdict", "Verdict", "Failed", "Failed"]


def test_the_store_holds_no_reply_that_could_not_be_read(played: Make, tmp_path: Path) -> None:
    store = SQLiteVerdicts(tmp_path / "verdicts.sqlite")
    judged(Asker(played("no"), store), question())
    judged(Asker(played(FOUR), store), question(text="other"))
    kept = [json.loads(value) for (value,) in store._reader.execute("SELECT value FROM verdicts")]
    assert [one["reply"] for one in kept] == [{"reason": "most of it", "score": 4}]
