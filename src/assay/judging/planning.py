"""What judging would take, before anything is asked."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply
from assay.judges.seam import Call, Judge
from assay.judges.verdict import JudgeFailure
from assay.models.token_estimate import EstimatedTokens

R = TypeVar("R", bound=Reply)


@dataclass(slots=True)
class Planned:
    """What judging would take, at most: what is in the store already costs nothing.

    Parameters
    ----------
    questions, undecidable
        Questions there are, and those that lack what the judge looks at.
    calls
        Calls of the model.
    prompt_tokens, completion_tokens
        An estimate: a token for four bytes of UTF-8, replies of the usual length.
    """

    questions: int = 0
    undecidable: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    _counter: EstimatedTokens = field(default_factory=EstimatedTokens, repr=False)

    async def __call__(self, call: Call[R]) -> R:
        """Count a call, and answer it with the reply it expects."""
        messages = call.prompt.messages(call.texts)
        self.calls += 1
        self.prompt_tokens += sum(self._counter.count([message.content for message in messages]))
        self.completion_tokens += self._counter.count([call.likely.model_dump_json()])[0]
        return call.likely


async def plan(judge: Judge, questions: Iterable[JudgeQuestion], *, repeat: int = 1) -> Planned:
    """Go through all that would be asked, without asking it."""
    planned = Planned()
    for question in questions:
        planned.questions += 1
        for _ in range(repeat):
            try:
                await judge.judge(question, planned)
            except JudgeFailure:
                planned.undecidable += 1
                break
    return planned
