"""Cross-encoders behind a server's /rerank or /score."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from assay.errors import BadInputError, MissingExtraError
from assay.models.chat import FailureKind
from assay.models.encoder import well_formed
from assay.models.rerank_wire import WIRES, WireName, candidates, read_scores
from assay.models.retrying import Retrying
from assay.models.scores import ScoreFailure, gather_scores
from assay.models.throttle import Throttle

if TYPE_CHECKING:
    from httpx2 import AsyncClient, RequestError, Response

_KINDS: dict[int, FailureKind] = {
    401: "unauthorised",
    403: "unauthorised",
    404: "not_found",
    408: "timeout",
    429: "rate_limited",
}
_OVERBURDENED = frozenset({"rate_limited", "server_error", "timeout"})
_PATIENCE_S = 120.0


class RerankEndpoint:
    """A cross-encoder behind Jina's, Cohere's, vLLM's or text-embeddings-inference's /rerank, or vLLM's /score.

    Parameters
    ----------
    url
        Where requests are posted, path and all: ``http://127.0.0.1:8080/v1/rerank``.
    model
        The model, as the server names it; None where it serves one only.
    wire
        The form of requests and responses; None takes it from the URL, and where that does not tell, tries vLLM's (also
        llama.cpp's and most gateways') and, if the server refuses that, text-embeddings-inference's. What worked is
        remembered.
    key_env
        The environment variable that holds the key; None where the server wants none. The key itself is kept nowhere,
        and is taken out of what the server says.
    extra
        Further fields of each request, such as ``{"use_activation": False}``.
    timeout_s
        The longest a request may take from its start to its last byte, in seconds.
    concurrency
        Requests under way at once, at most; fewer while the server is overburdened.
    retries
        Further tries of a request that failed in a way that may pass.
    batch
        Documents a request, at most; text-embeddings-inference takes 32 unless told otherwise. A reranker that reads
        all documents of a request together (listwise) scores a document by its company: give it one batch.

    Raises
    ------
    BadInputError
        The environment variable is not set, or there is no such form.
    MissingExtraError
        ``assay[judge]`` is not installed.

    Notes
    -----
    text-embeddings-inference is asked for raw scores (logits). The others return what they return, as a rule a
    sigmoid's value in [0, 1].

    Examples
    --------
    >>> endpoint = RerankEndpoint(url="http://127.0.0.1:8080/v1/rerank", model="bge-reranker-v2-m3")
    >>> endpoint.spec["model"]
    'bge-reranker-v2-m3'
    """

    def __init__(
        self,
        *,
        url: str,
        model: str | None = None,
        wire: WireName | None = None,
        key_env: str | None = None,
        extra: Mapping[str, Any] | None = None,
        timeout_s: float = 60.0,
        concurrency: int = 8,
        retries: int = 8,
        batch: int = 32,
    ) -> None:
        if wire is not None and wire not in WIRES:
            raise BadInputError(f"no server speaks {wire!r}\nHint: wire is one of {', '.join(WIRES)}, or left out.")
        _check(url)
        if batch < 1 or concurrency < 1:
            raise BadInputError(f"batch and concurrency are at least 1: {batch} and {concurrency} were given")
        _key(key_env)  # a missing key is told before the first call
        self.url, self.model, self.wire, self.key_env = url, model, wire, key_env
        self.extra = dict(extra or {})
        self.timeout_s, self.batch = timeout_s, batch
        self._wires: tuple[WireName, ...] = candidates(url) if wire is None else (wire,)
        self._retrying = Retrying(retries=retries, patience_s=_PATIENCE_S)
        self._concurrency = concurrency
        self._throttle = Throttle(concurrency)
        self._client: AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __repr__(self) -> str:
        return (
            f"RerankEndpoint(url={self._place!r}, model={self.model!r}, wire={self.wire!r}, key_env={self.key_env!r})"
        )

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: server, model, form, further fields, documents a request."""
        return {
            "kind": "rerank",
            "url": self._place,
            "model": self.model,
            "wire": self.wire,
            "extra": self.extra,
            "batch": self.batch,
        }

    async def __aenter__(self) -> "RerankEndpoint":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.aclose()

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Score documents, so many a request; see `assay.models.scores.ScoreModel`."""
        self._connected()
        batches = [documents[at : at + self.batch] for at in range(0, len(documents), self.batch)]
        return await gather_scores(self._retried(query, batch) for batch in batches)

    async def _retried(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        return await self._retrying.run(lambda: self._in_some_form(query, documents))

    async def _in_some_form(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Ask in the forms that are left; what the server answers to is remembered."""
        refused: list[str] = []
        for wire in self._wires:
            try:
                scores = await self._try(wire, query, documents)
            except ScoreFailure as failure:
                if failure.kind != "bad_request":
                    raise
                refused.append(failure.text)
            else:
                self._wires = (wire,)
                return scores
        raise ScoreFailure("bad_request", "\n".join(refused))

    async def _try(self, wire: WireName, query: str, documents: Sequence[str]) -> Sequence[float]:
        texts = [well_formed(document) for document in documents]
        body = {**WIRES[wire].body(self.model, well_formed(query), texts), **self.extra}
        async with self._throttle.place() as call:
            try:
                text = await self._post(body)
            except ScoreFailure as failure:
                if failure.kind in _OVERBURDENED:
                    quiet = failure.retry_after
                    self._throttle.overloaded(call, retry_after=quiet and min(quiet, _PATIENCE_S))
                raise
            self._throttle.answered()
        return read_scores(text, wire, len(documents), place=self._place)

    async def _post(self, body: dict[str, Any]) -> str:
        from httpx2 import RequestError

        key = _key(self.key_env)
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        try:
            async with asyncio.timeout(self.timeout_s):  # the client's own limits are those of a single read
                response = await self._connected().post(self.url, json=body, headers=headers)
        except TimeoutError:
            raise self._late() from None
        except RequestError as error:
            raise self._unreached(error) from None
        if response.status_code != 200:
            raise self._refused(response)
        return response.text

    def _connected(self) -> "AsyncClient":
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:  # connections belong to the loop they were opened in
            try:
                from httpx2 import AsyncClient
            except ImportError as error:
                raise MissingExtraError("A rerank endpoint", 'pip install "assay[judge]"') from error
            self._client = AsyncClient(timeout=None)  # redirects are not followed: the key stays with its server
            if self._loop is not loop:
                self._throttle = Throttle(self._concurrency)
            self._loop = loop
        return self._client

    @property
    def _place(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{parts.path}"  # without the query, which may hold a secret

    def _late(self) -> ScoreFailure:
        return ScoreFailure("timeout", f"{self._place}: no answer within {self.timeout_s:g} s")

    def _unreached(self, error: "RequestError") -> ScoreFailure:
        from httpx2 import ConnectError, TimeoutException

        if isinstance(error, TimeoutException):
            return self._late()
        if isinstance(error, ConnectError):
            hint = "Hint: is the server running, and is url right?"
            return ScoreFailure("refused_connection", f"{self._place}: cannot connect\n{hint}")
        return ScoreFailure("dropped", f"{self._place}: the connection broke off ({type(error).__name__})")

    def _refused(self, response: "Response") -> ScoreFailure:
        status = response.status_code
        kind = _KINDS.get(status) or ("server_error" if status >= 500 else "bad_request")
        said = " ".join(response.text.split())
        if key := os.environ.get(self.key_env or "", "").strip():
            said = said.replace(key, "***")
        text = f"{self._place}: HTTP {status}: {said[:300]}"
        if kind == "unauthorised" and self.key_env is not None:
            text += f"\nHint: the key is taken from the environment variable {self.key_env}."
        if kind == "not_found":
            text += "\nHint: url is the whole address, such as http://127.0.0.1:8080/v1/rerank."
        return ScoreFailure(kind, text, retry_after=_seconds(response.headers.get("retry-after")))


def _check(url: str) -> None:
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise BadInputError(
            "url holds a user or a password, which would stand in logs\n"
            "Hint: key_env names the environment variable that holds the key."
        )
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BadInputError(f"{url!r} is no address\nHint: the whole one, such as http://127.0.0.1:8080/v1/rerank.")


def _key(name: str | None) -> str | None:
    if name is None:
        return None
    if key := os.environ.get(name, "").strip():
        return key
    raise BadInputError(
        f"the environment variable {name} is not set, and the rerank server's key is taken from there\n"
        f"Hint: export {name}=..., or name another variable; a local server without a key takes none."
    )


def _seconds(header: str | None) -> float | None:
    try:
        return None if header is None else max(0.0, float(header))
    except ValueError:
        return None
