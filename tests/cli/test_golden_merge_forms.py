"""``assay golden merge`` with every form a golden set has."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.files.golden import read_golden

Run = Callable[..., Any]


def queue(folder: Path, *rows: dict[str, Any]) -> str:
    lines = [json.dumps({"query_id": "q1", "grade": 1, "judge": "Ana", **row}) for row in rows]
    (folder / "queue.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return "queue.jsonl"


def test_a_csv_set_keeps_other_columns_and_untouched_rows_to_the_letter(assay: Run, tmp_path: Path) -> None:
    kept = '"q2","Wo, bitte?",z,"two\nlines"\r\n'
    text = f"id,query,relevant_doc_ids,owner\r\nq1,Who?,a;b,Bo\r\n{kept}"
    (tmp_path / "golden.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    ended = assay("golden", "merge", "golden.csv", queue(tmp_path, {"doc_id": "c", "grade": 0}), "-o", "new.csv")
    assert (ended.code, ended.out) == (0, "new.csv: 1 labels added, 0 known already, 0 not judged\n")
    written = (tmp_path / "new.csv").read_bytes().decode()
    assert written.startswith("\ufeffid,query,relevant_doc_ids,owner\r\n")
    assert written.endswith(kept)
    (first, _) = csv.DictReader(written.splitlines())
    assert (first["owner"], json.loads(first["relevant_doc_ids"])) == ("Bo", {"a": 1.0, "b": 1.0, "c": 0.0})


def test_a_csv_set_without_a_column_for_labels_gets_one(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "golden.csv").write_text("query\nWho?\nWhere?\n", "utf-8")
    assert assay("golden", "merge", "golden.csv", queue(tmp_path, {"doc_id": "c"}), "-o", "new.csv").code == 0
    first, second = read_golden(tmp_path / "new.csv")
    assert (first.relevant_doc_ids, second.relevant_doc_ids) == ({"c": 1.0}, ())


@pytest.mark.parametrize("wrap", ["[\n%s\n]\n", '{\n "scale": "binary", "cases": [\n%s\n], "name": "n"}\n'])
def test_a_json_set_keeps_the_rest_of_its_text(assay: Run, tmp_path: Path, wrap: str) -> None:
    kept = '  {"id": "q2",   "query": "Where?", "mine": 1.50}'
    first = '  {\n    "id": "q1",\n    "query": "Who?",\n    "relevant_doc_ids": %s\n  },\n'
    (tmp_path / "golden.json").write_text(wrap % (first % '["a"]' + kept), "utf-8")
    assert assay("golden", "merge", "golden.json", queue(tmp_path, {"doc_id": "c"}), "-o", "new.json").code == 0
    labels = '{\n      "a": 1.0,\n      "c": 1.0\n    }'
    assert (tmp_path / "new.json").read_text("utf-8") == wrap % (first % labels + kept)


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text('{"_id": "a", "text": "of gold and of silver"}\n', "utf-8")
    (folder / "queries.jsonl").write_text('{"_id": "q1", "text": "Who?"}\n{"_id": "q2", "text": "W?"}\n', "utf-8")
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ta\t1", "utf-8")
    return folder


def test_a_beir_folder_is_copied_with_its_judgements_extended(assay: Run, tmp_path: Path, beir: Path) -> None:
    given = queue(tmp_path, {"doc_id": "c", "grade": 2}, {"query_id": "q2", "doc_id": "a", "grade": 0})
    assert assay("golden", "merge", "set", given, "-o", "new").code == 0
    written = (tmp_path / "new" / "qrels" / "test.tsv").read_text("utf-8")
    assert written == "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tc\t2\nq2\ta\t0\n"
    for name in ("corpus.jsonl", "queries.jsonl"):
        assert (tmp_path / "new" / name).read_bytes() == (beir / name).read_bytes()
    assert (tmp_path / "new.provenance.jsonl").is_file()


@pytest.mark.usefixtures("beir")
def test_a_relevant_passage_goes_to_the_spans_of_a_beir_folder(assay: Run, tmp_path: Path) -> None:
    span = {"query-id": "q1", "corpus-id": "a", "start": 3, "end": 7, "text": "gold"}
    (tmp_path / "set" / "spans.jsonl").write_text(json.dumps(span) + "\n", "utf-8")
    given = queue(tmp_path, {"doc_id": "a", "start": 15, "end": 21})
    assert assay("golden", "merge", "set", given, "-o", "new").code == 0
    (case,) = read_golden(tmp_path / "new")
    assert [(piece.quote, piece.group) for piece in case.evidence] == [("gold", 0), ("silver", 0)]


def test_a_conflict_with_a_csv_set_is_shown_and_nothing_is_written(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "golden.csv").write_text("id,query,relevant_doc_ids\nq1,Who?,a\n", "utf-8")
    ended = assay("golden", "merge", "golden.csv", queue(tmp_path, {"doc_id": "a", "grade": 0}), "-o", "new.csv")
    assert ended.code == 3
    assert ended.out == "conflict: document 'a' of query 'q1' is graded 1 in golden.csv and 0 in queue.jsonl:1\n"
    assert not (tmp_path / "new.csv").exists()


def test_a_filled_sheet_is_a_queue_and_is_signed_on_the_command_line(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n", "utf-8")
    sheet = "\ufeffquery_id,doc_id,query,text,grade,note\nq1,b,Who?,'=1,2,\nq1,c,Who?,x,,\n"
    (tmp_path / "sheet.csv").write_text(sheet, "utf-8")
    unsigned = assay("golden", "merge", "qrels.txt", "sheet.csv", "-o", "new.txt")
    assert unsigned.code == 3
    assert "sheet.csv:2: it does not say who judged" in unsigned.err
    ended = assay("golden", "merge", "qrels.txt", "sheet.csv", "--judge", "Ana", "-o", "new.txt")
    assert ended.out == "new.txt: 1 labels added, 0 known already, 1 not judged\n"
    assert (tmp_path / "new.txt").read_text("utf-8") == "q1 0 a 1\nq1 0 b 2\n"


def test_a_grade_off_the_declared_scale_is_named_by_line(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "golden.json").write_text('{"scale": "0-5", "cases": [{"id": "q1", "query": "Who?"}]}', "utf-8")
    given = queue(tmp_path, {"doc_id": "a", "grade": 5}, {"doc_id": "b", "grade": 6})
    ended = assay("golden", "merge", "golden.json", given, "-o", "new.json")
    assert ended.code == 3
    assert "queue.jsonl:2: the scale of the golden set is 0-5, got 6" in ended.err


def test_the_name_of_another_format_is_refused(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "golden.csv").write_text("id,query\nq1,Who?\n", "utf-8")
    ended = assay("golden", "merge", "golden.csv", queue(tmp_path, {"doc_id": "a"}), "-o", "new.jsonl")
    assert (ended.code, "name it .csv" in ended.err) == (3, True)


def test_the_path_to_the_documents_leads_there_from_the_new_place(assay: Run, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "golden.json").write_text('{"corpus": "texts", "cases": [{"id": "q1", "query": "Who?"}]}', "utf-8")
    assert assay("golden", "merge", "golden.json", queue(tmp_path, {"doc_id": "a"}), "-o", "out/new.json").code == 0
    assert json.loads((tmp_path / "out" / "new.json").read_text("utf-8"))["corpus"] == "../texts"


@pytest.mark.usefixtures("beir")
def test_a_folder_is_not_copied_into_itself(assay: Run, tmp_path: Path) -> None:
    ended = assay("golden", "merge", "set", queue(tmp_path, {"doc_id": "c"}), "-o", "set/new")
    assert ended.code == 3
    assert "is inside of set" in ended.err
