"""``assay judge run`` against a real server on loopback: labels, health, failures, budgets, resuming."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.chat_server import graded, replying, serving
from tests.contract.fault_server import FaultServer, completion, http

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")

Run = Callable[..., Any]

QUEUE = [
    {"query_id": "q1", "doc_id": "a", "query": "Who?", "text": "grade 5"},
    {"query_id": "q1", "doc_id": "b", "query": "Who?", "text": "grade 0"},
    {"query_id": "q2", "doc_id": "a", "query": "When?", "text": "grade 3"},
]


def written(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path.name


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with serving(replying(graded)) as found:
        yield found


@pytest.fixture
def queue(folder: Path) -> str:
    return written(folder / "queue.jsonl", QUEUE)


def test_a_queue_becomes_labels_with_who_judged_when_and_how(
    assay: Run, folder: Path, queue: str, server: FaultServer
) -> None:
    ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "labels.jsonl")
    assert ended.code == 0, ended.err
    labels = rows_of(folder / "labels.jsonl")
    assert [(row["query_id"], row["doc_id"], row["grade"]) for row in labels] == [
        ("q1", "a", 5.0),
        ("q1", "b", 0.0),
        ("q2", "a", 3.0),
    ]
    assert labels[0]["judge"] == "relevance:m"
    assert "prompt 1.1" in labels[0]["how"]
    assert "temperature 0.0" in labels[0]["how"]
    assert labels[0]["judged_at"].startswith("20")
    assert labels[0]["reason"] == "seen: grade 5"
    assert "3/3" in ended.out


def test_the_json_tells_scores_and_health(assay: Run, queue: str, server: FaultServer) -> None:
    ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "labels.jsonl", "--json")
    told = json.loads(ended.out)
    assert (told["kind"], told["settings"]["source_kind"]) == ("judging", "queue")
    assert (told["score"]["mean"], told["score"]["scored"], told["score"]["failed"]) == (pytest.approx(8 / 3), 3, 0)
    assert told["score"]["given"] == {"0": 1, "3": 1, "5": 1}
    health = told["health"]
    assert (health["calls"], health["replayed"], health["failures"]) == (3, 0, {})
    assert (health["prompt_tokens"], health["completion_tokens"]) == (9, 3)


def test_a_second_run_pays_for_nothing_and_says_the_same(
    assay: Run, folder: Path, queue: str, server: FaultServer
) -> None:
    common = ("judge", "run", queue, "--model", "m", "--base-url", server.url, "--json")
    assay(*common, "-o", "one.jsonl")
    told = json.loads(assay(*common, "-o", "two.jsonl").out)
    assert len(server.bodies) == 3
    assert (told["health"]["calls"], told["health"]["replayed"]) == (3, 3)
    assert (folder / "one.jsonl").read_bytes() == (folder / "two.jsonl").read_bytes()


def test_labels_are_never_overwritten_and_nothing_is_paid_for(
    assay: Run, folder: Path, queue: str, server: FaultServer
) -> None:
    (folder / "labels.jsonl").write_text("precious", "utf-8")
    ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "labels.jsonl")
    assert (ended.code, server.bodies) == (3, [])
    assert "never overwritten" in ended.err
    assert (folder / "labels.jsonl").read_text("utf-8") == "precious"


def test_a_failed_row_has_no_grade_and_the_mean_says_what_it_could_be(assay: Run, folder: Path, queue: str) -> None:
    def rule(body: dict[str, Any]) -> bytes:
        said = body["messages"][-1]["content"]
        return http(400, b'{"error": {"message": "context too long"}}') if "grade 0" in said else replying(graded)(body)

    with serving(rule) as server:
        ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "labels.jsonl", "--json")
    assert ended.code == 0
    told = json.loads(ended.out)
    assert told["health"]["failures"] == {"bad_request": 1}
    assert (told["score"]["mean"], told["score"]["failed"]) == (4.0, 1)
    assert told["score"]["if_failed_worst"] == pytest.approx(8 / 3)
    assert told["score"]["if_failed_best"] == pytest.approx(13 / 3)
    row = rows_of(folder / "labels.jsonl")[1]
    assert row["grade"] is None
    assert row["failed"][0]["kind"] == "bad_request"
    assert "context too long" in row["failed"][0]["text"]


def test_where_everything_failed_the_exit_code_says_so(assay: Run, queue: str) -> None:
    with serving((http(401, b'{"error": {"message": "no"}}'), False)) as server:
        ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "labels.jsonl")
    assert ended.code == 5
    assert "0 judged, 3 failed" in ended.err
    assert "HTTP 401" in ended.out


def test_the_budget_stops_cleanly_and_the_rest_is_asked_later(
    assay: Run, folder: Path, queue: str, server: FaultServer
) -> None:
    common = ("judge", "run", queue, "--model", "m", "--base-url", server.url, "--json")
    told = json.loads(assay(*common, "-o", "one.jsonl", "--budget", "2").out)
    assert (len(server.bodies), told["health"]["failures"]) == (2, {"budget": 1})
    told = json.loads(assay(*common, "-o", "two.jsonl", "--budget", "2").out)
    assert (len(server.bodies), told["health"]["failures"], told["score"]["scored"]) == (3, {}, 3)


def test_a_dry_run_asks_nothing_and_needs_no_key(assay: Run, queue: str, folder: Path) -> None:
    ended = assay("judge", "run", queue, "--model", "m", "--dry-run", "--json")
    assert ended.code == 0, ended.err
    plan = json.loads(ended.out)["plan"]
    assert (plan["questions"], plan["calls"], plan["undecidable"]) == (3, 3, 0)
    assert plan["prompt_tokens"] > 500
    assert not (folder / ".assay").exists()


def test_repetitions_are_counted_and_their_variance_is_told(assay: Run, folder: Path, queue: str) -> None:
    turns: dict[str, int] = {}

    def rule(said: str) -> str:
        turns[said] = turns.get(said, 0) + 1
        return json.dumps({"reason": "", "score": 2 * (turns[said] - 1)})  # 0, then 2

    with serving(replying(rule)) as server:
        ended = assay(
            "judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "l.jsonl", "--repeat", "2", "--json"
        )
    assert json.loads(ended.out)["repeats"] == {"questions": 3, "within": 2.0, "between": 0.0}
    assert [(row["grade"], row["repeats"]) for row in rows_of(folder / "l.jsonl")] == [(1.0, [0.0, 2.0])] * 3


def test_recorded_answers_are_judged_passage_by_passage(assay: Run, folder: Path, server: FaultServer) -> None:
    answers = written(
        folder / "answers.jsonl", [{"question": "Who?", "answer": "Ada", "contexts": ["grade 4", "grade 1", ""]}]
    )
    ended = assay("judge", "run", answers, "--model", "m", "--base-url", server.url, "-o", "l.jsonl")
    assert ended.code == 0, ended.err
    found = [(row["query_id"], row["doc_id"], row["grade"]) for row in rows_of(folder / "l.jsonl")]
    assert found == [("1", "1", 4.0), ("1", "2", 1.0), ("1", "3", 0.0)]
    assert len(server.bodies) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--base-url", "http://127.0.0.1:9/v1", "-o", "l.jsonl"), 2, "no default model"),
        (("--model", "m", "--base-url", "http://127.0.0.1:9/v1"), 2, "-o FILE"),
        (("--model", "m", "-o", "l.jsonl"), 3, "OPENAI_API_KEY is not set"),
        (("--model", "m", "--judge", "vibes", "--dry-run"), 3, "no judge goes by 'vibes'"),
    ],
)
def test_what_is_missing_is_said(
    assay: Run, queue: str, monkeypatch: pytest.MonkeyPatch, *, arguments: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ASSAY_MODEL", raising=False)
    ended = assay("judge", "run", queue, *arguments)
    assert (ended.code, said in ended.err) == (code, True), ended.err


def test_a_pair_without_a_text_is_named(assay: Run, folder: Path) -> None:
    written(folder / "bare.jsonl", [{"query_id": "q1", "doc_id": "a", "query": "Who?"}])
    ended = assay("judge", "run", "bare.jsonl", "--model", "m", "--dry-run")
    assert ended.code == 3
    assert "no text of 'a'" in ended.err
    assert "--corpus" in ended.err


def test_bad_rows_of_recorded_answers_are_named_with_their_lines(assay: Run, folder: Path) -> None:
    (folder / "bad.jsonl").write_text('{"answer": "x"}\n{"question": "Who?", "contexts": "one"}\n{"q', "utf-8")
    ended = assay("judge", "run", "bad.jsonl", "--model", "m", "--dry-run")
    assert ended.code == 3
    assert all(place in ended.err for place in ("bad.jsonl:1", "bad.jsonl:2", "bad.jsonl:3"))


def test_a_sample_of_judged_hits_and_holes_of_a_run(assay: Run, folder: Path, server: FaultServer) -> None:
    (folder / "run.txt").write_text(
        "".join(f"q{q} Q0 d{d} {d} {9 - d} sys\n" for q in (1, 2) for d in (1, 2, 3)), "utf-8"
    )
    (folder / "golden.jsonl").write_text(
        '{"id": "q1", "query": "Who?", "relevant_doc_ids": {"d1": 1, "d2": 0}}\n'
        '{"id": "q2", "query": "When?", "relevant_doc_ids": ["d2"]}\n',
        "utf-8",
    )
    (folder / "docs.jsonl").write_text(
        "".join(json.dumps({"_id": f"d{d}", "text": f"grade {d}"}) + "\n" for d in (1, 2, 3)), "utf-8"
    )
    common = ("judge", "run", "run.txt", "--golden", "golden.jsonl", "--corpus", "docs.jsonl", "--model", "m")
    ended = assay(*common, "--base-url", server.url, "--sample", "2,1", "-o", "l.jsonl")
    assert ended.code == 0, ended.err
    pairs = {(row["query_id"], row["doc_id"]) for row in rows_of(folder / "l.jsonl")}
    judged = {("q1", "d1"), ("q1", "d2"), ("q2", "d2")}
    assert (len(pairs & judged), len(pairs - judged)) == (2, 1)
    ended = assay(*common, "--sample", "9,1", "--dry-run")
    assert ended.code == 3
    assert "there are 3 judged hits" in ended.err


def test_a_reply_in_prose_is_repaired_and_counted(assay: Run, queue: str) -> None:
    with serving((http(200, completion('Of course! {"reason": "r", "score": 2}')), False)) as server:
        ended = assay("judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "l.jsonl", "--json")
    assert json.loads(ended.out)["health"]["repairs"] == {"prose": 3}


@pytest.mark.parametrize("language", ["en", "zh", "es", "ru"])
def test_the_report_is_written_in_each_language(assay: Run, queue: str, server: FaultServer, language: str) -> None:
    ended = assay(
        "judge", "run", queue, "--model", "m", "--base-url", server.url, "-o", "l.jsonl", "--language", language
    )
    assert ended.code == 0
    assert "{" not in ended.out
    assert "relevance:m" in ended.out


def test_prices_tell_what_it_would_cost_and_what_it_did(assay: Run, queue: str, server: FaultServer) -> None:
    common = ("judge", "run", queue, "--model", "m", "--base-url", server.url, "--json", "--prices", "1000,2000000")
    plan = json.loads(assay(*common, "--dry-run").out)["plan"]
    assert plan["cost_usd"] == pytest.approx(plan["prompt_tokens"] / 1000 + plan["completion_tokens"] * 2)
    health = json.loads(assay(*common, "-o", "l.jsonl").out)["health"]
    assert health["cost_usd"] == pytest.approx(9 / 1000 + 3 * 2)  # 3 tokens asked and 1 answered a call
    ended = assay(*common, "--dry-run", "--prices", "cheap")
    assert (ended.code, "0.15,0.60" in ended.err) == (2, True)
