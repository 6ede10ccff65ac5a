"""``assay history``: saved evaluations listed, shown and deleted."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from assay import open_store

Run = Callable[..., Any]

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "schema"


@pytest.fixture(autouse=True)
def no_store_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASSAY_STORE", raising=False)


@pytest.fixture
def saved(assay: Run) -> list[str]:
    """Two evaluations of one retriever, the second with its results turned round; their ids."""
    spec = ("evaluate", "golden.jsonl", "--retriever", "search:Search", "--k", "1,3")
    assay(*spec, "--save", "--name", "before")
    assay(*spec, "--save", "--set", "reverse=true")
    return [entry.id for entry in open_store().entries()][::-1]


def test_the_history_goes_to_stdout(assay: Run, saved: list[str]) -> None:
    ended = assay("history")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("History: ")
    assert "search:Search on golden" in ended.out
    assert all(entry_id in ended.out for entry_id in saved)


def test_a_history_of_nothing_says_how_to_save(assay: Run, folder: Path) -> None:
    ended = assay("history")
    assert (ended.code, "assay evaluate ... --save" in ended.out) == (0, True)
    assert not (folder / ".assay").exists()


def test_json_is_one_object_that_follows_the_schema(assay: Run, saved: list[str]) -> None:
    ended = assay("history", "--json")
    written = json.loads(ended.out)
    jsonschema.validate(written, json.loads((SCHEMA / "history.schema.json").read_text("utf-8")))
    assert (ended.code, ended.err, [entry["id"] for entry in written["entries"]]) == (0, "", saved)
    # q1 wants d1, q2 wants d2 and d3, q3 what is never found: recall at 1 goes from 1, 0, 0 to 0, 1/2, 0
    drift = json.loads(assay("history", "--json", "-m", "R@1").out)["entries"][1]["measures"]["R@1"]["drift"]
    assert drift["difference"] == pytest.approx(-1 / 6)
    assert (drift["queries"], drift["mark"]) == (3, "level")


def test_markdown_is_printed_in_the_language_asked_for(assay: Run, saved: list[str]) -> None:
    ended = assay("history", "--format", "markdown", "--language", "es")
    assert ended.out.startswith("# Historial: ")


def test_the_newest_ones_only(assay: Run, saved: list[str]) -> None:
    written = json.loads(assay("history", "--json", "--last", "1").out)
    assert ([entry["id"] for entry in written["entries"]], written["older"]) == (saved[1:], 1)


def test_a_golden_set_of_which_nothing_is_saved_is_bad_input(assay: Run, saved: list[str]) -> None:
    ended = assay("history", "--golden", "absent")
    assert (ended.code, ended.out) == (3, "")
    assert "Hint: there are search:Search on golden." in ended.err


@pytest.mark.parametrize(
    ("measure", "code", "said"),
    [("Recal@3", 2, "Invalid value for '-m'"), ("P@7", 3, "P@7 was not measured\nHint: there are ")],
)
def test_a_measure_that_is_not_there_is_refused(
    assay: Run, saved: list[str], measure: str, code: int, said: str
) -> None:
    ended = assay("history", "-m", measure)
    assert (ended.code, ended.out, said in ended.err) == (code, "", True)


@pytest.mark.parametrize("reference", ["before", "latest~1"])
def test_show_prints_the_json_as_it_was_saved(assay: Run, saved: list[str], reference: str) -> None:
    ended = assay("history", "show", reference)
    assert (ended.code, ended.err, ended.out) == (0, "", open_store().load(saved[0]) + "\n")


def test_show_of_nothing_says_what_there_is(assay: Run, saved: list[str]) -> None:
    ended = assay("history", "show", "absent")
    assert (ended.code, ended.out) == (3, "")
    assert f"Hint: there are {saved[1]}, {saved[0]} (before)." in ended.err


def test_rm_deletes_where_it_need_not_ask(assay: Run, saved: list[str]) -> None:
    ended = assay("history", "rm", "before", "--yes")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"deleted {saved[0]}: before on golden, made ")
    assert [entry.id for entry in open_store().entries()] == saved[1:]


@pytest.mark.parametrize(("answer", "code", "left"), [("y\n", 0, 1), ("n\n", 130, 2), ("", 130, 2)])
def test_rm_asks_on_stderr(process: Callable[..., Any], saved: list[str], answer: str, code: int, left: int) -> None:
    running = process("history", "rm", saved[0], stdin=subprocess.PIPE)
    out, err = running.communicate(answer)
    assert (running.returncode, len(open_store().entries())) == (code, left)
    assert err.startswith(f"Delete {saved[0]}: before on golden, made ")
    assert out.startswith("deleted ") is (code == 0)


def test_rm_as_json_follows_the_schema(assay: Run, saved: list[str]) -> None:
    written = json.loads(assay("history", "rm", "latest", "--yes", "--json").out)
    jsonschema.validate(written, json.loads((SCHEMA / "history-removed.schema.json").read_text("utf-8")))
    assert (written["kind"], written["entry"]["id"]) == ("history_removed", saved[1])


@pytest.mark.parametrize(
    "arguments",
    [("history", "--store", "runs.db", "show", "latest"), ("history", "show", "latest", "--store", "runs.db")],
)
def test_the_store_may_be_named_before_or_after_the_subcommand(
    assay: Run, saved: list[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    assay("evaluate", "golden.jsonl", "--retriever", "search:retrieve", "--store", "runs.db")
    monkeypatch.setenv("ASSAY_STORE", "elsewhere.db")
    assert json.loads(assay(*arguments).out)["settings"]["retriever"] == "search:retrieve"
