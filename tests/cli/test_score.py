"""``assay score``."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Callable[..., Any]

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "scores.schema.json"
QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d3 2\nq3 0 d9 0\n"
RUN = "q1 Q0 d2 1 2 bm25\nq1 Q0 d1 2 1 bm25\nq2 Q0 d3 1 1 bm25\nq3 Q0 d9 1 1 bm25\n"  # RR: 0.5, 1, undefined
BETTER = "q1 Q0 d1 1 2 dense\nq2 Q0 d3 1 1 dense\nq3 Q0 d9 1 1 dense\n"
FORMS = ("table", "json", "csv", "markdown", "latex", "trec")


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "qrels.txt").write_text(QRELS)
    (folder / "run.txt").write_text(RUN)
    (folder / "better.txt").write_text(BETTER)
    return folder


def piped(folder: Path, text: bytes, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "assay.cli.main", "score", *arguments]
    return subprocess.run(command, input=text, capture_output=True, check=False, cwd=folder)


@pytest.mark.parametrize("form", FORMS)
def test_every_format_holds_the_figure_of_one_run(assay: Run, files: Path, form: str) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--format", form)
    assert (ended.code, ended.err) == (0, "")
    assert "0.75" in ended.out


@pytest.mark.parametrize("form", FORMS)
def test_every_format_names_each_of_several_runs(assay: Run, files: Path, form: str) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "better.txt", "-m", "RR", "--format", form)
    assert (ended.code, ended.err) == (0, "")
    assert [name for name in ("run.txt", "better.txt", "0.75", "1.0") if name not in ended.out] == []


@pytest.mark.parametrize("form", FORMS)
def test_every_format_has_every_query_when_asked(assay: Run, files: Path, form: str) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--format", form, "--per-query")
    assert (ended.code, ended.err) == (0, "")
    assert [query for query in ("q1", "q2", "q3") if query not in ended.out] == []


@pytest.mark.parametrize(("form", "bold"), [("markdown", "**1.0000**"), ("latex", r"\textbf{1.0000}")])
def test_the_best_figure_is_bold(assay: Run, files: Path, form: str, bold: str) -> None:
    out = assay("score", "qrels.txt", "run.txt", "better.txt", "-m", "RR", "--format", form).out
    assert bold in out
    assert bold.replace("1.0000", "0.7500") not in out


def test_a_table_says_how_many_queries_were_scored(assay: Run, files: Path) -> None:
    lines = [line.split() for line in assay("score", "qrels.txt", "run.txt", "-m", "RR").out.splitlines()]
    assert [(line[0], line[1], line[-1]) for line in lines if line[:1] == ["RR"]] == [("RR", "0.7500", "2/3")]


@pytest.mark.parametrize("extra", [(), ("--per-query",)], ids=str)
def test_json_follows_its_schema(assay: Run, files: Path, extra: tuple[str, ...]) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "better.txt", "--json", *extra)
    found = json.loads(ended.out)
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(found)
    assert (found["kind"], list(found["runs"])) == ("scores", ["run.txt", "better.txt"])


def test_csv_is_one_row_a_run_and_measure(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "run.txt", "-m", "RR P@3", "--format", "csv").out
    assert list(csv.reader(io.StringIO(out))) == [
        ["run", "measure", "figure", "scored", "judged"],
        ["run.txt", "RR", "0.75", "2", "3"],
        ["run.txt", "P@3", repr(1 / 3), "2", "3"],
    ]


def test_csv_by_query_is_one_row_a_query(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--format", "csv", "--per-query").out
    assert list(csv.reader(io.StringIO(out))) == [
        ["run", "query", "RR"], ["run.txt", "q1", "0.5"], ["run.txt", "q2", "1.0"], ["run.txt", "q3", ""],
    ]  # fmt: skip


def test_a_single_run_has_an_interval_in_the_table_at_the_level_asked_for(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "better.txt", "-m", "RR", "--level", "0.9").out
    assert "90% interval" in out
    assert "0.2236–1.0000" in out  # Clopper and Pearson's where both of two were found: 0.05 ** (1 / 2)


def test_several_runs_have_intervals_when_asked_for(assay: Run, files: Path) -> None:
    plain = assay("score", "qrels.txt", "run.txt", "better.txt", "-m", "RR", "--format", "markdown").out
    shown = assay("score", "qrels.txt", "run.txt", "better.txt", "-m", "RR", "--format", "markdown", "--intervals").out
    assert "| better.txt | **1.0000** |" in plain
    assert "| better.txt | **1.0000 (0.16–1.00)** |" in shown


def test_intervals_are_three_columns_more_in_csv(assay: Run, files: Path) -> None:
    out = assay("score", "qrels.txt", "better.txt", "-m", "RR", "--format", "csv", "--intervals").out
    heading, row = csv.reader(io.StringIO(out))
    assert heading == ["run", "measure", "figure", "scored", "judged", "low", "high", "level"]
    assert (float(row[5]), row[6:]) == (pytest.approx(0.025**0.5), ["1.0", "0.95"])


def test_latex_has_intervals_when_asked_for(assay: Run, files: Path) -> None:
    plain = assay("score", "qrels.txt", "better.txt", "-m", "RR", "--format", "latex").out
    shown = assay("score", "qrels.txt", "better.txt", "-m", "RR", "--format", "latex", "--intervals").out
    assert "interval" not in plain
    assert r"95\% interval" in shown


@pytest.mark.parametrize(
    "form", [("trec",), ("parquet", "-o", "out.parquet"), ("csv", "--per-query")], ids=lambda form: form[0]
)
def test_intervals_where_there_is_no_place_for_them_are_wrong_usage(
    assay: Run, files: Path, form: tuple[str, ...]
) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "--intervals", "--format", *form)
    assert (ended.code, ended.out) == (2, "")
    assert f"{form[0]} shows no intervals" in ended.err


def test_files_of_one_name_do_not_share_a_key(assay: Run, files: Path) -> None:
    (files / "other").mkdir()
    (files / "other" / "run.txt").write_text(BETTER)
    found = json.loads(assay("score", "qrels.txt", "run.txt", "other/run.txt", "-m", "RR", "--json").out)["runs"]
    assert {name: run["measures"]["RR"]["mean"] for name, run in found.items()} == {
        "run.txt": 0.75, str(Path("other/run.txt")): 1.0,
    }  # fmt: skip


def test_queries_that_one_run_lacks_are_left_out_of_all_and_said(assay: Run, files: Path) -> None:
    (files / "better.txt").write_text("q1 Q0 d1 1 2 dense\n")
    ended = assay("score", "qrels.txt", "run.txt", "better.txt", "-m", "RR", "--missing", "skip", "--json")
    found = json.loads(ended.out)
    means = [run["measures"]["RR"] for run in found["runs"].values()]
    assert [(mean["mean"], mean["scored"], mean["asked"]) for mean in means] == [(0.5, 1, 1), (1.0, 1, 1)]
    assert ("dropped_queries", 2) in [(one["code"], one["count"]) for one in found["warnings"]]


def test_the_output_goes_to_a_file(assay: Run, files: Path) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--json", "-o", "out.json")
    assert (ended.code, ended.out, ended.err) == (0, "", "wrote out.json\n")
    assert json.loads((files / "out.json").read_text("utf-8"))["runs"]["run.txt"]["measures"]["RR"]["mean"] == 0.75


def test_a_file_that_cannot_be_written_is_code_three(assay: Run, files: Path) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-o", "absent/out.txt")
    assert (ended.code, ended.out) == (3, "")
    assert "absent/out.txt: cannot be written" in ended.err


@pytest.mark.parametrize("text", [RUN, '{"q1": {"d2": 2, "d1": 1}, "q2": {"d3": 1}, "q3": {"d9": 1}}'])
def test_a_run_of_any_format_comes_from_standard_input(files: Path, text: str) -> None:
    done = piped(files, text.encode(), "qrels.txt", "-", "-m", "RR", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [run["measures"]["RR"]["mean"] for run in json.loads(done.stdout)["runs"].values()] == [0.75]


def test_judgements_come_from_standard_input(files: Path) -> None:
    done = piped(files, QRELS.encode(), "-", "run.txt", "-m", "RR", "--json")
    assert json.loads(done.stdout)["runs"]["run.txt"]["measures"]["RR"]["mean"] == 0.75


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_run_comes_through_a_named_pipe(files: Path) -> None:
    os.mkfifo(files / "pipe")
    command = [sys.executable, "-m", "assay.cli.main", "score", "qrels.txt", "pipe", "-m", "RR", "--json"]
    writer = threading.Thread(target=(files / "pipe").write_text, args=(RUN,), daemon=True)
    writer.start()  # waits for a reader, for ever if none comes
    done = subprocess.run(command, capture_output=True, check=True, cwd=files, timeout=60)
    assert [run["measures"]["RR"]["mean"] for run in json.loads(done.stdout)["runs"].values()] == [0.75]


def test_standard_input_is_not_read_twice(assay: Run, files: Path) -> None:
    ended = assay("score", "-", "-")
    assert (ended.code, ended.out) == (3, "")
    assert "standard input (-) can be read once" in ended.err


def test_a_packed_file_is_read(assay: Run, files: Path) -> None:
    (files / "run.gz").write_bytes(gzip.compress(RUN.encode()))
    found = json.loads(assay("score", "qrels.txt", "run.gz", "-m", "RR", "--json").out)
    assert found["runs"]["run.gz"]["measures"]["RR"]["mean"] == 0.75


@pytest.mark.parametrize("arguments", [("absent", "run.txt"), ("qrels.txt", "absent"), ("qrels.txt", ".")], ids=str)
def test_a_file_that_is_not_there_is_code_three(assay: Run, files: Path, arguments: tuple[str, str]) -> None:
    ended = assay("score", *arguments)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.startswith("error: ")


def test_judgements_and_run_in_the_wrong_order_are_told(assay: Run, files: Path) -> None:
    ended = assay("score", "run.txt", "qrels.txt")
    assert (ended.code, ended.out) == (3, "")
    assert "this is a run; judgements" in ended.err


def test_an_unknown_measure_is_wrong_usage_and_names_the_nearest(assay: Run, files: Path) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-m", "ndgc@10")
    assert (ended.code, ended.out) == (2, "")
    assert "did you mean 'nDCG'?" in ended.err


@pytest.mark.parametrize(
    "option",
    [
        ("-m", "P@0"), ("-m", "P@-1"), ("-m", "P@1e400"), ("-m", ""), ("-m", "RR(k"), ("--rel", "nan"), ("--rel", "0"),
        ("--rel", "1e999"), ("--rel", "x"), ("--depth", "0"), ("--depth", "x"), ("--convention", "trec"),
        ("--ties", "none"), ("--format", "xml"), ("-o", "."), ("--level", "0"), ("--level", "95"), ("--level", "x"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_value_that_is_none_is_wrong_usage(assay: Run, files: Path, option: tuple[str, str]) -> None:
    ended = assay("score", "qrels.txt", "run.txt", *option)
    assert (ended.code, ended.out) == (2, "")
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("option", [("-m", "P@9007199254740992"), ("--rel", "1e300"), ("--depth", "9007199254740992")])
def test_huge_numbers_are_numbers(assay: Run, files: Path, option: tuple[str, str]) -> None:
    ended = assay("score", "qrels.txt", "run.txt", *option)
    assert (ended.code, ended.err) == (0, "")


def test_a_depth_beyond_all_ranks_is_a_message(assay: Run, files: Path) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "--depth", "9" * 30)
    assert ended.code in (2, 3)
    assert "Traceback" not in ended.err


def test_a_run_without_overlap_shows_two_ids_of_each_side(assay: Run, files: Path) -> None:
    (files / "run.txt").write_text("x1 Q0 d 1 1 t\nx2 Q0 d 1 1 t\nx3 Q0 d 1 1 t\n")
    ended = assay("score", "qrels.txt", "run.txt")
    assert (ended.code, ended.out) == (3, "")
    assert "'x1', 'x2'" in ended.err
    assert "'q1', 'q2'" in ended.err


def test_an_undefined_value_may_be_an_error(assay: Run, files: Path) -> None:
    ended = assay("score", "qrels.txt", "run.txt", "-m", "RR", "--undefined", "error")
    assert (ended.code, ended.out) == (3, "")
    assert "q3" in ended.err


def test_ties_are_averaged_when_asked(assay: Run, files: Path) -> None:
    (files / "run.txt").write_text("q1 Q0 d2 1 1 t\nq1 Q0 d1 2 1 t\nq2 Q0 d3 1 1 t\n")
    found = json.loads(assay("score", "qrels.txt", "run.txt", "-m", "RR", "--ties", "expected", "--json").out)
    assert found["runs"]["run.txt"]["measures"]["RR"]["mean"] == pytest.approx((0.75 + 1) / 2)


def test_repeats_are_an_error_when_asked(assay: Run, files: Path) -> None:
    (files / "run.txt").write_text(RUN + "q3 Q0 d9 2 0.5 bm25\n")
    ended = assay("score", "qrels.txt", "run.txt", "--duplicates", "error")
    assert (ended.code, ended.out) == (3, "")
    assert "(lines 4 and 5)" in ended.err


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["a|b_c&d%$#{}\\~^.txt", "\x1b[31mred.txt", "運行 ран.txt", "=1+1.txt"])
def test_names_and_ids_steer_nothing(assay: Run, files: Path, form: str, name: str) -> None:
    query = name.removesuffix(".txt").replace(" ", "")
    (files / "qrels.txt").write_text(f"{query} 0 d1 1\n", "utf-8")
    for path in (name, "other.txt"):
        (files / path).write_text(f"{query} Q0 d1 1 1 t\n", "utf-8")
    ended = assay("score", "qrels.txt", name, "other.txt", "-m", "RR", "--per-query", "--format", form)
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out


def test_a_pipe_in_the_name_stays_in_its_cell(assay: Run, files: Path) -> None:
    (files / "a|b.txt").write_text(RUN)
    out = assay("score", "qrels.txt", "a|b.txt", "better.txt", "-m", "RR", "--format", "markdown").out
    assert r"| a\|b.txt | 0.7500 |" in out


def test_what_latex_would_run_is_text(assay: Run, files: Path) -> None:
    (files / "a_b&c%.txt").write_text(RUN)
    out = assay("score", "qrels.txt", "a_b&c%.txt", "better.txt", "-m", "RR", "--format", "latex").out
    assert r"a\_b\&c\%.txt & 0.7500 \\" in out


def test_json_is_json_in_a_pipe_of_another_encoding(files: Path) -> None:
    (files / "ран.txt").write_text(RUN)
    command = [sys.executable, "-m", "assay.cli.main", "score", "qrels.txt", "ран.txt", "-m", "RR", "--json"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, check=True, cwd=files, env=environment)
    assert list(json.loads(done.stdout)["runs"]) == ["ран.txt"]


def test_a_file_is_written_without_colours_and_in_utf8(assay: Run, files: Path) -> None:
    (files / "ран.txt").write_text(RUN)
    assert assay("score", "qrels.txt", "ран.txt", "-o", "out.txt").code == 0
    text = (files / "out.txt").read_text("utf-8")
    assert "ран.txt" in text
    assert "\x1b" not in text


def test_the_help_has_an_example_and_loads_no_numpy(files: Path) -> None:
    code = (
        "import sys; sys.argv = ['assay', 'score', '--help']\n"
        "from assay.cli.main import main\n"
        "try: main()\nexcept SystemExit: print('numpy' in sys.modules)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert "assay score qrels.txt run.txt" in out
    assert out.splitlines()[-1] == "False"
