"""How relevant several passages are, several in one call and in several orders, so that no place is worth anything."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, fsum
from random import Random

from assay.errors import BadInputError
from assay.judges.asking import Asker
from assay.judges.prompts import all_enclosed, enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.replies import Level, Reply, Whole, check_numbers
from assay.judges.running import Judged
from assay.judges.seam import Ask, Call
from assay.judges.side_by_side import side_by_side
from assay.judges.verdict import Cost, Failed, JudgeFailure, Judgement, Verdict

_TOKENS_A_PASSAGE = 80


class PassageGrade(Reply):
    """The grade of one of the passages."""

    passage: Whole
    reason: str = ""
    score: Level


class ListReply(Reply):
    """One grade a passage."""

    verdicts: list[PassageGrade]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listwise:
    """A judge of a question's passages together.

    Parameters
    ----------
    permutations
        Orders in which they are asked about, at least 2.
    at_once
        The most passages in one call; more are cut into windows of nearly the same size.
    seed
        Of the orders.

    Notes
    -----
    A grade, in [0, 5], is the mean over the orders: unlike a median of few levels it shows that they disagree. Orders
    come in pairs, one and its reverse, so that over an even number of them every passage has the same mean place; the
    first is that of the question. A passage of which a single order failed has failed: a mean over the others would
    stand for some places only. Empty passages are 0 without a call.
    """

    permutations: int = 2
    at_once: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if self.permutations < 2 or self.at_once < 1:
            raise BadInputError(
                f"at least 2 permutations and 1 passage at once are wanted, got {self.permutations} and {self.at_once}"
            )

    @property
    def name(self) -> str:
        """``listwise``."""
        return "listwise"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, its parameters and the version of its prompt."""
        return {
            "judge": self.name,
            "permutations": self.permutations,
            "at_once": self.at_once,
            "seed": self.seed,
            "prompt": version_of("listwise"),
        }

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 5."""
        return 0.0, 5.0

    async def judge_list(self, question: JudgeQuestion, ask: Ask) -> tuple[Verdict | Failed, ...]:
        """Judge the question's passages: one outcome for each, in their order."""
        told = [place for place, one in enumerate(question.passages) if one.text.strip()]
        cuts = [
            [told[index] for index in window]
            for order in orders(len(told), self.permutations, self.seed)
            for window in windows(order, self.at_once)
        ]
        graded = await asyncio.gather(*(_window(question, window, ask) for window in cuts))
        found: dict[int, list[PassageGrade | Failed]] = {place: [] for place in told}
        for window, outcomes in zip(cuts, graded, strict=True):
            for place, outcome in zip(window, outcomes, strict=True):
                found[place].append(outcome)
        return tuple(_combined(found[place]) if place in found else Verdict(score=0.0) for place in _places(question))


async def judge_lists(
    judge: Listwise, questions: Iterable[JudgeQuestion], asker: Asker, *, repeat: int = 1
) -> AsyncIterator[Judged]:
    """Judge questions side by side and yield one row a passage, in their order.

    Notes
    -----
    A row's facts say its ``query_id``, ``doc_id`` and ``rank``. What a question took stands in its first row, so that
    costs add up.
    """

    async def judged(question: JudgeQuestion) -> list[Judged]:
        found = [await _judgements(judge, question, asker, repetition) for repetition in range(repeat)]
        return [
            Judged(question=_row(question, place, passage), judgements=tuple(one[place - 1] for one in found))
            for place, passage in enumerate(question.passages, start=1)
        ]

    try:
        async with aclosing(side_by_side(judged, questions)) as found:
            async for rows in found:
                for row in rows:
                    yield row
    finally:
        await asker.aclose()


def orders(n: int, count: int, seed: int) -> list[list[int]]:
    """Return `count` orders of n things: as they are, reversed, then seeded ones, each with its reverse.

    Examples
    --------
    >>> orders(3, 2, seed=0)
    [[0, 1, 2], [2, 1, 0]]
    """
    random, found = Random(seed), list[list[int]]()
    order = list(range(n))
    while len(found) < count:
        found += [list(order), order[::-1]]
        random.shuffle(order)
    return found[:count]


def windows(order: Sequence[int], at_once: int) -> list[Sequence[int]]:
    """Return an order cut into as few windows as there must be, whose sizes differ by one at most.

    Examples
    --------
    >>> windows(range(5), 4)
    [range(0, 3), range(3, 5)]
    """
    n = ceil(len(order) / at_once)
    size, larger = divmod(len(order), n or 1)
    starts = [place * size + min(place, larger) for place in range(n + 1)]
    return [order[start:end] for start, end in pairwise(starts)]


async def _window(question: JudgeQuestion, window: Sequence[int], ask: Ask) -> Sequence[PassageGrade | Failed]:
    passages = [question.passages[place] for place in window]
    try:
        reply = await ask(_call(question, passages))
    except JudgeFailure as failure:
        return [Failed(kind=failure.kind, text=failure.text)] * len(passages)
    return _in_order(reply.verdicts)


def _in_order(verdicts: Sequence[PassageGrade]) -> list[PassageGrade]:
    return sorted(verdicts, key=lambda one: one.passage)


def _call(question: JudgeQuestion, passages: Sequence[Passage]) -> Call[ListReply]:
    likely = [
        PassageGrade(passage=place, reason="The passage names the figure that was asked for.", score=3)
        for place in range(1, len(passages) + 1)
    ]
    return Call(
        prompt=prompt("listwise", question.prompt_language),
        texts={"query": enclosed(question.query, "question"), "passages": all_enclosed(passages)},
        reply=ListReply,
        likely=ListReply(verdicts=likely),
        max_tokens=256 + _TOKENS_A_PASSAGE * len(passages),
        check=lambda reply: check_numbers((one.passage for one in reply.verdicts), len(passages), "passage"),
    )


def _combined(found: Sequence[PassageGrade | Failed]) -> Verdict | Failed:
    grades = [one for one in found if isinstance(one, PassageGrade)]
    for one in found:
        if isinstance(one, Failed):
            return one
    scores = [one.score for one in grades]
    return Verdict(
        score=fsum(scores) / len(scores),
        reason=grades[0].reason.strip(),
        details={"orders": scores, "spread": max(scores) - min(scores)},
    )


async def _judgements(judge: Listwise, question: JudgeQuestion, asker: Asker, repetition: int) -> list[Judgement]:
    ask = asker.for_question(repetition)
    outcomes = await judge.judge_list(question, ask)
    return [
        Judgement(outcome=outcome, cost=Cost() if place else ask.cost, judged_at=ask.judged_at)
        for place, outcome in enumerate(outcomes)
    ]


def _row(question: JudgeQuestion, rank: int, passage: Passage) -> JudgeQuestion:
    facts = {**question.facts, "query_id": question.id, "doc_id": passage.id, "rank": rank}
    return replace(question, id=f"{question.id}:{passage.id}", passages=(passage,), facts=facts)


def _places(question: JudgeQuestion) -> range:
    return range(len(question.passages))
