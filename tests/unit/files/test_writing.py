"""Judgements and runs written to files, byte for byte, and what is refused before a file is touched."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadFileError, BadInputError
from assay.files.qrels import read_qrels
from assay.files.runs import read_run
from assay.files.writing import WRITABLE, format_by_name, write_qrels, write_run

QRELS = Qrels.of({"q2": {"d1": 1, "d2": 0.5}, "q1": {"d,3": -1}})
RUN = Run(
    query_ids=("q",),
    starts=np.array([0, 4]),
    doc_ids=["b", "é", "a", "c"],
    scores=np.array([0.5, 0.5, np.inf, 0.1 + 0.2]),
    name="my run",
)


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("trec", "q2 0 d1 1\nq2 0 d2 0.5\nq1 0 d,3 -1\n"),
        ("tsv", "query-id\tcorpus-id\tscore\nq2\td1\t1\nq2\td2\t0.5\nq1\td,3\t-1\n"),
        ("csv", 'query_id,doc_id,grade\r\nq2,d1,1\r\nq2,d2,0.5\r\nq1,"d,3",-1\r\n'),
        ("json", '{\n"q2": {"d1": 1, "d2": 0.5},\n"q1": {"d,3": -1}\n}\n'),
        (
            "jsonl",
            '{"query_id": "q2", "doc_id": "d1", "grade": 1}\n{"query_id": "q2", "doc_id": "d2", "grade": 0.5}\n'
            '{"query_id": "q1", "doc_id": "d,3", "grade": -1}\n',
        ),
    ],
)
def test_judgements_in_each_text_format(tmp_path: Path, ending: str, text: str) -> None:
    write_qrels(QRELS, tmp_path / f"q.{ending}")
    assert (tmp_path / f"q.{ending}").read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("run", "q Q0 a 1 inf my_run\nq Q0 é 2 0.5 my_run\nq Q0 b 3 0.5 my_run\nq Q0 c 4 0.30000000000000004 my_run\n"),
        (
            "tsv",
            "query_id\tdoc_id\trank\tscore\nq\ta\t1\tinf\nq\té\t2\t0.5\nq\tb\t3\t0.5\nq\tc\t4\t0.30000000000000004\n",
        ),
        ("json", '{\n"q": {"a": "inf", "é": 0.5, "b": 0.5, "c": 0.30000000000000004}\n}\n'),
    ],
)
def test_a_run_is_written_best_first_and_ties_by_id_descending(tmp_path: Path, ending: str, text: str) -> None:
    write_run(RUN, tmp_path / f"r.{ending}")
    assert (tmp_path / f"r.{ending}").read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("q.trec", "trec"), ("Q.TXT", "trec"), ("a.qrels", "trec"), ("a.run.gz", "trec"),
        ("a.tsv.zst", "tsv"), ("a.ndjson", "jsonl"),
        ("x.parquet", "parquet"), ("a.json.xz", "json"), ("a", None), ("a.gz", None), ("a.xlsx", None),
        ("-", None), (".tsv", None),
    ],
)  # fmt: skip
def test_the_ending_of_a_name_says_the_format(name: str, form: str | None) -> None:
    assert format_by_name(name) == form


@pytest.mark.parametrize("form", ["arrow", "npy", None])
def test_a_format_that_is_not_written_is_refused(tmp_path: Path, form: str | None) -> None:
    with pytest.raises(BadInputError, match="Hint: written are trec, tsv, csv, json, jsonl, parquet"):
        write_qrels(QRELS, tmp_path / "x", file_format=form)  # pyright: ignore


@pytest.mark.parametrize(
    ("form", "bad"),
    [("trec", "a b"), ("trec", "a\tb"), ("trec", "a\rb"), ("trec", "a\0"), ("trec", "\ufeffa"),
     ("tsv", "a\tb"), ("tsv", "a\nb"), ("tsv", "a\rb"), ("csv", "a\0b"),
     *((form, bad) for form in WRITABLE for bad in ("", "\ud800"))],
)  # fmt: skip
def test_an_id_the_format_cannot_hold_is_refused_before_the_file_is_touched(
    tmp_path: Path, form: str, bad: str
) -> None:
    path = tmp_path / "kept"
    path.write_text("precious")
    for qrels in (Qrels(grades={"q": {"d": 1.0, bad: 1.0}}), Qrels(grades={bad: {"d": 1.0}})):
        with pytest.raises(BadInputError):
            write_qrels(qrels, path, file_format=form)  # pyright: ignore
    assert path.read_text() == "precious"


def test_a_repeat_in_a_ranking_is_kept_but_cannot_be_said_by_a_mapping(tmp_path: Path) -> None:
    run = read_run([("q", "d", 2), ("q", "d", 1)])
    write_run(run, tmp_path / "r.jsonl")
    assert list(read_run(tmp_path / "r.jsonl").doc_ids) == ["d", "d"]
    with pytest.raises(BadInputError, match="query 'q' holds document 'd' twice"):
        write_run(run, tmp_path / "r.json")
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize("form", WRITABLE)
def test_a_query_without_rows_stands_in_json_alone(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    write_qrels(Qrels(grades={"q1": {}, "q2": {"d": 1.0}}), tmp_path / "q", file_format=form)  # pyright: ignore
    expected = {"q1": {}, "q2": {"d": 1.0}} if form == "json" else {"q2": {"d": 1.0}}
    assert read_qrels(tmp_path / "q").grades == expected


@pytest.mark.parametrize("form", WRITABLE)
def test_no_rows_at_all_can_be_written(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    write_qrels(Qrels(grades={}), tmp_path / "q", file_format=form)  # pyright: ignore
    with pytest.raises(BadFileError, match=r"no judgements in it|the file is empty"):
        read_qrels(tmp_path / "q")


def test_compressed_output_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.trec.gz", "b.trec.gz"):
        write_qrels(QRELS, tmp_path / name)
    assert (tmp_path / "a.trec.gz").read_bytes() == (tmp_path / "b.trec.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.trec.gz").read_bytes()) == b"q2 0 d1 1\nq2 0 d2 0.5\nq1 0 d,3 -1\n"


@pytest.mark.parametrize("where", ["absent/q.trec", "folder.trec", "a\0b.trec"])
def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path, where: str) -> None:
    (tmp_path / "folder.trec").mkdir()
    with pytest.raises(BadFileError, match="cannot be written"):
        write_qrels(QRELS, tmp_path / where)


def test_standard_output_takes_bytes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_qrels(Qrels.of({"é": {"d": 1}}), "-", file_format="trec")
    assert capfdbinary.readouterr().out == "é 0 d 1\n".encode()
