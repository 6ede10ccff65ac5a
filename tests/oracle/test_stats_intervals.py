"""Intervals agree with scipy's and statsmodels'."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from assay.stats.bootstrap import bca
from assay.stats.clusters import standard_error
from assay.stats.intervals import interval
from assay.stats.proportion import clopper_pearson, wilson
from assay.stats.sample import sample_of


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("ones", "n"), [(0, 1), (0, 10), (3, 10), (10, 10), (499, 500)])
def test_intervals_of_shares_are_scipys(ones: int, n: int, level: float) -> None:
    expected = stats.binomtest(ones, n)
    for found, method in (
        (wilson(ones / n, n, level=level), "wilson"),
        (clopper_pearson(ones, n, level=level), "exact"),
    ):
        assert found == pytest.approx(tuple(expected.proportion_ci(level, method=method)), abs=1e-9)


def test_intervals_of_shares_are_statsmodels() -> None:
    assert wilson(17 / 20, 20, level=0.95) == pytest.approx(proportion_confint(17, 20, method="wilson"))
    assert clopper_pearson(17, 20, level=0.95) == pytest.approx(proportion_confint(17, 20, method="beta"))


@pytest.mark.parametrize("n", [20, 60, 500])
def test_the_bca_interval_is_scipys_at_the_level_it_is_expanded_to(n: int) -> None:
    values = np.random.default_rng(n).beta(0.5, 1.5, n)
    expanded = 2 * stats.norm.cdf(np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, n - 1)) - 1
    expected = stats.bootstrap(
        (values,), np.mean, confidence_level=expanded, n_resamples=100_000, batch=2000, rng=np.random.default_rng(0)
    ).confidence_interval
    found = bca(sample_of(values), level=0.95, n_resamples=100_000)
    assert found == pytest.approx(tuple(expected), abs=0.02 * (expected.high - expected.low))


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_t_interval_is_scipys(level: float) -> None:
    values = np.random.default_rng(0).normal(0.5, 0.05, 30)
    found = interval(values, kind="t", level=level)
    expected = stats.ttest_1samp(values, 0).confidence_interval(level)
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_the_standard_error_over_clusters_of_one_size_is_statsmodels_with_its_small_sample_factor() -> None:
    cluster = np.repeat(np.arange(12), 4)
    values = np.random.default_rng(1).normal(size=48) + np.random.default_rng(2).normal(size=12)[cluster]
    fitted = sm.OLS(values, np.ones(48)).fit(
        cov_type="cluster", cov_kwds={"groups": cluster, "use_correction": False, "df_correction": False}
    )
    assert standard_error(sample_of(values, cluster)) == pytest.approx(fitted.bse[0] * np.sqrt(12 / 11))
