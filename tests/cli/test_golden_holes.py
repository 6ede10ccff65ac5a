"""``assay golden holes``, ``pool`` and ``merge``."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

# both queries hold a hole: x of q1 stands first in B alone; y of q2 stands second in both
QRELS = "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\n"
RUN_A = "q1 Q0 a 1 3 A\nq1 Q0 b 2 2 A\nq2 Q0 a 1 3 A\nq2 Q0 y 2 2 A\n"
RUN_B = "q1 Q0 x 1 3 B\nq1 Q0 a 2 2 B\nq2 Q0 a 1 3 B\nq2 Q0 y 2 2 B\n"


@pytest.fixture
def runs(folder: Path) -> Path:
    for name, text in {"qrels.txt": QRELS, "a.run": RUN_A, "b.run": RUN_B}.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_hole_that_moves_both_systems_alike_is_not_listed(assay: Run, runs: Path) -> None:
    ended = assay("golden", "holes", "a.run", "b.run", "--qrels", "qrels.txt", "-m", "RR@2")
    assert ended.code == 0
    assert [(row["query_id"], row["doc_id"], row["grade"]) for row in rows(ended.out)] == [("q1", "x", None)]


def test_a_suggestion_says_where_it_stands_and_what_it_would_move(assay: Run, runs: Path) -> None:
    # RR@2 of q1 would rise from 1/2 to 1 in B and stay 1 in A: 0.25 of the mean over two queries
    ended = assay("golden", "holes", "a.run", "b.run", "--qrels", "qrels.txt", "-m", "RR@2", "--budget", "1")
    (row,) = rows(ended.out)
    assert row["ranks"] == {"a.run": None, "b.run": 1}
    assert row["why"].endswith("move the mean RR@2 of a.run against b.run by 0.2500")


def test_holes_of_saved_evaluations_come_with_the_text_of_the_query(assay: Run, folder: Path) -> None:
    for name, reverse in (("one", "false"), ("two", "true")):
        assay(
            *("evaluate", "golden.jsonl", "--retriever", "search:Search", "--set", f"reverse={reverse}"),
            *("--k", "2", "--out", name),
        )
    found = rows(assay("golden", "holes", "one", "two", "-m", "nDCG@2").out)
    assert ("Who?", "d2") in {(row["query"], row["doc_id"]) for row in found}


def test_a_single_system_is_wrong_usage(assay: Run, runs: Path) -> None:
    assert assay("golden", "holes", "a.run", "--qrels", "qrels.txt").code == 2


def test_little_judged_is_said_with_what_to_rely_on(assay: Run, runs: Path) -> None:
    (runs / "qrels.txt").write_text("q1 0 z 1\nq2 0 a 1\n", "utf-8")
    ended = assay("golden", "holes", "a.run", "b.run", "--qrels", "qrels.txt")
    assert "bpref and infAP" in ended.err


def test_a_pool_holds_what_is_not_judged_once_and_hides_systems_and_ranks(assay: Run, runs: Path) -> None:
    ended = assay("golden", "pool", "a.run", "b.run", "--qrels", "qrels.txt", "--depth", "2")
    found = rows(ended.out)
    assert sorted((row["query_id"], row["doc_id"]) for row in found) == [("q1", "x"), ("q2", "y")]
    assert not {"ranks", "why"} & found[0].keys()


def test_a_pool_without_judgements_holds_every_hit_to_the_depth(assay: Run, runs: Path) -> None:
    ended = assay("golden", "pool", "a.run", "b.run", "--depth", "1", "--show-ranks")
    found = {(row["query_id"], row["doc_id"]): row["ranks"] for row in rows(ended.out)}
    assert found == {
        ("q1", "a"): {"a.run": 1, "b.run": 2},
        ("q1", "x"): {"a.run": None, "b.run": 1},
        ("q2", "a"): {"a.run": 1, "b.run": 1},
    }


def test_json_is_one_object_with_the_share_that_is_judged(assay: Run, runs: Path) -> None:
    found = json.loads(assay("golden", "pool", "a.run", "b.run", "--qrels", "qrels.txt", "--depth", "2", "--json").out)
    assert found["kind"] == "pool"
    assert found["judged"] == {"a.run": 0.75, "b.run": 0.5}


def queue(folder: Path, *judged: tuple[str, str, float | None], name: str = "queue.jsonl") -> str:
    lines = [
        {"query_id": query, "doc_id": doc, "grade": grade, "judge": "Ana", "judged_at": "2026-05-01", "how": "guide 3"}
        for query, doc, grade in judged
    ]
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return name


def test_merged_labels_go_to_a_new_file_with_who_judged_them_beside_it(assay: Run, runs: Path) -> None:
    ended = assay("golden", "merge", "qrels.txt", queue(runs, ("q1", "x", 2), ("q2", "y", None)), "-o", "new.txt")
    assert (ended.code, ended.out) == (0, "new.txt: 1 labels added, 0 known already, 1 not judged\n")
    assert (runs / "new.txt").read_text("utf-8").splitlines() == ["q1 0 a 1", "q1 0 b 0", "q1 0 x 2", "q2 0 a 1"]
    (kept,) = rows((runs / "new.txt.provenance.jsonl").read_text("utf-8"))
    assert (kept["judge"], kept["judged_at"], kept["how"], kept["from"]) == (
        *("Ana", "2026-05-01", "guide 3"),
        "queue.jsonl:1",
    )
    assert (runs / "qrels.txt").read_text("utf-8") == QRELS


def test_provenance_of_an_earlier_merge_is_kept(assay: Run, runs: Path) -> None:
    assay("golden", "merge", "qrels.txt", queue(runs, ("q1", "x", 2)), "-o", "new.txt")
    assay("golden", "merge", "new.txt", queue(runs, ("q2", "y", 0), name="second.jsonl"), "-o", "newer.txt")
    kept = rows((runs / "newer.txt.provenance.jsonl").read_text("utf-8"))
    assert [row["doc_id"] for row in kept] == ["x", "y"]


def test_a_conflict_is_shown_and_nothing_is_written(assay: Run, runs: Path) -> None:
    ended = assay("golden", "merge", "qrels.txt", queue(runs, ("q1", "a", 0)), "-o", "new.txt")
    assert ended.code == 3
    assert ended.out == "conflict: document 'a' of query 'q1' is graded 1 in qrels.txt and 0 in queue.jsonl:1\n"
    assert not (runs / "new.txt").exists()


def test_a_conflict_between_two_queues_names_both(assay: Run, runs: Path) -> None:
    first, second = queue(runs, ("q1", "x", 1)), queue(runs, ("q1", "x", 0), name="second.jsonl")
    ended = assay("golden", "merge", "qrels.txt", first, second, "-o", "new.txt", "--json")
    (conflict,) = json.loads(ended.out)["conflicts"]
    assert (conflict["kept_from"], conflict["other_from"]) == ("queue.jsonl:1", "second.jsonl:1")


def test_a_conflict_can_be_settled_for_what_was_there_first(assay: Run, runs: Path) -> None:
    given = queue(runs, ("q1", "a", 0), ("q1", "x", 1))
    ended = assay("golden", "merge", "qrels.txt", given, "-o", "new.txt", "--on-conflict", "keep")
    assert ended.code == 0
    assert "q1 0 a 1" in (runs / "new.txt").read_text("utf-8")


@pytest.mark.parametrize("target", ["qrels.txt", "queue.jsonl"])
def test_a_file_that_is_there_is_never_written_onto(assay: Run, runs: Path, target: str) -> None:
    given = queue(runs, ("q1", "x", 1))
    before = (runs / target).read_text("utf-8")
    ended = assay("golden", "merge", "qrels.txt", given, "-o", target)
    assert (ended.code, (runs / target).read_text("utf-8")) == (3, before)
    assert "labels are never overwritten" in ended.err


def test_a_bad_queue_is_named_by_line_and_field(assay: Run, runs: Path) -> None:
    (runs / "bad.jsonl").write_text('{"query_id": "q1", "doc_id": "x", "grade": "high"}\n', "utf-8")
    ended = assay("golden", "merge", "qrels.txt", "bad.jsonl", "-o", "new.txt")
    assert ended.code == 3
    assert "bad.jsonl:1" in ended.err
    assert "grade" in ended.err


def test_labels_of_a_golden_set_become_grades_by_document(assay: Run, folder: Path) -> None:
    ended = assay("golden", "merge", "golden.jsonl", queue(folder, ("q2", "d1", 0)), "-o", "new.jsonl")
    assert ended.code == 0
    before, after = rows((folder / "golden.jsonl").read_text("utf-8")), rows((folder / "new.jsonl").read_text("utf-8"))
    assert after[1]["relevant_doc_ids"] == {"d2": 1.0, "d3": 1.0, "d1": 0.0}
    assert [after[0], after[2]] == [before[0], before[2]]


def test_a_queue_of_another_golden_set_is_refused(assay: Run, folder: Path) -> None:
    ended = assay("golden", "merge", "golden.jsonl", queue(folder, ("elsewhere", "d1", 0)), "-o", "new.jsonl")
    assert ended.code == 3
    assert "no query with the id 'elsewhere'" in ended.err
