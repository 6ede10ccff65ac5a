"""A judge's run that dies: what was acknowledged is there, nothing of it is asked again, and the end is the same."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.chat_server import graded, passage_of, replying, serving

pytest.importorskip("httpx2", reason="no httpx2: pip install 'assay[judge]'")

# Where these tests run in the background of a shell, SIGINT is ignored, and their processes would inherit that.
MAIN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from assay.cli.main import main; main()"
)
ROUNDS = int(os.environ.get("ASSAY_KILLS", "4"))
PASSAGES = 60 * ROUNDS


def write_queue(path: Path) -> None:
    rows = [
        {
            "query_id": f"q{number // 10}",
            "doc_id": f"d{number}",
            "query": "Who?",
            "text": f"passage {number} {number % 6}",
        }
        for number in range(PASSAGES)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def command(folder: Path, url: str, output: str, store: str) -> Sequence[str]:
    options = ["--model", "m", "--base-url", url, "--concurrency", "4", "--verdicts", str(folder / store)]
    return [
        *(sys.executable, "-c", MAIN, "judge", "run", str(folder / "queue.jsonl")),
        *options,
        *("-o", str(folder / output), "--json"),
    ]


def kept(store: Path) -> set[str]:
    """Return the passages whose verdicts were acknowledged."""
    if not store.exists():
        return set()
    with sqlite3.connect(store) as connection:
        rows = connection.execute("SELECT value FROM verdicts").fetchall()
    return {json.loads(value)["reply"]["reason"].removeprefix("seen: ") for (value,) in rows}


def labels(path: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [{name: value for name, value in row.items() if name != "judged_at"} for row in rows]


def told(out: str) -> dict[str, Any]:
    """Return what a report says of the judging, without what depends on when it ran."""
    found = json.loads(out)
    health = found["health"]
    return {
        **found["score"],
        "calls": health["calls"],
        "failures": health["failures"],
        "tokens": health["prompt_tokens"],
    }


def test_a_killed_run_resumes_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    write_queue(tmp_path / "queue.jsonl")
    draw = random.Random(7)
    with serving(replying(graded, wait_s=0.01)) as server:
        for _ in range(ROUNDS):
            before, n_asked = kept(tmp_path / "store"), len(server.bodies)
            run = subprocess.Popen(
                command(tmp_path, server.url, "labels.jsonl", "store"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            deadline = time.monotonic() + 60
            while len(server.bodies) == n_asked and run.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(draw.uniform(0, 0.4))
            run.kill()
            run.wait()
            asked = {passage_of(body["messages"][-1]["content"]) for body in server.bodies[n_asked:]}
            assert not asked & before
            assert before <= kept(tmp_path / "store")
        before, n_asked = kept(tmp_path / "store"), len(server.bodies)
        assert len(before) > 0
        resumed = subprocess.run(
            command(tmp_path, server.url, "labels.jsonl", "store"), capture_output=True, text=True, check=True
        )
        asked = [passage_of(body["messages"][-1]["content"]) for body in server.bodies[n_asked:]]
        assert len(asked) == len(set(asked)) == PASSAGES - len(before)
        undisturbed = subprocess.run(
            command(tmp_path, server.url, "whole.jsonl", "another"), capture_output=True, text=True, check=True
        )
    assert labels(tmp_path / "labels.jsonl") == labels(tmp_path / "whole.jsonl")
    assert told(resumed.stdout) == told(undisturbed.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a process alone")
def test_ctrl_c_ends_it_within_two_seconds_and_says_how_to_go_on(tmp_path: Path) -> None:
    write_queue(tmp_path / "queue.jsonl")
    with serving((b"", True)) as server:  # never answers
        run = subprocess.Popen(
            command(tmp_path, server.url, "labels.jsonl", "store"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while not server.bodies:
            time.sleep(0.01)
        began = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=20)
        took = time.monotonic() - began
    assert run.returncode == 130
    assert "goes on from there" in err
    assert "Traceback" not in err
    assert not (tmp_path / "labels.jsonl").exists()
    assert took < 10  # two seconds on an idle machine; what is held is that it does not wait for the server
