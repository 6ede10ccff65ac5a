"""A jury: what each juror says is kept, and becomes one verdict."""

import asyncio
import math
from collections.abc import Callable

import pytest

from assay.errors import BadInputError
from assay.judges.asking import Asker
from assay.judges.jury import Combining, Jury, majority, weights_from_kappa
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.verdict import Failed, Verdict
from assay.models.chat import ChatFailure
from assay.store.remembered import RememberedVerdicts

QUESTION = JudgeQuestion(id="q1", query="how high?", passages=(Passage(id="d1", text="8849 m"),))
DOWN = ChatFailure("server_error", "it is down")


def grade(score: int) -> str:
    return f'{{"reason": "so", "score": {score}}}'


def jury(played: Callable, *said: str | Exception, combining: Combining = "median", weights=None) -> Jury:
    jurors = {f"j{place}": Asker(played(one, name=f"m{place}"), RememberedVerdicts()) for place, one in enumerate(said)}
    return Jury(judge=Relevance(), jurors=jurors, combining=combining, weights=weights)


def outcome(given: Jury) -> Verdict | Failed:
    return asyncio.run(given.judge_once(QUESTION)).outcome


@pytest.mark.parametrize(
    ("scores", "combining", "weights", "expected"),
    [
        ((0, 4, 5), "median", None, 4.0),
        ((0, 1, 4, 5), "median", None, 2.5),
        ((5, 5, 0), "majority", None, 5.0),
        ((0, 2, 5), "majority", None, 2.0),
        ((5, 1), "weighted", {"j0": 0.6, "j1": 0.2}, 4.0),
    ],
)
def test_scores_are_combined_as_was_asked(played, scores, combining, weights, expected) -> None:
    verdict = outcome(jury(played, *map(grade, scores), combining=combining, weights=weights))
    assert isinstance(verdict, Verdict)
    assert verdict.score == pytest.approx(expected)


def test_each_jurors_verdict_and_their_spread_are_kept(played) -> None:
    verdict = outcome(jury(played, grade(1), grade(5)))
    assert verdict == Verdict(
        score=3.0,
        details={
            "jurors": {"j0": {"score": 1.0, "reason": "so"}, "j1": {"score": 5.0, "reason": "so"}},
            "spread": 4.0,
            "n_failed": 0,
        },
    )


def test_a_juror_that_fails_is_left_out_and_counted(played) -> None:
    verdict = outcome(jury(played, grade(1), DOWN, grade(5)))
    assert isinstance(verdict, Verdict)
    assert (verdict.score, verdict.details["n_failed"]) == (3.0, 1)
    assert verdict.details["jurors"]["j1"] == {"failed": "server_error", "text": "it is down"}  # type: ignore[index]


def test_half_of_the_jurors_are_enough(played) -> None:
    assert isinstance(outcome(jury(played, grade(1), DOWN)), Verdict)


def test_fewer_than_half_of_the_jurors_are_no_jury(played) -> None:
    failed = outcome(jury(played, grade(1), DOWN, DOWN))
    assert isinstance(failed, Failed)
    assert failed.kind == "incomplete"
    assert failed.text == "1 of 3 jurors gave a verdict; the first that did not: it is down"


def test_a_jury_whose_remaining_jurors_weigh_nothing_fails(played) -> None:
    failed = outcome(jury(played, grade(1), DOWN, combining="weighted", weights={"j0": 0.0, "j1": 1.0}))
    assert isinstance(failed, Failed)
    assert failed.kind == "incomplete"


def test_a_jury_costs_what_its_jurors_cost(played) -> None:
    assert asyncio.run(jury(played, grade(1), grade(2), grade(3)).judge_once(QUESTION)).cost.calls == 3


def test_questions_are_judged_in_their_order(played) -> None:
    async def ids() -> list[tuple[str, float]]:
        rows = [JudgeQuestion(id=f"q{n}", query="?", passages=QUESTION.passages) for n in range(3)]
        return [(one.question.id, one.score) async for one in jury(played, grade(2), grade(4)).judge_all(rows)]

    assert asyncio.run(ids()) == [("q0", 3.0), ("q1", 3.0), ("q2", 3.0)]


def test_a_jury_of_one_is_none(played) -> None:
    with pytest.raises(BadInputError, match="at least two jurors, got 1"):
        jury(played, grade(1))


@pytest.mark.parametrize("weights", [None, {"j0": 1.0}, {"j0": 1.0, "j1": -1.0}, {"j0": 0.0, "j1": 0.0}])
def test_weights_that_fit_no_jury_are_refused(played, weights) -> None:
    with pytest.raises(BadInputError, match="weights are"):
        jury(played, grade(1), grade(2), combining="weighted", weights=weights)


def test_scores_given_equally_often_are_settled_by_their_median() -> None:
    assert majority([1, 1, 4, 4, 0]) == 2.5


def test_a_juror_no_better_than_chance_weighs_nothing() -> None:
    assert weights_from_kappa({"a": 0.5, "b": -0.2, "c": math.nan}) == {"a": 0.5, "b": 0.0, "c": 0.0}


def test_jurors_all_no_better_than_chance_are_refused() -> None:
    with pytest.raises(BadInputError, match="beyond chance"):
        weights_from_kappa({"a": 0.0, "b": -0.2})
