"""Groups of queries that say something else than the whole."""

from collections.abc import Callable

import pytest

from assay import compare
from assay.comparison.system import Question, System

Made = Callable[..., System]


def grouped(*groups: str) -> list[Question]:
    return [Question(fields={"category": group} if group else {}) for group in groups]


def test_a_difference_is_shown_within_each_group(made: Made) -> None:
    questions = grouped("x", "x", "y", "")
    a = made("a", {"RR": [0.0, 0.0, 0.5, 1.0]}, questions=questions)
    b = made("b", {"RR": [1.0, 0.5, 0.5, 0.0]}, questions=questions)
    found = [(one.group, one.cases, one.difference.difference) for one in compare(a, b).slices]
    assert found == [("x", 2, 0.75), ("y", 1, 0.0), ("-", 1, -1.0)]


def test_p_in_groups_is_adjusted_for_their_number(made: Made) -> None:
    questions = grouped(*"xxxxxxxx", *"yyyyyyyy")
    a = made("a", {"RR": [0.1] * 16}, questions=questions)
    b = made("b", {"RR": [0.3, 0.4] * 4 + [0.2, 0.0] * 4}, questions=questions)
    x, y = (one.difference for one in compare(a, b).slices)
    assert (x.p, x.p_adjusted, x.verdict) == (2 / 2**8, 2 * 2 / 2**8, "better")
    assert (y.p_adjusted, y.verdict) == (1.0, "cannot tell")


def test_a_large_group_that_outvotes_the_others_is_pointed_out_as_a_paradox(made: Made) -> None:
    questions = grouped(*["large"] * 10, *["small"] * 2, *["tiny"] * 2)
    a = made("a", {"RR": [0.5] * 14}, questions=questions)
    b = made("b", {"RR": [0.6] * 10 + [0.4] * 2 + [0.3] * 2}, questions=questions)
    found = compare(a, b)
    (reversal,) = found.reversals
    assert reversal.is_paradox
    assert [one.group for one in reversal.against] == ["tiny", "small"]
    assert "(Simpson's paradox)" in found.to_markdown()


def test_one_group_of_three_against_the_whole_is_no_paradox(made: Made) -> None:
    questions = grouped(*"xxyyzz")
    a = made("a", {"RR": [0.5] * 6}, questions=questions)
    b = made("b", {"RR": [0.7, 0.7, 0.7, 0.7, 0.4, 0.4]}, questions=questions)
    (reversal,) = compare(a, b).reversals
    assert ([one.group for one in reversal.against], reversal.is_paradox) == (["z"], False)


def test_groups_that_all_point_one_way_are_not_mentioned(made: Made) -> None:
    questions = grouped(*"xxyy")
    a, b = made("a", {"RR": [0.5] * 4}, questions=questions), made("b", {"RR": [0.6] * 4}, questions=questions)
    assert compare(a, b).reversals == []


def test_a_loss_in_a_group_that_is_no_chance_is_said_to_be_shown(made: Made) -> None:
    questions = grouped(*["won"] * 20, *["lost"] * 10)
    a = made("a", {"RR": [0.5] * 30}, questions=questions)
    b = made("b", {"RR": [0.9] * 20 + [0.4] * 10}, questions=questions)
    found = compare(a, b)
    assert [one.difference.verdict for one in found.slices] == ["worse", "better"]
    assert "but shown to be behind in some groups by category: lost (-0.100, 10)" in found.to_markdown()


def test_no_slices_are_looked_for_where_nothing_is_known_of_queries(made: Made) -> None:
    assert compare(made("a", {"RR": [0.5, 0.1]}), made("b", {"RR": [0.6, 0.1]})).slices == ()


@pytest.mark.parametrize("correction", ["holm", "benjamini-hochberg", "max-t", "none"])
def test_slices_come_under_every_correction(made: Made, correction: str) -> None:
    questions = grouped(*"xxyy")
    a, b = made("a", {"RR": [0.5] * 4}, questions=questions), made("b", {"RR": [0.6] * 4}, questions=questions)
    found = compare(a, b, correction=correction)  # pyright: ignore[reportArgumentType]
    assert [one.difference.p for one in found.slices] == [0.5, 0.5]
