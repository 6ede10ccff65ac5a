"""The arithmetic of judges' scores, worked out by hand."""

import math

import pytest

from assay.judges.arithmetic import average_precision_at_useful, f1, f1_of_claims, share, weighted


@pytest.mark.parametrize(
    ("useful", "expected"),
    [
        ([True, True, False], 1.0),
        ([False, True], 0.5),
        ([False, True, True], (1 / 2 + 2 / 3) / 2),
        ([True, False, False, True], (1 + 2 / 4) / 2),
        ([False, False], 0.0),
        ([], 0.0),
    ],
)
def test_context_precision_is_the_mean_precision_at_useful_ranks(useful: list[bool], expected: float) -> None:
    assert average_precision_at_useful(useful) == pytest.approx(expected)


def test_a_share_of_nothing_is_undefined() -> None:
    assert math.isnan(share([]))


def test_ragas_f1_weighs_both_kinds_of_error_alike() -> None:
    assert f1_of_claims(3, 1, 2) == pytest.approx(3 / (3 + 1.5))
    assert f1_of_claims(0, 0, 0) == 0.0


def test_f1_of_an_undefined_part_is_undefined() -> None:
    assert math.isnan(f1(math.nan, 1.0))


def test_what_has_no_weight_may_be_undefined() -> None:
    assert weighted([0.5, math.nan], [1.0, 0.0]) == 0.5
    assert math.isnan(weighted([0.5, math.nan], [0.75, 0.25]))
