"""A verdict as text, Markdown, JUnit XML, annotations and JSON."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from markdown_it import MarkdownIt
from scipy.stats import binomtest

from assay import Verdict, gate
from assay.comparison.system import Question, System

Make = Callable[..., System]
SCHEMA = Path(__file__).parents[3] / "docs" / "schema" / "gate.schema.json"
RULES = ["R@5 >= 0.65", "R@5 >= 0.75", "R@5 >= 0.85", "R@5 >= 0.95", "failures <= 0"]
HOSTILE = "100%\r\n::error::, | <b>\x1b[31m\x00\ufffe"


@pytest.fixture
def verdict(shares: Make) -> Verdict:
    """One rule met, one met with a caution, one undecided, one not met; the exact 90% interval is 0.696 to 0.880."""
    return gate(shares(48, 60), RULES)


@pytest.fixture
def hostile(system: Make) -> Verdict:
    questions = [Question(query=str(place), fields={"team": HOSTILE}) for place in range(40)]
    return gate(system([0.0] * 40, questions=questions, name=HOSTILE), "R@5 >= 0.5", by="team")


def rows_of(markdown: str) -> list[list[str]]:
    """Parse Markdown and return the cells of its table."""
    rows: list[list[str]] = []
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        if token.type in ("th_open", "td_open"):
            children = tokens[place + 1].children or []
            rows[-1].append("".join(child.content for child in children))
    return rows


# Markdown and text


def test_markdown_has_a_table_with_a_row_for_each_check(verdict: Verdict) -> None:
    assert rows_of(verdict.to_markdown()) == [
        ["Rule", "Figure", "Interval (90%)", "Outcome"],
        ["R@5 >= 0.65", "0.800", "0.696 … 0.880", "✅ met"],
        ["R@5 >= 0.75", "0.800", "0.696 … 0.880", "⚠️ met (!)"],
        ["R@5 >= 0.85", "0.800", "0.696 … 0.880", "❔ undecided"],
        ["R@5 >= 0.95", "0.800", "0.696 … 0.880", "❌ not met"],
        ["failures <= 0", "0", "–", "✅ met"],
    ]


def test_markdown_gives_reasons_of_what_is_not_met_without_reserve(verdict: Verdict) -> None:
    lines = [line for line in verdict.to_markdown().splitlines() if line.startswith("- ")]
    assert lines == [
        "- R@5 \\>= 0.75: mean 0.800 \\>= 0.750; the 90% interval, 0.696 to 0.880, reaches beyond 0.750: "
        "another sample of questions might miss it.",
        "- R@5 \\>= 0.85: mean 0.800; the 90% interval, 0.696 to 0.880, contains 0.850. Further cases that would "
        "decide it about half of the time, if the mean stays as it is: about 95.",
        "- R@5 \\>= 0.95: mean 0.800; the whole 90% interval, 0.696 to 0.880, lies on the wrong side of 0.950.",
    ]


def test_the_text_begins_with_the_verdict(verdict: Verdict) -> None:
    lines = verdict.to_text().splitlines()
    assert lines[:3] == ["Gate: mine", "", "Not met: checks that fail: 1 of 5."]
    assert max(map(len, lines)) <= 80


def test_what_users_wrote_cannot_become_markup(hostile: Verdict) -> None:
    rows = rows_of(hostile.to_markdown())
    assert [len(row) for row in rows] == [5, 5, 5]
    assert "<b>" not in hostile.to_markdown().replace("\\<b\\>", "")
    assert "\x1b" not in hostile.to_text() + hostile.to_markdown()


def test_more_digits_are_shown_where_fewer_would_put_a_figure_at_its_limit(system: Make) -> None:
    given = system([0.5, 0.4992] * 300)
    assert "mean 0.4996; the whole 90% interval" in gate(given, "R@5 >= 0.5", strict=True).reasons()[0]


def test_each_interval_shows_its_level_where_levels_differ(system: Make) -> None:
    questions = [Question(query=str(place), fields={"team": "red" if place % 2 else "blue"}) for place in range(40)]
    rows = rows_of(gate(system([1.0] * 40, questions=questions), "R@5 >= 0.5", by="team").to_markdown())
    assert rows[0] == ["Rule", "Slice", "Figure", "Interval", "Outcome"]
    assert [row[3][-6:] for row in rows[1:]] == [" (90%)", " (95%)", " (95%)"]


def test_a_comparison_shows_the_mean_with_its_change(shares: Make) -> None:
    verdict = gate(shares(20, 40), "R@5 >= baseline * 0.5", baseline=shares(30, 40))
    assert rows_of(verdict.to_markdown())[1][1] == "0.500 (Δ +0.125)"


# JUnit


def test_junit_has_a_test_for_each_check(verdict: Verdict) -> None:
    suites = ET.fromstring(verdict.to_junit())
    counts = {"tests": "5", "failures": "1", "errors": "0", "skipped": "1"}
    for element in (suites, suites[0]):
        assert {name: element.get(name) for name in counts} == counts
    cases = {case.get("name"): [child.tag for child in case] for case in suites.iter("testcase")}
    assert cases == {
        "R@5 >= 0.65": ["properties", "system-out"],
        "R@5 >= 0.75": ["properties", "system-out"],
        "R@5 >= 0.85": ["properties", "skipped"],
        "R@5 >= 0.95": ["properties", "failure"],
        "failures <= 0": ["properties", "system-out"],
    }


def test_junit_tells_the_figures_as_properties(verdict: Verdict) -> None:
    case = next(ET.fromstring(verdict.to_junit()).iter("testcase"))
    found = {one.get("name"): float(one.get("value", "nan")) for one in case.iter("property")}
    assert found == {
        "value": 0.8,
        "low": pytest.approx(0.696, abs=0.001),
        "high": pytest.approx(0.880, abs=0.001),
        "level": pytest.approx(0.9),
        "limit": 0.65,
        "n": 60.0,
    }


def test_junit_fails_what_is_undecided_where_asked_to(verdict: Verdict) -> None:
    suites = ET.fromstring(verdict.to_junit(undecided="fail"))
    assert (suites.get("failures"), suites.get("skipped")) == ("2", "0")
    assert [failure.get("type") for failure in suites.iter("failure")] == ["undecided", "not_met"]


def test_junit_holds_no_character_that_xml_cannot(hostile: Verdict) -> None:
    suites = ET.fromstring(hostile.to_junit())
    names = [case.get("name") or "" for case in suites.iter("testcase")]
    assert "<b>\\x1b[31m\\x00" in names[1]
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", hostile.to_junit())


# GitHub


def annotations(text: str) -> list[tuple[str, str, str]]:
    """Read workflow commands as the runner does: command, title and message, unescaped."""
    found: list[tuple[str, str, str]] = []
    for line in text.splitlines():
        match = re.fullmatch(r"::(\w+) title=([^:,]*)::(.*)", line)
        if match:
            title = match[2].replace("%2C", ",").replace("%3A", ":")
            found.append((match[1], *(_plain(part) for part in (title, match[3]))))
    return found


def _plain(text: str) -> str:
    return text.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")


def test_github_is_given_an_annotation_for_each_check_the_worst_first(verdict: Verdict) -> None:
    found = annotations(verdict.to_github())
    assert [(command, title) for command, title, _ in found] == [
        ("error", "R@5 >= 0.95"),
        ("warning", "R@5 >= 0.85"),
        ("notice", "R@5 >= 0.65"),
        ("notice", "R@5 >= 0.75"),
        ("notice", "failures <= 0"),
    ]
    assert found[0][2] == "mean 0.800; the whole 90% interval, 0.696 to 0.880, lies on the wrong side of 0.950"
    assert verdict.to_github().splitlines()[-1] == "Not met: checks that fail: 1 of 5."


def test_what_users_wrote_cannot_become_a_command(hostile: Verdict) -> None:
    text = hostile.to_github()
    assert [line.split(" ")[0] for line in text.splitlines()[:-1]] == ["::error", "::error"]
    assert len(text.splitlines()) == 3
    assert annotations(text)[1][1].startswith("R@5 >= 0.5 [team=100%")


# JSON


def test_json_follows_its_schema_and_says_null_where_undecided(verdict: Verdict) -> None:
    written: dict[str, Any] = json.loads(verdict.to_json())
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(written)
    assert (written["kind"], written["met"]) == ("gate", False)
    assert [rule["met"] for rule in written["rules"]] == [True, True, None, False, True]
    exact = binomtest(48, 60).proportion_ci(confidence_level=0.9, method="exact")
    assert written["rules"][0] | {"why": ""} == {
        "rule": "R@5 >= 0.65",
        "met": True,
        "value": 0.8,
        "low": pytest.approx(exact.low),
        "high": pytest.approx(exact.high),
        "level": pytest.approx(0.9),
        "limit": 0.65,
        "n": 60,
        "n_undefined": 0,
        "n_failed": 0,
        "interval": "clopper-pearson",
        "why": "",
    }


def test_json_of_a_comparison_tells_both_means_and_the_queries_left_out(shares: Make) -> None:
    written = json.loads(gate(shares(20, 40), "R@5 >= baseline - 0.01", baseline=shares(40, 41)).to_json())
    assert written["queries"] == {"common": 40, "dropped": ["q40"]}
    assert {name: written["rules"][0][name] for name in ("mean", "baseline", "value", "met")} == {
        "mean": 0.5,
        "baseline": 1.0,
        "value": -0.5,
        "met": False,
    }
    assert [warning["code"] for warning in written["warnings"]] == ["dropped"]
