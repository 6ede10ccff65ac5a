"""``assay score --bounds``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Callable[..., Any]

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "scores.schema.json"
# RR: q1 1/2, or 1 were x relevant; q2 1. Judged: 1/2 of either
QRELS = "q1 0 a 1\nq2 0 a 1\nq2 0 c 0\n"
RUN = "q1 Q0 x 1 2 run\nq1 Q0 a 2 1 run\nq2 Q0 a 1 2 run\nq2 Q0 y 2 1 run\n"


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "qrels.txt").write_text(QRELS)
    (folder / "run.txt").write_text(RUN)
    return folder


def words(out: str) -> str:
    return " ".join(out.split())


def test_a_table_shows_what_is_judged_and_the_extremes(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds").out
    section = words(out).partition("What nobody has judged")[2]
    assert "RR 0.7500 50.0% 0.7500 1.0000" in section


def test_markdown_shows_them_for_each_of_several_runs(assay: Run, files: Path) -> None:
    (files / "other.txt").write_text("q1 Q0 a 1 1 o\nq2 Q0 a 1 1 o\n")
    out = assay("score", "qrels.txt", "run.txt", "other.txt", "-m", "RR", "--bounds", "--format", "markdown").out
    assert "| run.txt | RR | 0.7500 | 50.0% | 0.7500 | 1.0000 |" in out
    assert "| other.txt | RR | 1.0000 | 100.0% | 1.0000 | 1.0000 |" in out


def test_json_holds_them_beside_the_mean_and_follows_its_schema(assay: Run, files: Path) -> None:
    found = json.loads(assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds", "--json").out)
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(found)
    mean = found["runs"]["run.txt"]["measures"]["RR"]
    assert (mean["mean"], mean["judged"], mean["if_holes_worst"], mean["if_holes_best"]) == (0.75, 0.5, 0.75, 1.0)


def test_json_is_as_it_was_where_bounds_are_not_asked_for(assay: Run, files: Path) -> None:
    assert "if_holes" not in assay("score", "qrels.txt", "run.txt", "-m", "RR", "--json").out


def test_a_measure_without_bounds_says_so(assay: Run, files: Path) -> None:
    out = words(assay("score", "qrels.txt", "run.txt", "-m", "bpref", "--bounds").out)
    assert "Bounds are not known for Bpref." in out


def test_where_little_is_judged_measures_for_few_judgements_are_named(assay: Run, files: Path) -> None:
    out = words(assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds").out)
    assert "Less than 80% is judged of what these look at: RR of run.txt." in out
    assert "bpref and infAP" in out
    assert "--judged-only" in out


def test_they_are_not_named_where_nothing_is_judged_irrelevant(assay: Run, files: Path) -> None:
    (files / "qrels.txt").write_text("q1 0 a 1\nq2 0 a 1\n")
    out = words(assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds").out)
    assert "No document is judged irrelevant" in out
    assert "bpref" not in out


def test_nothing_is_left_open_where_every_hit_is_judged(assay: Run, files: Path) -> None:
    (files / "run.txt").write_text("q1 Q0 a 1 1 run\nq2 Q0 a 1 1 run\n")
    out = words(assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds").out)
    assert "nothing is left open" in out


def test_a_hole_beyond_the_cutoff_leaves_recall_open(assay: Run, files: Path) -> None:
    # q2 finds a within 1; were y relevant, that is 1 of 2. q1: 0 of 1, or 1 of 2 were x relevant
    out = words(assay("score", "qrels.txt", "run.txt", "-m", "R@1", "--bounds").out)
    assert "R@1 0.5000 50.0% 0.2500 0.7500" in out
    assert "nothing is left open" not in out


@pytest.mark.parametrize("extra", [("--format", "csv"), ("--format", "trec"), ("--judged-only",)], ids=str)
def test_bounds_that_could_not_be_shown_are_wrong_usage(assay: Run, files: Path, extra: tuple[str, ...]) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "--bounds", *extra)
    assert ended.code == 2
    assert "--bounds" in ended.err


def test_repeats_are_bad_input_with_the_option_that_helps(assay: Run, files: Path) -> None:
    (files / "run.txt").write_text("q1 Q0 a 1 2 run\nq1 Q0 a 2 1 run\n")
    ended = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--bounds")
    assert ended.code == 3
    assert "--duplicates drop" in ended.err


def test_the_share_that_is_judged_is_the_measure_judged(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "run.txt", "-m", "RR@1", "-m", "Judged@1", "--bounds", "--json").out
    measures = json.loads(out)["runs"]["run.txt"]["measures"]
    assert measures["RR@1"]["judged"] == measures["Judged@1"]["mean"] == 0.5
