"""What a server says, read with suspicion: chat completions and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from assay.models.chat import ChatFailure, ChatReply


class _Likely(BaseModel):
    token: str
    logprob: float


class _Position(_Likely):
    top_logprobs: list[_Likely] = []


class _Logprobs(BaseModel):
    content: list[_Position] | None = None


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None
    logprobs: _Logprobs | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(BaseModel):
    model_config = ConfigDict(extra="ignore")

    choices: list[_Choice]
    usage: _Usage | None = None
    model: str | None = None


class _Error(BaseModel):
    message: str
    code: str | int | None = None
    type: str | None = None


class _Refused(BaseModel):
    error: _Error | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What a server says of a request it refuses: the text, and the codes it gives the reason."""

    text: str
    codes: frozenset[str] = frozenset()


def refusal_of(body: bytes) -> Refusal:
    """Read the body of a refusal, whatever it is: its first 300 characters where it is not in OpenAI's form.

    Examples
    --------
    >>> refusal_of(b'{"error": {"message": "Nothing left.", "code": "insufficient_quota"}}')
    Refusal(text='Nothing left.', codes=frozenset({'insufficient_quota'}))
    """
    try:
        error = _Refused.model_validate_json(body).error
    except ValidationError:
        error = body.decode("utf-8", "replace")
    if isinstance(error, str):
        return Refusal(text=" ".join(error.split())[:300])
    codes = frozenset(str(code) for code in (error.code, error.type) if code is not None)
    return Refusal(text=" ".join(error.message.split())[:300], codes=codes)


def reply_of(text: bytes, *, place: str, seconds: float) -> ChatReply:
    """Read the body of a chat completion.

    Parameters
    ----------
    text
        The body.
    place
        Where it came from, as errors say it.
    seconds
        How long it took, in seconds.

    Raises
    ------
    ChatFailure
        ``garbage``: it is no chat completion; ``empty``: it holds no answer.
    """
    try:
        completion = _Completion.model_validate_json(text)
    except ValidationError as error:
        what = error.errors(include_url=False, include_input=False)[0]["msg"]
        raise ChatFailure("garbage", f"{place}: the answer is no chat completion: {what}") from None
    if not completion.choices or not completion.choices[0].message.content:
        why = completion.choices[0].finish_reason if completion.choices else "no choices"
        raise ChatFailure("empty", f"{place}: the answer is empty ({why})")
    choice, usage = completion.choices[0], completion.usage or _Usage()
    return ChatReply(
        text=choice.message.content or "",
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        seconds=seconds,
        finish_reason=choice.finish_reason,
        model=completion.model,
        logprobs=_logprobs(choice.logprobs),
    )


def _logprobs(given: _Logprobs | None) -> tuple[Mapping[str, float], ...]:
    positions = (given.content if given is not None else None) or []
    return tuple(
        {likely.token: likely.logprob for likely in [*position.top_logprobs, position]} for position in positions
    )
