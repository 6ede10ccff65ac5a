"""Scores as tables to read and as records for programs."""

import assay
from assay.report.page import Bullets, Paragraph
from assay.scores.page import page_of, query_records, query_table, summary_records, table_of

QRELS = {"q1": {"a": 1}, "z": {"b": 0}}
GOOD = {"q1": {"a": 1.0}, "z": {"b": 1.0}}
BAD = {"q1": {"x": 2.0, "a": 1.0}, "z": {"b": 1.0}}


def texts(scores: assay.Scores) -> list[str]:
    blocks = [block for section in page_of(scores).sections for block in section.blocks]
    listed = [item for block in blocks if isinstance(block, Bullets) for item in block.items]
    return listed + [block.text for block in blocks if isinstance(block, Paragraph)]


def test_one_run_has_a_row_a_measure() -> None:
    table = table_of(assay.score(QRELS, BAD, "RR num_ret", name="bm25"))
    assert table.heading == ("measure", "bm25", "scored/judged")
    assert table.rows == (("RR", "0.5000", "1/2"), ("NumRet", "3", "2/2"))


def test_several_runs_have_a_row_each_and_the_best_is_strong() -> None:
    table = table_of(assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR num_ret"))
    assert table.heading == ("run", "RR", "NumRet")
    assert table.rows == (("bad", "0.5000", "3"), ("good", "1.0000", "2"))
    assert table.strong == {(1, 1)}


def test_an_undefined_figure_is_a_dash() -> None:
    assert table_of(assay.score({"z": {"b": 0}}, GOOD, "RR")).rows == (("RR", "–", "0/1"),)


def test_a_huge_figure_is_written_short() -> None:
    assert table_of(assay.score({"q1": {"a": 1e300}}, GOOD, "DCG")).rows[0][1] == "1e+300"


def test_queries_are_rows_with_the_run_where_there_are_several() -> None:
    assert query_table(assay.score(QRELS, BAD, "RR")).rows == (("q1", "0.5000"), ("z", "–"))
    several = query_table(assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR"))
    assert several.rows[2:] == (("good", "q1", "1.0000"), ("good", "z", "–"))


def test_records_are_unrounded_and_empty_where_undefined() -> None:
    scores = assay.score({"q1": {"a": 1}, "z": {"b": 0}}, GOOD, "P@3")
    assert query_records(scores).rows == (("run", "q1", repr(1 / 3)), ("run", "z", ""))
    assert summary_records(scores).rows == (("run", "P@3", repr(1 / 3), "1", "2"),)


def test_records_have_one_shape_for_one_run_and_for_several() -> None:
    one, several = assay.score(QRELS, GOOD, "RR"), assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR")
    assert summary_records(one).heading == summary_records(several).heading


def test_several_runs_are_said_to_have_the_same_queries() -> None:
    found = texts(assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR"))
    assert "All runs over the same 2 queries; the best figure is in bold." in found


def test_measures_with_values_of_some_queries_only_are_said_where_the_table_has_no_room() -> None:
    found = texts(assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR num_ret"))
    assert "bad: only 1 of 2 queries have a value of RR" in found


def test_the_choices_stand_below() -> None:
    footer = page_of(assay.score(QRELS, GOOD, "RR", convention="sklearn", depth=5, drop_self=True)).footer[0]
    assert footer == (
        "Convention: sklearn; relevant from grade 1; undefined values count as 0; missing queries count as "
        "retrieved-nothing; repeats of a document are dropped; equal scores are averaged over their orders; "
        "first 5 hits only; "
        "hits that are the query itself are dropped."
    )
