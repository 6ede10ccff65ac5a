import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.pilots import share_estimate, spread_estimate


def test_light_tails_are_held_to_n_less_one_degrees_of_freedom() -> None:
    found = spread_estimate([-1.0, 1.0] * 10)
    assert found.value == pytest.approx((20 / 19) ** 0.5)
    assert found.low == pytest.approx(found.value * (19 / 32.85233) ** 0.5, rel=1e-5)  # chi-square of 19, 97.5%
    assert found.high == pytest.approx(found.value * (19 / 8.906516) ** 0.5, rel=1e-5)  # and 2.5%


def test_heavy_tails_leave_more_open() -> None:
    light, heavy = spread_estimate([-1.0, 1.0] * 20), spread_estimate([0.0] * 38 + [-1.0, 1.0])
    assert heavy.high / heavy.value > light.high / light.value


def test_values_that_repeat_in_clusters_leave_more_open() -> None:
    values = np.random.default_rng(0).normal(size=40)
    alone = spread_estimate(np.repeat(values, 5))
    clustered = spread_estimate(np.repeat(values, 5), cluster=np.repeat(np.arange(40), 5))
    assert clustered.value == alone.value
    assert clustered.high > alone.high


def test_undefined_values_are_left_out() -> None:
    assert spread_estimate([1.0, 3.0, float("nan")]).value == pytest.approx(2**0.5)
    assert share_estimate([1.0, 0.0, float("nan")]).value == 0.5


def test_a_pilot_without_a_difference_still_bounds_the_share() -> None:
    found = share_estimate([0.0] * 30)
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 30))


@pytest.mark.parametrize("pilot", [[], [0.1], [0.2, 0.2, 0.2], [float("nan")]])
def test_a_pilot_must_vary(pilot: list[float]) -> None:
    with pytest.raises(BadInputError, match="two queries or more whose values are not all the same"):
        spread_estimate(pilot)


def test_a_pilot_without_a_value_has_no_share() -> None:
    with pytest.raises(BadInputError, match="there is none"):
        share_estimate([float("nan")])
