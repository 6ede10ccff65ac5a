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
