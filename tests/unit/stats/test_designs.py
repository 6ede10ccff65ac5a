import math

import pytest
from statsmodels.stats.power import TTestPower

from assay.errors import BadInputError
from assay.stats.designs import (
    DifferenceOfMeans,
    DifferenceOfShares,
    MarginOfMeans,
    MarginOfShares,
    design_effect_of,
)


def test_a_margin_is_a_one_sided_difference_above_it() -> None:
    expected = TTestPower().solve_power(0.05 / 0.3, power=0.8, alpha=0.05, alternative="larger")
    assert MarginOfMeans(spread=0.3).cases_needed(0.05, 0.8) == math.ceil(expected)


def test_a_true_loss_uses_the_margin_up() -> None:
    expected = TTestPower().power(0.03 / 0.3, 200, 0.05, alternative="larger")
    assert MarginOfMeans(spread=0.3, difference=-0.02).power_at(200, 0.05) == pytest.approx(expected)


def test_the_margin_detectable_is_less_where_b_is_truly_better() -> None:
    even, better = MarginOfMeans(spread=0.3), MarginOfMeans(spread=0.3, difference=0.02)
    assert better.detectable(200, 0.8) == pytest.approx(even.detectable(200, 0.8) - 0.02)
    assert MarginOfMeans(spread=0.01, difference=0.5).detectable(200, 0.8) == 0.0


@pytest.mark.parametrize(
    "kind", [DifferenceOfMeans, MarginOfMeans, DifferenceOfShares, MarginOfShares], ids=lambda kind: kind.__name__
)
def test_clusters_multiply_the_cases_needed(kind: type) -> None:
    name = "spread" if kind in (DifferenceOfMeans, MarginOfMeans) else "disagreement"
    alone, clustered = kind(**{name: 0.2}), kind(**{name: 0.2}, design_effect=2.5)
    assert clustered.cases_needed(0.1, 0.8) == math.ceil(2.5 * alone.cases_needed(0.1, 0.8))
    assert clustered.power_at(250, 0.1) == alone.power_at(100, 0.1)
    assert clustered.detectable(250, 0.8) == alone.detectable(100, 0.8)


@pytest.mark.parametrize(
    "design",
    [
        DifferenceOfMeans(spread=0.2, design_effect=10.0),
        MarginOfMeans(spread=0.2, design_effect=10.0),
        DifferenceOfShares(disagreement=0.2, design_effect=10.0),
        MarginOfShares(disagreement=0.2, design_effect=10.0),
    ],
    ids=lambda design: type(design).__name__,
)
def test_cases_worth_less_than_one_say_nothing(
    design: DifferenceOfMeans | MarginOfMeans | DifferenceOfShares | MarginOfShares,
) -> None:
    assert math.isnan(design.power_at(9, 0.1))
    assert math.isnan(design.detectable(9, 0.8))


def test_systems_that_never_differed_show_a_margin_as_soon_as_its_interval_is_short_enough() -> None:
    # Bonett and Price's interval of n zeros ends at 1.645 sqrt(2) / (n + 2): below 0.05 from n = 45 on.
    assert MarginOfShares(disagreement=0.0).cases_needed(0.05, 0.8) == 45


def test_the_design_effect_is_one_and_as_much_more_as_a_cluster_is_alike() -> None:
    assert design_effect_of(1, 0.9) == 1.0
    assert design_effect_of(6, 0.2) == 2.0


@pytest.mark.parametrize(("size", "icc"), [(0.5, 0.1), (math.inf, 0.1), (5, -0.1), (5, 1.1), (5, math.nan)])
def test_clusters_that_are_none_are_refused(size: float, icc: float) -> None:
    with pytest.raises(BadInputError, match="intraclass correlation"):
        design_effect_of(size, icc)
