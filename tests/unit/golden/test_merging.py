"""Labels that queues bring back."""

import json
from pathlib import Path

import pytest

from assay.errors import BadFileError
from assay.files.golden import read_golden
from assay.golden.merged import write_merged
from assay.golden.merging import labels_at, merge

LABELS = {"q": {"a": 1.0}}


def queue(path: Path, *rows: tuple[str, str, float | None]) -> str:
    lines = [
        json.dumps({"query_id": query, "doc_id": doc, "grade": grade, "judge": "Ana"}) for query, doc, grade in rows
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def test_a_new_grade_is_added_with_where_it_stood(tmp_path: Path) -> None:
    given = queue(tmp_path / "one.jsonl", ("q", "b", 0))
    found = merge(LABELS, [given])
    assert found.labels == {"q": {"a": 1.0, "b": 0.0}}
    assert [(where, row.doc_id) for where, row in found.added] == [(f"{given}:1", "b")]


def test_labels_that_were_given_stay_as_they_are(tmp_path: Path) -> None:
    merge(LABELS, [queue(tmp_path / "one.jsonl", ("q", "a", 2), ("q", "b", 1))])
    assert LABELS == {"q": {"a": 1.0}}


def test_a_grade_that_contradicts_the_labels_is_a_conflict_and_not_taken(tmp_path: Path) -> None:
    given = queue(tmp_path / "one.jsonl", ("q", "a", 0))
    found = merge(LABELS, [given], source="qrels.txt")
    (conflict,) = found.conflicts
    assert (conflict.kept, conflict.kept_from, conflict.other) == (1.0, "qrels.txt", 0.0)
    assert conflict.other_from == f"{given}:1"
    assert found.labels == LABELS


def test_of_two_queues_that_contradict_each_other_the_first_is_kept(tmp_path: Path) -> None:
    one = queue(tmp_path / "one.jsonl", ("q", "b", 1))
    two = queue(tmp_path / "two.jsonl", ("q", "b", 0))
    found = merge(LABELS, [one, two])
    assert found.labels["q"]["b"] == 1.0
    assert [(conflict.kept_from, conflict.other_from) for conflict in found.conflicts] == [(f"{one}:1", f"{two}:1")]


def test_grades_that_are_known_and_rows_without_one_are_counted(tmp_path: Path) -> None:
    found = merge(LABELS, [queue(tmp_path / "one.jsonl", ("q", "a", 1), ("q", "b", None))])
    assert (found.known, found.open, list(found.added)) == (1, 1, [])


def test_a_query_that_only_an_unjudged_row_names_gets_no_labels(tmp_path: Path) -> None:
    assert "r" not in merge(LABELS, [queue(tmp_path / "one.jsonl", ("r", "b", None))]).labels


def test_a_golden_set_keeps_its_other_lines_to_the_letter(tmp_path: Path) -> None:
    golden, target = tmp_path / "golden.jsonl", tmp_path / "new.jsonl"
    kept = '{"id": "r",  "query": "Where?", "relevant_doc_ids": ["z"]}'
    golden.write_text(f'{{"id": "q", "query": "Who?", "relevant_doc_ids": ["a"]}}\n{kept}\n', "utf-8")
    given = queue(tmp_path / "one.jsonl", ("q", "b", 0))
    asked = read_golden(golden)
    write_merged(str(golden), merge(labels_at(str(golden)), [given], golden=asked), str(target), golden=asked)
    first, second, *_ = target.read_text("utf-8").split("\n")
    assert json.loads(first)["relevant_doc_ids"] == {"a": 1.0, "b": 0.0}
    assert second == kept


def test_who_judged_stands_beside_the_labels(tmp_path: Path) -> None:
    qrels, target = tmp_path / "qrels.txt", tmp_path / "new.txt"
    qrels.write_text("q 0 a 1\n", "utf-8")
    given = queue(tmp_path / "one.jsonl", ("q", "b", 0))
    provenance = write_merged(str(qrels), merge(labels_at(str(qrels)), [given]), str(target))
    row = json.loads(Path(provenance).read_text("utf-8"))
    assert (row["doc_id"], row["grade"], row["judge"], row["from"]) == ("b", 0, "Ana", f"{given}:1")


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    qrels, target = tmp_path / "qrels.txt", tmp_path / "new.txt"
    qrels.write_text("q 0 a 1\n", "utf-8")
    target.write_text("mine", "utf-8")
    with pytest.raises(BadFileError, match="never overwritten"):
        write_merged(str(qrels), merge(LABELS, []), str(target))
    assert target.read_text("utf-8") == "mine"


def test_the_queue_of_another_golden_set_is_refused(tmp_path: Path) -> None:
    golden = tmp_path / "golden.jsonl"
    golden.write_text('{"id": "q", "query": "Who?", "relevant_doc_ids": ["a"]}\n', "utf-8")
    given = queue(tmp_path / "one.jsonl", ("q", "b", 1), ("other", "b", 1))
    with pytest.raises(BadFileError, match=r"one\.jsonl:2: the golden set asks no query with the id 'other'"):
        merge(labels_at(str(golden)), [given], golden=read_golden(golden))
