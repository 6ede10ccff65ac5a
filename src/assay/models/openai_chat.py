"""Chat models behind an OpenAI-compatible endpoint: OpenAI, vLLM, llama.cpp, Ollama, DeepSeek, gateways."""

import asyncio
from collections.abc import Mapping
from typing import Any

from assay.models.chat import ChatFailure, ChatReply, ChatRequest
from assay.models.endpoint import Endpoint
from assay.models.openai_reply import reply_of
from assay.models.retrying import Retrying
from assay.models.throttle import Throttle

_FORMS = ("json_schema", "json_object", "none")
_PATIENCE_S = 120.0


class OpenAIChat:
    """A chat model behind an OpenAI-compatible endpoint.

    Parameters
    ----------
    model
        The model, as the server names it; there is no default.
    base_url
        Where the server is, up to and with ``/v1``.
    key_env
        The environment variable that holds the key; None where the server wants none. The key itself is kept nowhere
        but in the client, and is taken out of what the server says.
    temperature, seed
        Sent with every request, as far as the server heeds them.
    timeout_s
        The longest a call may take from its start to its last byte, in seconds.
    concurrency
        Calls under way at once, at most; fewer while the server is overburdened.
    retries
        Further tries of a call that failed in a way that may pass.
    deadline_s
        The longest all calls together may take, from the first one on, in seconds; None for no limit.

    Raises
    ------
    BadInputError
        `base_url` is no address, or the environment variable is not set.
    MissingExtraError
        At the first call: ``assay[judge]`` is not installed.

    Examples
    --------
    >>> chat = OpenAIChat(model="qwen3", base_url="http://127.0.0.1:8080/v1", key_env=None)
    >>> chat.spec["model"]
    'qwen3'
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        key_env: str | None = "OPENAI_API_KEY",
        temperature: float = 0.0,
        seed: int | None = 0,
        timeout_s: float = 60.0,
        concurrency: int = 8,
        retries: int = 8,
        deadline_s: float | None = None,
    ) -> None:
        self._endpoint = Endpoint(base_url=base_url, key_env=key_env, timeout_s=timeout_s)
        self.model, self.base_url, self.key_env = model, base_url, key_env
        self.temperature, self.seed, self.deadline_s = temperature, seed, deadline_s
        self._retrying = Retrying(retries=retries, patience_s=_PATIENCE_S)
        self._throttle = Throttle(concurrency)
        self._form = 0
        self._until: float | None = None

    def __repr__(self) -> str:
        return f"OpenAIChat(model={self.model!r}, base_url={self.base_url!r}, key_env={self.key_env!r})"

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the answer: server, model, temperature and seed."""
        return {
            "kind": "openai",
            "model": self.model,
            "base_url": self.base_url,
            "temperature": self.temperature,
            "seed": self.seed,
        }

    async def __aenter__(self) -> "OpenAIChat":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        await self._endpoint.aclose()

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer a request; see `assay.models.chat.ChatModel`."""
        until = self._deadline()
        try:
            async with asyncio.timeout_at(until):
                return await self._retrying.run(lambda: self._in_some_form(request), until=until)
        except TimeoutError:
            raise ChatFailure("timeout", f"{self.base_url}: no answer before the run's deadline") from None

    def _deadline(self) -> float | None:
        if self._endpoint.enter():
            self._throttle, self._until = Throttle(self._throttle.most), None
        if self.deadline_s is not None and self._until is None:
            self._until = asyncio.get_running_loop().time() + self.deadline_s
        return self._until

    async def _in_some_form(self, request: ChatRequest) -> ChatReply:
        """Hold the reply to the schema as far as the server can; what works is remembered once it has worked."""
        if request.schema is None:
            return await self._try(request, "none")
        form = self._form
        while True:
            try:
                reply = await self._try(request, _FORMS[form])
            except ChatFailure as failure:
                if failure.kind != "bad_request" or form == len(_FORMS) - 1:
                    raise
                form += 1
            else:
                self._form = max(self._form, form)
                return reply

    async def _try(self, request: ChatRequest, form: str) -> ChatReply:
        return await self._throttle.run(lambda: self._post(self._body(request, form)))

    def _body(self, request: ChatRequest, form: str) -> dict[str, Any]:
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages,
            "temperature": self.temperature,
            "max_tokens": request.max_tokens,
        }
        if self.seed is not None:
            body["seed"] = self.seed
        if request.top_logprobs > 0:
            body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
        if form == "json_schema":
            schema = {"name": request.schema_name, "schema": request.schema, "strict": True}
            body["response_format"] = {"type": form, "json_schema": schema}
        elif form == "json_object":
            body["response_format"] = {"type": form}
        return body

    async def _post(self, body: Mapping[str, Any]) -> ChatReply:
        loop = asyncio.get_running_loop()
        began = loop.time()
        text = await self._endpoint.post("/chat/completions", body)
        return reply_of(text, place=self.base_url, seconds=loop.time() - began)
