"""Vectors from a server come in the order of their texts, and what is no vector is told as such."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest
from tests.contract.fault_server import http, playing

from assay.models.chat import ChatFailure
from assay.models.encoder import Vectors
from assay.models.openai_embeddings import OpenAIEmbeddings

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")


def rows(*vectors: list[float] | list[None], **more: Any) -> bytes:
    data = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    return http(200, json.dumps({"data": data[::-1], **more}).encode())


def by_length(body: dict[str, Any]) -> bytes:
    return rows(*([float(len(text)), 0.0, 1.0] for text in body["input"]))


def encoder(url: str, **more: Any) -> OpenAIEmbeddings:
    return OpenAIEmbeddings(model="played", base_url=url, key_env=None, retries=0, **more)


async def encoded(model: OpenAIEmbeddings, texts: list[str]) -> Vectors:
    try:
        return await model.encode_async(texts)
    finally:
        await model.aclose()


def test_vectors_of_several_batches_stand_in_the_order_of_the_texts() -> None:
    async def run() -> Vectors:
        async with playing(by_length) as server:
            return await encoded(encoder(server.url, batch=2), ["a" * n for n in (1, 2, 3, 4, 5)])

    vectors = asyncio.run(run())
    assert vectors.dtype == np.float32
    assert (vectors[:, 0] / vectors[:, 2]).tolist() == pytest.approx([1, 2, 3, 4, 5])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(5))


@pytest.mark.parametrize(
    "answer",
    [
        rows([1.0, 0.0]),
        rows([1.0, 0.0], [1.0]),
        rows([1.0], [2.0], [3.0]),
        rows([], []),
        rows([1e39], [1.0]),
        http(200, b'{"data": 7}'),
        http(200, b"<html>"),
    ],
    ids=["one too few", "of two lengths", "one too many", "of no length", "overflowing", "another JSON", "no JSON"],
)
def test_what_is_not_one_vector_a_text_is_garbage(answer: bytes) -> None:
    async def run() -> None:
        async with playing((answer, False)) as server:
            with pytest.raises(ChatFailure) as caught:
                await encoded(encoder(server.url), ["a", "b"])
            assert caught.value.kind == "garbage"

    asyncio.run(run())


def test_an_empty_text_is_sent_as_a_blank_and_a_broken_one_as_valid_unicode() -> None:
    async def run() -> list[str]:
        async with playing(by_length) as server:
            await encoded(encoder(server.url), ["", "\ud800"])
            return server.bodies[0]["input"]

    assert asyncio.run(run()) == [" ", "?"]
