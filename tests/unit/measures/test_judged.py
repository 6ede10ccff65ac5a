from dataclasses import replace

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import Judged, Unjudged

JUDGED = judge([["a", "x", "b"], []], [{"a": 1, "b": 0}, {"a": 1}])


@pytest.mark.parametrize(("k", "value"), [(1, 1.0), (2, 0.5), (3, 2 / 3), (10, 2 / 3)])
def test_judged_divides_by_what_came_back_up_to_k(k: int, value: float) -> None:
    """Rule 32."""
    assert (Judged @ k).per_query(JUDGED)[0] == pytest.approx(value)


@pytest.mark.parametrize(("k", "value"), [(1, 0.0), (2, 0.5), (3, 1 / 3), (10, 0.1)])
def test_unjudged_divides_by_k_as_trec_eval_does(k: int, value: float) -> None:
    assert (Unjudged @ k).per_query(JUDGED)[0] == pytest.approx(value)


def test_of_nothing_back_no_share_is_judged_and_no_place_is_unjudged() -> None:
    found = [(measure @ 5).per_query(JUDGED)[1] for measure in (Judged, Unjudged)]
    assert np.isnan(found[0])
    assert found[1] == 0.0


def test_a_document_judged_for_another_query_is_not_judged_for_this_one() -> None:
    assert (Judged @ 1).per_query(judge([["b"], ["b"]], [{"a": 1}, {"b": 1}])).tolist() == [0.0, 1.0]


def test_without_a_cutoff_all_hits_are_places() -> None:
    found = [measure.per_query(JUDGED)[0] for measure in (Judged, Unjudged)]
    assert found == pytest.approx([2 / 3, 1 / 3])


def test_a_query_without_a_relevant_document_has_judged_hits_too() -> None:
    assert Judged.per_query(judge([["a", "x"]], [{"a": 0}])).tolist() == [0.5]


@pytest.mark.parametrize(("negatives", "value"), [("judged", 1.0), ("pooled", 0.0)])
def test_a_grade_below_zero_is_judged_only_where_the_table_says_so(negatives: str, value: float) -> None:
    judged = replace(judge([["a"]], [{"a": -1}]), negatives=negatives)
    assert Judged.per_query(judged).tolist() == [value]
