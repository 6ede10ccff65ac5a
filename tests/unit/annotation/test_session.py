"""People judge: the order they see, labels on the disk, taking back, going on."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from assay.annotation.label_log import LabelLog
from assay.annotation.session import Scale, Session
from assay.annotation.task import Task
from assay.errors import BadFileError, BadInputError
from assay.golden.queue import QueueRow

TASKS = [Task(query_id=f"q{q}", doc_id=f"d{d}", query=f"Question {q}?", text="…") for q in range(3) for d in range(4)]


def session(path: Path, *, annotator: str = "ana", seed: int = 0) -> Session:
    return Session(TASKS, LabelLog(path), annotator=annotator, scale=Scale(), seed=seed)


def asked(one: Session) -> list[tuple[str, str]]:
    keys: list[tuple[str, str]] = []
    while one.current is not None:
        keys.append(one.current.key)
        one.grade(3)
    return keys


def written(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_pair_is_asked_once_and_passages_of_a_question_stand_together(tmp_path: Path) -> None:
    keys = asked(session(tmp_path / "labels.jsonl"))
    assert sorted(keys) == sorted(task.key for task in TASKS)
    queries = [query for query, _ in keys]
    assert len([1 for a, b in pairwise(queries) if a != b]) == 2


def test_annotators_see_orders_of_their_own(tmp_path: Path) -> None:
    ana = asked(session(tmp_path / "a.jsonl"))
    assert ana != asked(session(tmp_path / "b.jsonl", annotator="ben"))
    assert ana == asked(session(tmp_path / "c.jsonl"))


def test_a_label_stands_on_the_disk_with_who_gave_it_when_and_how(tmp_path: Path) -> None:
    one = session(tmp_path / "labels.jsonl")
    assert one.current is not None
    key = one.current.key
    one.grade(4, note="second sentence")
    (row,) = written(tmp_path / "labels.jsonl")
    assert (row["query_id"], row["doc_id"], row["grade"], row["judge"]) == (*key, 4.0, "ana")
    assert row["how"] == "people, scale 0-5"
    assert row["note"] == "second sentence"
    assert str(row["judged_at"]).endswith("+00:00")


def test_a_session_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    first = session(path)
    for _ in range(5):
        first.grade(1)
    again = session(path)
    assert (again.n_before, again.n_open, again.n_judged) == (5, 7, 0)
    assert len(asked(again)) == 7
    assert session(path).current is None


def test_another_annotator_starts_from_the_beginning_in_the_same_file(tmp_path: Path) -> None:
    asked(session(tmp_path / "labels.jsonl"))
    assert session(tmp_path / "labels.jsonl", annotator="ben").n_open == 12


def test_what_is_skipped_comes_again_at_the_end(tmp_path: Path) -> None:
    one = session(tmp_path / "labels.jsonl")
    assert one.current is not None
    skipped = one.current.key
    one.skip()
    assert asked(one)[-1] == skipped


def test_a_label_taken_back_leaves_the_file_and_is_asked_again(tmp_path: Path) -> None:
    one = session(tmp_path / "labels.jsonl")
    one.grade(1)
    assert one.current is not None
    second = one.current.key
    one.grade(2)
    assert one.undo()
    assert one.current.key == second
    assert [row["grade"] for row in written(tmp_path / "labels.jsonl")] == [1.0]
    assert one.undo()
    assert not one.undo()
    assert (tmp_path / "labels.jsonl").read_text() == ""


def test_labels_of_an_earlier_session_cannot_be_taken_back(tmp_path: Path) -> None:
    session(tmp_path / "labels.jsonl").grade(1)
    assert not session(tmp_path / "labels.jsonl").undo()


def test_nothing_is_taken_back_where_somebody_else_wrote_since(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    one = session(path)
    one.grade(1)
    LabelLog(path).add(QueueRow(query_id="q", doc_id="d", grade=1.0, judge="ben"))
    with pytest.raises(BadFileError, match="somebody else"):
        one.undo()
    assert len(written(path)) == 2


def test_a_label_is_added_below_a_line_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"query_id": "q", "doc_id": "d", "grade": 1}', "utf-8")
    session(path).grade(2)
    assert [row["grade"] for row in written(path)] == [1, 2.0]


@pytest.mark.parametrize("grade", [-1, 6])
def test_a_grade_off_the_scale_is_refused_and_not_written(tmp_path: Path, grade: int) -> None:
    with pytest.raises(BadInputError, match="the scale is 0-5"):
        session(tmp_path / "labels.jsonl").grade(grade)
    assert not (tmp_path / "labels.jsonl").exists()


def test_a_label_needs_a_name(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="who judges"):
        session(tmp_path / "labels.jsonl", annotator=" ")


@pytest.mark.parametrize("text", ["5", "5-0", "0-10", "a-b", "0..5", "-1-3"])
def test_a_scale_that_has_no_keys_is_refused(text: str) -> None:
    with pytest.raises(BadInputError, match="scale"):
        Scale.parse(text)
