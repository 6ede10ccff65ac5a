"""``assay demo``: the handbook, in four languages, where the lab is installed."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("bm25s")
pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")

Run = Callable[..., Any]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo's vectors are kept from one run to the next."""
    return tmp_path_factory.mktemp("demo")


@pytest.fixture
def demo(assay: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(home)
    return lambda *options: assay("demo", *options)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Retrievers side by side"), ("zh", "各检索器对比"), ("es", "Recuperadores"), ("ru", "Сравнение")],
)
def test_the_demo_reports_in_every_language(demo: Run, language: str, title: str) -> None:
    ended = demo("--language", language)
    assert (ended.code, ended.err) == (0, "")
    assert title in ended.out
    assert re.search(r"^\S+ +bm25 +dense +hybrid$", ended.out, re.MULTILINE)


@pytest.mark.parametrize("retriever", ["bm25", "dense", "hybrid"])
def test_the_demo_reports_on_the_retriever_asked_for(demo: Run, retriever: str) -> None:
    ended = demo("--retriever", retriever, "--json", "--k", "5")
    written = json.loads(ended.out)
    assert (ended.code, written["settings"]["retriever"]) == (0, f"assay.lab:{retriever}")
    assert list(written["by"]) == ["category", "language", "kind"]
    assert len(written["settings"]["corpus_sha256"]) == 64
    assert (written["counts"]["failed"], list(written["by"]["language"])) == (0, ["en", "es", "ru", "zh"])


def test_an_unknown_retriever_is_a_usage_error(demo: Run) -> None:
    ended = demo("--retriever", "elastic")
    assert (ended.code, ended.out) == (2, "")
