"""Scores as JSON: the shape that OUTPUT fixes, held against its schema."""

import json
from typing import Any

import jsonschema
import pytest

import assay
from assay.scores.document import ScoresDocument, document_of

QRELS = {"q1": {"a": 1}, "z": {"b": 0}}
RUN = {"q1": {"x": 2.0, "a": 1.0}, "odd": {"c": 1.0}}


def written(measures: str = "RR num_ret", *, per_query: bool = False, qrels: Any = QRELS, **choices: Any) -> Any:
    scores = assay.score(qrels, choices.pop("run", RUN), measures, **choices)
    return json.loads(document_of(scores, per_query=per_query).to_json())


@pytest.mark.parametrize("per_query", [False, True])
def test_it_follows_its_schema(per_query: bool) -> None:
    schema = ScoresDocument.model_json_schema(mode="serialization")
    jsonschema.Draft202012Validator(schema).validate(written(per_query=per_query))


def test_its_keys_stand_in_the_order_of_output() -> None:
    found = written(per_query=True)
    assert list(found) == ["assay", "kind", "settings", "runs", "warnings"]
    assert list(found["runs"]["run"]) == ["measures", "counts", "per_query"]
    assert list(found["runs"]["run"]["measures"]["RR"]) == [
        "mean", "scored", "asked", "low", "high", "level", "interval",
    ]  # fmt: skip


def test_figures_are_unrounded_and_counted() -> None:
    found = written("P@3", qrels={"q1": {"a": 1}})
    assert found["runs"]["run"]["measures"]["P@3"] == {
        "mean": 1 / 3, "scored": 1, "asked": 1, "low": None, "high": None, "level": 0.95, "interval": "unknown",
    }  # fmt: skip


def test_means_have_intervals_at_the_level_asked_for_and_sums_none() -> None:
    scores = assay.score({"q1": {"a": 1}, "q2": {"a": 1}}, {"q1": {"a": 1.0}, "q2": {"a": 1.0}}, "RR num_ret GMAP")
    found = json.loads(document_of(scores, level=0.9).to_json())["runs"]["run"]["measures"]
    assert found["RR"]["low"] == pytest.approx(0.05**0.5)  # Clopper and Pearson's where both of two were found
    assert [(one["high"], one["level"], one["interval"]) for one in found.values()] == [
        (1.0, 0.9, "clopper-pearson"), (None, 0.9, "unknown"), (None, 0.9, "unknown"),
    ]  # fmt: skip


def test_queries_appear_only_when_asked_for() -> None:
    assert "per_query" not in written()["runs"]["run"]


def test_what_is_undefined_is_null() -> None:
    assert written(per_query=True)["runs"]["run"]["per_query"]["z"] == {"RR": None, "NumRet": 0.0}


def test_an_undefined_mean_is_null() -> None:
    assert written("RR", qrels={"z": {"b": 0}}, run={"z": {"b": 1.0}})["runs"]["run"]["measures"]["RR"]["mean"] is None


def test_the_queries_of_the_run_are_counted() -> None:
    assert written()["runs"]["run"]["counts"] == {"judged": 2, "missing": 1, "unjudged": 1}


def test_warnings_name_their_run() -> None:
    assert [(one["code"], one["count"], one["text"].partition(":")[0]) for one in written()["warnings"]] == [
        ("missing", 1, "run"), ("unjudged_queries", 1, "run"),
    ]  # fmt: skip


def test_the_choices_are_named() -> None:
    found = written(convention="sklearn", duplicates="drop", missing="skip", depth=3, judged_only=True, seed=4)
    assert found["settings"] == {
        "convention": "sklearn", "rel": 1.0, "undefined": "zero", "missing": "skip", "duplicates": "drop",
        "ties": "expected", "negatives": "judged", "depth": 3, "judged_only": True, "drop_self": False,
        "qrels": "qrels", "seed": 4,
    }  # fmt: skip


def test_every_one_of_several_runs_has_a_key_of_its_own() -> None:
    assert list(written(run=[assay.read_run(RUN), assay.read_run(RUN)])["runs"]) == ["run", "run (2)"]


def test_a_figure_beyond_all_numbers_is_null() -> None:
    qrels = {"q": {"a": 1e308, "b": 1e308, "c": 1e308}}
    found = written("DCG", qrels=qrels, run={"q": {"a": 3.0, "b": 2.0, "c": 1.0}})
    assert found["runs"]["run"]["measures"]["DCG"]["mean"] is None
