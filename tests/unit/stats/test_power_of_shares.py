import math

import pytest

from assay.errors import BadInputError
from assay.stats.power_of_shares import (
    gain_and_loss,
    shares_cases_needed,
    shares_detectable_difference,
    shares_detectable_margin,
    shares_non_inferior_cases_needed,
    shares_non_inferior_power_at,
    shares_power_at,
)


def test_six_wins_of_six_are_the_first_that_prove_something() -> None:
    assert shares_power_at(5, gain=1.0, loss=0.0) == 0.0
    assert shares_power_at(6, gain=1.0, loss=0.0) == 1.0


def test_one_side_takes_five_wins_of_five() -> None:
    assert shares_power_at(5, gain=0.8, loss=0.2, alternative="greater") == pytest.approx(0.8**5)
    assert shares_power_at(5, gain=0.2, loss=0.8, alternative="less") == pytest.approx(0.8**5)


def test_both_ends_count_where_either_change_does() -> None:
    assert shares_power_at(6, gain=0.7, loss=0.3) == pytest.approx(0.7**6 + 0.3**6)


def test_pairs_on_which_both_agree_say_nothing() -> None:
    assert shares_power_at(6, gain=0.5, loss=0.0) == pytest.approx(0.5**6)


def test_an_effective_number_is_rounded_down() -> None:
    assert shares_power_at(6.9, gain=1.0, loss=0.0, alpha=0.02) == 0.0
    assert shares_power_at(7.0, gain=1.0, loss=0.0, alpha=0.02) == 1.0


def test_the_cases_needed_where_b_gains_every_case() -> None:
    assert shares_cases_needed(gain=1.0, loss=0.0) == 6
    assert shares_cases_needed(gain=1.0, loss=0.0, alternative="greater") == 5


def test_the_difference_detectable_is_where_the_power_is_reached() -> None:
    found = shares_detectable_difference(300, disagreement=0.2)
    gain, loss = gain_and_loss(found, 0.2)
    assert shares_power_at(300, gain=gain, loss=loss) == pytest.approx(0.8, abs=1e-6)


def test_a_difference_larger_than_the_disagreement_is_all_gain() -> None:
    found = shares_detectable_difference(100, disagreement=0.01)
    assert found > 0.01
    assert shares_power_at(100, gain=found, loss=0.0) == pytest.approx(0.8, abs=1e-6)


def test_five_cases_can_never_tell() -> None:
    assert shares_detectable_difference(5, disagreement=0.5) == math.inf
    assert shares_detectable_difference(4, disagreement=0.5, alternative="less") == -math.inf


def test_the_margin_detectable_is_where_the_power_is_reached() -> None:
    found = shares_detectable_margin(200, gain=0.05, loss=0.05)
    assert shares_non_inferior_power_at(200, found * 1.001, gain=0.05, loss=0.05) >= 0.8
    assert shares_non_inferior_power_at(200, found * 0.95, gain=0.05, loss=0.05) < 0.8


def test_two_systems_that_hardly_differ_show_a_margin_soon() -> None:
    few = shares_non_inferior_cases_needed(0.05, gain=0.001, loss=0.001)
    assert few < shares_non_inferior_cases_needed(0.05, gain=0.05, loss=0.05)


def test_a_gain_and_a_loss_add_up_to_the_disagreement() -> None:
    assert gain_and_loss(-0.25, 0.75) == (0.25, 0.5)


@pytest.mark.parametrize(("gain", "loss"), [(-0.1, 0.2), (0.0, 0.0), (0.7, 0.4), (float("nan"), 0.1)])
def test_shares_that_are_none_are_refused(gain: float, loss: float) -> None:
    with pytest.raises(BadInputError, match="at least 0, above 0 together, and at most 1 together"):
        shares_power_at(10, gain=gain, loss=loss)


@pytest.mark.parametrize(("difference", "disagreement"), [(1.1, 0.5), (0.1, 1.5), (float("nan"), 0.1)])
def test_a_difference_of_shares_beyond_one_is_refused(difference: float, disagreement: float) -> None:
    with pytest.raises(BadInputError, match="lies in"):
        gain_and_loss(difference, disagreement)


def test_no_number_of_cases_finds_what_is_not_there() -> None:
    with pytest.raises(BadInputError, match="no number of cases up to 100,000,000"):
        shares_cases_needed(gain=0.1, loss=0.1)


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": math.inf}, {"alpha": 0.0}, {"alternative": "up"}])
def test_parameters_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInputError):
        shares_power_at(**{"n": 10, "gain": 0.2, "loss": 0.1, **wrong})  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("wrong", [{"margin": 0.0}, {"margin": 1.0}, {"alpha": 0.5}])
def test_a_margin_out_of_range_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadInputError):
        shares_non_inferior_power_at(**{"n": 10, "margin": 0.1, "gain": 0.2, "loss": 0.1, **wrong})
