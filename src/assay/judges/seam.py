"""The seam of a judge: what it is given, how it asks its model, what it hands back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from assay.judges.prompts import Prompt
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply
from assay.judges.verdict import Verdict

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[R]):
    """One thing to ask a model.

    Parameters
    ----------
    prompt
        The prompt, in the question's language.
    texts
        What goes into its places, by name: data that nobody vouches for, set apart by `assay.judges.prompts.enclosed`
        where it is long.
    reply
        The form of the reply.
    likely
        A reply of the usual length, which a dry run counts with and goes on from.
    max_tokens
        The longest reply, in tokens.
    check
        Raises `assay.judges.replies.UnreadableReply` where a reply in the right form is not whole, such as one that
        lacks a verdict: it is then asked for once more, and never kept. None where the form says it all.
    """

    prompt: Prompt
    texts: Mapping[str, str]
    reply: type[R]
    likely: R
    max_tokens: int = 512
    check: Callable[[R], None] | None = None


@runtime_checkable
class Ask(Protocol):
    """Asks the model, or finds what it said the last time."""

    async def __call__(self, call: Call[R]) -> R:
        """Return the reply, read and checked.

        Raises
        ------
        JudgeFailure
            There is none.
        """
        ...


@runtime_checkable
class Judge(Protocol):
    """Judges questions; a frozen dataclass whose fields are its spec."""

    @property
    def name(self) -> str:
        """What it is called in reports and on the command line."""
        ...

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the verdict beside the model: the judge's name, its parameters, the version of its prompts."""
        ...

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest score there can be."""
        ...

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge a question.

        Raises
        ------
        JudgeFailure
            No verdict could be had, or the question lacks what is judged (``no_input``).
        """
        ...
