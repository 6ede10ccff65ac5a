import math

import pytest

from assay.stats.effects import effect_size


def test_an_effect_by_hand() -> None:
    found = effect_size([1.0, 2.0, 3.0, float("nan")])
    assert found.d_z == pytest.approx(2.0)
    # nu = 2: gamma(1) / (sqrt(1) gamma(1/2)) = 1 / sqrt(pi)
    assert found.hedges_g == pytest.approx(2.0 / math.sqrt(math.pi))
    assert (found.wins, found.losses, found.ties, found.better) == (3, 0, 0, 1.0)


def test_half_of_the_ties_count_as_better() -> None:
    found = effect_size([0.1, 0.0, 0.0, -0.1, 0.2])
    assert (found.wins, found.losses, found.ties, found.better) == (2, 1, 2, 0.6)


def test_hedges_correction_is_close_to_its_approximation() -> None:
    found = effect_size([0.3, -0.1, 0.5, 0.2, 0.9, -0.4, 0.1, 0.6, 0.3, 0.2, -0.2, 0.8])
    assert found.hedges_g / found.d_z == pytest.approx(1 - 3 / (4 * 11 - 1), abs=1e-3)


def test_an_effect_is_undefined_without_spread() -> None:
    assert math.isnan(effect_size([0.1, 0.1]).d_z)
    assert math.isnan(effect_size([]).better)
    assert math.isnan(effect_size([0.1, 0.2]).hedges_g)
