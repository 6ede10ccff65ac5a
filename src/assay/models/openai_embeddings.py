"""Encoders behind an OpenAI-compatible ``/embeddings``."""

import asyncio
import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from assay.models.chat import ChatFailure
from assay.models.encoder import Vectors, unit, well_formed
from assay.models.endpoint import Endpoint
from assay.models.retrying import Retrying
from assay.models.throttle import Throttle
from assay.threads import run_in_sync

_BLANK = " "  # what is sent for an empty text, which servers refuse


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


class OpenAIEmbeddings:
    """An encoder (`assay.models.encoder.Encoder`) behind an OpenAI-compatible endpoint.

    Parameters
    ----------
    model
        The model, as the server names it; there is no default.
    base_url
        Where the server is, up to and with ``/v1``.
    key_env
        The environment variable that holds the key; None where the server wants none.
    batch
        Texts in one call.
    concurrency
        Calls under way at once, at most; fewer while the server is overburdened.
    timeout_s
        The longest a call may take, in seconds.
    retries
        Further tries of a call that failed in a way that may pass.

    Raises
    ------
    BadInputError
        `base_url` is no address, or the environment variable is not set.

    Notes
    -----
    What exceeds the model's window is cut off or refused as the server does it. `encode` runs an event loop of its
    own, also within another; where one runs, `encode_async` holds nothing up.

    Examples
    --------
    >>> encoder = OpenAIEmbeddings(model="bge-m3", base_url="http://127.0.0.1:8080/v1", key_env=None)
    >>> encoder.name
    'openai:bge-m3'
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        key_env: str | None = "OPENAI_API_KEY",
        batch: int = 64,
        concurrency: int = 4,
        timeout_s: float = 60.0,
        retries: int = 8,
    ) -> None:
        self._endpoint = Endpoint(base_url=base_url, key_env=key_env, timeout_s=timeout_s)
        self.model, self.base_url = model, base_url
        self._batch = batch
        self._throttle = Throttle(concurrency)
        self._retrying = Retrying(retries=retries)
        self._dim: int | None = None

    @property
    def name(self) -> str:
        """The model, as the server names it."""
        return f"openai:{self.model}"

    @property
    def sha256(self) -> str:
        """Hash of the server's address and the model's name: the weights themselves are out of sight."""
        return hashlib.sha256(f"{self.base_url}\0{self.model}".encode()).hexdigest()

    @property
    def dim(self) -> int:
        """Length of a vector; asked of the server once."""
        if self._dim is None:
            self.encode(["dim"])
        assert self._dim is not None
        return self._dim

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text; see `assay.models.encoder.Encoder`.

        Raises
        ------
        ChatFailure
            No vectors came, after all retries.
        """
        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        return run_in_sync(self._encode_and_close(texts))

    async def encode_async(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 for each text, float32, shape (len(texts), dim); batches run side by side."""
        if self._endpoint.enter():
            self._throttle = Throttle(self._throttle.most)

        async def some(batch: Sequence[str]) -> NDArray[np.float64]:
            return await self._retrying.run(lambda: self._throttle.run(lambda: self._asked(batch)))

        starts = range(0, len(texts), self._batch)
        try:
            async with asyncio.TaskGroup() as group:
                made = [group.create_task(some(texts[start : start + self._batch])) for start in starts]
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return unit(np.concatenate([task.result() for task in made]))

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        await self._endpoint.aclose()

    async def _encode_and_close(self, texts: Sequence[str]) -> Vectors:
        try:
            return await self.encode_async(texts)
        finally:
            await self.aclose()

    async def _asked(self, texts: Sequence[str]) -> NDArray[np.float64]:
        sent = [well_formed(text) or _BLANK for text in texts]
        body = {"model": self.model, "input": sent, "encoding_format": "float"}
        answer = await self._endpoint.post("/embeddings", body)
        try:
            rows = sorted(_Answer.model_validate_json(answer).data, key=lambda row: row.index)
        except ValidationError:
            raise self._garbage("the answer holds no embeddings") from None
        lengths = {len(row.embedding) for row in rows} | {self._dim or len(rows[0].embedding)} if rows else set[int]()
        if [row.index for row in rows] != list(range(len(texts))) or len(lengths) != 1:
            raise self._garbage(f"{len(texts)} texts sent, {len(rows)} vectors came, of lengths {sorted(lengths)}")
        vectors = np.array([row.embedding for row in rows])
        if not vectors.shape[1] or not (np.abs(vectors) <= np.finfo(np.float32).max).all():
            raise self._garbage("the vectors are no finite numbers")
        self._dim = vectors.shape[1]
        return vectors

    def _garbage(self, text: str) -> ChatFailure:
        return ChatFailure("garbage", f"{self.base_url}: {text}")
