"""Who changed, with both rankings."""

from collections.abc import Callable
from pathlib import Path

from assay import compare, score
from assay.comparison.changes import Ranked
from assay.comparison.system import Question, System

Made = Callable[..., System]


def test_changes_go_from_the_largest_loss_to_the_largest_gain_without_the_queries_that_stayed(made: Made) -> None:
    a, b = made("a", {"RR": [0.5, 0.5, 0.5, 0.5]}), made("b", {"RR": [0.6, 0.1, 0.5, 1.0]})
    found = [(one.query_id, round(one.difference, 12)) for one in compare(a, b).changes()]
    assert found == [("q1", -0.4), ("q0", 0.1), ("q3", 0.5)]


def test_queries_without_a_value_are_no_changes(made: Made) -> None:
    nan = float("nan")
    assert compare(made("a", {"RR": [nan, 0.5, 0.5]}), made("b", {"RR": [1.0, nan, 0.5]})).changes() == []


def test_evaluations_show_both_rankings_with_grades(made: Made) -> None:
    before = [Question(query="why", labels={"d1": 3.0, "d2": 0.0}, retrieved=("d2", "new"))]
    after = [Question(query="why", labels={"d1": 3.0, "d2": 0.0}, retrieved=("d1", "d2"))]
    a, b = made("a", {"RR": [0.0]}, questions=before, rel=1.0), made("b", {"RR": [1.0]}, questions=after, rel=1.0)
    found = compare(a, b)
    (change,) = found.changes()
    assert change.ranking_a == (Ranked(doc_id="d2", grade=0.0), Ranked(doc_id="new", grade=None))
    page = found.to_markdown()
    assert "q0: why: 0.000 to 1.000 (+1.000)" in page
    assert "a: ✗ d2, new" in page
    assert "b: ✓ d1 (3), ✗ d2" in page


QRELS = {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 2}}


def test_rankings_of_runs_are_read_again_when_they_are_shown(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("q1 0 d2 1 9 t\nq1 0 d1 2 9 t\nq2 0 d3 1 1 t\n")
    (tmp_path / "new").write_text("q1 0 d1 1 2 t\nq1 0 d2 2 1 t\nq2 0 d3 1 1 t\n")
    found = compare(tmp_path / "old", tmp_path / "new", qrels=QRELS, measures="RR")
    page = found.to_markdown()
    assert "old: ✗ d2, ✓ d1 (1)" in page  # equal scores: the larger id first
    assert "new: ✓ d1 (1), ✗ d2" in page


def test_runs_in_memory_show_their_rankings(tmp_path: Path) -> None:
    old, new = {"q1": {"d2": 2.0, "d1": 1.0}}, {"q1": {"d2": 1.0, "d1": 2.0}}
    page = compare(old, new, qrels=QRELS, measures="RR", names=["old", "new"]).to_markdown()
    assert "old: ✗ d2, ✓ d1 (1)" in page


def test_scores_are_compared_without_rankings() -> None:
    old, new = {"q1": {"d2": 2.0, "d1": 1.0}}, {"q1": {"d2": 1.0, "d1": 2.0}}
    found = compare(score(QRELS, old, "RR", name="old"), score(QRELS, new, "RR", name="new"))
    assert [(one.query_id, one.ranking_a) for one in found.changes()] == [("q1", ())]
