"""Chat models behind an OpenAI-compatible endpoint: OpenAI, vLLM, llama.cpp, Ollama, DeepSeek, gateways."""

import asyncio
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from assay.errors import BadInputError, MissingExtraError
from assay.models.chat import ChatFailure, ChatReply, ChatRequest, FailureKind
from assay.models.openai_reply import reply_of
from assay.models.retrying import Retrying
from assay.models.throttle import Throttle

if TYPE_CHECKING:
    from openai import APIConnectionError, APIStatusError, AsyncOpenAI

_FORMS = ("json_schema", "json_object", "none")
_KINDS: dict[int, FailureKind] = {401: "unauthorised", 403: "unauthorised", 404: "not_found", 408: "timeout"}
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
        The environment variable is not set.
    MissingExtraError
        ``assay[judge]`` is not installed.

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
        _key(key_env)  # a missing key is told before the first call
        self.model, self.base_url, self.key_env = model, base_url, key_env
        self.temperature, self.seed = temperature, seed
        self.timeout_s, self.deadline_s = timeout_s, deadline_s
        self._retrying = Retrying(retries=retries, patience_s=_PATIENCE_S)
        self._throttle = Throttle(concurrency)
        self._form = 0
        self._until: float | None = None
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

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
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer a request; see `assay.models.chat.ChatModel`."""
        until = self._deadline()
        try:
            async with asyncio.timeout_at(until):
                return await self._retrying.run(lambda: self._in_some_form(request), until=until)
        except TimeoutError:
            raise ChatFailure("timeout", f"{self.base_url}: no answer before the run's deadline") from None

    def _deadline(self) -> float | None:
        self._connected()
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
        async with self._throttle.place() as call:
            try:
                reply = await self._post(self._body(request, form))
            except ChatFailure as failure:
                if failure.kind in {"rate_limited", "server_error", "timeout"}:
                    quiet = failure.retry_after
                    self._throttle.overloaded(call, retry_after=quiet and min(quiet, _PATIENCE_S))
                raise
            self._throttle.answered()
            return reply

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

    async def _post(self, body: dict[str, Any]) -> ChatReply:
        from openai import APIConnectionError, APIStatusError

        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self.timeout_s):  # the client's own limits are those of a single read
                text = await self._connected().post("/chat/completions", cast_to=str, body=body)
        except TimeoutError:
            raise ChatFailure("timeout", f"{self.base_url}: no answer within {self.timeout_s:g} s") from None
        except APIConnectionError as error:
            raise self._unreached(error) from None
        except APIStatusError as error:
            raise self._refused(error) from None
        return reply_of(text, place=self.base_url, seconds=loop.time() - began)

    def _connected(self) -> "AsyncOpenAI":
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:  # connections belong to the loop they were opened in
            try:
                from openai import AsyncOpenAI
            except ImportError as error:
                raise MissingExtraError("A chat model", 'pip install "assay[judge]"') from error
            self._client = AsyncOpenAI(
                api_key=_key(self.key_env) or "none", base_url=self.base_url, max_retries=0, timeout=self.timeout_s
            )
            if self._loop is not loop:
                self._throttle = Throttle(self._throttle.most)
                self._until = None
            self._loop = loop
        return self._client

    def _unreached(self, error: "APIConnectionError") -> ChatFailure:
        from openai import APITimeoutError

        if isinstance(error, APITimeoutError):
            return ChatFailure("timeout", f"{self.base_url}: no answer within {self.timeout_s:g} s")
        cause = type(error.__cause__).__name__
        if cause == "ConnectError":
            hint = "Hint: is the server running, and is base_url right?"
            return ChatFailure("refused_connection", f"{self.base_url}: cannot connect\n{hint}")
        return ChatFailure("dropped", f"{self.base_url}: the connection broke off ({cause})")

    def _refused(self, error: "APIStatusError") -> ChatFailure:
        status = error.status_code
        kind = _KINDS.get(status) or ("server_error" if status >= 500 else "bad_request")
        kind = "rate_limited" if status == 429 else kind
        said = " ".join(str(error.message).split())[:300]
        if key := os.environ.get(self.key_env or ""):
            said = said.replace(key, "***")
        text = f"{self.base_url}: HTTP {status}: {said}"
        if kind == "unauthorised" and self.key_env is not None:
            text += f"\nHint: the key is taken from the environment variable {self.key_env}."
        return ChatFailure(kind, text, retry_after=_seconds(error.response.headers.get("retry-after")))


def _key(name: str | None) -> str | None:
    if name is None:
        return None
    if key := os.environ.get(name, "").strip():
        return key
    raise BadInputError(
        f"the environment variable {name} is not set, and the chat model's key is taken from there\n"
        f"Hint: export {name}=..., or name another variable; a local server without a key takes none."
    )


def _seconds(header: str | None) -> float | None:
    try:
        return None if header is None else max(0.0, float(header))
    except ValueError:
        return None
