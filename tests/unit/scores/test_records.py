"""Scores as records for programs."""

import pytest

import assay
from assay.scores.records import query_records, summary_records

QRELS = {"q1": {"a": 1}, "z": {"b": 0}}
GOOD = {"q1": {"a": 1.0}, "z": {"b": 1.0}}
BAD = {"q1": {"x": 2.0, "a": 1.0}, "z": {"b": 1.0}}


def test_records_are_unrounded_and_empty_where_undefined() -> None:
    scores = assay.score({"q1": {"a": 1}, "z": {"b": 0}}, GOOD, "P@3")
    assert query_records(scores).rows == (("run", "q1", repr(1 / 3)), ("run", "z", ""))
    assert summary_records(scores).rows == (("run", "P@3", repr(1 / 3), "1", "2"),)


def test_records_have_one_shape_for_one_run_and_for_several() -> None:
    one, several = assay.score(QRELS, GOOD, "RR"), assay.score(QRELS, {"bad": BAD, "good": GOOD}, "RR")
    assert summary_records(one).heading == summary_records(several).heading


def test_intervals_are_three_columns_more_and_empty_for_what_is_no_mean() -> None:
    table = summary_records(assay.score(QRELS, GOOD, "RR num_ret"), level=0.95)
    assert table.heading == ("run", "measure", "figure", "scored", "judged", "low", "high", "level")
    rr, num_ret = table.rows
    assert float(rr[5]) == pytest.approx(0.025)  # Clopper and Pearson's for one query of one that found it
    assert (rr[6:], num_ret[5:]) == (("1.0", "0.95"), ("", "", "0.95"))
    assert table.numeric == {2, 3, 4, 5, 6, 7}
