"""``assay gate``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from assay import RetrievalTestCase, evaluate

Run = Callable[..., Any]


def write(path: Path, found: int, n: int = 60, *, fail: int = 0) -> None:
    """Save an evaluation that finds `found` of `n` answers at rank 1, and none of the others."""
    cases = [
        RetrievalTestCase(f"question {place}", ["d1"], category="facts" if place % 2 else "how-to")
        for place in range(n)
    ]

    def retrieve(query: str) -> list[str]:
        place = int(query.split()[1])
        if place >= n - fail:
            raise ConnectionError("refused")
        return ["d1"] if place < found else ["d2"]

    path.mkdir(exist_ok=True)
    (path / "report.json").write_text(evaluate(retrieve, cases).to_json(per_query=True), "utf-8")


@pytest.fixture
def saved(folder: Path) -> Path:
    """A result that finds 48 of 60, an old one that finds 50, one in which two calls failed; run files too."""
    write(folder / "new", 48)
    write(folder / "old", 50)
    write(folder / "flaky", 58, fail=2)
    (folder / "qrels.txt").write_text("".join(f"q{place} 0 d1 1\n" for place in range(40)), "utf-8")
    (folder / "run.txt").write_text("".join(f"q{place} Q0 d1 1 0.9 t\n" for place in range(40)), "utf-8")
    (folder / "half.txt").write_text("".join(f"q{place} Q0 d{place % 2} 1 0.9 t\n" for place in range(40)), "utf-8")
    return folder


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["new", "--require", "R@5 >= 0.65"], 0, "Met: every rule holds."),
        (["new/report.json", "--require", "R@5 >= 80%"], 0, "Met: every rule holds."),
        (["new", "--require", "R@5 >= 0.95"], 1, "Not met: checks that fail: 1 of 1."),
        (["new", "--require", "R@5 >= 0.85"], 6, "Undecided: nothing fails, but some cannot be told: 1 of 1."),
        (["new", "--require", "R@5 >= 0.85", "--undecided", "pass"], 0, "Undecided"),
        (["new", "--require", "R@5 >= 0.85", "--undecided", "fail"], 1, "Undecided"),
        (["new", "--require", "R@5 >= 0.75", "--strict"], 6, "contains 0.750"),
        (["new", "--require", "R@5 >= baseline", "--baseline", "old"], 0, "met (!)"),
        (["new", "--require", "R@5 >= baseline - 0.2", "--baseline", "old"], 0, "Met"),
        (["new", "--require", "R@5 >= baseline - 0.001", "--baseline", "old"], 6, "Undecided"),
        (["new", "--require", "R@5 >= baseline + 0.2", "--baseline", "old"], 1, "Not met"),
        (["new", "--require", "R@5 >= 0.6", "--by", "category"], 0, "category=facts"),
        (["new", "--require", "R@5 >= 0.5", "--sequential"], 0, "look after every batch"),
        (["flaky", "--require", "R@5 >= 0.6"], 1, "failures <= 0"),
        (["flaky", "--require", "R@5 >= 0.6", "--max-failures", "2"], 0, "count as the worst value: 2"),
        (["run.txt", "--qrels", "qrels.txt", "--require", "nDCG@10 >= 0.9"], 0, "Met"),
        (["half.txt", "--qrels", "qrels.txt", "--require", "RR >= 0.9"], 1, "Not met"),
        (
            ["half.txt", "--qrels", "qrels.txt", "--require", "RR >= baseline - .1", "--baseline", "run.txt"],
            1,
            "Not met",
        ),
        (["new", "--require", "R@5 >= 0.85", "--language", "zh"], 6, "无法判定"),
    ],
)
def test_the_exit_code_is_the_verdict(assay: Run, arguments: list[str], code: int, says: str) -> None:
    ended = assay("gate", *arguments)
    assert (ended.code, ended.err) == (code, "")
    assert says in ended.out


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["new"], 2, "no rule is given\nHint: --require 'R@5 >= 0.80'"),
        (["new", "--require", "R@5 => 0.8"], 2, "    R@5 => 0.8\n        ^^\nHint: did you mean '>='?"),
        (["new", "--require", "R@5 >= 0.8", "--alpha", "0.7"], 2, "0.7 is not in the range"),
        (["new", "--require", "R@5 >= 0.8", "--alpha", "0.1", "--level", "0.9"], 2, "give one of them"),
        (["new", "--require", "R@5 >= 0.8", "--max-failures", "-1"], 2, "-1 is not in the range"),
        (["new", "--require", "R@5 >= 0.8", "--undecided", "maybe"], 2, "'maybe' is not one of"),
        (["gone", "--require", "R@5 >= 0.8"], 3, "gone: no such file, nor a folder"),
        (["golden.jsonl", "--require", "R@5 >= 0.8"], 3, "golden.jsonl:2: not JSON"),
        (["new", "--require", "R@7 >= 0.8"], 3, "R@7 was not measured"),
        (["new", "--require", "R@5 >= baseline"], 3, "needs a baseline"),
        (
            ["new", "--require", "R@5 >= baseline", "--baseline", "gone"],
            3,
            "gone: no such file, nor a folder",
        ),
        (["new", "--require", "R@5 >= 0.8", "--by", "team"], 3, "cases can be grouped by: category"),
        (["new", "--require", "R@5 >= 0.8", "--cluster", "team"], 3, "no case has the field 'team'"),
        (["new", "--require", "R@5 >= 0.8", "--by", "category", "--sequential"], 3, "a sequential gate has no slices"),
        (["new", "--require", "R@5 >= 0.8", "--config", "gone.toml"], 3, "gone.toml: no such file"),
        (["new", "--require", "R@5 >= 0.8", "--junit", "no/such/x.xml"], 3, "no/such/x.xml: cannot be written"),
        (["run.txt", "--require", "R@5 >= 0.8"], 3, "a run file takes judgements, as qrels (--qrels)"),
        (["run.txt", "--qrels", "gone.txt", "--require", "R@5 >= 0.8"], 3, "gone.txt: no such file"),
        (["run.txt", "--qrels", "qrels.txt", "--require", "failures <= 1"], 3, "a run is judged by a measure"),
    ],
)
def test_what_is_wrong_is_said_in_words(assay: Run, arguments: list[str], code: int, says: str) -> None:
    ended = assay("gate", *arguments)
    assert ended.code == code
    assert says in ended.err
    assert "Traceback" not in ended.err


def test_a_saved_result_without_the_values_of_each_query_is_refused(assay: Run, folder: Path) -> None:
    made = evaluate(lambda _: ["d1"], [RetrievalTestCase("a", ["d1"])])
    (folder / "bare.json").write_text(made.to_json(), "utf-8")
    ended = assay("gate", "bare.json", "--require", "R@5 >= 0.8")
    assert ended.code == 3
    assert "was saved without the values of every query" in ended.err


def test_a_saved_result_with_broken_figures_is_refused(assay: Run, saved: Path) -> None:
    written = json.loads((saved / "new" / "report.json").read_text("utf-8"))
    (saved / "broken.json").write_text(json.dumps({**written, "latency_s": {"p50": "quick"}}), "utf-8")
    ended = assay("gate", "broken.json", "--require", "R@5 >= 0.8")
    assert ended.code == 3
    assert "broken.json: field 'latency_s.p50'" in ended.err


def test_a_run_that_was_stopped_is_remarked_on(assay: Run, saved: Path) -> None:
    written = json.loads((saved / "new" / "report.json").read_text("utf-8"))
    written["counts"]["not_asked"] = 5
    (saved / "stopped.json").write_text(json.dumps(written), "utf-8")
    assert "The run was stopped: 5 cases were not asked." in assay("gate", "stopped.json", "--require", "R@5 >= .6").out


def test_rules_and_options_may_stand_in_the_projects_file_and_the_command_line_wins(assay: Run, saved: Path) -> None:
    (saved / "pyproject.toml").write_text(
        '[tool.assay.gate]\nrequire = ["R@5 >= baseline - 0.2", "R@5 >= 0.75"]\nbaseline = "old"\nstrict = true\n',
        "utf-8",
    )
    assert assay("gate", "new").code == 6
    assert assay("gate", "new", "--no-strict").code == 0
    assert assay("gate", "new", "--require", "R@5 >= 0.95").code == 1


def test_a_level_on_the_command_line_takes_the_place_of_an_alpha_in_the_file(assay: Run, saved: Path) -> None:
    (saved / "assay.toml").write_text('[gate]\nrequire = "R@5 >= 0.5"\nalpha = 0.01\n', "utf-8")
    written = json.loads(assay("gate", "new", "--json").out)
    assert written["rules"][0]["level"] == pytest.approx(0.98)
    written = json.loads(assay("gate", "new", "--json", "--level", "0.8").out)
    assert written["rules"][0]["level"] == pytest.approx(0.8)


def test_a_bad_key_of_the_projects_file_is_named(assay: Run, saved: Path) -> None:
    (saved / "pyproject.toml").write_text('[tool.assay.gate]\nrequires = ["R@5 >= 0.8"]\n', "utf-8")
    ended = assay("gate", "new")
    assert ended.code == 3
    assert "pyproject.toml: field 'tool.assay.gate.requires': there is no such key" in ended.err
    assert "Hint: did you mean 'require'?" in ended.err


def test_cluster_none_takes_every_case_by_itself(assay: Run, saved: Path) -> None:
    (saved / "assay.toml").write_text('[gate]\nrequire = "R@5 >= 0.5"\ncluster = "none"\n', "utf-8")
    assert json.loads(assay("gate", "new", "--json").out)["settings"]["cluster"] is None


def test_forms_are_printed_and_written_at_once(assay: Run, saved: Path) -> None:
    files = ["--markdown", "gate.md", "--junit", "gate.xml", "--out", "gate.json"]
    ended = assay("gate", "new", "--require", "R@5 >= 0.85", "--format", "github", *files)
    assert ended.code == 6
    assert ended.out.startswith("::warning title=R@5 >= 0.85::mean 0.800")
    assert ended.err.splitlines() == ["wrote gate.md", "wrote gate.xml", "wrote gate.json"]
    assert (saved / "gate.md").read_text("utf-8").startswith("# Gate: ")
    assert ET.parse(saved / "gate.xml").getroot().get("skipped") == "1"
    assert json.loads((saved / "gate.json").read_text("utf-8"))["met"] is None


def test_what_undecided_means_reaches_junit_and_github(assay: Run, saved: Path) -> None:
    rule = ["--require", "R@5 >= 0.85", "--undecided", "fail"]
    assert assay("gate", "new", *rule, "--format", "github").out.startswith("::error ")
    assert ET.fromstring(assay("gate", "new", *rule, "--format", "junit").out).get("failures") == "1"


@pytest.mark.usefixtures("saved")
def test_json_is_one_object_whatever_the_verdict(assay: Run) -> None:
    for rule, met in (("R@5 >= 0.65", True), ("R@5 >= 0.85", None), ("R@5 >= 0.95", False)):
        assert json.loads(assay("gate", "new", "--require", rule, "--json").out)["met"] is met


@pytest.mark.usefixtures("saved")
def test_markdown_is_printed_as_it_is_written(assay: Run) -> None:
    ended = assay("gate", "new", "--require", "R@5 >= 0.65", "--format", "markdown")
    assert "| R@5 \\>= 0.65 | 0.800 | 0.696 … 0.880 | ✅ met |" in ended.out
