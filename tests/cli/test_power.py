"""``assay power``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Callable[..., Any]

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "power.schema.json"


@pytest.fixture
def pilot(folder: Path) -> Path:
    """Two runs over ten queries: A finds the document at rank 1 or 2 by turns, B always at rank 1."""
    queries = [f"q{place}" for place in range(10)]
    (folder / "qrels.txt").write_text("".join(f"{query} 0 d 1\n" for query in queries))
    first = [f"{query} Q0 {doc} {rank} {3 - rank} a\n" for place, query in enumerate(queries)
             for rank, doc in enumerate(("d", "x")[:: 1 if place % 2 else -1], start=1)]  # fmt: skip
    (folder / "a.txt").write_text("".join(first))
    (folder / "b.txt").write_text("".join(f"{query} Q0 d 1 1 b\n" for query in queries))
    return folder


def test_a_stated_spread_is_answered_in_words_and_tables(assay: Run) -> None:
    ended = assay("power", "--spread", "0.3", "--difference", "0.05", "-n", "200")
    assert (ended.code, ended.err) == (0, "")
    assert "takes 285 cases" in ended.out  # by statsmodels
    assert "in 65% of tries" in ended.out
    assert ["0.05", "285"] in [line.split() for line in ended.out.splitlines()]


def test_a_stated_gain_and_loss_are_answered_by_the_exact_test(assay: Run) -> None:
    found = json.loads(assay("power", "--gain", "1", "--loss", "0", "-n", "5", "--json").out)
    assert found["settings"]["test"] == "exact"
    assert found["needed"]["cases"] == 6  # six wins of six: p = 1/32
    assert found["reach"] == {"n": 5, "detectable": None, "power": 0.0}


def test_two_run_files_are_a_pilot_by_their_judgements(assay: Run, pilot: Path) -> None:
    ended = assay("power", "a.txt", "b.txt", "--qrels", "qrels.txt", "-m", "RR", "--difference", "0.1", "--json")
    found = json.loads(ended.out)
    jsonschema.validate(found, json.loads(SCHEMA.read_text("utf-8")))
    assert (found["kind"], found["settings"]["measure"], found["settings"]["test"]) == ("power", "RR", "t")
    assert found["pilot"]["systems"] == ["a.txt", "b.txt"]
    assert found["spread"]["value"] == pytest.approx((5 * 0.25**2 * 2 / 9) ** 0.5)
    assert found["needed"]["low"] < found["needed"]["cases"] < found["needed"]["high"]


def test_run_files_of_a_0_1_measure_are_planned_exactly(assay: Run, pilot: Path) -> None:
    ended = assay("power", "a.txt", "b.txt", "--qrels", "qrels.txt", "-m", "HitRate@1", "--json")
    found = json.loads(ended.out)
    assert (found["settings"]["test"], found["spread"]["value"]) == ("exact", 0.5)
    assert found["needed"] is None


def test_saved_evaluations_are_a_pilot(assay: Run, folder: Path) -> None:
    for name, reverse in (("one", "false"), ("two", "true")):
        ran = assay(
            "evaluate", "golden.jsonl", "--retriever", "search:Search", "--set", f"reverse={reverse}", "--out", name
        )
        assert ran.code == 0
    ended = assay("power", "one", "two", "-m", "RR@10", "--difference", "0.1", "--language", "es")
    assert (ended.code, ended.err) == (0, "")
    assert "Cuántos casos: RR@10" in ended.out
    assert "one y two" in " ".join(ended.out.split())


def test_one_system_is_a_pilot_with_a_correlation_that_is_said(assay: Run, pilot: Path) -> None:
    ended = assay("power", "a.txt", "--qrels", "qrels.txt", "-m", "RR", "--correlation", "0.7", "--format", "markdown")
    assert ended.code == 0
    assert "A correlation of 0.7 between its values and those of the other is assumed" in ended.out


def test_a_margin_is_planned(assay: Run) -> None:
    ended = assay("power", "--spread", "0.3", "--margin", "0.05")
    assert "that B is worse by less than 0.05, when the true difference is 0, takes" in " ".join(ended.out.split())


def test_cases_are_taken_by_themselves_where_cluster_is_none(assay: Run, pilot: Path) -> None:
    ended = assay("power", "a.txt", "b.txt", "--qrels", "qrels.txt", "-m", "RR", "--cluster", "none", "--json")
    assert json.loads(ended.out)["settings"]["cluster"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a pilot"),
        (("--spread", "0.3", "--gain", "0.1", "--loss", "0.1"), "one of these"),
        (("a.txt", "--spread", "0.3"), "one of these"),
        (("a", "b", "c"), "one system or two"),
        (("--qrels", "qrels.txt", "--spread", "0.3"), "name one or two"),
        (("--gain", "0.1"), "belong together"),
        (("--spread", "-1"), "above 0"),
        (("--spread", "0.3", "--difference", "nan"), "expected a number"),
        (("--spread", "0.3", "--margin", "1"), "between 0 and 1"),
        (("--gain", "1.5", "--loss", "0"), "from 0 to 1"),
        (("--spread", "0.3", "-n", "0"), "not in the range"),
        (("a.txt", "--qrels", "qrels.txt", "-m", "ndgc"), "nDCG"),
    ],
    ids=str,
)
def test_wrong_usage_is_a_message_and_code_2(assay: Run, pilot: Path, arguments: tuple[str, ...], message: str) -> None:
    ended = assay("power", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.json",), "absent.json"),
        (("a.txt",), "a.txt"),
        (("golden.jsonl",), "golden.jsonl"),
        (("a.txt", "absent.txt", "--qrels", "qrels.txt"), "absent.txt"),
        (("b.txt", "--qrels", "qrels.txt", "-m", "nDCG@10", "--cluster", "team"), "team"),
        (("--spread", "0.3", "--difference", "0"), "other than 0"),
        (("--gain", "0.7", "--loss", "0.7"), "at most 1 together"),
        (("--spread", "0.3", "--margin", "0.05", "--difference", "-0.1"), "wider than what is truly lost"),
        (("--gain", "0.1", "--loss", "0.1", "--difference", "1.5"), "lies in [-1, 1]"),
        (("--spread", "1e9", "--difference", "1e-9"), "no number of cases"),
    ],
    ids=str,
)
def test_bad_input_is_a_message_and_code_3(assay: Run, pilot: Path, arguments: tuple[str, ...], message: str) -> None:
    ended = assay("power", *arguments)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("error: ")
    assert message in ended.err
    assert "Traceback" not in ended.err
