"""An OpenAI-compatible server: connections to it, the key it wants, and what a refusal means."""

import asyncio
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from assay.errors import BadInputError, MissingExtraError
from assay.models.chat import ChatFailure, FailureKind
from assay.models.openai_reply import Refusal, refusal_of
from assay.models.retrying import seconds_of
from assay.version import __version__

if TYPE_CHECKING:
    import ssl

    import httpx2

_KINDS: dict[int, FailureKind] = {
    401: "unauthorised",
    402: "out_of_quota",
    403: "unauthorised",
    404: "not_found",
    408: "timeout",
    429: "rate_limited",
}
_NO_QUOTA = {"insufficient_quota", "billing_hard_limit_reached", "insufficient_balance"}


class Endpoint:
    """A server that is sent JSON and answers with JSON.

    Parameters
    ----------
    base_url
        Where it is: what paths are appended to.
    key_env
        The environment variable that holds the key; None where the server wants none.
    timeout_s
        The longest a call may take from its start to its last byte, in seconds.
    name
        What the parameter is called that holds the address, as errors say it.

    Raises
    ------
    BadInputError
        `base_url` is no address, or holds a password; or the environment variable is not set.

    Notes
    -----
    Redirects are not followed: what is sent goes to the server that was named, and to no other.

    Each call under way has a client with a single connection: one pool of many looks at each of its connections for
    each call, which costs more than the call. Idle ones are kept for the next call, the latest first.
    """

    def __init__(self, *, base_url: str, key_env: str | None, timeout_s: float, name: str = "base_url") -> None:
        _check(base_url, name)
        _key(key_env)  # a missing key is told before the first call
        self.base_url, self.key_env, self.timeout_s = base_url.rstrip("/"), key_env, timeout_s
        self._name = name
        self._idle: list[httpx2.AsyncClient] = []
        self._trusted: ssl.SSLContext | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def place(self) -> str:
        """The address as errors say it: without a query, which may hold a secret."""
        return self.base_url.partition("?")[0]

    def enter(self) -> bool:
        """Drop the connections of another event loop, which they belong to; True where this loop is a new one."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return False
        self._loop, self._idle = loop, []
        return True

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        idle, self._idle = self._idle, []
        for client in idle:
            await client.aclose()

    async def post(self, path: str, body: Mapping[str, Any]) -> bytes:
        """Send JSON and return the body of the answer.

        Raises
        ------
        ChatFailure
            No answer came, or a refusal.
        """
        self.enter()
        client = self._idle.pop() if self._idle else self._opened()
        try:
            answer = await self._answer(client, path, json.dumps(body).encode())
        finally:
            self._idle.append(client)
        if answer.status_code >= 300:
            raise self._refused(answer)
        return answer.content

    async def _answer(self, client: "httpx2.AsyncClient", path: str, body: bytes) -> "httpx2.Response":
        import httpx2

        try:
            async with asyncio.timeout(self.timeout_s):  # the client's own limits are those of a single read
                return await client.post(self.base_url + path, content=body)
        except (TimeoutError, httpx2.TimeoutException):
            raise ChatFailure("timeout", f"{self.place}: no answer within {self.timeout_s:g} s") from None
        except httpx2.ConnectError:
            hint = f"Hint: is the server running, and is {self._name} right?"
            raise ChatFailure("refused_connection", f"{self.place}: cannot connect\n{hint}") from None
        except httpx2.RequestError as error:
            what = type(error).__name__
            raise ChatFailure("dropped", f"{self.place}: the connection broke off ({what})") from None

    def _opened(self) -> "httpx2.AsyncClient":
        try:
            import httpx2
        except ImportError as error:
            raise MissingExtraError("A model on a server", 'pip install "assay[judge]"') from error
        self._trusted = self._trusted or httpx2.create_ssl_context()
        headers = {"Content-Type": "application/json", "User-Agent": f"assay/{__version__}"}
        if key := _key(self.key_env):
            headers["Authorization"] = f"Bearer {key}"
        return httpx2.AsyncClient(headers=headers, verify=self._trusted, timeout=self.timeout_s)

    def _refused(self, answer: "httpx2.Response") -> ChatFailure:
        status, refusal = answer.status_code, refusal_of(answer.content)
        kind = _kind(status, refusal)
        said = refusal.text
        if key := os.environ.get(self.key_env or "", "").strip():
            said = said.replace(key, "***")
        text = f"{self.place}: HTTP {status}: {said}"
        if kind == "unauthorised" and self.key_env is not None:
            text += f"\nHint: the key is taken from the environment variable {self.key_env}."
        if 300 <= status < 400:
            text += (
                f"\nHint: it points to {answer.headers.get('location')}; name that address if it is the one you mean."
            )
        if kind == "out_of_quota":
            text += "\nHint: the account has nothing left to spend; what was answered is kept."
        quiet = seconds_of(answer.headers.get("retry-after"), date=answer.headers.get("date"))
        return ChatFailure(kind, text, retry_after=quiet)


def _kind(status: int, refusal: Refusal) -> FailureKind:
    if status in {403, 429} and refusal.codes & _NO_QUOTA:
        return "out_of_quota"
    return _KINDS.get(status) or ("server_error" if status >= 500 else "bad_request")


def _check(address: str, name: str) -> None:
    parts = urlsplit(address)
    if "@" in parts.netloc:
        raise BadInputError(
            f"{name} holds a user or a password, which would stand in logs\n"
            "Hint: key_env names the environment variable that holds the key."
        )
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        hint = "Hint: for example http://127.0.0.1:8080/v1"
        raise BadInputError(f"{name} is {address!r}, expected an address that begins with http:// or https://\n{hint}")


def _key(name: str | None) -> str | None:
    if name is None:
        return None
    if key := os.environ.get(name, "").strip():
        return key
    raise BadInputError(
        f"the environment variable {name} is not set, and the model's key is taken from there\n"
        f"Hint: export {name}=..., or name another variable; a local server without a key takes none."
    )
