"""Suggestions what to judge first: what holds of them in whatever order they come."""

import pytest

from assay.errors import BadInputError
from assay.golden.holes import depth_of, most_telling
from assay.golden.retrieved import Retrieved
from assay.measures import parse

RR = parse("RR@2")
LABELS = {"q": {"a": 1.0, "b": 0.0}, "r": {"a": 1.0}}


def given(**rankings: dict[str, list[str]]) -> Retrieved:
    return Retrieved(rankings=rankings, labels=LABELS)


def test_a_hole_of_one_system_is_suggested_with_its_ranks_and_what_it_moves() -> None:
    # x relevant: RR@2 of q rises from 1/2 to 1 in B alone, 1/4 of the mean over two queries
    (found,) = most_telling(given(A={"q": ["a", "b"], "r": ["a"]}, B={"q": ["x", "a"], "r": ["a"]}), RR)
    assert (found.query_id, found.doc_id, dict(found.ranks)) == ("q", "x", {"A": None, "B": 1})
    assert (found.moves, set(found.pair)) == (pytest.approx(0.25), {"A", "B"})


def test_a_hole_that_moves_both_systems_alike_is_left_out() -> None:
    same = {"q": ["x", "a"], "r": ["a"]}
    assert most_telling(given(A=same, B=same), RR) == []


def test_no_more_than_the_budget_is_suggested() -> None:
    systems = given(A={"q": ["a", "b"], "r": ["a"]}, B={"q": ["x", "y"], "r": ["z", "a"]})
    assert len(most_telling(systems, parse("P@2"), budget=2)) == 2


def test_nothing_is_suggested_where_all_is_judged() -> None:
    assert most_telling(given(A={"q": ["a", "b"]}, B={"q": ["b", "a"]}), RR) == []


def test_a_single_system_is_refused() -> None:
    with pytest.raises(BadInputError, match="at least two systems"):
        most_telling(given(A={"q": ["x"]}), RR)


@pytest.mark.parametrize(("measure", "depth", "expected"), [("RR@2", None, 2), ("AP", None, 20), ("RR@2", 7, 7)])
def test_holes_are_looked_for_as_deep_as_asked_or_measured(measure: str, depth: int | None, expected: int) -> None:
    assert depth_of(parse(measure), depth) == expected
