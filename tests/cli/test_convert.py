"""``assay convert``."""

import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

QRELS = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n"
RUN = "q1 Q0 d2 1 0.5 bm25\nq1 Q0 d1 2 0.25 bm25\n"


@pytest.fixture
def tables(folder: Path) -> Path:
    (folder / "qrels.txt").write_text(QRELS)
    (folder / "run.txt").write_text(RUN)
    (folder / "plain.json").write_text('{"q1": {"d1": 1}}')
    return folder


def test_judgements_are_written_in_the_format_of_the_name(assay: Run, tables: Path) -> None:
    ended = assay("convert", "qrels.txt", "out.tsv")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "out.tsv: qrels, 2 queries, 3 rows; trec to tsv\n"
    assert (tables / "out.tsv").read_text() == "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td1\t1\n"


def test_a_run_is_known_by_its_columns(assay: Run, tables: Path) -> None:
    assert assay("convert", "run.txt", "out.json").code == 0
    assert json.loads((tables / "out.json").read_text()) == {"q1": {"d2": 0.5, "d1": 0.25}}


def test_a_round_trip_gives_the_same_bytes(assay: Run, tables: Path) -> None:
    assert assay("convert", "run.txt", "a.csv.gz").code == 0
    assert assay("convert", "a.csv.gz", "bm25.jsonl").code == 0
    assert assay("convert", "bm25.jsonl", "back.trec").code == 0
    assert (tables / "back.trec").read_text() == RUN


def test_a_file_may_be_converted_onto_itself(assay: Run, tables: Path) -> None:
    assert assay("convert", "qrels.txt", "qrels.txt", "--to", "csv").code == 0
    assert (tables / "qrels.txt").read_text().splitlines()[0] == "query_id,doc_id,grade"


def test_json_is_one_object(assay: Run, tables: Path) -> None:
    (tables / "qrels.gz").write_bytes(gzip.compress(QRELS.encode()))
    ended = assay("convert", "qrels.gz", "out.json", "--json")
    summary = json.loads(ended.out)
    assert (ended.code, list(summary), summary["kind"]) == (0, ["assay", "kind", "settings", "counts"], "conversion")
    assert summary["settings"] == {
        "in": "qrels.gz", "out": "out.json", "kind": "qrels", "from": "trec", "compression": "gzip", "to": "json",
    }  # fmt: skip
    assert summary["counts"] == {"queries": 2, "rows": 3, "queries_without_rows": 0}


def test_pipes_carry_the_table_and_stderr_the_summary(folder: Path, tables: Path) -> None:
    command = [sys.executable, "-m", "assay.cli.main", "convert", "-", "-", "--to", "jsonl"]
    done = subprocess.run(command, input=RUN.encode(), capture_output=True, check=True)
    assert [json.loads(line)["rank"] for line in done.stdout.splitlines()] == [1, 2]
    assert done.stderr == b"-: run, 1 query, 2 rows; trec to jsonl\n"


def test_json_and_a_table_do_not_share_stdout(assay: Run, tables: Path) -> None:
    ended = assay("convert", "qrels.txt", "-", "--to", "tsv", "--json")
    assert (ended.code, ended.out) == (2, "")


@pytest.mark.parametrize("kind", ["qrels", "run"])
def test_a_kind_that_nothing_tells_must_be_named(assay: Run, tables: Path, kind: str) -> None:
    ended = assay("convert", "plain.json", "out.trec")
    assert ended.code == 2
    assert "plain.json: nothing in it says whether it holds judgements or a run; add --kind" in ended.err
    assert not (tables / "out.trec").exists()
    assert assay("convert", "plain.json", "out.trec", "--kind", kind).code == 0
    assert len((tables / "out.trec").read_text().split()) == {"qrels": 4, "run": 6}[kind]


def test_a_name_without_a_format_asks_for_one(assay: Run, tables: Path) -> None:
    ended = assay("convert", "qrels.txt", "out")
    assert ended.code == 2
    assert "add --to trec|tsv|csv|json|jsonl|parquet" in ended.err


@pytest.mark.parametrize("given", ["absent", ".", "bad.txt", "empty.txt"])
def test_bad_input_is_a_message_and_code_three(assay: Run, tables: Path, given: str) -> None:
    (tables / "bad.txt").write_text("q1 0 d1 1\nq1 0 d1 2\n")
    (tables / "empty.txt").write_text("")
    ended = assay("convert", given, "out.tsv")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("error: ")
    assert not (tables / "out.tsv").exists()


def test_a_contradiction_names_both_lines(assay: Run, tables: Path) -> None:
    (tables / "bad.txt").write_text("q1 0 d1 1\nq1 0 d1 2\n")
    assert (
        "bad.txt:2: document 'd1' of query 'q1' is graded 1 in line 1 and 2 here"
        in assay("convert", "bad.txt", "x.tsv").err
    )


def test_a_missing_extra_is_code_four(assay: Run, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ended = assay("convert", "qrels.txt", "out.parquet")
    assert ended.code == 4
    assert "pip install 'assay[arrow]'" in ended.err
    assert not (tables / "out.parquet").exists()


def test_a_format_is_named_where_two_fit(assay: Run, tables: Path) -> None:
    (tables / "two.txt").write_text("a 0\td\t1\n")
    assert assay("convert", "two.txt", "x.json", "--kind", "qrels").code == 3
    assert assay("convert", "two.txt", "x.json", "--kind", "qrels", "--from", "tsv").code == 0
    assert json.loads((tables / "x.json").read_text()) == {"a 0": {"d": 1}}


def test_queries_without_rows_are_said_to_be_lost(assay: Run, tables: Path) -> None:
    (tables / "some.json").write_text('{"q1": {}, "q2": {"d1": 1}}')
    ended = assay("convert", "some.json", "out.trec", "--kind", "qrels")
    assert (ended.code, ended.err) == (0, "1 query has no rows, and none was written\n")


def test_the_help_shows_its_examples_on_lines_of_their_own(assay: Run) -> None:
    lines = [line.strip() for line in assay("convert", "--help").out.splitlines()]
    assert "assay convert qrels.trec qrels.tsv" in lines


def test_standard_input_is_read_in_process(assay: Run, tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(QRELS.encode())))
    assert assay("convert", "-", "out.trec").code == 0
    assert (tables / "out.trec").read_text() == QRELS
