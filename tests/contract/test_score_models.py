"""One suite over every score model: what comes back is one finite score a document, in the documents' order."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.contract.fault_server import completion, http, playing

from assay.models.calibrated_scores import CalibratedScores
from assay.models.cross_encoder import load_cross_encoder
from assay.models.max_sim import MaxSim, Tokens
from assay.models.openai_chat import OpenAIChat
from assay.models.rerank_endpoint import RerankEndpoint
from assay.models.scores import ScoreModel
from assay.models.yes_no import YesNo
from assay.stats.platt import Platt

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")
pytest.importorskip("onnxruntime", reason="no onnxruntime: pip install 'assay[lab]'")
pytest.importorskip("tokenizers", reason="no tokenizers: pip install 'assay[lab]'")

from tests.unit.models.tiny_graph import sum_of_the_document, write_tokenizer

Opened = Callable[[Path], AbstractAsyncContextManager[ScoreModel]]

DOCUMENTS = ["water is wet", "dry", "wet", "dry", "is is is is"]
ODD = ["", " ", "\ud800", "\x00", "😀" * 50, "召回率", "x" * 10_000, "{query}", '"]}']


class Characters:
    """Token vectors on the circle, one a character and one in front."""

    name = "characters"
    sha256 = "0" * 64

    def token_vectors(self, texts: Sequence[str]) -> list[Tokens]:
        codes = [np.array([0, *(ord(one) % 97 for one in text[:100])]) for text in texts]
        return [np.stack([np.cos(code), np.sin(code)], axis=1).astype(np.float32) for code in codes]


def _length(text: str) -> float:
    return float(len(text) % 50)


def _reranked(body: dict[str, Any]) -> bytes:
    scores = [{"index": at, "relevance_score": _length(text)} for at, text in enumerate(body["documents"])]
    return http(200, json.dumps({"results": scores[::-1]}).encode())


def _said(body: dict[str, Any]) -> bytes:
    share = -0.1 - _length(body["messages"][-1]["content"]) / 100
    top = [{"token": "Yes", "logprob": share}, {"token": "No", "logprob": -2.0}]
    return http(200, completion("Yes", logprobs={"content": [{**top[0], "top_logprobs": top}]}))


@asynccontextmanager
async def rerank(_: Path) -> AsyncIterator[ScoreModel]:
    async with playing(_reranked) as server, RerankEndpoint(url=f"{server.url}/rerank", batch=2) as model:
        yield model


@asynccontextmanager
async def yes_no(_: Path) -> AsyncIterator[ScoreModel]:
    async with playing(_said) as server, OpenAIChat(model="m", base_url=server.url, key_env=None) as chat:
        yield YesNo(chat)


@asynccontextmanager
async def max_sim(_: Path) -> AsyncIterator[ScoreModel]:
    yield MaxSim(Characters())


@asynccontextmanager
async def cross_encoder(folder: Path) -> AsyncIterator[ScoreModel]:
    (folder / "model.onnx").write_bytes(sum_of_the_document(labels=2))
    write_tokenizer(folder / "tokenizer.json")
    yield load_cross_encoder(folder)


@asynccontextmanager
async def calibrated(_: Path) -> AsyncIterator[ScoreModel]:
    yield CalibratedScores(MaxSim(Characters()), Platt(slope=1.0, intercept=0.0))


@pytest.fixture(params=[rerank, yes_no, max_sim, cross_encoder, calibrated], ids=lambda opened: opened.__name__)
def opened(request: pytest.FixtureRequest) -> Opened:
    return request.param


def computed(opened: Opened, folder: Path, *asked: Sequence[str]) -> list[list[float]]:
    async def run() -> list[list[float]]:
        async with opened(folder) as model:
            return [list(await model.compute_scores("is water wet", documents)) for documents in asked]

    return asyncio.run(run())


def test_scores_follow_their_documents(opened: Opened, tmp_path: Path) -> None:
    forward, backward = computed(opened, tmp_path, DOCUMENTS, DOCUMENTS[::-1])
    assert len(forward) == len(DOCUMENTS)
    assert backward == pytest.approx(forward[::-1])


def test_a_document_that_comes_twice_is_scored_twice_alike(opened: Opened, tmp_path: Path) -> None:
    (scores,) = computed(opened, tmp_path, DOCUMENTS)
    assert scores[1] == scores[3]


def test_no_documents_give_no_scores(opened: Opened, tmp_path: Path) -> None:
    assert computed(opened, tmp_path, []) == [[]]


def test_odd_texts_have_a_finite_score(opened: Opened, tmp_path: Path) -> None:
    (scores,) = computed(opened, tmp_path, ODD)
    assert len(scores) == len(ODD)
    assert np.isfinite(scores).all()


def test_the_spec_is_json_and_stays_the_same_once_scores_have_come(opened: Opened, tmp_path: Path) -> None:
    async def run() -> tuple[str, str]:
        async with opened(tmp_path) as model:
            before = json.dumps(model.spec)
            await model.compute_scores("is water wet", DOCUMENTS)
            return before, json.dumps(model.spec)

    before, after = asyncio.run(run())
    assert before == after
    assert "kind" in json.loads(before)


def test_it_is_a_score_model(opened: Opened, tmp_path: Path) -> None:
    async def run() -> bool:
        async with opened(tmp_path) as model:
            return isinstance(model, ScoreModel)

    assert asyncio.run(run())
