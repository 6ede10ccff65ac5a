import pytest

from assay.errors import BadInputError
from assay.stats.power import cases_needed, detectable_difference, power_at, spread_of


def test_the_cases_needed_are_the_least_that_reach_the_power() -> None:
    n = cases_needed(0.05, spread=0.3, power=0.8)
    assert power_at(n, 0.05, spread=0.3) >= 0.8 > power_at(n - 1, 0.05, spread=0.3)


def test_about_eight_over_the_squared_effect_is_the_rule_of_thumb() -> None:
    assert cases_needed(0.03, spread=0.3) == pytest.approx(7.85 / 0.1**2, rel=0.01)


def test_the_difference_detectable_is_where_the_power_is_reached() -> None:
    found = detectable_difference(40, spread=0.25, power=0.9)
    assert power_at(40, found, spread=0.25) == pytest.approx(0.9)


def test_without_a_difference_power_is_alpha() -> None:
    for alternative in ("two-sided", "greater", "less"):
        assert power_at(30, 0.0, spread=1.0, alpha=0.05, alternative=alternative) == pytest.approx(0.05)


def test_the_sides_mirror_each_other() -> None:
    assert power_at(30, 0.2, spread=1.0, alternative="greater") == pytest.approx(
        power_at(30, -0.2, spread=1.0, alternative="less")
    )
    assert detectable_difference(30, spread=1.0, alternative="less") == pytest.approx(
        -detectable_difference(30, spread=1.0, alternative="greater")
    )


def test_a_large_difference_needs_two_cases() -> None:
    assert cases_needed(10.0, spread=0.001, power=0.5) == 2


def test_the_spread_of_a_pilot_leaves_undefined_values_out() -> None:
    assert spread_of([1.0, 3.0, float("nan")]) == pytest.approx(2**0.5)


@pytest.mark.parametrize("pilot", [[], [0.1], [0.2, 0.2, 0.2]])
def test_a_pilot_must_show_how_queries_differ(pilot: list[float]) -> None:
    with pytest.raises(BadInputError, match="a pilot of two queries or more"):
        spread_of(pilot)


def test_a_difference_no_number_of_cases_finds_is_refused() -> None:
    with pytest.raises(BadInputError, match="no number of cases"):
        cases_needed(0.0, spread=0.3)
    with pytest.raises(BadInputError, match="no number of cases"):
        cases_needed(-0.1, spread=0.3, alternative="greater")


@pytest.mark.parametrize("wrong", [{"n": 1}, {"spread": 0.0}, {"spread": float("nan")}, {"alpha": 0.0}, {"alpha": 1.0}])
def test_parameters_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        power_at(**{"n": 10, "difference": 0.1, "spread": 1.0, **wrong})


def test_a_power_below_alpha_is_refused() -> None:
    with pytest.raises(BadInputError, match="above alpha"):
        detectable_difference(10, spread=1.0, power=0.05, alpha=0.1)
