"""A rerank server's scores come in the documents' order; nothing it does makes a call hang or a wrong number pass."""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from tests.contract.fault_server import http, playing

from assay.errors import BadInputError
from assay.models.rerank_endpoint import RerankEndpoint
from assay.models.rerank_wire import WireName
from assay.models.scores import ScoreFailure, compute_scores_sync

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")

DOCUMENTS = ["wet", "dry", "dry"]
SCORES = [0.9, -2.5, 0.1]
ORDER = (0, 2, 1)  # by score, as servers answer


def said(answer: Any, status: int = 200, headers: str = "") -> bytes:
    return http(status, json.dumps(answer).encode(), headers=headers)


def results(indices: Sequence[int] = ORDER, scores: Sequence[float] = SCORES) -> bytes:
    return said({"id": "1", "results": [{"index": one, "relevance_score": scores[one]} for one in indices]})


def jina(body: dict[str, Any]) -> bytes:
    assert body == {
        "model": "m",
        "query": "Is water wet?",
        "documents": DOCUMENTS,
        "top_n": 3,
        "return_documents": False,
    }
    return results()


def cohere(body: dict[str, Any]) -> bytes:
    assert body == {"model": "m", "query": "Is water wet?", "documents": DOCUMENTS, "top_n": 3}
    return results()


def tei(body: dict[str, Any]) -> bytes:
    if "texts" not in body:
        return said({"error": "missing field `texts`", "error_type": "Validation"}, 422)
    assert body == {"query": "Is water wet?", "texts": DOCUMENTS, "raw_scores": True, "truncate": True}
    return said([{"index": index, "score": SCORES[index]} for index in ORDER])


def vllm_score(body: dict[str, Any]) -> bytes:
    assert body == {"model": "m", "text_1": "Is water wet?", "text_2": DOCUMENTS}
    data = [{"index": index, "object": "score", "score": score} for index, score in enumerate(SCORES)]
    return said({"id": "score-1", "object": "list", "data": data, "usage": {}})


SERVERS = {"jina": jina, "cohere": cohere, "vllm": cohere, "tei": tei, "vllm_score": vllm_score}

FAULTS = {
    "leaves a document out": ((results((0, 2)), False), "garbage"),
    "scores a document twice": ((results((0, 2, 2, 1)), False), "garbage"),
    "scores one in place of another": ((results((0, 2, 2)), False), "garbage"),
    "scores a document that is none": ((results((0, 1, 3), [1.0, 1.0, 1.0, 1.0]), False), "garbage"),
    "counts from the end": ((results((0, 1, -1)), False), "garbage"),
    "says NaN": ((results(scores=[0.9, float("nan"), 0.1]), False), "garbage"),
    "says Infinity": ((results(scores=[0.9, float("inf"), 0.1]), False), "garbage"),
    "says null": ((said({"results": [{"index": 0, "relevance_score": None}]}), False), "garbage"),
    "says true": ((said({"results": [{"index": 0, "relevance_score": True}]}), False), "garbage"),
    "says a text": ((said({"results": [{"index": 0, "relevance_score": "0.5"}]}), False), "garbage"),
    "sends another JSON": ((said({"hello": 1}), False), "garbage"),
    "sends a chat": ((said({"choices": []}), False), "garbage"),
    "sends what is no JSON": ((http(200, b"<html>"), False), "garbage"),
    "sends nothing": ((http(200, b""), False), "garbage"),
    "never answers": ((b"", True), "timeout"),
    "hangs at 99%": ((results()[:-1], True), "timeout"),
    "drops": ((b"", False), "dropped"),
    "answers half": ((http(200, b'{"results": [', length=9999), False), "dropped"),
    "sends what is no HTTP": ((b"\x00\x01garbage\r\n\r\n", False), "dropped"),
    "is overburdened": ((http(429, b"{}"), False), "rate_limited"),
    "fails": ((http(500, b"oops"), False), "server_error"),
    "refuses the key": ((http(401, b"{}"), False), "unauthorised"),
    "is elsewhere": ((http(404, b"{}"), False), "not_found"),
    "refuses the request": ((http(400, b"{}"), False), "bad_request"),
    "sends on to another server": ((http(302, b"", headers="Location: http://127.0.0.1:9/\r\n"), False), "bad_request"),
}


def endpoint(server: str, **more: Any) -> RerankEndpoint:
    given = {"url": f"{server}/rerank", "model": "m", "timeout_s": 10.0, "retries": 0}
    return RerankEndpoint(**{**given, **more})


async def scored(model: RerankEndpoint, documents: Sequence[str] = DOCUMENTS) -> list[float]:
    async with model:
        return list(await asyncio.wait_for(model.compute_scores("Is water wet?", documents), 20))


@pytest.mark.parametrize("wire", SERVERS)
def test_each_form_is_spoken_and_its_scores_are_in_the_documents_order(wire: WireName) -> None:
    async def run() -> list[float]:
        async with playing(SERVERS[wire]) as server:
            return await scored(endpoint(server.url, wire=wire))

    assert asyncio.run(run()) == SCORES


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_s_fault_is_told_as_what_it_is(fault: str) -> None:
    played, kind = FAULTS[fault]

    async def run() -> None:
        async with playing(played) as server:
            with pytest.raises(ScoreFailure) as caught:
                await scored(endpoint(server.url, wire="jina", timeout_s=0.3 if kind == "timeout" else 10.0))
            assert caught.value.kind == kind

    asyncio.run(run())


def test_nobody_listening_is_a_refused_connection() -> None:
    with pytest.raises(ScoreFailure) as caught:
        asyncio.run(scored(endpoint("http://127.0.0.1:9")))
    assert caught.value.kind == "refused_connection"


def test_the_form_is_found_out_and_remembered() -> None:
    async def run() -> list[bool]:
        async with playing(tei) as server, endpoint(server.url) as model:
            await model.compute_scores("Is water wet?", DOCUMENTS)
            await model.compute_scores("Is water wet?", DOCUMENTS)
            return ["texts" in body for body in server.bodies]

    assert asyncio.run(run()) == [False, True, True]


def test_a_server_that_refuses_every_form_is_quoted_on_each() -> None:
    async def run() -> None:
        refusing = ((http(400, b"no documents"), False), (http(422, b"no texts"), False))
        async with playing(*refusing) as server:
            with pytest.raises(ScoreFailure, match=r"(?s)no documents.*no texts"):
                await scored(endpoint(server.url))

    asyncio.run(run())


def test_what_passes_is_asked_again() -> None:
    async def run() -> tuple[list[float], int]:
        busy = http(429, b"{}", headers="Retry-After: 0\r\n")
        async with playing((busy, False), (http(503, b"{}"), False), (results(), False)) as server:
            return await scored(endpoint(server.url, retries=3)), len(server.bodies)

    assert asyncio.run(run()) == (SCORES, 3)


def test_a_server_s_wish_for_quiet_is_passed_on() -> None:
    async def run() -> None:
        async with playing((http(429, b"{}", headers="Retry-After: 7\r\n"), False)) as server:
            with pytest.raises(ScoreFailure) as caught:
                await scored(endpoint(server.url))
            assert caught.value.retry_after == 7.0

    asyncio.run(run())


def test_many_documents_go_in_batches_and_come_back_in_order() -> None:
    def by_length(body: dict[str, Any]) -> bytes:
        found = [{"index": at, "relevance_score": len(text)} for at, text in enumerate(body["documents"])]
        return said({"results": found[::-1]})

    async def run() -> tuple[list[float], list[int]]:
        async with playing(by_length) as server:
            scores = await scored(endpoint(server.url, batch=3), ["x" * length for length in range(1, 9)])
            return scores, sorted(len(body["documents"]) for body in server.bodies)

    assert asyncio.run(run()) == ([float(length) for length in range(1, 9)], [2, 3, 3])


def test_no_documents_ask_nothing() -> None:
    async def run() -> tuple[list[float], int]:
        async with playing((b"", False)) as server:
            return await scored(endpoint(server.url), []), len(server.bodies)

    assert asyncio.run(run()) == ([], 0)


def test_a_surrogate_on_its_own_is_sent_as_a_question_mark() -> None:
    async def run() -> str:
        async with playing((results((0,)), False)) as server:
            await scored(endpoint(server.url), ["\ud800"])
            return server.bodies[0]["documents"][0]

    assert asyncio.run(run()) == "?"


def test_further_fields_are_sent() -> None:
    async def run() -> object:
        async with playing((results(), False)) as server:
            await scored(endpoint(server.url, extra={"use_activation": False}))
            return server.bodies[0]["use_activation"]

    assert asyncio.run(run()) is False


def test_the_sync_twin_works_twice_and_inside_a_running_loop() -> None:
    async def run() -> list[Sequence[float]]:
        async with playing(jina) as server:
            model = endpoint(server.url, wire="jina", timeout_s=10)
            return [await asyncio.to_thread(compute_scores_sync, model, "Is water wet?", DOCUMENTS) for _ in range(2)]

    assert asyncio.run(run()) == [SCORES, SCORES]


def test_a_call_is_cancelled_within_two_seconds() -> None:
    async def run() -> bool:
        async with playing((b"", True)) as server:
            call = asyncio.ensure_future(scored(endpoint(server.url, timeout_s=60)))
            await asyncio.sleep(0.2)
            call.cancel()
            await asyncio.wait({call}, timeout=2)
            return call.cancelled()

    assert asyncio.run(run())


def test_a_missing_key_is_told_by_the_variable_s_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYED_KEY", raising=False)
    with pytest.raises(BadInputError, match="PLAYED_KEY is not set"):
        endpoint("http://127.0.0.1:9", key_env="PLAYED_KEY")


def test_the_key_goes_to_the_server_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PLAYED_KEY", "sesame-4711")
    caplog.set_level(logging.DEBUG)

    async def run() -> tuple[str, str]:
        async with playing((http(401, b"wrong key sesame-4711"), False)) as server:
            model = endpoint(server.url, key_env="PLAYED_KEY")
            with pytest.raises(ScoreFailure) as caught:
                await scored(model)
            return "".join([repr(model), str(model.spec), repr(caught.value), str(caught.value)]), server.heads[0]

    shown, head = asyncio.run(run())
    assert "Bearer sesame-4711" in head
    assert "sesame" not in shown + caplog.text


def test_what_stands_in_the_query_of_a_url_is_shown_nowhere() -> None:
    model = endpoint("http://127.0.0.1:9", url="http://127.0.0.1:9/rerank?token=sesame-4711")
    with pytest.raises(ScoreFailure) as caught:
        asyncio.run(scored(model))
    assert "sesame" not in f"{model!r} {model.spec} {caught.value!r}"


def test_a_password_in_a_url_is_refused_without_being_repeated() -> None:
    with pytest.raises(BadInputError) as caught:
        endpoint("http://me:sesame-4711@127.0.0.1:9")
    assert "sesame" not in str(caught.value)


@pytest.mark.parametrize(
    "given", [{"wire": "smoke"}, {"batch": 0}, {"concurrency": 0}, {"url": "localhost:8080"}, {"url": "file:///x"}]
)
def test_settings_that_make_no_sense_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadInputError):
        endpoint("http://127.0.0.1:9", **given)
