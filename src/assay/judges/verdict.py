"""What a judge says, and what it took: a failed judgement is a value of its own, never a score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import Literal

from assay.errors import RemoteError
from assay.models.chat import FailureKind

JudgeFailureKind = FailureKind | Literal["unreadable", "cut_off", "incomplete", "off_scale", "budget", "no_input"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a judge says of a question.

    Parameters
    ----------
    score
        On the judge's scale; NaN where it is undefined, as faithfulness is of an answer that claims nothing.
    reason
        Why, in the judge's words; "" where it gave none.
    details
        What the score was computed from: claims, the verdict of each, and so on; JSON can hold it.
    """

    score: float
    reason: str = ""
    details: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def is_defined(self) -> bool:
        """Whether there is a score."""
        return not isnan(self.score)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A judgement that could not be had: `kind` says in which way, `text` what there is to say about it."""

    kind: JudgeFailureKind
    text: str


@dataclass(slots=True, kw_only=True)
class Cost:
    """What judging took, whenever it was paid for.

    Parameters
    ----------
    calls
        Calls of the model, failed ones too.
    replayed
        How many of these had been paid for earlier, and were read from the store of verdicts.
    shared
        Calls saved because the same was being asked already.
    prompt_tokens, completion_tokens
        As the server counted them; where it counts none, nothing is added.
    seconds
        That calls took, one after the other, in seconds.
    repairs
        How often a reply had to be repaired, by what was wrong with it.
    """

    calls: int = 0
    replayed: int = 0
    shared: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    repairs: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, other: "Cost") -> None:
        """Add what something else took."""
        self.calls += other.calls
        self.replayed += other.replayed
        self.shared += other.shared
        self.prompt_tokens += other.prompt_tokens
        self.completion_tokens += other.completion_tokens
        self.seconds += other.seconds
        for name, count in other.repairs.items():
            self.repairs[name] = self.repairs.get(name, 0) + count


class JudgeFailure(RemoteError):
    """A judge could not judge: `kind` says in which way.

    ``unreadable``, ``cut_off``, ``incomplete`` and ``off_scale`` are replies that hold no usable verdict, ``budget``
    says that nothing more may be asked, ``no_input`` that the question lacks what the judge looks at; the others are
    those of `assay.models.chat.ChatFailure`. `cost` is what was spent on it nevertheless.
    """

    def __init__(self, kind: JudgeFailureKind, text: str) -> None:
        self.kind: JudgeFailureKind = kind
        self.text = text
        self.cost = Cost()
        super().__init__(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What came of one question: a verdict or how it failed, when, and what it took.

    `judged_at` is when the last of its calls was answered, as ISO 8601 writes it; "" where none was needed.
    """

    outcome: Verdict | Failed
    cost: Cost
    judged_at: str = ""
