"""``assay evaluate``: what is printed where, and with which exit code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "schema" / "evaluation.schema.json"
EVALUATE = ("evaluate", "golden.jsonl", "--retriever", "search:retrieve")

Run = Callable[..., Any]


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def content(text: str) -> dict[str, Any]:
    return json.loads(text, parse_constant=refuse)


def test_a_report_goes_to_stdout_and_nothing_to_stderr(assay: Run) -> None:
    ended = assay(*EVALUATE)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Retrieval report: golden\n")
    assert "Hit rate" in ended.out


def test_json_is_one_object_on_stdout(assay: Run) -> None:
    ended = assay(*EVALUATE, "--json", "--k", "1,3")
    assert (ended.code, ended.err) == (0, "")
    written = content(ended.out)
    assert (written["kind"], written["settings"]["k"], written["counts"]["asked"]) == ("evaluation", [1, 3], 3)
    assert {name: part["mean"] for name, part in written["measures"].items() if name[:2] in ("R@", "RR")} == {
        "R@1": pytest.approx(1 / 3),
        "R@3": pytest.approx(2 / 3),
        "RR@3": pytest.approx((1 + 1 / 2 + 0) / 3),
    }


def test_json_and_format_json_are_the_same(assay: Run) -> None:
    def steady(text: str) -> dict[str, Any]:
        written = content(text)
        del written["latency_s"], written["settings"]["made_at"]
        return written

    assert steady(assay(*EVALUATE, "--json").out) == steady(assay(*EVALUATE, "--format", "json").out)


def test_json_is_valid_against_the_published_schema(assay: Run) -> None:
    if not SCHEMA.is_file():
        pytest.skip(f"no {SCHEMA.name} yet")
    written = content(assay(*EVALUATE, "--json", "--per-query", "--by", "team").out)
    jsonschema.validate(written, json.loads(SCHEMA.read_text("utf-8")))


def test_values_of_questions_come_with_per_query(assay: Run) -> None:
    per_query = content(assay(*EVALUATE, "--json", "--per-query", "--k", "3").out)["per_query"]
    assert {query: values["RR@3"] for query, values in per_query.items()} == {"q1": 1.0, "q2": 0.5, "q3": 0.0}


def test_markdown_is_printed_when_asked_for(assay: Run) -> None:
    ended = assay(*EVALUATE, "--format", "markdown")
    assert ended.out.startswith("# Retrieval report: golden\n")
    assert "| Measure | @1 | @3 | @5 | @10 | Scored/asked |" in ended.out


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Retrieval report"), ("zh", "检索评测报告"), ("es", "recuperación"), ("ru", "Отчёт")],
)
def test_the_report_is_written_in_the_language_asked_for(assay: Run, language: str, title: str) -> None:
    ended = assay(*EVALUATE, "--language", language)
    assert (ended.code, title in ended.out.split("\n")[0]) == (0, True)


def test_out_writes_both_reports_and_says_so_on_stderr(assay: Run, folder: Path) -> None:
    ended = assay(*EVALUATE, "--out", "reports/today", "--json")
    assert ended.code == 0
    written = content((folder / "reports/today/report.json").read_text("utf-8"))
    assert written["measures"] == content(ended.out)["measures"]
    assert list(written["per_query"]) == ["q1", "q2", "q3"]
    assert (folder / "reports/today/report.md").read_text("utf-8").startswith("# Retrieval report: golden\n")
    assert "report.md" in ended.err


def test_out_over_a_file_is_a_usage_error_before_anything_is_asked(assay: Run, folder: Path) -> None:
    (folder / "taken").write_text("", "utf-8")
    ended = assay(*EVALUATE, "--out", "taken")
    assert (ended.code, ended.out) == (2, "")


@pytest.mark.parametrize("out", ["taken/below", "full"])
def test_out_where_nothing_can_be_written_is_an_error_not_a_traceback(assay: Run, folder: Path, out: str) -> None:
    (folder / "taken").write_text("", "utf-8")
    (folder / "full" / "report.md").mkdir(parents=True)
    ended = assay(*EVALUATE, "--out", out)
    assert ended.code == 3
    assert ended.err.startswith("error: ")


def test_by_breaks_down_by_a_field_of_the_users_own(assay: Run) -> None:
    by = content(assay(*EVALUATE, "--json", "--by", "team").out)["by"]
    assert {field: list(groups) for field, groups in by.items()} == {"team": ["blue", "red", "-"]}


def test_by_an_unknown_field_is_a_usage_error_with_those_there_are(assay: Run) -> None:
    ended = assay(*EVALUATE, "--by", "mood")
    assert (ended.code, ended.out) == (2, "")
    assert "no case has the field 'mood'; there are: category, team" in ended.err


def test_the_level_of_intervals_is_the_one_asked_for(assay: Run) -> None:
    written = content(assay(*EVALUATE, "--json", "--k", "3", "--level", "0.9").out)
    rate = written["measures"]["HitRate@3"]  # two of three found something
    assert (written["settings"]["level"], rate["level"]) == (0.9, 0.9)
    assert (rate["low"], rate["high"]) == pytest.approx((0.1353502, 0.9830475), abs=1e-6)  # Clopper and Pearson's


def test_questions_that_share_a_field_can_be_named_dependent(assay: Run, folder: Path) -> None:
    lines = [json.dumps({"query": str(n), "relevant_doc_ids": ["d1"], "topic": str(n // 2)}) for n in range(8)]
    (folder / "topics.jsonl").write_text("\n".join(lines), "utf-8")
    options = ("evaluate", "topics.jsonl", "--retriever", "search:retrieve")
    assert "Clusters of the 8 scored questions by the field topic: 4." in assay(*options, "--cluster", "topic").out
    assert "Clusters of" not in assay(*options).out


@pytest.mark.parametrize(("given", "kept"), [((), "source"), (("--cluster", "none"), None)])
def test_questions_of_one_source_are_dependent_unless_told_otherwise(
    assay: Run, given: tuple[str, ...], kept: str | None
) -> None:
    assert content(assay(*EVALUATE, "--json", *given).out)["settings"]["cluster"] == kept


def test_clusters_by_an_unknown_field_are_a_usage_error_with_those_there_are(assay: Run) -> None:
    ended = assay(*EVALUATE, "--cluster", "mood")
    assert (ended.code, ended.out) == (2, "")
    assert "no case has the field 'mood'; there are: category, team" in ended.err
    assert "--cluster" in ended.err


def test_a_group_without_the_field_of_the_clusters_is_reported_all_the_same(assay: Run) -> None:
    ended = assay(*EVALUATE, "--by", "category", "--cluster", "team")  # no case of the category reasons has a team
    assert (ended.code, ended.err) == (0, "")
    assert "reasons" in ended.out


def test_the_seed_of_the_intervals_is_kept(assay: Run) -> None:
    assert content(assay(*EVALUATE, "--json", "--seed", "7").out)["settings"]["seed"] == 7


def test_a_further_measure_is_measured(assay: Run) -> None:
    written = content(assay(*EVALUATE, "--json", "-m", "P(rel=1)@2", "-m", "AP(norm=retrieved)", "--k", "3").out)
    assert written["measures"]["P(rel=1)@2"]["mean"] == pytest.approx((1 / 2 + 1 / 2 + 0) / 3)
    assert written["measures"]["AP(norm=retrieved)@3"]["scored"] == 3


@pytest.mark.parametrize(
    ("measure", "said"),
    [("nDGC@10", "did you mean"), ("P@0", "k is a whole number"), ("P(x=1)@2", "no parameter 'x'"), ("", "")],
)
def test_a_measure_there_is_not_is_a_usage_error(assay: Run, measure: str, said: str) -> None:
    ended = assay(*EVALUATE, "-m", measure)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


@pytest.mark.parametrize("k", ["0", "-1", "1,0", "", "ten", "1.5", "1,,3", "1;3", "²", "1e3", "9" * 5000])
def test_a_cutoff_that_is_no_whole_number_of_at_least_one_is_a_usage_error(assay: Run, k: str) -> None:
    ended = assay(*EVALUATE, f"--k={k}")
    assert (ended.code, ended.out) == (2, "")
    assert "1,3,5,10" in ended.err


@pytest.mark.parametrize(
    "option",
    [
        "--rel=high",
        "--timeout=0",
        "--timeout=-1",
        "--timeout=soon",
        "--concurrency=0",
        "--concurrency=2.5",
        "--retries=-1",
        "--undefined=none",
        "--language=fr",
        "--format=html",
        "--set=x",
        "--set==1",
        "--set=a b=1",
        "--level=0",
        "--level=95",
        "--level=nan",
        "--seed=-1",
        "--seed=x",
        "--nonsense",
    ],
)
def test_an_option_out_of_range_is_a_usage_error(assay: Run, option: str) -> None:
    ended = assay(*EVALUATE, option, "--json")
    assert (ended.code, ended.out) == (2, "")
    assert "Error" in ended.err


@pytest.mark.parametrize("option", ["--rel=nan", "--rel=inf", "--timeout=nan"])
def test_a_number_that_is_none_is_refused_before_anything_is_asked(assay: Run, option: str) -> None:
    ended = assay(*EVALUATE, option, "--json")
    assert (ended.code in (2, 3), ended.out) == (True, "")
    assert option[2:5] in ended.err


def test_an_endless_timeout_can_be_written_to_json(assay: Run) -> None:
    assert content(assay(*EVALUATE, "--timeout", "inf", "--json").out)["counts"]["asked"] == 3


def test_a_retriever_must_be_named(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl")
    assert ended.code == 2
    assert "--retriever" in ended.err


@pytest.mark.parametrize("path", ["absent.jsonl", "docs", "x" * 300])
def test_a_golden_set_that_is_not_there_is_bad_input(assay: Run, path: str) -> None:
    ended = assay("evaluate", path, "--retriever", "search:retrieve")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith(f"error: {path}")


def test_every_bad_line_of_a_golden_set_is_listed(assay: Run, folder: Path) -> None:
    lines = ['{"query": "a"}', "not json", '{"query": 5}', '{"query": "b", "relevent_doc_ids": []}']
    (folder / "bad.jsonl").write_text("\n".join(lines), "utf-8")
    ended = assay("evaluate", "bad.jsonl", "--retriever", "search:retrieve")
    assert (ended.code, ended.out) == (3, "")
    assert [line.removeprefix("error: ")[:12] for line in ended.err.splitlines()[:3]] == [
        "bad.jsonl:2:",
        "bad.jsonl:3:",
        "bad.jsonl:4:",
    ]


def test_an_empty_golden_set_is_bad_input(assay: Run, folder: Path) -> None:
    (folder / "empty.jsonl").write_text("\n", "utf-8")
    ended = assay("evaluate", "empty.jsonl", "--retriever", "search:retrieve")
    assert (ended.code, "no cases in it" in ended.err) == (3, True)


def test_an_undefined_value_is_bad_input_where_it_is_to_be_an_error(assay: Run, folder: Path) -> None:
    (folder / "unlabelled.jsonl").write_text('{"query": "a"}\n', "utf-8")
    ended = assay("evaluate", "unlabelled.jsonl", "--retriever", "search:retrieve", "--undefined", "error")
    assert (ended.code, ended.out) == (3, "")
    assert "q1" in ended.err


def test_when_every_call_fails_the_report_is_printed_and_the_code_is_that_of_a_remote_failure(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:fails", "--json")
    assert ended.code == 5
    assert [error["reason"] for error in content(ended.out)["errors"]] == ["ConnectionError: refused"] * 3


def test_when_some_calls_fail_the_code_is_zero_and_the_report_says_so(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:fails_on_when")
    assert ended.code == 0
    assert "Failed calls (1)" in ended.out
    assert "q2: ConnectionError: refused" in ended.out


def test_a_pipeline_that_returns_no_hits_is_bad_input_with_what_came(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:none")
    assert (ended.code, ended.out) == (3, "")
    assert "error: the retriever did not return a list of hits: NoneType None" in ended.err


def test_a_pipeline_that_prints_does_not_spoil_the_json(assay: Run) -> None:
    ended = assay("evaluate", "golden.jsonl", "--retriever", "search:talks", "--json")
    assert content(ended.out)["counts"]["answered"] == 3
    assert "searching for Who?" in ended.err


def test_hits_without_text_make_no_token_counts_and_no_trouble(assay: Run) -> None:
    assert content(assay(*EVALUATE, "--json").out)["tokens"] == {}


def test_a_metadata_value_that_is_a_lone_surrogate_can_be_broken_down_by(assay: Run, folder: Path) -> None:
    (folder / "odd.jsonl").write_text('{"query": "a", "mood": "\\ud800", "relevant_doc_ids": ["d1"]}\n', "utf-8")
    for form in ("text", "markdown", "json"):
        ended = assay("evaluate", "odd.jsonl", "--retriever", "search:retrieve", "--by", "mood", "--format", form)
        ended.out.encode("utf-8")
        assert ended.code in (0, 3)
