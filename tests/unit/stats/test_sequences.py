import math

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.sequences import confidence_sequence


def capital(values: list[float], mean: float, alpha: float) -> list[float]:
    """The larger of the two halves of the capital after each bet against a mean, from the definitions, with loops."""
    up = down = 1.0
    found = []
    total, squares = 0.5, 0.25
    spread = 0.25
    for t, value in enumerate(values, start=1):
        bet = math.sqrt(2 * math.log(2 / alpha) / (spread * t * math.log(1 + t)))
        up *= 1 + min(bet, 0.5 / mean) * (value - mean)
        down *= 1 - min(bet, 0.5 / (1 - mean)) * (value - mean)
        found.append(max(up, down) / 2)
        total += value
        squares += (value - total / (t + 1)) ** 2
        spread = squares / (t + 1)
    return found


def test_the_ends_are_where_the_capital_of_the_definition_reaches_one_over_alpha() -> None:
    values = np.random.default_rng(0).beta(2.0, 1.0, 200).tolist()
    found = confidence_sequence(values)
    for look in (20, 100, 200):
        for end, inwards in ((found.low[look - 1], 0.002), (found.high[look - 1], -0.002)):
            outside = max(capital(values[:look], float(end - inwards), 0.05))
            inside = max(capital(values[:look], float(end + inwards), 0.05))
            assert inside < 20 <= outside


def test_each_interval_lies_in_those_before_it() -> None:
    found = confidence_sequence(np.random.default_rng(1).integers(0, 2, 300).astype(float))
    assert (np.diff(found.low) >= 0).all()
    assert (np.diff(found.high) <= 0).all()
    assert (found.low <= found.high).all()


def test_differences_are_scaled_to_their_bounds() -> None:
    values = np.random.default_rng(2).beta(2.0, 1.0, 100)
    shares, differences = confidence_sequence(values), confidence_sequence(2 * values - 1, bounds=(-1.0, 1.0))
    assert differences.low == pytest.approx(2 * shares.low - 1)
    assert differences.high == pytest.approx(2 * shares.high - 1)


def test_undefined_values_are_no_looks() -> None:
    found = confidence_sequence([1.0, float("nan"), 0.0])
    assert (found.n, found.n_undefined, len(found.low)) == (2, 1, 2)


def test_no_value_leaves_everything_open() -> None:
    assert confidence_sequence([]).n == 0
    found = confidence_sequence([0.5])
    assert (found.low[0], found.high[0]) == (0.0, 1.0)


def test_values_against_all_expectation_leave_a_range() -> None:
    found = confidence_sequence([0.0] * 200 + [1.0] * 2000)
    assert (found.low <= found.high).all()


@pytest.mark.parametrize("values", [[1.5], [-0.1]])
def test_values_outside_the_bounds_are_refused(values: list[float]) -> None:
    with pytest.raises(BadInputError, match="the bounds"):
        confidence_sequence(values)


def test_bounds_are_a_range() -> None:
    with pytest.raises(BadInputError, match="bounds are a range"):
        confidence_sequence([0.5], bounds=(1.0, 0.0))
