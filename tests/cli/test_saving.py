"""``assay evaluate --save``: what is saved where, and that nothing is saved unasked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay import open_store
from assay.data.document import sha256_of
from assay.files.corpus import read_corpus

Run = Callable[..., Any]

EVALUATE = ("evaluate", "golden.jsonl", "--retriever", "search:retrieve")


@pytest.fixture(autouse=True)
def no_store_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASSAY_STORE", raising=False)


def test_nothing_is_saved_unasked(assay: Run, folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    assert assay(*EVALUATE).err == ""
    assert {path.name for path in folder.iterdir()} - before <= {"__pycache__"}


def test_save_saves_and_says_so_on_stderr(assay: Run) -> None:
    ended = assay(*EVALUATE, "--save")
    entry = open_store().find("latest")
    assert (ended.code, ended.err) == (0, f"saved as {entry.id} ({Path('.assay') / 'assay.db'})\n")
    assert (entry.retriever, entry.golden, entry.name) == ("search:retrieve", "golden", None)


def test_what_is_saved_has_every_question_and_what_was_printed(assay: Run) -> None:
    printed = json.loads(assay(*EVALUATE, "--save", "--json", "--per-query").out)
    assert json.loads(open_store().load("latest")) == printed
    assert list(printed["cases"]) == ["q1", "q2", "q3"]


def test_json_on_stdout_is_still_one_object(assay: Run) -> None:
    assert json.loads(assay(*EVALUATE, "--save", "--json").out)["kind"] == "evaluation"


def test_once_there_is_a_store_evaluations_are_saved_without_being_asked(assay: Run) -> None:
    assay(*EVALUATE, "--save")
    assert assay(*EVALUATE).err.startswith("saved as ")
    assert len(open_store().entries()) == 2


def test_a_folder_assay_without_a_store_asks_for_nothing(assay: Run, folder: Path) -> None:
    (folder / ".assay").mkdir()
    assert assay(*EVALUATE).err == ""
    assert list((folder / ".assay").iterdir()) == []


def test_no_save_turns_that_off(assay: Run) -> None:
    assay(*EVALUATE, "--save")
    assert assay(*EVALUATE, "--no-save").err == ""
    assert len(open_store().entries()) == 1


def test_a_name_asks_for_saving(assay: Run) -> None:
    assay(*EVALUATE, "--name", "before reranking")
    assert open_store().find("before reranking").name == "before reranking"


def test_a_store_asks_for_saving_and_is_where_it_goes(assay: Run, folder: Path) -> None:
    assert "(runs.db)" in assay(*EVALUATE, "--store", "sqlite:///runs.db").err
    assert len(open_store("runs.db").entries()) == 1
    assert not (folder / ".assay").exists()


def test_the_environment_may_name_the_store(assay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_STORE", "runs.db")
    assay(*EVALUATE)
    assert len(open_store("runs.db").entries()) == 1


def test_no_save_wins_over_a_store_of_the_environment(
    assay: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_STORE", "runs.db")
    assert assay(*EVALUATE, "--no-save").err == ""
    assert not (folder / "runs.db").exists()


@pytest.mark.parametrize("name", ["latest", "", "two\nlines"])
def test_a_name_that_cannot_be_one_is_wrong_usage(assay: Run, name: str) -> None:
    ended = assay(*EVALUATE, "--name", name)
    assert (ended.code, ended.out) == (2, "")
    assert "Invalid value for '--name'" in ended.err


def test_a_store_that_cannot_be_used_is_refused_before_anything_is_asked(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:talks", "--store", "search.py")
    assert (ended.code, ended.out) == (3, "")
    assert "search.py: cannot be used as a store: file is not a database" in ended.err
    assert "searching for" not in ended.err


def test_a_server_that_is_not_there_is_a_remote_failure(assay: Run, folder: Path) -> None:
    pytest.importorskip("sqlalchemy")
    ended = assay(*EVALUATE, "--store", f"postgresql://me:secret@/base?host={folder}")
    assert (ended.code, ended.out) == (5, "")
    assert ended.err.startswith("error: postgresql://me:***@/base")


def test_an_evaluation_whose_calls_all_failed_is_not_saved_unasked(assay: Run) -> None:
    assay(*EVALUATE, "--save")
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:fails")
    assert ended.code == 5
    assert "not saved: the evaluation is incomplete" in ended.err
    assert len(open_store().entries()) == 1


def test_an_evaluation_whose_calls_all_failed_is_saved_if_asked(assay: Run) -> None:
    assert assay("evaluate", "golden.jsonl", "--retriever", "search:fails", "--save").code == 5
    assert len(open_store().entries()) == 1


def test_the_hash_of_the_documents_the_pipeline_was_given_is_kept(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:build", "--corpus", "docs", "--json")
    assert json.loads(ended.out)["settings"]["corpus_sha256"] == sha256_of(read_corpus("docs"))


def test_without_documents_there_is_no_hash(assay: Run) -> None:
    assert json.loads(assay(*EVALUATE, "--json").out)["settings"]["corpus_sha256"] is None
