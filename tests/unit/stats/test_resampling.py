import numpy as np
import pytest

from assay.stats.resampling import resampled_sums


@pytest.mark.parametrize("n", [1, 2, 7, 30, 1000])
def test_every_resample_holds_as_many_rows_as_there_are(n: int) -> None:
    sums = resampled_sums(np.ones((n, 1)), n_resamples=500, seed=0)
    assert sums.shape == (500, 1)
    assert sums == pytest.approx(n)


def test_columns_are_resampled_together() -> None:
    values = np.random.default_rng(0).normal(size=40)
    sums = resampled_sums(np.column_stack([values, 3.0 * values]), n_resamples=300, seed=1)
    assert sums[:, 1] == pytest.approx(3.0 * sums[:, 0])


def test_a_row_is_drawn_as_often_as_the_multinomial_distribution_says() -> None:
    n, n_resamples = 12, 100_000
    drawn = np.rint(resampled_sums(np.eye(n)[:, :1], n_resamples=n_resamples, seed=2)[:, 0]).astype(int)
    expected = np.zeros(n + 1)
    for count in range(n + 1):
        ways = np.prod(np.arange(n - count + 1, n + 1)) / np.prod(np.arange(1, count + 1))
        expected[count] = ways * (1 / n) ** count * (1 - 1 / n) ** (n - count)
    found = np.bincount(drawn, minlength=n + 1) / n_resamples
    assert found == pytest.approx(expected, abs=0.006)


def test_the_spread_of_the_sums_is_that_of_independent_draws() -> None:
    values = np.random.default_rng(3).beta(0.4, 0.8, 50)
    spreads = [resampled_sums(values[:, None], n_resamples=4000, seed=seed).std() for seed in range(30)]
    assert np.mean(spreads) == pytest.approx(np.sqrt(50) * values.std(), rel=0.01)


def test_an_order_in_the_values_changes_nothing_of_the_spread() -> None:
    values = np.sort(np.random.default_rng(4).normal(size=2000))
    spreads = [resampled_sums(values[:, None], n_resamples=2000, seed=seed).std() for seed in range(20)]
    assert np.mean(spreads) == pytest.approx(np.sqrt(2000) * values.std(), rel=0.03)


def test_the_same_seed_gives_the_same_sums_and_another_one_others() -> None:
    columns = np.arange(20.0)[:, None]
    first, again, other = (resampled_sums(columns, n_resamples=100, seed=seed) for seed in (5, 5, 6))
    assert (first == again).all()
    assert (first != other).any()
