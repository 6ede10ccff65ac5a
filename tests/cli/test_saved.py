"""What a command is given: the path of a saved evaluation, or what a store calls it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay import open_store
from assay.cli.saved import systems_at
from assay.errors import BadInputError

Run = Callable[..., Any]


@pytest.fixture
def saved(assay: Run, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.delenv("ASSAY_STORE", raising=False)
    spec = ("evaluate", "golden.jsonl", "--retriever", "search:retrieve")
    assay(*spec, "--save", "--name", "before", "--out", "reports")
    assay(*spec, "--save")
    return [entry.id for entry in open_store().entries()][::-1]


def test_a_name_in_the_store_gives_the_system_that_name(saved: list[str]) -> None:
    (system,) = systems_at("before")
    assert (system.name, system.origin.retriever, system.query_ids) == ("before", "search:retrieve", ("q1", "q2", "q3"))


def test_without_a_name_a_system_goes_by_its_retriever_and_id(saved: list[str]) -> None:
    (system,) = systems_at("latest")
    assert system.name == f"search:retrieve {saved[1]}"


@pytest.mark.parametrize("reference", ["reports", "reports/report.json"])
def test_a_path_is_read_as_a_file(saved: list[str], reference: str) -> None:
    (system,) = systems_at(reference)
    assert (system.name, len(system.query_ids)) == ("search:retrieve", 3)


def test_a_path_that_exists_goes_before_a_name(saved: list[str], folder: Path) -> None:
    (folder / "reports").rename(folder / "before")
    (system,) = systems_at("before")
    assert system.name == "search:retrieve"


def test_a_folder_without_a_report_does_not_hide_a_name(saved: list[str], folder: Path) -> None:
    (folder / "before").mkdir()
    (system,) = systems_at("before")
    assert system.name == "before"


def test_another_store_can_be_named(saved: list[str], assay: Run) -> None:
    assay("evaluate", "golden.jsonl", "--retriever", "search:retrieve", "--name", "far", "--store", "far.db")
    assert systems_at("far", "far.db")[0].name == "far"


def test_what_is_in_neither_place_is_refused_by_both(saved: list[str]) -> None:
    with pytest.raises(BadInputError) as refused:
        systems_at("absent")
    said = str(refused.value)
    assert said.startswith("absent: no such file, nor a folder with report.json in it; and nothing saved in ")
    assert saved[0] in said


def test_without_a_store_both_places_are_named_too(folder: Path) -> None:
    with pytest.raises(BadInputError, match=r"no such file.*; and nothing is saved in .*assay\.db\nHint: "):
        systems_at("latest")
