"""Paired tests and corrections agree with scipy and statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from assay.stats.max_t import max_t_test
from assay.stats.multiplicity import benjamini_hochberg, holm
from assay.stats.paired_t import paired_t_test
from assay.stats.randomisation import randomisation_test
from assay.stats.sign_tests import mcnemar_test, sign_test
from assay.stats.wilcoxon import wilcoxon_test

ALTERNATIVES = ("two-sided", "greater", "less")


def drawn(n: int, decimals: int | None, seed: int = 0) -> np.ndarray:
    values = np.random.default_rng([n, seed]).normal(0.25, 1.0, n)
    return values if decimals is None else np.round(values, decimals)


def permutation_p(values: np.ndarray, alternative: str, n_resamples: float) -> float:
    found = stats.permutation_test(
        (values,),
        lambda flipped, axis: flipped.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=n_resamples,
        alternative=alternative,
        batch=1000,
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("decimals", [None, 1, 0])
@pytest.mark.parametrize("n", [2, 6, 11, 14])
def test_the_exact_randomisation_test_is_scipys(n: int, decimals: int | None, alternative: str) -> None:
    values = drawn(n, decimals)
    found = randomisation_test(values, alternative=alternative)
    assert found.is_exact
    assert found.p == pytest.approx(permutation_p(values, alternative, np.inf), abs=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("n", "decimals"), [(25, None), (60, 1), (200, 0)])
def test_the_randomisation_test_is_scipys_up_to_monte_carlo_error(
    n: int, decimals: int | None, alternative: str
) -> None:
    values = drawn(n, decimals) * 0.6
    found = randomisation_test(values, alternative=alternative).p
    expected = permutation_p(values, alternative, 50_000)
    error = (2 if alternative == "two-sided" else 1) * np.sqrt(expected * (1 - expected) * (1 / 50_000 + 1 / 131_072))
    assert abs(found - expected) < 4 * error


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_flips_of_clusters_are_scipys_over_their_sums(alternative: str) -> None:
    cluster = np.repeat(np.arange(9), [1, 4, 2, 6, 3, 3, 1, 5, 2])
    values = drawn(len(cluster), None)
    sums = np.bincount(cluster, weights=values)
    found = randomisation_test(values, alternative=alternative, cluster=cluster).p
    assert found == pytest.approx(permutation_p(sums, alternative, np.inf), abs=1e-12)


def test_a_row_of_the_max_t_test_alone_is_scipys_randomisation_test() -> None:
    table = np.array([drawn(12, 1, seed) for seed in range(4)])
    expected = [permutation_p(values, "two-sided", np.inf) for values in table]
    assert max_t_test(table).p.tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("decimals", [None, 1, 0])
@pytest.mark.parametrize("n", [4, 10, 13, 14, 40, 50, 51, 300])
def test_wilcoxon_is_scipys_with_its_defaults(n: int, decimals: int | None, alternative: str) -> None:
    values = drawn(n, decimals)
    found, expected = wilcoxon_test(values, alternative=alternative), stats.wilcoxon(values, alternative=alternative)
    assert found.statistic == expected.statistic
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [2, 5, 50, 1000])
def test_the_t_test_is_scipys(n: int, alternative: str) -> None:
    values = drawn(n, None)
    found, expected = (
        paired_t_test(values, alternative=alternative),
        stats.ttest_1samp(values, 0, alternative=alternative),
    )
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.degrees_of_freedom == pytest.approx(expected.df)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [1, 5, 50, 1000])
def test_the_sign_test_is_scipys_binomial_test(n: int, alternative: str) -> None:
    values = drawn(n, 0)
    wins, losses = int((values > 0).sum()), int((values < 0).sum())
    expected = stats.binomtest(wins, wins + losses, alternative=alternative).pvalue if wins + losses else 1.0
    assert sign_test(values, alternative=alternative).p == pytest.approx(expected)


@pytest.mark.parametrize("n", [10, 60, 400])
def test_mcnemar_is_statsmodels(n: int) -> None:
    chance = np.random.default_rng(n)
    a = (chance.random(n) < 0.7).astype(float)
    b = np.where(chance.random(n) < 0.3, (chance.random(n) < 0.9).astype(float), a)
    table = [[((a == x) & (b == y)).sum() for y in (0, 1)] for x in (0, 1)]
    assert mcnemar_test(a, b).p == pytest.approx(mcnemar(table, exact=True).pvalue)


@pytest.mark.parametrize("m", [1, 2, 10, 200])
def test_corrections_are_statsmodels(m: int) -> None:
    p = np.round(np.random.default_rng(m).random(m) ** 3, 3)
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert benjamini_hochberg(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])
