"""A chat model that replies by a rule: the seam of a model, played."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from assay.models.chat import ChatReply, ChatRequest

Rule = Callable[[ChatRequest], str | Exception]


@dataclass
class Played:
    """Replies with what its rule says; what is an exception is raised. Counts how many calls are under way at once."""

    rule: Rule
    name: str = "played"
    asked: list[ChatRequest] = field(default_factory=list)
    under_way: int = 0
    most_at_once: int = 0
    wait_s: float = 0.0
    finish_reason: str = "stop"

    @property
    def spec(self) -> Mapping[str, object]:
        return {"kind": "played", "model": self.name}

    async def reply(self, request: ChatRequest) -> ChatReply:
        self.asked.append(request)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            await asyncio.sleep(self.wait_s)
            said = self.rule(request)
        finally:
            self.under_way -= 1
        if isinstance(said, Exception):
            raise said
        return ChatReply(
            text=said, prompt_tokens=10, completion_tokens=2, seconds=0.5, finish_reason=self.finish_reason
        )


@pytest.fixture
def played() -> Callable[..., Played]:
    """Makes a model of a rule, of one reply, or of replies in turn."""

    def make(*replies: str | Exception | Rule, **more: object) -> Played:
        if len(replies) == 1 and callable(replies[0]) and not isinstance(replies[0], Exception):
            return Played(replies[0], **more)  # type: ignore[arg-type]
        left = list(replies)
        return Played(lambda _: left.pop(0) if len(left) > 1 else left[0], **more)  # type: ignore[arg-type]

    return make
