"""``assay explain``."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "qrels.txt").write_text("q1 0 d1 1\n")
    (folder / "run.txt").write_text("q1 Q0 d1 1 1 t\n")
    return folder


def test_figures_stand_side_by_side_with_a_reason_for_each_that_differs(assay: Run, files: Path) -> None:
    ended = assay("explain", "qrels.txt", "run.txt", "-m", "P@5 RR")
    assert (ended.code, ended.err) == (0, "")
    rows = [line.split() for line in ended.out.splitlines()]
    assert ["P@5", "0.2000", "0.2000", "1.0000", "0.2000", "1.0000"] in rows
    assert "P@5 under tutorial: 1.0000 for 0.2000; divides by min(k, hits retrieved)" in ended.out
    assert "RR under" not in ended.out


def test_json_holds_figures_and_differences(assay: Run, files: Path) -> None:
    found = json.loads(assay("explain", "qrels.txt", "run.txt", "-m", "P@5", "--json").out)
    assert list(found) == ["assay", "kind", "conventions", "differences"]
    assert found["conventions"]["assay"] == {"P@5": 0.2}
    assert [(one["measure"], one["convention"], one["figure"]) for one in found["differences"]] == [
        ("P@5", "tutorial", 1.0), ("P@5", "ragas", 1.0),
    ]  # fmt: skip


def test_nothing_that_differs_is_said(assay: Run, files: Path) -> None:
    assert "No figure differs on this run." in assay("explain", "qrels.txt", "run.txt", "-m", "RR").out


def test_a_run_comes_from_standard_input(files: Path) -> None:
    command = [sys.executable, "-m", "assay.cli.main", "explain", "qrels.txt", "-", "-m", "P@5", "--json"]
    done = subprocess.run(command, input=b"q1 Q0 d1 1 1 t\n", capture_output=True, check=True)
    assert json.loads(done.stdout)["conventions"]["ragas"] == {"P@5": 1.0}


def test_standard_input_for_both_is_an_error(assay: Run, files: Path) -> None:
    ended = assay("explain", "-", "-")
    assert (ended.code, ended.out) == (3, "")
    assert "standard input (-) can be read once" in ended.err


@pytest.mark.parametrize(("arguments", "code"), [
    (("qrels.txt", "absent"), 3), (("absent", "run.txt"), 3), (("qrels.txt", "run.txt", "-m", "ndgc"), 2),
    (("qrels.txt", "run.txt", "--rel", "nan"), 2), (("qrels.txt",), 2),
], ids=str)  # fmt: skip
def test_what_is_wrong_is_a_message_and_a_code(assay: Run, files: Path, arguments: tuple[str, ...], code: int) -> None:
    ended = assay("explain", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert "Traceback" not in ended.err
