"""Asking a chat model for a judge: what is known already is not asked again, and what comes is kept at once."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import Any, Literal, TypeVar, cast

from assay.errors import BadInputError
from assay.judges.replies import IncompleteReply, Reply, UnreadableReply, read_reply, schema_of
from assay.judges.seam import Call
from assay.judges.verdict import Cost, JudgeFailure
from assay.models.chat import ChatFailure, ChatMessage, ChatModel, ChatReply, ChatRequest
from assay.models.scores import close_model
from assay.store.verdicts import VerdictStore

R = TypeVar("R", bound=Reply)

_TRIES = 2  # a reply that cannot be read is asked for once more, with what was wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that may be spent; None is no limit.

    Parameters
    ----------
    calls
        Calls of the model; those that were paid for earlier count for nothing.
    tokens
        Tokens of prompts and replies together, as the server counts them. The calls under way when it is reached are
        still paid for.
    """

    calls: int | None = None
    tokens: int | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens"):
            given = getattr(self, name)
            if given is not None and (isinstance(given, bool) or given < 0):
                raise BadInputError(f"a budget of {name} is a whole number of at least 0, got {given!r}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A reply as the store keeps it, with what it took and whether it was there already."""

    reply: Reply
    took: Cost
    judged_at: str
    was_there: bool


class Asker:
    """Asks one chat model for any number of judges.

    Parameters
    ----------
    model
        The model.
    store
        Where replies are kept: once a call has been answered, it is never paid for again.
    budget
        What may be spent.

    Notes
    -----
    A reply is kept under a hash of everything that decides it: the prompt in full, the form of the reply, the model's
    spec and the number of the repetition. Only replies that could be read are kept; what failed is asked again the next
    time. What is asked twice at once is asked once.
    """

    def __init__(self, model: ChatModel, store: VerdictStore, *, budget: Budget | None = None) -> None:
        self.model, self.store = model, store
        self.budget = budget or Budget()
        self._started = self._tokens = 0
        self._model = json.dumps(dict(model.spec), sort_keys=True, default=str)
        self._under_way: dict[str, asyncio.Task[_Kept]] = {}
        self._wanted: list[tuple[str, asyncio.Future[str | None]]] = []

    def for_question(self, repetition: int = 0) -> "QuestionAsk":
        """Return what a judge asks about one question with; `repetition` tells independent tries apart."""
        return QuestionAsk(self, repetition)

    async def aclose(self) -> None:
        """Give up what is under way."""
        left = list(self._under_way.values())
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)

    async def disconnect(self) -> None:
        """Close the model's connections, which belong to the running loop; a later call opens new ones."""
        await close_model(self.model)

    async def reply(self, call: Call[R], repetition: int) -> tuple[_Kept, bool]:
        """Return a reply, and whether somebody else was asking for the same already."""
        messages = call.prompt.messages(call.texts)
        key = self._key(call, repetition, messages)
        known = await self._kept(key)
        if known is None:  # it may have come since: from here to the call nothing else runs
            known = self.store.get(key)
        if known is not None:
            return _read_kept(known, call.reply), False
        if (task := self._under_way.get(key)) is not None:
            try:
                return await asyncio.shield(task), True
            except JudgeFailure as failure:  # what it cost is told by whoever asked first
                raise JudgeFailure(failure.kind, failure.text) from failure
        task = asyncio.create_task(self._ask(key, call, messages))
        self._under_way[key] = task
        task.add_done_callback(lambda _: self._under_way.pop(key, None))
        try:
            return await asyncio.shield(task), False
        except asyncio.CancelledError:
            task.cancel()
            raise

    async def _kept(self, key: str) -> str | None:
        """Return what the store holds, looked up together with whatever else is wanted at the moment."""
        loop = asyncio.get_running_loop()
        if self._wanted and self._wanted[0][1].get_loop() is not loop:  # of a loop that ended in between
            self._wanted = []
        if not self._wanted:
            loop.call_soon(self._look_up)
        found: asyncio.Future[str | None] = loop.create_future()
        self._wanted.append((key, found))
        return await found

    def _look_up(self) -> None:
        wanted, self._wanted = self._wanted, []
        try:
            kept = self.store.get_many(key for key, _ in wanted)
        except Exception as exc:  # noqa: BLE001 - raised where it is waited for
            for _, found in wanted:
                if not found.done():
                    found.set_exception(exc)
            return
        for key, found in wanted:
            if not found.done():  # its caller was cancelled
                found.set_result(kept.get(key))

    def _key(self, call: Call[R], repetition: int, messages: tuple[ChatMessage, ...]) -> str:
        said = [part for message in messages for part in (message.role, message.content)]
        digest = sha256()
        for part in (self._model, _form(call.reply), str(call.max_tokens), str(repetition), *said):
            raw = part.encode("utf-8", "surrogatepass")
            digest.update(len(raw).to_bytes(8))  # so that no two lists of parts run into the same bytes
            digest.update(raw)
        return digest.hexdigest()

    async def _ask(self, key: str, call: Call[R], messages: tuple[ChatMessage, ...]) -> _Kept:
        took = Cost()
        try:
            reply = await self._readable(call, messages, took)
        except JudgeFailure as failure:
            failure.cost = took
            raise
        judged_at = datetime.now(UTC).isoformat(timespec="seconds")
        await self.store.put(key, _written(reply, took, judged_at))
        return _Kept(reply, took, judged_at, was_there=False)

    async def _readable(self, call: Call[R], messages: tuple[ChatMessage, ...], took: Cost) -> R:
        request = ChatRequest(
            messages=messages,
            schema=_schema(call.reply),
            schema_name=call.prompt.name,
            max_tokens=call.max_tokens,
        )
        for left in reversed(range(_TRIES)):
            answer = await self._called(request, took)
            try:
                return _read(answer, call, took)
            except UnreadableReply as exc:
                if not left:
                    raise JudgeFailure(_kind_of(answer, exc), _said(exc, answer)) from None
                took.repairs["asked_again"] = took.repairs.get("asked_again", 0) + 1
                request = _again(request, answer, call.prompt.again.replace("$why", str(exc)))
        raise AssertionError("the last try returns or raises")

    async def _called(self, request: ChatRequest, took: Cost) -> ChatReply:
        self._check_budget()
        self._started += 1
        took.calls += 1
        try:
            answer = await self.model.reply(request)
        except ChatFailure as failure:
            raise JudgeFailure(failure.kind, failure.text) from failure
        prompt, completion = answer.prompt_tokens or 0, answer.completion_tokens or 0
        took.add(Cost(prompt_tokens=prompt, completion_tokens=completion, seconds=answer.seconds))
        self._tokens += prompt + completion
        return answer

    def _check_budget(self) -> None:
        calls, tokens = self.budget.calls, self.budget.tokens
        if calls is not None and self._started >= calls:
            raise JudgeFailure("budget", f"the budget of {calls} calls is spent")
        if tokens is not None and self._tokens >= tokens:
            raise JudgeFailure("budget", f"the budget of {tokens} tokens is spent")


class QuestionAsk:
    """Asks on behalf of one judge about one question, and adds up what that takes; see `assay.judges.seam.Ask`."""

    def __init__(self, asker: Asker, repetition: int) -> None:
        self._asker, self._repetition = asker, repetition
        self.cost = Cost()
        self.judged_at = ""

    async def __call__(self, call: Call[R]) -> R:
        """Return the reply."""
        try:
            kept, was_asked = await self._asker.reply(call, self._repetition)
        except JudgeFailure as failure:
            self.cost.add(failure.cost)
            raise
        if was_asked:
            self.cost.add(Cost(shared=kept.took.calls))
        else:
            self.cost.add(kept.took)
            self.cost.replayed += kept.took.calls if kept.was_there else 0
        self.judged_at = max(self.judged_at, kept.judged_at)
        return cast("R", kept.reply)


@cache
def _schema(reply: type[Reply]) -> Mapping[str, Any]:
    return schema_of(reply)  # takes half a millisecond, as much as a call may


@cache
def _form(reply: type[Reply]) -> str:
    return json.dumps(_schema(reply), sort_keys=True)


def _read(answer: ChatReply, call: Call[R], took: Cost) -> R:
    try:
        reply, repairs = read_reply(answer.text, call.reply)
    except UnreadableReply:
        if answer.finish_reason == "length":
            raise UnreadableReply("the reply was cut off, it is too long") from None
        raise
    if call.check is not None:
        call.check(reply)
    for name in repairs:
        took.repairs[name] = took.repairs.get(name, 0) + 1
    return reply


def _again(request: ChatRequest, answer: ChatReply, why: str) -> ChatRequest:
    said = ChatMessage(role="assistant", content=answer.text or "-")
    return replace(request, messages=(*request.messages, said, ChatMessage(role="user", content=why)))


def _kind_of(answer: ChatReply, why: UnreadableReply) -> Literal["cut_off", "incomplete", "unreadable"]:
    if isinstance(why, IncompleteReply):
        return "incomplete"
    return "cut_off" if answer.finish_reason == "length" else "unreadable"


def _said(why: UnreadableReply, answer: ChatReply) -> str:
    return f"{why}; the model said: {' '.join(answer.text.split())[:200] or 'nothing'}"


def _written(reply: Reply, took: Cost, judged_at: str) -> str:
    cost = {
        "calls": took.calls,
        "prompt_tokens": took.prompt_tokens,
        "completion_tokens": took.completion_tokens,
        "seconds": round(took.seconds, 4),
        "repairs": took.repairs,
    }
    return json.dumps(
        {"reply": reply.model_dump(mode="json"), "judged_at": judged_at, "cost": cost}, ensure_ascii=False
    )


def _read_kept(text: str, form: type[R]) -> _Kept:
    kept = json.loads(text)
    return _Kept(form.model_validate(kept["reply"]), Cost(**kept["cost"]), kept["judged_at"], was_there=True)
