"""Why figures differ: each reason is one that changed the figure, and each that did is named."""

from collections.abc import Iterator
from typing import Any

import pytest

import assay
from assay.errors import BadInputError

ZERO = "1 query without a value counts as 0"
REPEATS = "repeats of a document are dropped and later hits move up"
TIES = "equal scores are averaged over their orders"
POOLED = "grades below 0 are pooled, not judged"
SHORT = "divides by min(k, hits retrieved), so a short list is not punished"
FOUND = "divides by the relevant hits found, so it cannot see what was missed"


def reasons(qrels: Any, run: Any, measures: str) -> dict[tuple[str, str], str]:
    return {(one.measure, one.convention): one.why for one in assay.explain(qrels, run, measures).differences}


def test_nothing_is_said_where_nothing_differs() -> None:
    assert reasons({"q": {"a": 1}}, {"q": {"a": 1.0}}, "RR AP nDCG P@1") == {}


def test_a_query_without_a_value_is_named_where_it_counts_as_zero() -> None:
    found = reasons({"q": {"a": 1}, "z": {"b": 0}}, {"q": {"a": 1.0}}, "RR")
    assert found == {("RR", name): ZERO for name in ("trec_eval", "tutorial", "sklearn")}


def test_a_count_is_not_said_to_differ_by_queries_without_a_value() -> None:
    assert reasons({"q": {"a": 1}, "z": {"b": 0}}, {"q": {"a": 1.0}}, "num_rel") == {}


def test_a_short_list_is_the_reason_of_precision() -> None:
    found = reasons({"q": {"a": 1}}, {"q": {"a": 1.0}}, "P@5")
    assert found == {("P@5", name): SHORT for name in ("tutorial", "ragas")}


def test_ties_are_the_reason_of_sklearn() -> None:
    assert reasons({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "RR") == {("RR", "sklearn"): TIES}


def test_two_reasons_are_both_named() -> None:
    found = reasons({"q": {"a": 1}, "z": {"b": 0}}, {"q": {"a": 1.0, "b": 1.0}}, "RR")
    assert found["RR", "sklearn"] == f"{TIES}; {ZERO}"


def test_repeats_alone_are_the_reason_where_the_parameters_change_nothing() -> None:
    """Both relevant documents are found, so AP over those found is AP over all."""
    rows = [("q", "a", 3.0), ("q", "a", 2.0), ("q", "b", 1.0)]
    assert reasons({"q": {"a": 1, "b": 1}}, rows, "AP") == {("AP", name): REPEATS for name in ("ragas", "sklearn")}


def test_parameters_alone_are_the_reason_where_nothing_repeats() -> None:
    found = reasons({"q": {"a": 1, "b": 1}}, {"q": {"a": 1.0}}, "AP")
    assert found == {("AP", name): FOUND for name in ("tutorial", "ragas")}


def test_parameters_and_repeats_are_both_named_where_each_changes_the_figure() -> None:
    rows = [("q", "a", 4.0), ("q", "a", 3.0), ("q", "b", 1.0)]
    assert reasons({"q": {"a": 1, "b": 1, "c": 1}}, rows, "AP")["AP", "ragas"] == f"{FOUND}; {REPEATS}"


@pytest.mark.parametrize("measure", ["Judged@2", "Bpref"])
def test_negative_grades_are_the_reason_of_trec_eval(measure: str) -> None:
    found = reasons({"q": {"a": 1, "b": -1}}, {"q": {"b": 2.0, "a": 1.0}}, measure)
    assert found == {(measure, "trec_eval"): POOLED}


def test_figures_stay_with_their_measures_where_a_convention_makes_two_of_them_one() -> None:
    found = assay.explain({"q": {"a": 1}}, {"q": {"b": 2.0, "a": 1.0}}, "P@5 P(depth=retrieved)@5 RR HitRate@1")
    assert [found.figure(measure, "tutorial") for measure in found.measures] == [0.5, 0.5, 0.5, 0.0]


def test_an_iterator_is_read_once() -> None:
    def rows() -> Iterator[tuple[str, str, float]]:
        yield "q", "a", 1.0

    assert reasons({"q": {"a": 1}}, rows(), "RR") == {}


def test_several_runs_are_refused() -> None:
    with pytest.raises(BadInputError, match="one run can be explained at a time"):
        assay.explain({"q": {"a": 1}}, ["one.txt", "two.txt"], "RR")


def test_the_page_has_a_sentence_for_each_figure_that_differs() -> None:
    page = assay.explain({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "RR").page()
    texts = [item for section in page.sections for block in section.blocks for item in getattr(block, "items", ())]
    assert texts == [f"RR under sklearn: 0.7500 for 0.5000; {TIES}."]
