"""From a mean and its interval to met, not met or undecided."""

import math

import pytest

from assay.gating.grammar import parse_rule
from assay.gating.reach import Reach
from assay.gating.reading import decided, more_cases, reading_of
from assay.gating.settings import GateSettings

FLOOR, CEILING = parse_rule("R@5 >= 0.8"), parse_rule("Judged@5 <= 0.2")


def reach(mean: float, low: float, high: float, n: int = 60) -> Reach:
    return Reach(mean=mean, low=low, high=high, level=0.9, kind="t", n=n, n_undefined=0, is_zero=False)


@pytest.mark.parametrize(
    ("mean", "low", "high", "expected"),
    [
        (0.90, 0.85, 0.95, [True, True, True]),
        (0.90, 0.80, 0.95, [True, True, True]),
        (0.82, 0.74, 0.89, [True, None, True]),
        (0.80, 0.74, 0.89, [True, None, True]),
        (0.78, 0.70, 0.85, [None, None, True]),
        (0.70, 0.60, 0.80, [None, None, True]),
        (0.70, 0.60, 0.79, [False, False, False]),
    ],
)
def test_a_floor_is_read_by_the_mean_the_whole_interval_or_as_an_alarm(
    mean: float, low: float, high: float, expected: list[bool | None]
) -> None:
    found = [decided(FLOOR, reach(mean, low, high), 0.8, reading) for reading in ("mean", "proof", "alarm")]
    assert found == expected


@pytest.mark.parametrize(
    ("mean", "low", "high", "by_mean", "by_proof"),
    [
        (0.10, 0.05, 0.15, True, True),
        (0.18, 0.11, 0.26, True, None),
        (0.22, 0.15, 0.30, None, None),
        (0.30, 0.21, 0.40, False, False),
    ],
)
def test_a_ceiling_is_read_from_the_other_side(
    mean: float, low: float, high: float, by_mean: bool | None, by_proof: bool | None
) -> None:
    assert decided(CEILING, reach(mean, low, high), 0.2, "mean") is by_mean
    assert decided(CEILING, reach(mean, low, high), 0.2, "proof") is by_proof


def test_above_a_limit_is_more_than_at_it() -> None:
    above = parse_rule("R@5 > 0.8")
    assert decided(above, reach(0.8, 0.8, 0.8), 0.8, "proof") is False
    assert decided(FLOOR, reach(0.8, 0.8, 0.8), 0.8, "proof") is True


def test_an_unknown_interval_proves_nothing_and_refutes_nothing() -> None:
    unknown = reach(0.7, math.nan, math.nan)
    assert decided(FLOOR, unknown, 0.8, "mean") is None
    assert decided(FLOOR, unknown, 0.6, "mean") is True
    assert decided(FLOOR, unknown, 0.6, "proof") is None


@pytest.mark.parametrize(
    ("rule", "strict", "sequential", "expected"),
    [
        ("R@5 >= 0.8", False, False, "mean"),
        ("R@5 >= 0.8", True, False, "proof"),
        ("R@5 >= 0.8", False, True, "proof"),
        ("R@5 >= baseline", False, False, "alarm"),
        ("R@5 >= baseline", True, False, "proof"),
        ("R@5 >= baseline - 0.01", False, False, "proof"),
        ("R@5 >= baseline + 0.01", False, False, "proof"),
        ("R@5 >= baseline * 0.98", False, False, "proof"),
    ],
)
def test_a_margin_asks_for_proof_and_the_bare_baseline_for_an_alarm(
    rule: str, strict: bool, sequential: bool, expected: str
) -> None:
    assert reading_of(parse_rule(rule), GateSettings(strict=strict, sequential=sequential)) == expected


def test_half_the_way_to_the_limit_takes_four_times_the_cases() -> None:
    # The upper end lies 0.08 above the mean and the limit 0.04: the interval must become half as wide.
    assert more_cases(FLOOR, reach(0.76, 0.68, 0.84, n=100), 0.8) == pytest.approx(300, abs=1)


def test_a_mean_at_the_limit_is_decided_by_no_number_of_cases() -> None:
    assert more_cases(FLOOR, reach(0.8, 0.7, 0.9), 0.8) is None
    assert more_cases(FLOOR, reach(0.80001, 0.7, 0.9), 0.8) is None
