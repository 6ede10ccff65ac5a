"""Judging any number of questions: side by side, in bounded memory, and what fails is a row."""

from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from math import fsum, nan

from assay.judges.asking import Asker
from assay.judges.question import JudgeQuestion
from assay.judges.seam import Judge
from assay.judges.side_by_side import side_by_side
from assay.judges.verdict import Cost, Failed, JudgeFailure, Judgement, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of a question: one judgement for each repetition."""

    question: JudgeQuestion
    judgements: tuple[Judgement, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those that did not fail."""
        return tuple(one.outcome for one in self.judgements if isinstance(one.outcome, Verdict))

    @property
    def failures(self) -> tuple[Failed, ...]:
        """Those that failed."""
        return tuple(one.outcome for one in self.judgements if isinstance(one.outcome, Failed))

    @property
    def score(self) -> float:
        """The mean of the verdicts' scores; NaN where every repetition failed or is undefined."""
        scores = [one.score for one in self.verdicts if one.is_defined]
        return fsum(scores) / len(scores) if scores else nan

    @property
    def cost(self) -> Cost:
        """What it took altogether."""
        total = Cost()
        for one in self.judgements:
            total.add(one.cost)
        return total


async def judge_all(
    judge: Judge, questions: Iterable[JudgeQuestion], asker: Asker, *, repeat: int = 1
) -> AsyncIterator[Judged]:
    """Judge questions and yield what came of each, in their order.

    Parameters
    ----------
    questions
        Read as they are needed: there may be more of them than fit into memory.
    asker
        The model, with the store of what it has said and the budget. How many calls are under way is the model's
        choice.
    repeat
        Judgements of each question: several tell how far the judge agrees with itself. Where the model's temperature
        is 0 it may say the same each time.

    Notes
    -----
    When the iteration ends early, calls under way are given up; what was answered is in the store.
    """

    async def judged(question: JudgeQuestion) -> Judged:
        judgements = [await judge_once(judge, question, asker, repetition) for repetition in range(repeat)]
        return Judged(question=question, judgements=tuple(judgements))

    try:
        async with aclosing(side_by_side(judged, questions)) as rows:
            async for row in rows:
                yield row
    finally:
        await asker.aclose()


async def judge_once(judge: Judge, question: JudgeQuestion, asker: Asker, repetition: int = 0) -> Judgement:
    """Judge one question; a failure is the outcome."""
    ask = asker.for_question(repetition)
    try:
        outcome = await judge.judge(question, ask)
    except JudgeFailure as failure:
        outcome = Failed(kind=failure.kind, text=failure.text)
    return Judgement(outcome=outcome, cost=ask.cost, judged_at=ask.judged_at)
