"""What importing costs, and what a file may be."""

import ast
import json
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from assay.measures.registry import BUILT_IN

SRC = Path(__file__).parents[2] / "src" / "assay"
LIGHT = ("evaluate", "demo", "compare", "power", "gate", "history")
HEAVY = {"numpy", "scipy", "pydantic", "rich", "bm25s", "onnxruntime", "tokenizers", "wordllama", "Stemmer", "rjieba"}


def modules_after(code: str) -> set[str]:
    """Run code in a fresh interpreter and return the top-level packages it loaded."""
    program = f"import sys, json\n{code}\nprint(json.dumps(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def scored_as(folder: Path, form: str) -> set[str]:
    """Score a TREC file as the command line does, and return every module that this loaded."""
    (folder / "qrels.txt").write_text("q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n", "utf-8")
    (folder / "run.txt").write_text("q1 Q0 d2 1 0.9 t\nq1 Q0 d1 2 0.8 t\nq2 Q0 d1 1 0.7 t\n", "utf-8")
    arguments = ["assay", "score", str(folder / "qrels.txt"), str(folder / "run.txt"), "--format", form]
    program = f"""
import sys
from assay.cli.main import main
sys.argv = {arguments!r}
try:
    main()
except SystemExit as done:
    assert done.code == 0
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", check=True)
    assert ("nDCG@10" in done.stdout) or ("ndcg_cut_10" in done.stdout)
    return set(done.stdout.splitlines()[-1].split())


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Every module that scoring a TREC file loads, where a table is printed."""
    return scored_as(tmp_path_factory.mktemp("scored"), "table")


def test_importing_assay_loads_nothing_heavier_than_numpy() -> None:
    assert modules_after("import assay") & HEAVY <= {"numpy"}


def test_the_public_names_of_data_and_measures_load_numpy_at_most() -> None:
    code = "from assay import RetrievalTestCase, GoldenSet, Hit, nDCG, P, functional"
    assert modules_after(code) & HEAVY <= {"numpy"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        *([name, "--help"] for name in ("evaluate", "demo", "power", "gate", "compare", "history")),
    ],
)
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


def test_scoring_a_trec_file_loads_no_reader_of_another_format(scored: set[str]) -> None:
    readers = {"arrow", "csv_rows", "frames", "json_detection", "json_rows", "json_text", "memory_rows", "tsv_rows"}
    assert scored & {f"assay.files.{name}" for name in readers} == set()


def test_scoring_a_trec_file_loads_nothing_that_writes_in_another_form(scored: set[str]) -> None:
    drawing = {f"assay.report.{name}" for name in ("csv_table", "json_parts", "latex", "markdown")}
    writing = {f"assay.scores.{name}" for name in ("document", "explain", "parquet", "trec_lines")}
    assert scored & (drawing | writing) == set()


def test_scoring_a_trec_file_loads_the_measures_that_are_asked_for_and_no_others(scored: set[str]) -> None:
    homes = {f"assay.measures.{home.partition(':')[0]}" for home in BUILT_IN.values()}
    asked = {"average_precision", "dcg", "ndcg", "precision", "recall", "reciprocal_rank"}
    assert scored & homes == {f"assay.measures.{name}" for name in asked}


def test_scoring_a_trec_file_loads_no_library_that_it_does_not_need(scored: set[str]) -> None:
    assert {"numpy", "click", "rich", "scipy"} <= scored  # scipy for the intervals
    assert scored & {"pydantic", "pyarrow", "pandas", "polars", "zstandard", "scipy.stats"} == set()


@pytest.mark.parametrize("form", ["csv", "trec", "latex"])
def test_scoring_a_trec_file_without_intervals_loads_no_scipy(tmp_path: Path, form: str) -> None:
    loaded = scored_as(tmp_path, form)
    assert {"numpy", "click"} <= loaded
    assert loaded & {"pydantic", "pyarrow", "pandas", "polars", "scipy", "zstandard", "rich"} == set()
    assert loaded & {"json", "numpy.random", "importlib.metadata"} == set()


def test_every_public_name_can_be_imported() -> None:
    modules_after("import assay\nassert all(getattr(assay, name) is not None for name in assay.__all__)")


def test_the_base_depends_on_five_distributions() -> None:
    base = [requirement for requirement in requires("assay") or () if "extra ==" not in requirement]
    assert {requirement.split(">=")[0] for requirement in base} == {"numpy", "scipy", "pydantic", "click", "rich"}


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
