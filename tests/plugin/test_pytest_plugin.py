"""The pytest plugin, in runs of pytest of its own."""

import json
import tomllib
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from assay import RetrievalTestCase, evaluate, gate

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
Run = Callable[..., pytest.RunResult]

SEARCH = """
CALLS = []

def finds(n):
    def retrieve(query):
        CALLS.append(query)
        return ["d1" if int(query.split()[1]) < n else "other"]
    return retrieve

from assay import RetrievalTestCase
CASES = [RetrievalTestCase(f"question {n}", ["d1"], category=["facts", "how-to"][n % 2]) for n in range(60)]
good, bad = finds(48), finds(10)
"""


@pytest.fixture(scope="session")
def _loaded() -> None:
    """Load what the plugin uses: a run in this process forgets the modules it loaded, and NumPy loads but once."""
    cases = [RetrievalTestCase(str(number), ["d1"]) for number in range(12)]
    made = evaluate(lambda query: ["d1"] if int(query) % 3 else ["d2", "d1"], cases)
    gate(made, ["RR@10 >= 0.5", "RR@10 >= baseline - 0.1"], baseline=made).to_text()


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, _loaded: None) -> Run:
    """Run pytest with this plugin and no other over a test file: here, or in a process of its own."""
    pytester.makepyfile(search=SEARCH)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def go(test: str, *arguments: str, apart: bool = False) -> pytest.RunResult:
        pytester.makepyfile(test_it=test)
        start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        plugins = ("-p", "assay.testing.pytest_plugin", "-p", "no:cacheprovider")
        # In this process the plugin may have been imported before, so that its own assertions cannot be rewritten.
        return start(*plugins, "-W", "error", "-W", "ignore::pytest.PytestAssertRewriteWarning", *arguments)

    return go


def save(path: Path, found: int) -> None:
    cases = [RetrievalTestCase(f"question {number}", ["d1"]) for number in range(60)]
    made = evaluate(lambda query: ["d1" if int(query.split()[1]) < found else "other"], cases)
    path.write_text(made.to_json(per_query=True), "utf-8")


THREE = """
from search import CASES, bad, good

def test_good_enough(assay):
    assay.evaluate(good, CASES, k=5)
    verdict = assay.require("R@5 >= 0.65")
    assert verdict.met

def test_not_good_enough(assay):
    assay.evaluate(bad, CASES, k=5)
    assay.require("R@5 >= 0.65")
    raise AssertionError("not reached")

def test_cannot_be_told(assay):
    assay.evaluate(good, CASES, k=5)
    assay.require("R@5 >= 0.85")
"""


@pytest.mark.parametrize(
    ("arguments", "outcomes"),
    [
        ([], {"passed": 1, "failed": 2}),
        (["--assay-undecided", "pass"], {"passed": 2, "failed": 1}),
        (["--assay-undecided", "skip"], {"passed": 1, "failed": 1, "skipped": 1}),
        (["-o", "assay_undecided=skip"], {"passed": 1, "failed": 1, "skipped": 1}),
    ],
)
def test_a_test_fails_with_its_rule_and_what_is_undecided_is_chosen(
    run: Run, arguments: list[str], outcomes: dict[str, int]
) -> None:
    ended = run(THREE, *arguments)
    ended.assert_outcomes(**outcomes)
    # 10 of 60: the exact 90% interval by scipy's binomtest is 0.093 to 0.266.
    ended.stdout.fnmatch_lines(
        ["the gate is not met", "R@5 >= 0.65: mean 0.167; the whole 90% interval, 0.093 to 0.266, lies on the wrong *"]
    )


def test_the_summary_has_a_line_for_every_rule(run: Run) -> None:
    ended = run(THREE)
    ended.stdout.fnmatch_lines(
        [
            "*= assay =*",
            "met        R@5 >= 0.65  0.800  0.696 ... 0.880  test_it.py::test_good_enough",
            "not met    R@5 >= 0.65  0.167  0.093 ... 0.266  test_it.py::test_not_good_enough",
            "undecided  R@5 >= 0.85  0.800  0.696 ... 0.880  test_it.py::test_cannot_be_told",
        ]
    )


def test_the_summary_is_whole_where_tests_run_in_several_processes(run: Run) -> None:
    pytest.importorskip("xdist")
    ended = run(THREE, "-p", "xdist.plugin", "-n", "2", apart=True)
    ended.assert_outcomes(passed=1, failed=2)
    ended.stdout.fnmatch_lines_random(
        ["met *test_it.py::test_good_enough", "not met *::test_not_good_enough", "undecided *::test_cannot_be_told"]
    )
    assert sum("test_it.py::test_good_enough" in line and line.startswith("met ") for line in ended.outlines) == 1


def test_every_rule_is_a_property_in_junit_xml(run: Run, pytester: pytest.Pytester) -> None:
    run(THREE, "--junitxml", "junit.xml")
    found = ET.parse(pytester.path / "junit.xml").getroot().iter("property")
    written = [(one.get("name"), json.loads(one.get("value") or "")) for one in found]
    assert [(name, value["met"]) for name, value in written] == [
        ("assay: R@5 >= 0.65", True),
        ("assay: R@5 >= 0.65", False),
        ("assay: R@5 >= 0.85", None),
    ]


def test_an_evaluation_is_made_once_in_a_session(run: Run) -> None:
    ended = run("""
import pytest
from search import CALLS, CASES, good

@pytest.mark.parametrize("rule", ["R@5 >= 0.5", "nDCG@5 >= 0.5"])
def test_it(assay, rule):
    assay.evaluate(good, CASES, k=5)
    assay.require(rule)
    assert len(CALLS) == 60

def test_other_options_are_another_evaluation(assay):
    assay.evaluate(good, CASES, k=3)
    assert len(CALLS) == 120
""")
    ended.assert_outcomes(passed=3)


def test_rules_are_read_in_slices_and_strictly_where_asked(run: Run) -> None:
    ended = run("""
from search import CASES, good

def test_it(assay):
    result = assay.evaluate(good, CASES, k=5)
    assay.require("R@5 >= 0.6", by="category")
    assay.require("R@5 >= 0.75", result=result, strict=True)
""")
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines(["met *R@5 >= 0.6 *category=facts]*", "undecided *R@5 >= 0.75*"])


def test_saved_results_are_named_by_marker_option_ini_or_call(run: Run, pytester: pytest.Pytester) -> None:
    save(pytester.path / "new.json", 48)
    save(pytester.path / "old.json", 50)
    save(pytester.path / "bad.json", 5)
    test = """
import pytest

@pytest.mark.assay(result="new.json", baseline="old.json")
def test_by_marker(assay):
    assay.require("R@5 >= baseline - 0.15", "R@5 >= 0.7")

def test_by_default(assay):
    assay.require("R@5 >= baseline - 0.15")

def test_by_call(assay):
    assay.require("R@5 >= 0.7", result="new.json")

def test_loaded(assay):
    assert assay.load("new.json") is assay.load("new.json")
    assay.require("R@5 >= 0.7", "failures <= 0")
"""
    given = ["--assay-result", "new.json", "--assay-baseline", "old.json"]
    run(test, *given).assert_outcomes(passed=4)
    run(test, "-o", "assay_result=new.json", "-o", "assay_baseline=old.json").assert_outcomes(passed=4)
    run(test, "--assay-result", "bad.json", "--assay-baseline", "old.json").assert_outcomes(passed=3, failed=1)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("assay.require('R@5 >= 0.5')", "nothing to judge"),
        ("assay.require('R@5 => 0.5', result='x')", "Hint: did you mean '>='[?]"),
        ("assay.require('R@5 >= 0.5', result='gone.json')", "BadFileError: gone.json: no such file or folder"),
        ("assay.load('gone.json')", "BadFileError: gone.json: no such file or folder"),
        ("assay.evaluate(None, 'gone.jsonl')", "*gone.jsonl: no such file or folder"),
        ("assay.require(result='x')", "*no rule is given"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(run: Run, body: str, says: str) -> None:
    ended = run(f"def test_it(assay):\n    {body}\n")
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines([f"*{says}*"])
    ended.stdout.no_fnmatch_line("*requirements.py*")


def test_a_marker_that_is_misspelt_is_an_error(run: Run) -> None:
    ended = run("import pytest\n@pytest.mark.assay(results='x')\ndef test_it(assay):\n    pass\n", "--strict-markers")
    ended.assert_outcomes(errors=1)
    ended.stdout.fnmatch_lines(["*the marker assay takes result, baseline, * by name, not results"])


def test_a_setting_that_is_none_is_wrong_usage(run: Run) -> None:
    ended = run("def test_it():\n    pass\n", "-o", "assay_undecided=maybe")
    assert ended.ret == pytest.ExitCode.USAGE_ERROR
    ended.stderr.fnmatch_lines(["*assay_undecided is pass, fail or skip, not 'maybe'"])


def test_numpy_is_loaded_only_by_a_test_that_uses_the_fixture(run: Run) -> None:
    ended = run(
        """
import sys

def test_before():
    assert not {"numpy", "scipy", "pydantic", "rich", "click"} & {name.partition(".")[0] for name in sys.modules}

def test_asked_for_but_not_used(assay):
    assert "numpy" not in sys.modules
""",
        apart=True,
    )
    ended.assert_outcomes(passed=2)
    ended.stdout.no_fnmatch_line("*= assay =*")


def test_the_example_passes(run: Run) -> None:
    ended = run((ROOT / "examples" / "test_retrieval_gate.py").read_text("utf-8"))
    ended.assert_outcomes(passed=2)
    ended.stdout.fnmatch_lines(
        ["met  R@5 >= 0.8 *", "met  R@5 >= 0.8 [[]category=part 0] *", "met  failures <= 0 * 0 * *"]
    )


def test_pytest_finds_the_plugin_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = EntryPoint(name="assay", value=project["entry-points"]["pytest11"]["assay"], group="pytest11")
    assert hasattr(named.load(), "pytest_addoption")
