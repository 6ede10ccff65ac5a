"""Cross-encoders behind a server's /rerank or /score."""

from collections.abc import Mapping, Sequence
from typing import Any

from assay.errors import BadInputError
from assay.models.chat import ChatFailure
from assay.models.encoder import well_formed
from assay.models.endpoint import Endpoint
from assay.models.rerank_wire import WIRES, WireName, candidates, read_scores
from assay.models.retrying import Retrying
from assay.models.scores import ScoreFailure, gather_scores
from assay.models.throttle import Throttle

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
        self._endpoint = Endpoint(base_url=url, key_env=key_env, timeout_s=timeout_s, name="url")
        if batch < 1 or concurrency < 1:
            raise BadInputError(f"batch and concurrency are at least 1: {batch} and {concurrency} were given")
        self.url, self.model, self.wire, self.key_env = url, model, wire, key_env
        self.extra = dict(extra or {})
        self.batch = batch
        self._wires: tuple[WireName, ...] = candidates(url) if wire is None else (wire,)
        self._retrying = Retrying(retries=retries, patience_s=_PATIENCE_S)
        self._throttle = Throttle(concurrency)

    def __repr__(self) -> str:
        place = self._endpoint.place
        return f"RerankEndpoint(url={place!r}, model={self.model!r}, wire={self.wire!r}, key_env={self.key_env!r})"

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: server, model, form, further fields, documents a request."""
        return {
            "kind": "rerank",
            "url": self._endpoint.place,
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
        await self._endpoint.aclose()

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Score documents, so many a request; see `assay.models.scores.ScoreModel`."""
        if self._endpoint.enter():
            self._throttle = Throttle(self._throttle.most)
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
        text = await self._throttle.run(lambda: self._post(body))
        return read_scores(text, wire, len(documents), place=self._endpoint.place)

    async def _post(self, body: dict[str, Any]) -> str:
        try:
            answer = await self._endpoint.post("", body)
        except ChatFailure as failure:
            hint = "\nHint: url is the whole address, such as http://127.0.0.1:8080/v1/rerank."
            text = failure.text + (hint if failure.kind == "not_found" else "")
            raise ScoreFailure(failure.kind, text, retry_after=failure.retry_after) from None
        return answer.decode("utf-8", "replace")
