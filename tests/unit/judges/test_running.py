"""Judging many questions: in order, side by side, in bounded memory; a failure is a row."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from assay.judges.asking import Asker
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import Judged, judge_all
from assay.judges.verdict import Failed
from assay.models.chat import ChatFailure, ChatRequest
from assay.store.remembered import RememberedVerdicts

Make = Callable[..., Any]


def questions(n: int) -> Iterator[JudgeQuestion]:
    for number in range(n):
        yield JudgeQuestion(id=str(number), query="Who?", passages=(Passage(id="d", text=f"passage {number}"),))


def gathered(model: Any, given: Iterator[JudgeQuestion], *, repeat: int = 1) -> list[Judged]:
    async def all_of() -> list[Judged]:
        asker = Asker(model, RememberedVerdicts())
        return [judged async for judged in judge_all(Relevance(), given, asker, repeat=repeat)]

    return asyncio.run(all_of())


def number_of(request: ChatRequest) -> int:
    return int(request.messages[1].content.rpartition("passage ")[2].split()[0])


def test_results_come_in_the_order_of_the_questions_however_calls_end(played: Make) -> None:
    async def backwards(request: ChatRequest) -> None:
        await asyncio.sleep((20 - number_of(request)) / 1000)

    model = played(lambda request: f'{{"score": {number_of(request) % 6}}}')
    reply = model.reply

    async def later(request: ChatRequest) -> Any:
        await backwards(request)
        return await reply(request)

    model.reply = later
    found = gathered(model, questions(20))
    assert [one.question.id for one in found] == [str(number) for number in range(20)]
    assert [one.score for one in found] == [float(number % 6) for number in range(20)]


def test_calls_run_side_by_side(played: Make) -> None:
    model = played('{"score": 1}', wait_s=0.01)
    gathered(model, questions(50))
    assert model.most_at_once == 50


def test_questions_are_read_as_they_are_needed(played: Make) -> None:
    taken = 0

    def counted() -> Iterator[JudgeQuestion]:
        nonlocal taken
        for one in questions(10_000):
            taken += 1
            yield one

    async def first() -> None:
        asker = Asker(played('{"score": 1}'), RememberedVerdicts())
        results = judge_all(Relevance(), counted(), asker)
        await anext(results)
        await results.aclose()

    asyncio.run(first())
    assert taken < 300


def test_a_failure_is_a_row_and_the_others_go_on(played: Make) -> None:
    def rule(request: ChatRequest) -> str | Exception:
        return ChatFailure("server_error", "oops") if number_of(request) == 1 else '{"score": 2}'

    found = gathered(played(rule), questions(3))
    assert [one.score for one in found][::2] == [2.0, 2.0]
    assert found[1].failures == (Failed(kind="server_error", text="oops"),)
    assert found[1].score != found[1].score


def test_repetitions_are_asked_each_and_averaged(played: Make) -> None:
    model = played('{"score": 2}', '{"score": 4}', ChatFailure("timeout", "late"))
    (found,) = gathered(model, questions(1), repeat=3)
    assert (found.score, len(found.verdicts), len(found.failures)) == (3.0, 2, 1)


def test_nothing_is_left_running_when_the_iteration_ends_early(played: Make) -> None:
    model = played('{"score": 1}', wait_s=0.05)

    async def early() -> int:
        results = judge_all(Relevance(), questions(100), Asker(model, RememberedVerdicts()))
        await anext(results)
        await results.aclose()
        return len(asyncio.all_tasks()) - 1

    assert asyncio.run(early()) == 0
