import math

import numpy as np
import pytest

from assay.stats.bootstrap import bca, studentised
from assay.stats.sample import sample_of


def by_the_book(values: np.ndarray, cluster: np.ndarray, seed: int) -> tuple[float, float]:
    """The studentised bootstrap with loops: draw clusters, compute the mean and CR2's error of each resample."""
    chance = np.random.default_rng(seed)
    groups = [values[cluster == label] for label in np.unique(cluster)]
    sums, sizes = np.array([group.sum() for group in groups]), np.array([len(group) for group in groups])
    weight = 1 / (1 - sizes / sizes.sum())

    def mean_and_error(drawn: np.ndarray) -> tuple[float, float]:
        n = sizes[drawn].sum()
        mean = sums[drawn].sum() / n
        return mean, (((sums[drawn] - sizes[drawn] * mean) ** 2 * weight[drawn]).sum()) ** 0.5 / n

    mean, error = mean_and_error(np.arange(len(groups)))
    t = []
    for _ in range(10_000):
        drawn_mean, drawn_error = mean_and_error(chance.integers(len(groups), size=len(groups)))
        t.append((drawn_mean - mean) / drawn_error)
    low, high = np.quantile(t, [0.025, 0.975])
    return mean - high * error, mean - low * error


@pytest.mark.parametrize("sizes", [[1] * 25, [1, 4, 2, 3, 5, 1, 1, 2, 6, 3, 2, 2, 4, 1, 3]])
def test_the_studentised_interval_is_that_of_the_book(sizes: list[int]) -> None:
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    values = np.random.default_rng(0).beta(0.6, 0.9, len(cluster)) * 0.5 + 0.5 * (cluster % 3) / 3
    found = studentised(sample_of(values, cluster), level=0.95)
    expected = by_the_book(values, cluster, seed=1)
    assert found == pytest.approx(expected, abs=0.02 * (expected[1] - expected[0]))


def test_the_same_seed_gives_the_same_interval_and_another_one_nearly_so() -> None:
    sample = sample_of(np.random.default_rng(1).beta(0.5, 0.5, 60))
    first, again, other = (studentised(sample, level=0.95, seed=seed) for seed in (0, 0, 1))
    assert first == again != other
    assert first == pytest.approx(other, abs=0.01)


def test_a_higher_level_is_wider() -> None:
    sample = sample_of(np.random.default_rng(2).beta(0.5, 0.5, 60))
    for kind in (studentised, bca):
        narrow, wide = kind(sample, level=0.8), kind(sample, level=0.99)
        assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_an_end_is_infinite_where_too_many_resamples_hold_one_value_only() -> None:
    low, high = studentised(sample_of([1.0] * 19 + [0.5]), level=0.95)
    assert low == -math.inf or high == math.inf


@pytest.mark.parametrize("values", [[], [0.5], [0.5, 0.5, 0.5]])
def test_values_without_spread_have_no_bootstrap_interval(values: list[float]) -> None:
    for kind in (studentised, bca):
        assert all(math.isnan(end) for end in kind(sample_of(values), level=0.95))


def test_one_cluster_has_no_bootstrap_interval() -> None:
    sample = sample_of([0.1, 0.5, 0.9], ["a", "a", "a"])
    for kind in (studentised, bca):
        assert all(math.isnan(end) for end in kind(sample, level=0.95))


def test_clusters_whose_sums_are_what_their_sizes_say_have_no_bootstrap_interval() -> None:
    sample = sample_of([0.25, 0.75, 0.0, 1.0], ["a", "a", "b", "b"])
    for kind in (studentised, bca):
        assert all(math.isnan(end) for end in kind(sample, level=0.95))
