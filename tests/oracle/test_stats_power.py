"""Power agrees with statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from assay.stats.effects import effect_size
from assay.stats.power import cases_needed, detectable_difference, power_at

SIDES = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("effect", [0.001, 0.1, 0.5, -0.2])
@pytest.mark.parametrize("n", [2, 5, 40, 200])
def test_power_is_statsmodels(n: int, effect: float, alternative: str) -> None:
    expected = TTestPower().power(effect, n, 0.05, alternative=SIDES[alternative])
    assert power_at(n, 0.3 * effect, spread=0.3, alternative=alternative) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("effect", [0.05, 0.2, 0.8])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_the_cases_needed_are_statsmodels_rounded_up(power: float, effect: float, alternative: str) -> None:
    expected = TTestPower().solve_power(effect, power=power, alpha=0.05, alternative=SIDES[alternative])
    assert cases_needed(effect, spread=1.0, power=power, alternative=alternative) == int(np.ceil(expected))


@pytest.mark.parametrize("n", [5, 40, 310])
def test_the_difference_detectable_is_statsmodels(n: int) -> None:
    expected = TTestPower().solve_power(nobs=n, power=0.8, alpha=0.05)
    assert detectable_difference(n, spread=0.25) == pytest.approx(0.25 * expected, rel=1e-5)


@pytest.mark.parametrize(("n", "effect"), [(5000, 0.4), (310, 2.0), (5000, -0.3)])
def test_where_scipy_gives_up_power_is_certain(n: int, effect: float) -> None:
    assert power_at(n, effect, spread=1.0) == pytest.approx(1.0)
    assert power_at(n, -abs(effect), spread=1.0, alternative="greater") == pytest.approx(0.0, abs=1e-12)


def test_the_effect_is_scipys_t_over_the_root_of_n() -> None:
    values = np.random.default_rng(0).normal(0.3, 1.0, 25)
    assert effect_size(values).d_z == pytest.approx(stats.ttest_1samp(values, 0).statistic / 5)
