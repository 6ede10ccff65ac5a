"""The command line, in process where that will do and as a process of its own where it must be one."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from assay.cli.main import main

Run = Callable[..., "Outcome"]

SEARCH = '''
"""Pipelines as users write them."""
import asyncio

ANSWERS = ["d1", "d2", "d3"]

def retrieve(query, k=10):
    return ANSWERS[:k]

async def aretrieve(query, k=10):
    return ANSWERS[:k]

class Search:
    def __init__(self, reverse=False):
        self.reverse = reverse
    def retrieve(self, query, k):
        return (ANSWERS[::-1] if self.reverse else ANSWERS)[:k]

class OverCorpus:
    def __init__(self, corpus, first=None):
        self.ids = [document.doc_id for document in corpus]
        if first:
            self.ids.sort(key=lambda doc_id: doc_id != first)
    def retrieve(self, query, k):
        return self.ids[:k]

instance = Search()

class Holder:
    inner = instance

def make():
    return Search()

def build(corpus, *, first=None):
    return OverCorpus(corpus, first)

def build_badly():
    raise OSError("index is locked")

def fails(query):
    raise ConnectionError("refused")

def fails_on_when(query):
    if query == "When?":
        raise ConnectionError("refused")
    return ANSWERS

def none(query):
    return None

def needs_tenant(query, tenant):
    return ANSWERS

def talks(query):
    print("searching for", query)
    return ANSWERS

number = 42
'''

GOLDEN = """\
{"query": "Who?", "relevant_doc_ids": ["d1"], "category": "facts", "team": "red"}
{"query": "When?", "relevant_doc_ids": ["d2", "d3"], "category": "facts", "team": "blue"}
{"query": "Why?", "relevant_doc_ids": ["d9"], "category": "reasons"}
"""


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project folder with a golden set, a corpus and pipelines; the current one while the test runs."""
    (tmp_path / "golden.jsonl").write_text(GOLDEN, "utf-8")
    (tmp_path / "search.py").write_text(SEARCH, "utf-8")
    (tmp_path / "docs").mkdir()
    for name in ("d1", "d2", "d3"):
        (tmp_path / "docs" / f"{name}.md").write_text(f"# {name}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if _below(sys.modules[name], tmp_path):
            del sys.modules[name]


@pytest.fixture
def assay(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``assay`` in process."""

    def run(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["assay", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        code = ended.value.code  # as Python ends a process: a text is printed and stands for 1
        return Outcome(code if isinstance(code, int) else int(code is not None), out, err)

    return run


@pytest.fixture
def process(folder: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Start ``assay`` as a process of its own; what still runs when the test is over is killed."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, env: dict[str, str] | None = None, **how: Any) -> "subprocess.Popen[str]":
        command: Sequence[str] = [sys.executable, "-m", "assay.cli.main", *arguments]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8", **how}
        started.append(subprocess.Popen(command, env={**os.environ, **(env or {})}, **streams))
        return started[-1]

    yield start
    for running in started:
        running.kill()
        with running:
            pass


def _below(module: ModuleType, folder: Path) -> bool:
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))
