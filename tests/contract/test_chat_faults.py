"""Nothing a chat server does makes a call hang, and each kind of failure is told as what it is."""

import asyncio
import logging
from typing import Any

import pytest
from tests.contract.fault_server import GOOD, completion, http, playing

from assay.errors import BadInputError
from assay.models.chat import ChatFailure, ChatMessage, ChatReply, ChatRequest
from assay.models.openai_chat import OpenAIChat

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")

ASKED = ChatRequest(messages=(ChatMessage(role="user", content="Is water wet?"),))
HELD = ChatRequest(messages=ASKED.messages, schema={"type": "object"})

FAULTS = {
    "never answers": ((b"", True), "timeout"),
    "hangs at 99%": ((GOOD[:-1], True), "timeout"),
    "drops": ((b"", False), "dropped"),
    "answers half": ((http(200, b'{"choices": [', length=9999), False), "dropped"),
    "sends what is no HTTP": ((b"\x00\x01garbage\r\n\r\n", False), "dropped"),
    "sends what is no JSON": ((http(200, b"<html>"), False), "garbage"),
    "sends another JSON": ((http(200, b'{"hello": 1}'), False), "garbage"),
    "sends a list": ((http(200, b"[]"), False), "garbage"),
    "sends no choices": ((http(200, b'{"choices": []}'), False), "empty"),
    "sends no text": ((http(200, completion(None)), False), "empty"),
    "is overburdened": ((http(429, b'{"error": {"message": "slow down"}}'), False), "rate_limited"),
    "has nothing left to spend": ((http(402, b'{"error": {"message": "no"}}'), False), "out_of_quota"),
    "says the quota is used up": (
        (http(429, b'{"error": {"message": "no", "code": "insufficient_quota"}}'), False),
        "out_of_quota",
    ),
    "fails": ((http(500, b"oops"), False), "server_error"),
    "refuses the key": ((http(401, b'{"error": {"message": "no"}}'), False), "unauthorised"),
    "knows no such model": ((http(404, b'{"error": {"message": "no"}}'), False), "not_found"),
    "refuses the request": ((http(400, b'{"error": {"message": "no"}}'), False), "bad_request"),
}


def chat(url: str, **more: Any) -> OpenAIChat:
    return OpenAIChat(**{"model": "played", "base_url": url, "key_env": None, "timeout_s": 0.3, "retries": 0, **more})


async def ask(model: OpenAIChat, request: ChatRequest = ASKED) -> ChatReply:
    async with model:
        return await asyncio.wait_for(model.reply(request), 20)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_server_s_fault_is_told_as_what_it_is(fault: str) -> None:
    played, kind = FAULTS[fault]

    async def run() -> None:
        async with playing(played) as server:
            with pytest.raises(ChatFailure) as caught:
                await ask(chat(server.url))
            assert caught.value.kind == kind

    asyncio.run(run())


def test_nobody_listening_is_a_refused_connection() -> None:
    with pytest.raises(ChatFailure) as caught:
        asyncio.run(ask(chat("http://127.0.0.1:9/v1")))
    assert caught.value.kind == "refused_connection"


def test_a_good_answer_comes_with_its_tokens() -> None:
    async def run() -> ChatReply:
        async with playing((GOOD, False)) as server:
            return await ask(chat(server.url))

    reply = asyncio.run(run())
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens, reply.model) == ("fine", 3, 1, "played")


def test_a_reply_cut_off_says_so() -> None:
    async def run() -> ChatReply:
        async with playing((http(200, completion(finish_reason="length")), False)) as server:
            return await ask(chat(server.url))

    assert asyncio.run(run()).finish_reason == "length"


def test_what_passes_is_asked_again() -> None:
    async def run() -> int:
        busy = http(429, b"{}", headers="Retry-After: 0\r\n")
        async with playing((busy, False), (http(503, b"{}"), False), (GOOD, False)) as server:
            await ask(chat(server.url, retries=3))
            return len(server.bodies)

    assert asyncio.run(run()) == 3


def test_a_wrong_key_is_not_tried_again() -> None:
    async def run() -> int:
        async with playing((http(401, b"{}"), False)) as server:
            with pytest.raises(ChatFailure):
                await ask(chat(server.url, retries=3))
            return len(server.bodies)

    assert asyncio.run(run()) == 1


def test_a_used_up_quota_is_not_tried_again() -> None:
    async def run() -> int:
        used_up = http(429, b'{"error": {"message": "pay", "type": "insufficient_quota", "code": null}}')
        async with playing((used_up, False)) as server:
            with pytest.raises(ChatFailure, match="HTTP 429: pay"):
                await ask(chat(server.url, retries=3))
            return len(server.bodies)

    assert asyncio.run(run()) == 1


def test_a_date_far_off_in_retry_after_is_given_up_on() -> None:
    async def run() -> float | None:
        busy = http(429, b"{}", headers="Retry-After: Fri, 01 Jan 2100 00:00:00 GMT\r\n")
        async with playing((busy, False)) as server:
            with pytest.raises(ChatFailure) as caught:
                await ask(chat(server.url, retries=3))
            return caught.value.retry_after

    assert (asyncio.run(run()) or 0) > 120


def test_an_address_that_is_none_is_refused_before_the_first_call() -> None:
    with pytest.raises(BadInputError, match="expected an address that begins with http"):
        chat("127.0.0.1:8080/v1")


def test_the_run_s_deadline_ends_a_call_that_retries() -> None:
    async def run() -> None:
        async with playing((b"", True)) as server:
            with pytest.raises(ChatFailure) as caught:
                await ask(chat(server.url, timeout_s=60, retries=8, deadline_s=0.2))
            assert caught.value.kind == "timeout"

    asyncio.run(run())


def test_a_call_is_cancelled_within_two_seconds() -> None:
    async def run() -> bool:
        async with playing((b"", True)) as server:
            call = asyncio.ensure_future(ask(chat(server.url, timeout_s=60)))
            await asyncio.sleep(0.2)
            call.cancel()
            await asyncio.wait({call}, timeout=2)
            return call.cancelled()

    assert asyncio.run(run())


def _json_object_only(body: dict[str, Any]) -> bytes:
    refused = body.get("response_format", {}).get("type") == "json_schema"
    return http(400, b'{"error": {"message": "no json_schema here"}}') if refused else GOOD


def test_a_server_without_schemas_is_asked_for_json_and_that_is_remembered() -> None:
    async def run() -> list[str]:
        async with playing(_json_object_only) as server, chat(server.url) as model:
            await model.reply(HELD)
            await model.reply(HELD)
            return [body["response_format"]["type"] for body in server.bodies]

    assert asyncio.run(run()) == ["json_schema", "json_object", "json_object"]


def test_a_missing_key_is_told_by_the_variable_s_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYED_KEY", raising=False)
    with pytest.raises(BadInputError, match="PLAYED_KEY is not set"):
        OpenAIChat(model="m", key_env="PLAYED_KEY")


def test_the_key_goes_to_the_server_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PLAYED_KEY", "sesame-4711")
    caplog.set_level(logging.DEBUG)

    async def run() -> tuple[str, str]:
        echo = http(401, b'{"error": {"message": "wrong key sesame-4711"}}')
        async with playing((echo, False)) as server:
            model = chat(server.url, key_env="PLAYED_KEY")
            with pytest.raises(ChatFailure) as caught:
                await ask(model)
            return "".join([repr(model), str(model.spec), repr(caught.value), str(caught.value)]), server.heads[0]

    shown, head = asyncio.run(run())
    assert "Bearer sesame-4711" in head
    assert "sesame" not in shown + caplog.text
