"""The seam of a chat model: a request, a reply, and what may go wrong between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from assay.errors import RemoteError

Role = Literal["system", "user", "assistant"]
FailureKind = Literal[
    "timeout",
    "rate_limited",
    "out_of_quota",
    "refused_connection",
    "dropped",
    "server_error",
    "bad_request",
    "unauthorised",
    "not_found",
    "garbage",
    "empty",
    "cancelled",
]
RETRYABLE: frozenset[FailureKind] = frozenset(
    {"timeout", "rate_limited", "refused_connection", "dropped", "server_error", "garbage", "empty"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What is asked of a chat model.

    Parameters
    ----------
    messages
        The conversation so far.
    schema
        JSON Schema the reply must follow, where the server can hold it to that.
    schema_name
        The schema's name, as the server is told it.
    max_tokens
        The longest reply, in tokens.
    top_logprobs
        Above 0: log-probabilities of so many of the likeliest tokens are wanted at each position.

    Examples
    --------
    >>> request = ChatRequest(messages=(ChatMessage(role="user", content="Is water wet?"),))
    >>> request.max_tokens
    512
    """

    messages: tuple[ChatMessage, ...]
    schema: Mapping[str, Any] | None = None
    schema_name: str = "reply"
    max_tokens: int = 512
    top_logprobs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What a chat model answered.

    Parameters
    ----------
    text
        The reply as it came: held to no schema here.
    prompt_tokens, completion_tokens
        As the server counted them; None where it did not say.
    seconds
        How long the call that succeeded took, in seconds.
    finish_reason
        Why the reply ends; ``length`` means it was cut off.
    model
        What the server says the model was.
    logprobs
        Of each position: token to log-probability; empty where none were asked for or given.
    """

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    finish_reason: str | None = None
    model: str | None = None
    logprobs: tuple[Mapping[str, float], ...] = ()


class ChatFailure(RemoteError):
    """A chat model gave no reply: `kind` says in which way, `text` what there is to say about it.

    `retry_after` is how many seconds the server asked to be left alone, None where it did not.
    """

    def __init__(self, kind: FailureKind, text: str, *, retry_after: float | None = None) -> None:
        self.kind: FailureKind = kind
        self.text = text
        self.retry_after = retry_after
        super().__init__(text)

    @property
    def retryable(self) -> bool:
        """Whether asking again may help."""
        return self.kind in RETRYABLE


@runtime_checkable
class ChatModel(Protocol):
    """Answers conversations."""

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the answer: model, temperature, seed, where it is served; never a key."""
        ...

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer a request.

        Raises
        ------
        ChatFailure
            No reply came, after all retries.
        """
        ...
