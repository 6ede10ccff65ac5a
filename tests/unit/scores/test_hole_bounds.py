"""Bounds of scores over what nobody has judged."""

import pytest

from assay import score
from assay.errors import BadInputError


def test_recall_may_fall_by_a_hole_beyond_k_and_rise_by_one_within() -> None:
    # x within k relevant: 2 of 2 found; y beyond k relevant: 1 of 2
    found = score({"q": {"a": 1}}, {"q": {"a": 3.0, "x": 2.0, "y": 1.0}}, "R@2").hole_bounds("R@2")
    assert found is not None
    assert (found.low.tolist(), found.high.tolist()) == ([0.5], [1.0])


def test_a_measure_without_a_known_rule_has_no_bounds() -> None:
    assert score({"q": {"a": 1}}, {"q": {"a": 1.0}}, "Bpref").hole_bounds("Bpref") is None


def test_repeats_are_refused_because_their_places_are_no_holes() -> None:
    found = score({"q": {"a": 1}}, [("q", "a", 2.0), ("q", "a", 1.0)], "RR")
    with pytest.raises(BadInputError, match="without repeats"):
        found.hole_bounds("RR")


def test_a_document_that_only_others_retrieved_may_lower_recall_and_r_precision() -> None:
    # b relevant: 1 of 2 found; R-precision then looks at two places, of which one is taken by a
    found = score({"q": {"a": 1}}, {"q": {"a": 1.0}}, ["R@1", "Rprec", "P@1"])
    for measure, low in (("R@1", 0.5), ("Rprec", 0.5), ("P@1", 1.0)):
        bounded = found.hole_bounds(measure, pool={"q": ["b"]})
        assert bounded is not None
        assert (bounded.low.tolist(), bounded.high.tolist()) == ([low], [1.0])


def test_a_relevant_document_out_of_reach_gives_a_query_without_labels_the_value_zero() -> None:
    found = score({"q": {"a": 0}}, {"q": {"a": 1.0}}, "R@1").hole_bounds("R@1", pool={"q": ["b"]})
    assert found is not None
    assert (found.low.tolist(), found.high.tolist()) == ([0.0], [0.0])


def test_the_mean_lies_between_the_means_of_the_extremes() -> None:
    # q: 1/2 as judged, 1 were x relevant; r: certain
    run = {"q": {"x": 2.0, "a": 1.0}, "r": {"a": 1.0}}
    found = score({"q": {"a": 1}, "r": {"a": 1}}, run, "RR").mean_hole_bounds("RR")
    assert found is not None
    assert (found.low, found.high) == (0.75, 1.0)


def test_a_query_that_a_hole_may_define_enters_the_mean_only_where_that_makes_it_more_extreme() -> None:
    # q is 1/2 for certain; r is undefined, and 1 if x is relevant: the mean is 1/2, or 3/4
    run = {"q": {"b": 2.0, "a": 1.0}, "r": {"x": 1.0}}
    found = score({"q": {"a": 1, "b": 0}, "r": {"z": 0}}, run, "RR").mean_hole_bounds("RR")
    assert found is not None
    assert (found.low, found.high) == (0.5, 0.75)


def test_a_query_that_a_hole_may_define_counts_as_0_where_undefined_ones_do() -> None:
    # r is 0 unless x is relevant, and then 1
    run = {"q": {"b": 2.0, "a": 1.0}, "r": {"x": 1.0}}
    found = score({"q": {"a": 1, "b": 0}, "r": {"z": 0}}, run, "RR", undefined="zero").mean_hole_bounds("RR")
    assert found is not None
    assert (found.low, found.high) == (0.25, 0.75)


def test_a_sum_has_no_bounds_of_a_mean() -> None:
    assert score({"q": {"a": 1}}, {"q": {"a": 1.0}}, "num_ret").mean_hole_bounds("num_ret") is None
