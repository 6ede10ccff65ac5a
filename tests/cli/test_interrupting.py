"""Processes that hang, are interrupted, or are left waiting: each ends soon, with a report of what there is."""

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

SOON = 20  # a start of Python with NumPy on a busy machine, and a margin

HANGING = {
    "sync": """
import threading
def retrieve(query):
    threading.Event().wait(600)
""",
    "busy": """
import time
def retrieve(query):
    end = time.monotonic() + 600
    while time.monotonic() < end:
        time.sleep(0.001)
""",
    "async": """
import asyncio
async def retrieve(query):
    await asyncio.Event().wait()
""",
    "async over a thread": """
import asyncio, time
async def retrieve(query):
    await asyncio.to_thread(time.sleep, 600)
""",
    "generator": """
import time
def retrieve(query):
    yield "d1"
    time.sleep(600)
    yield "d2"
""",
}

ENDLESS = """
import itertools, time
def retrieve(query):
    for n in itertools.count():
        if n > 100_000:
            time.sleep(600)
        yield f"d{n}"
"""

SLOW = """
import pathlib, threading, asyncio
def retrieve(query):
    if query == "Why?":
        pathlib.Path("waiting").touch()
        threading.Event().wait(600)
    return ["d1", "d2", "d3"]
async def aretrieve(query):
    if query == "Why?":
        pathlib.Path("waiting").touch()
        await asyncio.Event().wait()
    return ["d1", "d2", "d3"]
"""


@pytest.mark.parametrize("source", HANGING.values(), ids=HANGING)
def test_a_hung_pipeline_is_timed_out_and_does_not_keep_the_process(process: Run, folder: Path, source: str) -> None:
    (folder / "hanging.py").write_text(source, "utf-8")
    running = process("evaluate", "golden.jsonl", "--retriever", "hanging:retrieve", "--timeout", "0.1", "--json")
    out, err = running.communicate(timeout=SOON)
    assert "Traceback" not in err
    assert [error["reason"] for error in json.loads(out)["errors"]] == ["timeout after 0.1 s"] * 3
    assert running.returncode == 5


def test_an_endless_generator_is_read_to_k(process: Run, folder: Path) -> None:
    (folder / "hanging.py").write_text(ENDLESS, "utf-8")
    running = process("evaluate", "golden.jsonl", "--retriever", "hanging:retrieve", "--json")
    out, _ = running.communicate(timeout=SOON)
    assert json.loads(out)["counts"]["answered"] == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process in another way there")
@pytest.mark.parametrize("name", ["retrieve", "aretrieve"])
@pytest.mark.parametrize("form", ["json", "text"])
def test_ctrl_c_prints_a_report_of_what_was_measured(process: Run, folder: Path, name: str, form: str) -> None:
    options = ("--retriever", f"slow:{name}", "--concurrency", "1", "--format", form)
    _, out, err = interrupted(process, folder, *options)
    assert "Traceback" not in err
    if form == "json":
        counts = json.loads(out)["counts"]
        assert (counts["asked"], counts["not_asked"], counts["failed"]) == (2, 1, 0)
    else:
        assert "Stopped early: 2 of 3 questions were asked." in " ".join(out.split())


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process in another way there")
def test_ctrl_c_is_no_success_for_a_script(process: Run, folder: Path) -> None:
    ended, _, _ = interrupted(process, folder, "--retriever", "slow:retrieve")
    assert ended == 130


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process in another way there")
def test_ctrl_c_still_writes_the_reports_asked_for(process: Run, folder: Path) -> None:
    interrupted(process, folder, "--retriever", "slow:retrieve", "--out", "reports")
    assert json.loads((folder / "reports" / "report.json").read_text("utf-8"))["counts"]["not_asked"] == 1


def interrupted(process: Run, folder: Path, *options: str) -> tuple[int, str, str]:
    """Send Ctrl-C once the third question hangs; return code, stdout and stderr."""
    (folder / "slow.py").write_text(SLOW, "utf-8")
    running = process("evaluate", "golden.jsonl", *options)
    wait_for(folder / "waiting", running)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=SOON)
    return running.returncode, out, err


def wait_for(path: Path, running: Any) -> None:
    end = time.monotonic() + SOON
    while not path.exists():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < end, f"no {path.name} after {SOON} s"
        time.sleep(0.01)


STUBBORN = """
import asyncio, pathlib
async def retrieve(query):
    pathlib.Path("waiting").touch()
    while True:
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            pathlib.Path("ignored").touch()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process in another way there")
def test_a_second_ctrl_c_ends_a_pipeline_that_will_not_stop(process: Run, folder: Path) -> None:
    (folder / "stubborn.py").write_text(STUBBORN, "utf-8")
    running = process("evaluate", "golden.jsonl", "--retriever", "stubborn:retrieve", "--concurrency", "1")
    for sign in ("waiting", "ignored"):
        wait_for(folder / sign, running)
        running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=SOON)
    assert (running.returncode, "Traceback" in err) == (130, False)
