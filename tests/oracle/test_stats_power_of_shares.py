"""The exact power of 0/1 measures agrees with every table of outcomes counted one by one, and with scipy's tests."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from assay.stats.margins import non_inferior
from assay.stats.pilots import share_estimate, spread_estimate
from assay.stats.power_of_shares import (
    shares_cases_needed,
    shares_non_inferior_cases_needed,
    shares_non_inferior_power_at,
    shares_power_at,
)

SHARES = [(0.3, 0.1), (0.05, 0.02), (0.0, 0.2), (0.5, 0.5), (0.9, 0.1), (0.1, 0.1), (1.0, 0.0)]


def counted(n: int, gain: float, loss: float, shown: Callable[[int, int], bool]) -> float:
    """Add up the chances of all tables of n pairs in which something is shown."""
    total = 0.0
    for wins in range(n + 1):
        for losses in range(n - wins + 1):
            if shown(wins, losses):
                ways = math.comb(n, wins) * math.comb(n - wins, losses)
                total += ways * gain**wins * loss**losses * (1 - gain - loss) ** (n - wins - losses)
    return total


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("alpha", [0.05, 0.0625, 0.2])
@pytest.mark.parametrize("n", [1, 5, 9, 16])
def test_power_is_that_of_scipys_binomial_test_over_all_tables(n: int, alpha: float, alternative: str) -> None:
    def shown(wins: int, losses: int) -> bool:
        if wins + losses == 0:
            return False
        return stats.binomtest(wins, wins + losses, alternative=alternative).pvalue <= alpha * (1 + 1e-12)

    for gain, loss in SHARES:
        expected = counted(n, gain, loss, shown)
        found = shares_power_at(n, gain=gain, loss=loss, alpha=alpha, alternative=alternative)  # pyright: ignore[reportArgumentType]
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("gain", "loss"), [(0.07, 0.02), (0.3, 0.25), (0.52, 0.45)])
@pytest.mark.parametrize("n", [200, 3000])
def test_power_is_the_sum_over_every_number_of_differing_pairs(n: int, gain: float, loss: float) -> None:
    count = np.arange(n + 1)
    few = stats.binom.ppf(0.025, count, 0.5)
    few = np.where(stats.binom.cdf(few, count, 0.5) > 0.025, few - 1, few)
    win = gain / (gain + loss)
    given = stats.binom.cdf(few, count, win) + stats.binom.sf(count - few - 1, count, win)
    expected = stats.binom.pmf(count, n, gain + loss) @ given
    assert shares_power_at(n, gain=gain, loss=loss) == pytest.approx(expected, abs=1e-9)


def test_for_a_hundred_thousand_cases_power_is_the_normal_one() -> None:
    gain, loss, n = 0.0525, 0.0475, 100_000
    spread = math.sqrt(gain + loss - (gain - loss) ** 2)
    shift = math.sqrt(n) * (gain - loss) / spread
    null = math.sqrt(gain + loss) / spread  # under the null differences vary a little more
    expected = stats.norm.sf(1.959964 * null - shift)
    assert shares_power_at(n, gain=gain, loss=loss) == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize("margin", [0.05, 0.1, 0.3, 0.9])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize("n", [3, 8, 13])
def test_power_of_a_margin_is_that_of_the_margin_test_over_all_tables(n: int, alpha: float, margin: float) -> None:
    def shown(wins: int, losses: int) -> bool:
        return non_inferior([1] * wins + [-1] * losses + [0] * (n - wins - losses), margin, alpha=alpha).holds

    for gain, loss in SHARES[:5]:
        found = shares_non_inferior_power_at(n, margin, gain=gain, loss=loss, alpha=alpha)
        assert found == pytest.approx(counted(n, gain, loss, shown), abs=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(("gain", "loss"), [(0.2, 0.05), (0.7, 0.3), (0.55, 0.3), (0.08, 0.0)])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
def test_no_number_above_the_cases_needed_falls_short(power: float, gain: float, loss: float, alternative: str) -> None:
    every = [shares_power_at(n, gain=gain, loss=loss, alternative=alternative) for n in range(1, 260)]  # pyright: ignore
    expected = max(n for n, found in enumerate(every, start=1) if found < power) + 1
    found = shares_cases_needed(gain=gain, loss=loss, power=power, alternative=alternative)  # pyright: ignore
    assert found == expected


@pytest.mark.parametrize(("margin", "share"), [(0.05, 0.02), (0.1, 0.2), (0.3, 0.4)])
def test_no_number_above_the_cases_needed_for_a_margin_falls_short(margin: float, share: float) -> None:
    every = [shares_non_inferior_power_at(n, margin, gain=share / 2, loss=share / 2) for n in range(1, 260)]
    expected = max(n for n, found in enumerate(every, start=1) if found < 0.8) + 1
    assert shares_non_inferior_cases_needed(margin, gain=share / 2, loss=share / 2) == expected


def test_the_interval_of_a_spread_is_scipys_chi_square_with_fewer_degrees_of_freedom() -> None:
    values = np.random.default_rng(0).laplace(size=50)
    freedom = 100 / (stats.kurtosis(values, bias=False) + 100 / 49)
    ends = values.std(ddof=1) * np.sqrt(freedom / stats.chi2.ppf([0.975, 0.025], freedom))
    found = spread_estimate(values)
    assert (found.low, found.high) == pytest.approx(tuple(ends))


def test_the_interval_of_a_share_is_scipys() -> None:
    expected = stats.binomtest(7, 40).proportion_ci(0.95, method="exact")
    found = share_estimate([1] * 5 + [-1] * 2 + [0] * 33)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
