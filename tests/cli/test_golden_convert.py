"""``assay golden convert``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def squad(folder: Path) -> Path:
    question = {"id": "a", "question": "What?", "answers": [{"text": "8", "answer_start": 6}]}
    whole = {"data": [{"title": "T", "paragraphs": [{"context": "It is 8.", "qas": [question]}]}]}
    (folder / "dev.json").write_text(json.dumps(whole), "utf-8")
    return folder


def test_squad_becomes_a_golden_set_that_a_pipeline_is_evaluated_on(assay: Run, squad: Path) -> None:
    ended = assay("golden", "convert", "dev.json", "new.jsonl")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "wrote new.jsonl: 1 cases, 1 pieces of evidence, 1 documents\n"
    assert assay("golden", "check", "new.jsonl").code == 0
    evaluated = assay("evaluate", "new.jsonl", "--retriever", "search:OverCorpus", "--k", "1", "--json")
    assert json.loads(evaluated.out)["measures"]["R@1"]["mean"] == 1.0


def test_what_was_converted_is_told_as_json(assay: Run, squad: Path) -> None:
    told = json.loads(assay("golden", "convert", "dev.json", "collection", "--json").out)
    assert {name: told[name] for name in ("source", "target", "cases", "documents", "evidence", "notes")} == {
        "source": "squad", "target": "beir", "cases": 1, "documents": 1, "evidence": 1, "notes": [],
    }  # fmt: skip


def test_what_the_target_cannot_hold_is_told(assay: Run, squad: Path) -> None:
    ended = assay("golden", "convert", "dev.json", "dev.qrels")
    assert "note: 1 of 1 cases: not kept: evidence" in ended.err
    assert (squad / "dev.qrels").read_text("utf-8") == "a 0 T#1 1\n"


def test_a_second_time_nothing_is_overwritten(assay: Run, squad: Path) -> None:
    assay("golden", "convert", "dev.json", "new.jsonl")
    before = (squad / "new.jsonl").read_bytes()
    ended = assay("golden", "convert", "dev.json", "new.jsonl")
    assert (ended.code, "nothing is overwritten" in ended.err) == (3, True)
    assert (squad / "new.jsonl").read_bytes() == before


def test_a_name_that_says_no_format_is_refused(assay: Run, squad: Path) -> None:
    ended = assay("golden", "convert", "dev.json", "new.xyz")
    assert (ended.code, "--to" in ended.err) == (2, True)
