"""Scores as tables to read and as records for programs."""

import assay
from assay.report.page import Bullets, Paragraph
from assay.scores.page import page_of, query_table, table_of

QRELS = {"q1": {"a": 1}, "z": {"b": 0}}
GOOD = {"q1": {"a": 1.0}, "z": {"b": 1.0}}
BAD = {"q1": {"x": 2.0, "a": 1.0}, "z": {"b": 1.0}}


def texts(scores: assay.Scores, level: float | None = None) -> list[str]:
    blocks = [block for section in page_of(scores, level=level).sections for block in section.blocks]
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


HITS = {f"q{n}": {"d": 1} for n in range(20)}
FOUND = {f"q{n}": {"d" if n < 15 else "x": 1.0} for n in range(20)}
MISSED = {query: {"x": 1.0} for query in FOUND}


def test_the_interval_of_a_single_run_has_a_column_of_its_own() -> None:
    table = table_of(assay.score(HITS, FOUND, "RR num_ret", name="bm25"), level=0.95)
    assert table.heading == ("measure", "bm25", "95% interval", "scored/judged")
    assert table.rows == (("RR", "0.7500", "0.5090–0.9134", "20/20"), ("NumRet", "20", "–", "20/20"))  # Clopper-Pearson


def test_the_intervals_of_several_runs_stand_in_their_cells() -> None:
    table = table_of(assay.score(HITS, {"found": FOUND, "missed": MISSED}, "RR"), level=0.9)
    assert table.rows == (("found", "0.7500 (0.54–0.90)"), ("missed", "0.0000 (0.00–0.14)"))  # Clopper-Pearson at 90%


def test_a_short_interval_in_a_cell_has_a_third_digit() -> None:
    judged = {f"q{n}": {"d": 1} for n in range(1000)}
    run = {query: {"d": 1.0} for query in judged}
    [first, _] = table_of(assay.score(judged, {"a": run, "b": run}, "RR"), level=0.95).rows
    assert first == ("a", "1.0000 (0.996–1.000)")


def test_an_interval_below_zero_is_not_written_with_a_dash() -> None:
    judged = {f"q{n}": {"d": 0, "e": 1} for n in range(20)}
    run = {query: {"d" if n % 4 else "e": 1.0} for n, query in enumerate(judged)}
    [row] = table_of(assay.score(judged, run, "Utility"), level=0.95).rows
    assert row[2].startswith("-0.")
    assert " to -" in row[2]


def test_what_an_interval_means_is_said_with_its_level() -> None:
    assert (
        "Other queries of the same kind would give other means. An interval made this way holds the mean over all such "
        "queries 90 times out of 100."
    ) in texts(assay.score(HITS, FOUND, "RR"), level=0.9)


def test_few_queries_are_said_to_tell_next_to_nothing() -> None:
    said = "Fewer than 10 queries have a value of RR: so few tell next to nothing about any others."
    assert said in texts(assay.score(QRELS, GOOD, "RR"), level=0.95)
    assert said not in texts(assay.score(HITS, FOUND, "RR"), level=0.95)


def test_a_figure_without_an_interval_says_why() -> None:
    judged = {query: {"d": 1, "e": 1} for query in HITS}
    found = texts(assay.score(judged, {query: {"d": 1.0} for query in HITS}, "P@4 num_ret GMAP"), level=0.95)
    assert (
        "No interval for P@4: every query has the same value, which tells nothing of how far others may differ."
    ) in found
    assert "No interval for NumRet, GMAP: the figure is not a mean." in found


def test_the_intervals_of_several_runs_are_no_comparison() -> None:
    found = texts(assay.score(HITS, {"found": FOUND, "missed": MISSED}, "RR"), level=0.95)
    assert "Runs share their queries, so a difference may be real even where intervals overlap." in found


def test_nothing_is_said_of_intervals_that_are_not_shown() -> None:
    assert texts(assay.score(QRELS, GOOD, "RR")) == []
