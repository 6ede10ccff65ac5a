from dataclasses import replace

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AUC, Bpref

LABEL = {"a": 1, "b": 1, "u": 0, "v": 0, "w": 0}


def test_bpref_counts_the_preferences_the_ranking_keeps() -> None:
    judged = judge([["u", "a", "x", "v", "b"]], [LABEL])  # before a one of two, before b two of two
    assert Bpref.per_query(judged).tolist() == [0.25]


def test_bpref_passes_over_what_nobody_judged() -> None:
    assert Bpref.per_query(judge([["x", "y", "a", "z", "b"]], [LABEL])).tolist() == [1.0]


def test_bpref_is_the_share_found_where_nothing_is_judged_not_relevant() -> None:
    """Rule 25: not undefined, as elsewhere, but R retrieved of R."""
    assert Bpref.per_query(judge([["x", "a"]], [{"a": 1, "b": 1}])).tolist() == [0.5]


@pytest.mark.parametrize(("negatives", "value"), [("judged", 0.0), ("pooled", 1.0)])
def test_a_grade_below_zero_is_a_preference_broken_only_where_it_is_a_judgement(negatives: str, value: float) -> None:
    judged = judge([["u", "a"]], [{"a": 1, "u": -1}])
    assert Bpref.per_query(replace(judged, negatives=negatives)).tolist() == [value]


def test_bpref_is_undefined_without_a_relevant_document() -> None:
    assert np.isnan(Bpref.per_query(judge([["u"]], [{"u": 0}]))).all()


def test_auc_counts_pairs_in_the_right_order() -> None:
    judged = judge([["a", "u", "b", "v", "w"]], [LABEL])  # a beats 3, b beats 2, of 6 pairs
    assert AUC.per_query(judged).tolist() == pytest.approx([5 / 6])


def test_auc_ties_what_was_not_retrieved() -> None:
    judged = judge([["a", "u"]], [LABEL])  # a beats 3; b loses to u, ties with v and w
    assert AUC.per_query(judged).tolist() == pytest.approx([4 / 6])


def test_auc_beyond_the_cutoff_is_as_if_not_retrieved() -> None:
    judged = judge([["a", "u", "b", "v", "w"], ["a", "u"]], [LABEL, LABEL])
    one, other = (AUC @ 2).per_query(judged)
    assert one == other


def test_auc_of_the_retrieved_takes_every_hit_for_a_document() -> None:
    judged = judge([["x", "a", "u"]], [LABEL])  # a beats u, loses to x
    assert AUC(pairs="retrieved").per_query(judged).tolist() == [0.5]


@pytest.mark.parametrize("pairs", ["judged", "retrieved"])
def test_auc_is_undefined_without_a_pair(pairs: str) -> None:
    judged = judge([["a"], ["u"], []], [{"a": 1}, {"u": 0}, {}])
    assert np.isnan(AUC(pairs=pairs).per_query(judged)).all()
