"""Preferences: asked in both orders, and a ranking of them."""

import asyncio
import math

import pytest

from assay.errors import BadInputError
from assay.judges.asking import Asker
from assay.judges.pairwise import Flips, Pairwise, flips, pairs_of, ranking_from_preferences
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.running import Judged, judge_all
from assay.judges.verdict import Failed
from assay.models.chat import ChatRequest
from assay.store.remembered import RememberedVerdicts

GOOD, BAD = Passage(id="good", text="Everest is 8849 m high."), Passage(id="bad", text="Bread rises.")


def question(*passages: Passage) -> JudgeQuestion:
    return JudgeQuestion(id="q", query="how high is Everest?", passages=passages)


def better(said: str) -> str:
    return f'{{"reason": "so", "better": "{said}"}}'


def prefers_height(request: ChatRequest) -> str:
    said = request.messages[1].content
    return better("1" if said.index("8849") < said.index("Bread") else "2")


def judged(model, *passages: Passage) -> Judged:
    async def run() -> list[Judged]:
        return [one async for one in judge_all(Pairwise(), [question(*passages)], Asker(model, RememberedVerdicts()))]

    return asyncio.run(run())[0]


@pytest.mark.parametrize(("passages", "score"), [((GOOD, BAD), 1.0), ((BAD, GOOD), 0.0)])
def test_a_text_preferred_in_both_orders_is_preferred(played, passages, score) -> None:
    row = judged(played(prefers_height), *passages)
    assert (row.score, row.verdicts[0].details["flipped"]) == (score, False)


@pytest.mark.parametrize("place", [1, 2])
def test_a_preference_for_a_place_is_a_tie_and_a_flip(played, place: int) -> None:
    row = judged(played(better(str(place))), GOOD, BAD)
    assert row.score == 0.5
    assert flips([row]) == Flips(n=1, flipped=1, to_first=int(place == 1))


def test_a_preference_in_one_order_only_is_a_tie_and_no_flip(played) -> None:
    row = judged(played(better("1"), better("tie")), GOOD, BAD)
    assert (row.score, flips([row])) == (0.5, Flips(1, 0, 0))


def test_the_same_text_twice_is_a_tie_without_a_call(played) -> None:
    row = judged(played(better("1")), GOOD, Passage(id="copy", text=GOOD.text))
    assert (row.score, row.cost.calls, flips([row])) == (0.5, 0, Flips(0, 0, 0))


def test_three_texts_are_no_pair(played) -> None:
    outcome = judged(played(better("1")), GOOD, BAD, GOOD).judgements[0].outcome
    assert isinstance(outcome, Failed)
    assert outcome.kind == "no_input"


def test_the_rate_of_flips_of_no_pairs_is_undefined() -> None:
    assert math.isnan(flips([]).rate)


def test_three_flips_of_four_are_a_rate_of_three_quarters() -> None:
    assert Flips(4, 3, 1).rate == 0.75


def test_each_pair_of_passages_is_asked_about_once() -> None:
    third = Passage(id="c", text="c")
    assert [one.id for one in pairs_of(question(GOOD, BAD, third))] == ["q:good:bad", "q:good:c", "q:bad:c"]


def test_copeland_counts_wins_and_half_of_ties() -> None:
    # a beats b and ties c; b beats c: a 1.5, b 1, c 0.5
    assert ranking_from_preferences([("a", "b", 1.0), ("c", "a", 0.5), ("b", "c", 1.0)]) == (
        ("a", 1.5),
        ("b", 1.0),
        ("c", 0.5),
    )


@pytest.mark.parametrize("bad", [("a", "a", 1.0), ("a", "b", 0.7)])
def test_what_is_no_preference_is_refused(bad) -> None:
    with pytest.raises(BadInputError, match="a preference is"):
        ranking_from_preferences([bad])
