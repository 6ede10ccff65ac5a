"""The JSON of an evaluation: its keys, their order, and what stands where a value is undefined."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from assay import Evaluation, RetrievalTestCase, evaluate
from assay.version import __version__

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "schema" / "evaluation.schema.json"
CASES = [
    RetrievalTestCase("谁？", ["d1"], category="facts", id="a"),
    RetrievalTestCase("missed", ["gone"], category="why", id="b"),
    RetrievalTestCase("fails", ["d1"], id="c"),
    RetrievalTestCase("no label", id="d"),
    RetrievalTestCase("no answer", answerable=False, id="e"),
]


def pipeline(query: str) -> list[dict[str, object]]:
    if query == "fails":
        raise ConnectionError("refused\nagain")
    return [{"id": "d1", "score": float("nan"), "text": "four"}]


def content(evaluation: Evaluation | None = None, **how: Any) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    written = (evaluation or evaluate(pipeline, CASES, k=[1, 3])).to_json(**how)
    return json.loads(written, parse_constant=refuse)


def test_the_keys_stand_in_the_order_of_the_page_on_output() -> None:
    wanted = ["assay", "kind", "settings", "counts", "measures", "by", "latency_s", "tokens", "failures", "errors"]
    found = [key for key in content(per_query=True) if key not in ("warnings", "no_answer")]
    assert found == [*wanted, "per_query", "cases"]


def test_the_settings_are_those_of_the_page_on_output() -> None:
    settings = content()["settings"]
    del settings["golden"]["sha256"]
    assert datetime.fromisoformat(settings.pop("made_at")).tzinfo is not None
    assert len(settings.pop("commit") or "0" * 40) == 40
    assert {key: settings[key] for key in settings if key not in ("retriever", "parameters", "concurrency")} == {
        "convention": "assay",
        "k": [1, 3],
        "depth": 3,
        "rel": 1,
        "unit": "document",
        "matcher": "id",
        "coverage": None,
        "undefined": "skip",
        "missing": "zero",
        "duplicates": "keep",
        "golden": {"name": "cases", "cases": 5},
        "corpus_sha256": None,
        "seed": 0,
        "level": 0.95,
        "cluster": "source",
        "timeout_s": 30.0,
        "retries": 0,
    }


def test_version_and_kind_are_said() -> None:
    assert [content()[key] for key in ("assay", "kind")] == [__version__, "evaluation"]


def test_counts_add_up() -> None:
    counts = content()["counts"]
    wanted = {"asked": 5, "answered": 4, "failed": 1, "no_answer": 1, "unlabelled": 1, "not_asked": 0}
    assert counts == wanted


def test_a_mean_carries_its_bounds_where_calls_failed() -> None:
    mean = content()["measures"]["RR@3"]
    assert (mean["mean"], mean["scored"], mean["asked"]) == (0.5, 2, 5)
    assert (mean["if_failed_worst"], mean["if_failed_best"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_a_mean_without_failed_calls_carries_no_bounds() -> None:
    mean = content(evaluate(pipeline, CASES[:1]))["measures"]["R@1"]
    assert list(mean) == ["mean", "scored", "asked", "low", "high", "level", "interval"]
    assert (mean["mean"], mean["scored"], mean["asked"]) == (1.0, 1, 1)


def test_an_undefined_mean_is_null() -> None:
    result = evaluate(pipeline, [RetrievalTestCase("no label")], k=1)
    mean = content(result)["measures"]["R@1"]
    assert mean == {
        **{"mean": None, "scored": 0, "asked": 1},
        **{"low": None, "high": None, "level": 0.95, "interval": "unknown"},
    }


def test_a_mean_carries_its_interval() -> None:
    mean = content(evaluate(pipeline, CASES[:1]))["measures"]["R@1"]
    assert (mean["low"], mean["high"]) == (pytest.approx(0.025), 1.0)  # one hit of one, by Clopper and Pearson
    assert (mean["level"], mean["interval"]) == (0.95, "clopper-pearson")


def test_the_effective_number_stands_beside_means_of_cases_that_share_a_source() -> None:
    cases = [RetrievalTestCase(f"q{n}", ["d1"], metadata={"source": "one" if n < 4 else f"s{n}"}) for n in range(8)]
    mean = content(evaluate(lambda query: ["d1"] if query < "q5" else ["d2"], cases, k=1))["measures"]["R@1"]
    assert 2 <= mean["effective"] < 8
    alone = content(evaluate(lambda _: ["d1"], cases, k=1, cluster=None))["measures"]["R@1"]
    assert "effective" not in alone


def test_saved_cases_hold_what_a_comparison_needs() -> None:
    case = RetrievalTestCase("hit", {"d1": 3.0}, category="facts", id="a", metadata={"source": "s"})
    found = content(evaluate(lambda _: ["d2", "d1"], [case], k=2), per_query=True)["cases"]
    assert found == {
        "a": {
            **{"query": "hit", "fields": {"category": "facts", "source": "s"}, "source": "s", "answerable": True},
            **{"labels": {"d1": 3.0}, "retrieved": ["d2", "d1"]},
        }
    }


def test_undefined_and_failed_values_of_a_question_are_null() -> None:
    per_query = content(per_query=True)["per_query"]
    assert [per_query[query]["RR@3"] for query in "abcde"] == [1.0, 0.0, None, None, None]


def test_values_of_questions_come_only_when_asked_for() -> None:
    assert "per_query" not in content()


def test_a_score_that_is_no_number_is_null() -> None:
    assert content()["failures"] == [
        {"id": "b", "query": "missed", "expected": ["gone"], "retrieved": ["d1"], "top_score": None}
    ]


def test_failed_calls_are_listed_with_their_reasons() -> None:
    assert content()["errors"] == [{"id": "c", "reason": "ConnectionError: refused\nagain"}]


def test_latency_is_null_where_no_call_returned() -> None:
    assert content(evaluate(pipeline, [CASES[2]]))["latency_s"] is None


def test_tokens_stand_under_their_k() -> None:
    tokens = content()["tokens"]
    assert {k: part["mean"] for k, part in tokens.items()} == {"1": 1.0, "3": 1.0}


def test_groups_stand_under_their_field_and_value() -> None:
    by = content()["by"]
    assert {field: {name: part["cases"] for name, part in groups.items()} for field, groups in by.items()} == {
        "category": {"facts": 1, "why": 1, "-": 3}
    }


def test_groups_are_those_asked_for() -> None:
    assert content(by=[])["by"] == {}


def test_texts_are_written_as_they_are() -> None:
    assert '"谁？"' in evaluate(lambda _: ["x"], CASES[:1]).to_json()


def test_measures_stand_in_the_fields_notation() -> None:
    result = evaluate(pipeline, CASES[:1], k=2, measures=["P(rel=2)@1"])
    assert list(content(result)["measures"]) == [
        *("HitRate@2", "P@2", "R@2", "F1@2", "nDCG@2", "AP@2", "RR@2"),
        "P(rel=2)@1",
    ]


class Described:
    def __init__(self, value: object) -> None:
        self.value = value

    def retrieve(self, _query: str) -> list[str]:
        return ["d1"]

    def describe(self) -> dict[str, object]:
        return {"x": self.value}


VALUES = [
    *(Path("index"), np.float32(0.5), np.int64(3), np.array([1, 2]), {"a", "b"}, date(2020, 1, 1), b"bytes"),
    *(float("nan"), float("inf"), [float("nan")], object(), "\ud800", 10**400, {1: 2}, {(1, 2): 3}),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{type(value).__name__} {str(value)[:20]!r}")
def test_whatever_a_pipeline_says_of_itself_can_be_written(value: object) -> None:
    assert "x" in content(evaluate(Described(value), CASES[:1], k=1))["settings"]["parameters"]


@pytest.mark.parametrize("timeout_s", [None, float("inf"), 1e308])
def test_any_timeout_can_be_written(timeout_s: float | None) -> None:
    assert "timeout_s" in content(evaluate(pipeline, CASES[:1], k=1, timeout_s=timeout_s))["settings"]


def test_the_json_is_valid_against_the_published_schema() -> None:
    if not SCHEMA.is_file():
        pytest.skip(f"no {SCHEMA.name} yet")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for how in ({}, {"per_query": True}, {"by": []}):
        jsonschema.validate(content(**how), schema)


def test_the_published_schema_is_that_of_the_code() -> None:
    from assay.evaluation.document import EvaluationDocument

    if not SCHEMA.is_file():
        pytest.skip(f"no {SCHEMA.name} yet")
    published = json.loads(SCHEMA.read_text("utf-8"))
    current = EvaluationDocument.model_json_schema(mode="serialization")
    validation = EvaluationDocument.model_json_schema()
    assert published["properties"].keys() == current["properties"].keys() == validation["properties"].keys()
