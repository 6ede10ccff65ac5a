"""A function from prompt to reply, made a chat model."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable, iscoroutinefunction
from time import perf_counter
from typing import cast

from assay.errors import BadInputError
from assay.models.chat import ChatFailure, ChatModel, ChatReply, ChatRequest
from assay.threads import DaemonThreads

Function = Callable[[str], str | Awaitable[str]]


class ChatFunction:
    """A chat model made of a function; sync ones run in threads, at most `concurrency` at once.

    Parameters
    ----------
    function
        Takes one prompt, with the system message before the question, and returns the reply.
    name
        What tells its replies apart from another's; by default its own name.
    timeout_s
        The longest a call may take, in seconds.

    Examples
    --------
    >>> from assay.models.chat import ChatMessage
    >>> model = ChatFunction(lambda prompt: prompt.upper())
    >>> asyncio.run(model.reply(ChatRequest(messages=(ChatMessage(role="user", content="hi"),)))).text
    'HI'
    """

    def __init__(
        self, function: Function, *, name: str | None = None, concurrency: int = 8, timeout_s: float = 60.0
    ) -> None:
        self.function, self.concurrency, self.timeout_s = function, concurrency, timeout_s
        self.name = name or getattr(function, "__qualname__", type(function).__qualname__)
        self._threads = DaemonThreads()
        self._places: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None

    @property
    def spec(self) -> Mapping[str, object]:
        """The function's name: what it answers with, it alone knows."""
        return {"kind": "function", "model": self.name}

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer a request; see `assay.models.chat.ChatModel`."""
        prompt = "\n\n".join(message.content for message in request.messages)
        async with self._free():
            began = perf_counter()
            try:
                async with asyncio.timeout(self.timeout_s):
                    text = await self._called(prompt)
            except TimeoutError:
                raise ChatFailure("timeout", f"{self.name}: no answer within {self.timeout_s:g} s") from None
            except Exception as exc:
                raise ChatFailure("server_error", f"{self.name} raised {type(exc).__name__}: {exc}") from exc
            seconds = perf_counter() - began
        if not isinstance(text, str):
            raise ChatFailure("garbage", f"{self.name} returned {type(text).__name__}, expected a text")
        return ChatReply(text=text, prompt_tokens=None, completion_tokens=None, seconds=seconds, model=self.name)

    async def _called(self, prompt: str) -> object:
        call = cast("Callable[..., object]", self.function)
        found = call(prompt) if iscoroutinefunction(self.function) else await self._threads.run(call, prompt)
        return await cast("Awaitable[object]", found) if isawaitable(found) else found

    def _free(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        if self._places is None or self._places[0] is not loop:
            self._places = (loop, asyncio.Semaphore(self.concurrency))
        return self._places[1]


def as_chat_model(given: ChatModel | Function) -> ChatModel:
    """Return a chat model as it is, and a function as one.

    Raises
    ------
    BadInputError
        It is neither.
    """
    if isinstance(given, ChatModel):
        return given
    if callable(given):
        return ChatFunction(given)
    raise BadInputError(
        f"{given!r:.200} is no chat model\n"
        "Hint: give an assay.models.openai_chat.OpenAIChat, or a function that takes a prompt and returns the reply."
    )
