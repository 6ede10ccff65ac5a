"""A chat model's yes or no, read off a chat server that plays log-probabilities."""

import asyncio
import math
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

import pytest
from tests.contract.fault_server import completion, http, playing

from assay.errors import BadInputError
from assay.models.openai_chat import OpenAIChat
from assay.models.scores import ScoreFailure, compute_scores_sync
from assay.models.yes_no import Language, YesNo, log_odds_of_yes

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")


def likely(shares: Mapping[str, float]) -> dict[str, float]:
    return {token: math.log(share) for token, share in shares.items()}


def first_token(shares: Mapping[str, float]) -> bytes:
    top = [{"token": token, "logprob": value} for token, value in likely(shares).items()]
    return http(200, completion(top[0]["token"], logprobs={"content": [{**top[0], "top_logprobs": top}]}))


def by_document(body: dict[str, Any]) -> bytes:
    text = body["messages"][-1]["content"]
    return first_token({"Yes": 0.6, "No": 0.2} if "wet" in text.split("Passage:")[1] else {"No": 0.75, "Yes": 0.25})


def scored(*script: Any, documents: tuple[str, ...] = ("wet", "dry"), **more: Any) -> tuple[list[float], list[Any]]:
    async def run() -> tuple[list[float], list[Any]]:
        async with playing(*script) as server:
            chat = OpenAIChat(model="m", base_url=server.url, key_env=None, timeout_s=5, retries=0)
            async with chat:
                scores = await YesNo(chat, **more).compute_scores("Is water wet?", documents)
            return list(scores), server.bodies

    return asyncio.run(run())


def test_each_document_is_asked_about_and_scored_by_its_log_odds() -> None:
    scores, bodies = scored(by_document)
    assert scores == pytest.approx([math.log(3), -math.log(3)])
    assert [(body["max_tokens"], body["logprobs"], body["top_logprobs"]) for body in bodies] == [(1, True, 20)] * 2


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [("en", "Yes", "No"), ("zh", "是", "否"), ("es", "Sí", "No"), ("ru", "Да", "Нет")],
)
def test_each_language_asks_for_its_own_words_and_reads_them(language: Language, yes: str, no: str) -> None:
    played = first_token({yes: 0.8, no: 0.1})
    scores, bodies = scored((played, False), documents=("Вода",), language=language)
    assert scores == pytest.approx([math.log(8)])
    question = bodies[0]["messages"][-1]["content"]
    assert all(word in question for word in (yes, no, "Is water wet?", "Вода"))


def test_braces_in_a_text_stay_as_they_are() -> None:
    _, bodies = scored((first_token({"Yes": 1.0}), False), documents=("{query} {document} {0}",))
    assert "Passage: {query} {document} {0}" in bodies[0]["messages"][-1]["content"]


def test_the_variants_of_a_word_count_together() -> None:
    shares = {"Yes": 0.3, " yes": 0.2, "YES": 0.1, "No": 0.1, " no": 0.05, "Perhaps": 0.2}
    assert log_odds_of_yes(likely(shares)) == pytest.approx(math.log(0.6 / 0.15))


def test_the_beginning_of_a_word_counts_for_it() -> None:
    assert log_odds_of_yes(likely({"Н": 0.5, "Да": 0.25}), "ru") == pytest.approx(math.log(0.5))


def test_a_word_that_merely_begins_alike_does_not_count() -> None:
    assert log_odds_of_yes(likely({"Yes": 0.4, "Not": 0.3, "No": 0.2})) == pytest.approx(math.log(2))


def test_of_a_word_that_is_not_listed_the_least_likely_token_is_the_bound() -> None:
    assert log_odds_of_yes(likely({"Yes": 0.9, "Sure": 0.05, "Of": 0.01})) == pytest.approx(math.log(90))


def test_neither_yes_nor_no_is_a_failure() -> None:
    with pytest.raises(ScoreFailure, match="neither yes nor no") as caught:
        scored((first_token({"Well": 0.9, "I": 0.1}), False))
    assert caught.value.kind == "garbage"


def test_a_server_without_log_probabilities_is_a_failure() -> None:
    with pytest.raises(ScoreFailure, match="no log-probabilities") as caught:
        scored((http(200, completion("Yes")), False))
    assert caught.value.kind == "empty"


def test_a_failed_call_is_a_failure_of_its_kind() -> None:
    with pytest.raises(ScoreFailure) as caught:
        scored((http(401, b"{}"), False))
    assert caught.value.kind == "unauthorised"


def test_a_probability_of_nothing_is_a_failure_and_no_score() -> None:
    minus = http(
        200,
        completion(
            "Yes",
            logprobs={
                "content": [
                    {
                        "token": "Yes",
                        "logprob": 0.0,
                        "top_logprobs": [{"token": "No", "logprob": -math.inf}],
                    }
                ]
            },
        ),
    )
    with pytest.raises(ScoreFailure):
        scored((minus, False), documents=("wet",))


def test_all_languages_have_the_same_keys_and_placeholders() -> None:
    words = resources.files("assay.models.yes_no_words")
    prompts = {name: tomllib.loads((words / f"{name}.toml").read_text("utf-8")) for name in ("en", "zh", "es", "ru")}
    assert {tuple(prompt) for prompt in prompts.values()} == {("version", "yes", "no", "system", "question")}
    assert all(prompt["question"].count(name) == 1 for prompt in prompts.values() for name in ("{query}", "{document}"))


def test_the_sync_twin_closes_the_connections() -> None:
    async def run() -> list[float]:
        async with playing(by_document) as server:
            chat = OpenAIChat(model="m", base_url=server.url, key_env=None, timeout_s=5, retries=0)
            return list(await asyncio.to_thread(compute_scores_sync, YesNo(chat), "Is water wet?", ["wet"]))

    assert asyncio.run(run()) == pytest.approx([math.log(3)])


def test_the_spec_names_model_language_and_prompt() -> None:
    spec = YesNo(OpenAIChat(model="m", key_env=None), language="es").spec
    assert (spec["kind"], spec["language"], spec["prompt"]) == ("yes-no", "es", 1)


def test_a_language_without_a_prompt_is_refused() -> None:
    with pytest.raises(BadInputError, match="one of en, zh, es, ru"):
        YesNo(OpenAIChat(model="m", key_env=None), language="fr")  # type: ignore[arg-type]
