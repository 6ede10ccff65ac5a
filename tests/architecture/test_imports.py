"""What importing costs, and what a file may be."""

import ast
import json
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src" / "assay"
HEAVY = {"numpy", "scipy", "pydantic", "rich", "bm25s", "onnxruntime", "tokenizers", "wordllama", "Stemmer", "rjieba"}


def modules_after(code: str) -> set[str]:
    """Run code in a fresh interpreter and return the top-level packages it loaded."""
    program = f"import sys, json\n{code}\nprint(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_assay_loads_nothing_heavier_than_numpy() -> None:
    assert modules_after("import assay") & HEAVY <= {"numpy"}


def test_the_public_names_of_data_and_measures_load_numpy_at_most() -> None:
    code = "from assay import RetrievalTestCase, GoldenSet, Hit, nDCG, P, functional"
    assert modules_after(code) & HEAVY <= {"numpy"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["evaluate", "--help"], ["demo", "--help"]])
def test_help_and_version_load_no_numpy(arguments: list[str]) -> None:
    code = f"""
from assay.cli.main import cli
try:
    cli.main({arguments!r})
except SystemExit:
    pass
"""
    assert modules_after(code) & HEAVY == set()


def test_importing_the_lab_loads_none_of_its_libraries() -> None:
    assert modules_after("import assay.lab") & (HEAVY - {"numpy"}) == set()


def test_every_public_name_can_be_imported() -> None:
    modules_after("import assay\nassert all(getattr(assay, name) is not None for name in assay.__all__)")


def test_the_base_depends_on_four_distributions() -> None:
    base = [requirement for requirement in requires("assay") or () if "extra ==" not in requirement]
    assert {requirement.split(">=")[0] for requirement in base} == {"numpy", "pydantic", "click", "rich"}


def test_no_file_is_longer_than_400_lines() -> None:
    assert [path.name for path in SRC.rglob("*.py") if len(path.read_text("utf-8").splitlines()) > 400] == []


def test_no_function_body_is_longer_than_40_lines() -> None:
    def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
        first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
        return (function.body[-1].end_lineno or 0) - first.lineno + 1

    long = [
        f"{path.name}:{node.name}"
        for path in SRC.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and body_lines(node) > 40
    ]
    assert long == []


def test_no_room_is_called_after_what_does_not_fit_elsewhere() -> None:
    names = {path.stem for path in SRC.rglob("*")}
    assert names & {"utils", "util", "helpers", "helper", "common", "misc"} == set()
