"""Several passages in one call: orders, windows, and one grade a passage."""

import asyncio
import json
import re

import pytest

from assay.errors import BadInputError
from assay.judges.asking import Asker
from assay.judges.listwise import Listwise, judge_lists, orders, windows
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.running import Judged
from assay.judges.verdict import Failed, Verdict
from assay.models.chat import ChatRequest
from assay.store.remembered import RememberedVerdicts


def said_of(request: ChatRequest) -> list[str]:
    return re.findall(r'number="\d+">\n(.*)', request.messages[1].content)


def reply(*scores: int) -> str:
    return json.dumps(
        {"verdicts": [{"passage": place, "reason": "so", "score": score} for place, score in enumerate(scores, 1)]}
    )


def by_content(request: ChatRequest) -> str:
    return reply(*(int(text) for text in said_of(request)))


def judged(model, *texts: str, **parameters: int) -> list[Judged]:
    passages = tuple(Passage(id=f"d{place}", text=text) for place, text in enumerate(texts))
    question = JudgeQuestion(id="q", query="which?", passages=passages)

    async def run() -> list[Judged]:
        asker = Asker(model, RememberedVerdicts())
        return [one async for one in judge_lists(Listwise(**parameters), [question], asker)]

    return asyncio.run(run())


def test_a_grade_belongs_to_its_passage_whatever_the_order(played) -> None:
    rows = judged(played(by_content), "5", "0", "3", permutations=4)
    assert [row.score for row in rows] == [5.0, 0.0, 3.0]


def test_a_judge_that_looks_at_places_only_gives_all_passages_the_same_grade(played) -> None:
    rows = judged(played(reply(5, 3, 1)), "a", "b", "c")
    # an order and its reverse: (5 + 1) / 2, (3 + 3) / 2, (1 + 5) / 2
    assert [row.score for row in rows] == [3.0, 3.0, 3.0]
    assert rows[0].verdicts[0].details == {"orders": [5, 1], "spread": 4}


def test_rows_say_their_document_and_rank(played) -> None:
    rows = judged(played(by_content), "5", "0")
    assert [row.question.facts for row in rows] == [
        {"query_id": "q", "doc_id": "d0", "rank": 1},
        {"query_id": "q", "doc_id": "d1", "rank": 2},
    ]


def test_costs_of_the_rows_add_up_to_what_was_called(played) -> None:
    model = played(by_content)
    assert sum(row.cost.calls for row in judged(model, "1", "2", "3")) == len(model.asked) == 2


def test_more_passages_than_fit_are_asked_about_in_windows(played) -> None:
    model = played(by_content)
    rows = judged(model, "1", "2", "3", "4", "5", at_once=3)
    assert sorted(len(said_of(request)) for request in model.asked) == [2, 2, 3, 3]
    assert [row.score for row in rows] == [1.0, 2.0, 3.0, 4.0, 5.0]


def test_an_empty_passage_is_0_and_not_asked_about(played) -> None:
    model = played(by_content)
    rows = judged(model, "4", " ", "2")
    assert [row.score for row in rows] == [4.0, 0.0, 2.0]
    assert all(len(said_of(request)) == 2 for request in model.asked)


def test_nothing_retrieved_is_no_row(played) -> None:
    assert judged(played(by_content)) == []


@pytest.mark.parametrize("said", [reply(5), reply(5, 4, 3), '{"verdicts": []}', reply(5, 4).replace("2", "1")])
def test_verdicts_that_are_not_one_a_passage_are_a_failure(played, said: str) -> None:
    for row in judged(played(said), "a", "b"):
        outcome = row.judgements[0].outcome
        assert isinstance(outcome, Failed)
        assert outcome.kind == "incomplete"


def test_a_passage_fails_where_one_of_its_orders_does(played) -> None:
    # four passages in windows of two: the window that stands first holds a and b
    def rule(request: ChatRequest) -> str:
        return reply(1) if said_of(request) == ["a", "b"] else reply(2, 2)

    outcomes = [row.judgements[0].outcome for row in judged(played(rule), "a", "b", "c", "d", at_once=2)]
    assert [type(one) for one in outcomes] == [Failed, Failed, Verdict, Verdict]


def test_orders_come_with_their_reverse_and_by_seed() -> None:
    found = orders(6, 4, seed=1)
    assert found[:2] == [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0]]
    assert found[3] == found[2][::-1]
    assert found == orders(6, 4, seed=1) != orders(6, 4, seed=2)


def test_windows_differ_by_one_at_most() -> None:
    assert [len(one) for one in windows(range(11), 10)] == [6, 5]
    assert windows([], 10) == []


@pytest.mark.parametrize("parameters", [{"permutations": 1}, {"at_once": 0}])
def test_a_single_order_or_an_empty_window_is_refused(parameters) -> None:
    with pytest.raises(BadInputError, match="at least 2 permutations"):
        Listwise(**parameters)
