"""``assay evaluate --judge`` against a real server on loopback: judges' scores beside the ranking measures."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.chat_server import serving
from tests.contract.fault_server import completion, http

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")

Run = Callable[..., Any]

PIPELINE = '''
"""A pipeline that answers as well."""
TEXTS = {"d1": "Ada wrote it.", "d2": "Bob read it."}

def retrieve(query, k=10):
    return [{"id": doc_id, "text": text} for doc_id, text in TEXTS.items()][:k]

def answering(query, k=10):
    return {"answer": "Ada wrote it.", "source_documents": retrieve(query, k)}

def bare(query, k=10):
    return ["d1", "d2"][:k]
'''
REPLIES = {
    "useful": {"reason": "", "useful": "yes"},
    "claims": {"claims": ["Ada wrote it.", "It is old."]},
    "support": {"verdicts": [{"claim": 1, "supported": "yes"}, {"claim": 2, "supported": "no"}]},
    "answer": {"answer": "Ada did."},
    "sufficiency": {"reason": "", "sufficient": "no"},
}
NAMES = "context_precision,context_recall,faithfulness"


def by_form(body: dict[str, Any]) -> bytes:
    return http(200, completion(json.dumps(REPLIES[body["response_format"]["json_schema"]["name"]])))


@pytest.fixture
def golden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (folder / "judged_app.py").write_text(PIPELINE, "utf-8")
    rows = [
        {"id": "q1", "query": "Who wrote it?", "relevant_doc_ids": ["d1"], "expected_answer": "Ada wrote it."},
        {"id": "q2", "query": "Who read it?", "relevant_doc_ids": ["d2"], "expected_answer": "Bob read it."},
        {"id": "q3", "query": "Who ate it?", "answerable": False},
    ]
    (folder / "golden.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    monkeypatch.syspath_prepend(folder)
    return "golden.jsonl"


def test_scores_of_judges_stand_beside_the_measures(assay: Run, golden: str) -> None:
    with serving(by_form) as server:
        ended = assay(
            *("evaluate", golden, "--retriever", "judged_app:answering", "--k", "2", f"--judge={NAMES}"),
            *("--model", "m", "--base-url", server.url, "--json", "--per-query"),
        )
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert told["measures"]["R@2"]["mean"] == 1.0
    judged = told["judged"]
    assert {name: part["score"]["mean"] for name, part in judged.items()} == {
        "context_precision": 1.0,
        "context_recall": 0.5,
        "faithfulness": 0.5,
    }
    assert judged["faithfulness"]["per_query"] == {"q1": 0.5, "q2": 0.5}
    assert judged["faithfulness"]["score"]["asked"] == 2
    assert judged["context_precision"]["health"]["calls"] == 4


def test_the_report_shows_them_with_what_they_took(assay: Run, golden: str) -> None:
    with serving(by_form) as server:
        ended = assay(
            *("evaluate", golden, "--retriever", "judged_app:answering", "--k", "2", f"--judge={NAMES}"),
            *("--model", "m", "--base-url", server.url, "--language", "es"),
        )
    assert ended.code == 0, ended.err
    assert "Lo que dicen los jueces" in ended.out
    assert "Fidelidad" in ended.out
    assert "Juzgado por m" in ended.out


def test_the_model_answers_where_asked_to(assay: Run, golden: str) -> None:
    with serving(by_form) as server:
        ended = assay(
            *("evaluate", golden, "--retriever", "judged_app:retrieve", "--k", "2", "--judge=faithfulness"),
            *("--model", "m", "--base-url", server.url, "--answers", "generate", "--json"),
        )
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["judged"]["faithfulness"]["score"]["mean"] == 0.5
    forms = [body["response_format"]["json_schema"]["name"] for body in server.bodies]
    assert sorted(forms) == ["answer"] * 2 + ["claims"] * 2 + ["support"]  # what is asked twice is asked once


@pytest.mark.parametrize(
    ("retriever", "judge", "said"),
    [
        ("judged_app:retrieve", "faithfulness", "--answers generate"),
        ("judged_app:bare", "context_sufficiency", "carries no text"),
        ("judged_app:retrieve", "vibes", "no judge goes by"),
        ("judged_app:retrieve", "relevance", "assay judge run"),
    ],
)
def test_what_cannot_be_judged_is_said_and_nothing_is_asked(
    assay: Run, golden: str, retriever: str, judge: str, said: str
) -> None:
    with serving(by_form) as server:
        ended = assay(
            *("evaluate", golden, "--retriever", retriever, "--k", "2", f"--judge={judge}"),
            *("--model", "m", "--base-url", server.url),
        )
    assert ended.code in (2, 3)
    assert said in ended.err
    assert server.bodies == []


def test_failures_of_a_judge_are_counted_and_bound_the_mean(assay: Run, golden: str) -> None:
    def rule(body: dict[str, Any]) -> bytes:
        is_second = "Who read it" in body["messages"][1]["content"]
        return http(400, b'{"error": {"message": "too long"}}') if is_second else by_form(body)

    with serving(rule) as server:
        ended = assay(
            *("evaluate", golden, "--retriever", "judged_app:retrieve", "--k", "2", "--judge=context_sufficiency"),
            *("--model", "m", "--base-url", server.url, "--json"),
        )
    part = json.loads(ended.out)["judged"]["context_sufficiency"]
    assert (part["score"]["mean"], part["score"]["failed"]) == (0.0, 1)
    assert (part["score"]["if_failed_worst"], part["score"]["if_failed_best"]) == (0.0, 0.5)
    assert part["health"]["failures"] == {"bad_request": 1}
