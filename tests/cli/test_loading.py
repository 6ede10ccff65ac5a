"""``--retriever package.module:attribute``: what may stand there, and what is said where it may not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def evaluated(assay: Run, spec: str, *options: str) -> Any:
    return assay("evaluate", "golden.jsonl", "--retriever", spec, "--k", "3", "--json", *options)


def recall(ended: Any) -> float:
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)["measures"]["R@3"]["mean"]


@pytest.mark.parametrize(
    "spec",
    [
        "search:retrieve",
        "search:aretrieve",
        "search:Search",
        "search:instance",
        "search:instance.retrieve",
        "search:Holder.inner",
        "search:make",
    ],
)
def test_a_function_a_class_an_instance_a_method_or_a_factory_is_a_retriever(assay: Run, spec: str) -> None:
    assert recall(evaluated(assay, spec)) == pytest.approx(2 / 3)


def test_the_report_names_the_retriever_as_it_was_named(assay: Run) -> None:
    assert json.loads(evaluated(assay, "search:make").out)["settings"]["retriever"] == "search:make"


@pytest.mark.parametrize("spec", ["search:build", "search:OverCorpus"])
def test_a_factory_with_a_corpus_is_given_the_documents(assay: Run, spec: str) -> None:
    ended = evaluated(assay, spec, "--corpus", "docs")
    assert (ended.code, json.loads(ended.out)["failures"][0]["retrieved"]) == (0, ["d1.md", "d2.md", "d3.md"])


def test_a_golden_set_that_names_its_corpus_needs_no_other(assay: Run, folder: Path) -> None:
    text = (folder / "golden.jsonl").read_text("utf-8")
    (folder / "golden.jsonl").write_text('{"golden": {"corpus": "docs"}}\n' + text, "utf-8")
    assert evaluated(assay, "search:build").code == 0


def test_a_factory_without_its_corpus_says_how_to_give_it(assay: Run) -> None:
    ended = evaluated(assay, "search:build")
    assert (ended.code, ended.out) == (3, "")
    assert "Hint: give it with --corpus PATH." in ended.err


@pytest.mark.parametrize("path", ["absent", "search.py"])
def test_a_corpus_that_cannot_be_read_is_bad_input(assay: Run, path: str) -> None:
    ended = evaluated(assay, "search:build", "--corpus", path)
    assert (ended.code, ended.out) == (3, "")
    assert path in ended.err


@pytest.mark.parametrize(("value", "first"), [("d3.md", "d3.md"), ('"d2.md"', "d2.md"), ("null", "d1.md")])
def test_a_setting_reaches_the_factory(assay: Run, value: str, first: str) -> None:
    ended = evaluated(assay, "search:build", "--corpus", "docs", "--set", f"first={value}")
    assert json.loads(ended.out)["failures"][0]["retrieved"][0] == first


def test_a_setting_is_read_as_json_where_it_is_json(assay: Run) -> None:
    ended = evaluated(assay, "search:Search", "--set", "reverse=true", "--k", "1")
    assert json.loads(ended.out)["failures"][0]["retrieved"] == ["d3"]


def test_a_setting_with_a_value_of_json_that_python_cannot_hold_is_no_traceback(assay: Run) -> None:
    assert evaluated(assay, "search:Search", "--set", "reverse=" + "1" * 5000).code in (0, 2, 3)


def test_a_setting_the_factory_does_not_take_is_met_with_those_it_does(assay: Run) -> None:
    ended = evaluated(assay, "search:Search", "--set", "size=3")
    assert (ended.code, ended.out) == (3, "")
    assert "no parameter 'size'" in ended.err
    assert "--set takes reverse." in ended.err


def test_a_setting_for_what_is_no_factory_is_refused(assay: Run) -> None:
    ended = evaluated(assay, "search:instance", "--set", "size=3")
    assert (ended.code, "is not a factory, so it takes no --set size" in ended.err) == (3, True)


BAD_SPECS = {
    "search": "package.module:attribute",
    "search:": "package.module:attribute",
    ":retrieve": "package.module:attribute",
    "": "package.module:attribute",
    "absent:retrieve": "no module named 'absent'",
    "absent.below:retrieve": "no module named 'absent'",
    "search.below:retrieve": "no module named",
    "search:absent": "there is no 'absent'",
    "search:retreive": "did you mean 'retrieve'?",
    "search:instance.absent": "there is no 'absent'",
    "search:number": "42 is not a retriever",
    "search:ANSWERS": "is not a retriever",
    "search:needs_tenant": "needs tenant",
    "search:build_badly": "could not be made: OSError: index is locked",
    "search.py:retrieve": "search",
    "./search:retrieve": "./search",
    "..search:retrieve": "search",
    "a b:retrieve": "no module named",
}


@pytest.mark.parametrize(("spec", "said"), BAD_SPECS.items())
def test_what_cannot_be_a_retriever_is_bad_input_with_the_reason(assay: Run, spec: str, said: str) -> None:
    ended = evaluated(assay, spec)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("error: ")
    assert said in ended.err


BROKEN = {
    "raise ValueError('no key')": "ValueError: no key",
    "import a_module_that_is_not_there": "no module named 'a_module_that_is_not_there'",
    "def f(:\n": "SyntaxError",
    "from math import absent": "ImportError",
    "1 / 0": "ZeroDivisionError",
}


@pytest.mark.parametrize(("source", "said"), BROKEN.items())
def test_a_module_whose_import_raises_is_bad_input_with_the_reason(
    assay: Run, folder: Path, source: str, said: str
) -> None:
    (folder / "broken.py").write_text(source, "utf-8")
    ended = evaluated(assay, "broken:retrieve")
    assert (ended.code, ended.out) == (3, "")
    assert said in ended.err


@pytest.mark.parametrize("call", ["sys.exit(0)", "sys.exit('done')", "raise SystemExit"])
def test_a_module_that_exits_when_imported_is_no_success(assay: Run, folder: Path, call: str) -> None:
    (folder / "script.py").write_text(f"import sys\n{call}\n", "utf-8")
    ended = evaluated(assay, "script:retrieve")
    assert ended.code == 3
    assert "script" in ended.err


def test_a_module_that_prints_when_imported_does_not_spoil_the_json(assay: Run, folder: Path) -> None:
    (folder / "loud.py").write_text("print('loading')\nfrom search import retrieve\n", "utf-8")
    ended = evaluated(assay, "loud:retrieve")
    assert json.loads(ended.out)["kind"] == "evaluation"


def test_a_package_in_the_current_folder_is_found(assay: Run, folder: Path) -> None:
    (folder / "app" / "deep").mkdir(parents=True)
    (folder / "app" / "deep" / "pipeline.py").write_text("def go(query): return ['d1', 'd2', 'd3']", "utf-8")
    assert recall(evaluated(assay, "app.deep.pipeline:go")) == pytest.approx(2 / 3)
