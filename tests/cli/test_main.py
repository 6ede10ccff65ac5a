"""The entry point: help, version, unknown commands, the other commands, and errors without a traceback."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.version import __version__

Run = Callable[..., Any]


@pytest.mark.parametrize("command", ["evaluate", "demo", "golden", "measures"])
def test_help_names_every_command(assay: Run, command: str) -> None:
    ended = assay("--help")
    assert (ended.code, ended.err) == (0, "")
    assert f"\n  {command}" in ended.out


@pytest.mark.parametrize("command", [("evaluate",), ("demo",), ("golden", "check"), ("measures",)], ids=" ".join)
def test_the_help_of_every_command_has_an_example(assay: Run, command: tuple[str, ...]) -> None:
    ended = assay(*command, "--help")
    assert (ended.code, ended.err) == (0, "")
    assert "Example" in ended.out
    assert f"assay {' '.join(command)}" in ended.out


def test_the_version_is_printed(assay: Run) -> None:
    ended = assay("--version")
    assert (ended.code, __version__ in ended.out) == (0, True)


@pytest.mark.parametrize("arguments", [("evalute",), ("--nonsense",), ("golden", "chek"), ()], ids=str)
def test_what_is_no_command_is_a_usage_error(assay: Run, arguments: tuple[str, ...]) -> None:
    ended = assay(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Usage: assay" in ended.err


def test_measures_are_listed(assay: Run) -> None:
    ended = assay("measures")
    assert (ended.code, ended.err) == (0, "")
    assert [name for name in ("HitRate", "P", "R", "F1", "RR", "AP", "nDCG") if name not in ended.out] == []


def test_measures_are_listed_as_json(assay: Run) -> None:
    ended = assay("measures", "--json")
    listed = json.loads(ended.out)
    assert (ended.code, listed["kind"]) == (0, "measures")
    assert {entry["measure"] for entry in listed["measures"]} >= {"HitRate", "P", "R", "F1", "RR", "AP", "nDCG"}
    assert all(set(entry) == {"measure", "says", "parameters", "aliases"} for entry in listed["measures"])


def test_help_loads_neither_numpy_nor_the_heavy_half(folder: Path) -> None:
    code = (
        "import sys; sys.argv = ['assay', 'evaluate', '--help']\n"
        "from assay.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'pydantic', 'rich', 'assay.evaluation') if name in sys.modules])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "[]"


def test_a_missing_extra_is_code_four_with_the_command_that_installs_it(folder: Path) -> None:
    code = (
        "import sys; sys.modules['bm25s'] = None\n"
        "sys.argv = 'assay evaluate golden.jsonl --retriever assay.lab:bm25 --corpus docs'.split()\n"
        "from assay.cli.main import main; main()"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (4, "")
    assert "pip install" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_reader_that_stops_early_gets_no_traceback(process: Run) -> None:
    running = process("evaluate", "golden.jsonl", "--retriever", "search:retrieve", "--json")
    running.stdout.close()
    err = running.stderr.read()
    assert "Traceback" not in err
    assert "Exception" not in err


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_a_stream_that_cannot_hold_every_script_gets_no_traceback(process: Run, encoding: str, form: str) -> None:
    options = ("--language", "zh", "--format", form)
    started = process(
        *("evaluate", "golden.jsonl", "--retriever", "search:retrieve", *options),
        env={"PYTHONIOENCODING": encoding},
        errors="replace",
    )
    out, err = started.communicate(timeout=60)
    assert (started.returncode, "Traceback" in err) == (0, False)
    assert "RR@10" in out or "MRR" in out
