"""Scores as trec_eval prints them."""

from typing import Any

import pytest

import assay
from assay.errors import BadInputError
from assay.scores.trec_lines import to_trec

QRELS = {"q2": {"a": 1}, "q1": {"a": 1}, "z": {"b": 0}}
RUN = {"q1": {"x": 2.0, "a": 1.0}, "z": {"b": 1.0}}


def lines(
    measures: str, *, qrels: Any = QRELS, run: Any = RUN, per_query: bool = False, texts: bool = False
) -> list[str]:
    scores = assay.score(qrels, run, measures, convention="trec_eval")
    return [" ".join(line.split()) for line in to_trec(scores, per_query=per_query, texts=texts).splitlines()]


def test_figures_go_by_the_names_of_trec_eval() -> None:
    assert lines("num_ret AP P@5 nDCG@10")[:3] == ["num_ret all 3", "map all 0.1667", "P_5 all 0.0667"]


def test_every_judged_query_has_its_lines_in_order_before_those_of_all() -> None:
    assert lines("RR", per_query=True) == [
        "recip_rank q1 0.5000", "recip_rank q2 0.0000", "recip_rank z 0.0000", "recip_rank all 0.1667",
    ]  # fmt: skip


def test_what_is_one_figure_for_all_queries_has_no_line_a_query() -> None:
    assert lines("num_q gm_map", qrels={"q1": {"a": 1}}, per_query=True) == ["num_q all 1", "gm_map all 0.5000"]


def test_an_undefined_value_is_nan_where_it_does_not_count_as_zero() -> None:
    scores = assay.score({"z": {"b": 0}}, RUN, "RR")
    assert to_trec(scores, per_query=True).split() == ["recip_rank", "z", "nan", "recip_rank", "all", "nan"]


def test_texts_are_the_name_of_the_run_and_the_grades_of_its_hits() -> None:
    assert lines("num_q", qrels={"q1": {"a": 1}}, per_query=True, texts=True) == [
        "relstring q1 '-1'", "runid all run", "num_q all 1",
    ]  # fmt: skip


def test_several_runs_each_begin_with_their_name() -> None:
    assert lines("num_q", run={"one": RUN, "two words": RUN}) == [
        "runid all one", "num_q all 3", "runid all two words", "num_q all 3",
    ]  # fmt: skip


def test_the_grades_belong_to_the_queries_that_are_left() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"a": 3}}
    runs = {"both": {"q1": {"a": 1.0}, "q2": {"a": 1.0}}, "one": {"q2": {"a": 1.0}}}
    scores = assay.score(qrels, runs, "num_q", missing="skip")
    assert "relstring             \tq2\t'3'" in to_trec(scores, per_query=True, texts=True).splitlines()


def test_an_id_with_a_blank_cannot_be_printed() -> None:
    with pytest.raises(BadInputError, match="'q 1' holds a blank"):
        lines("RR", qrels={"q 1": {"a": 1}}, run={"q 1": {"a": 1.0}}, per_query=True)


def test_an_id_cannot_steer_a_terminal() -> None:
    found = lines("RR", qrels={"\x1b[31m": {"a": 1}}, run={"\x1b[31m": {"a": 1.0}}, per_query=True)
    assert found[0] == r"recip_rank \x1b[31m 1.0000"
