import numpy as np
import pytest

from assay.stats.clusters import degrees_of_freedom, effective_n, standard_error
from assay.stats.sample import sample_of


def brute_cr2(values: np.ndarray, cluster: np.ndarray) -> tuple[float, float]:
    """CR2 and Bell and McCaffrey's degrees of freedom from the matrices of their definition, for a column of ones."""
    n = len(values)
    ones = np.ones((n, 1))
    hat = ones @ ones.T / n
    residuals = values - values.mean()
    variance, columns = 0.0, []
    for label in np.unique(cluster):
        inside = cluster == label
        own = np.eye(inside.sum()) - hat[np.ix_(inside, inside)]
        eigenvalues, vectors = np.linalg.eigh(own)
        root = vectors @ np.diag(eigenvalues**-0.5) @ vectors.T
        variance += (ones[inside].T @ root @ residuals[inside]).item() ** 2 / n**2
        columns.append((np.eye(n) - hat)[:, inside] @ root @ ones[inside] / n)
    crossed = np.hstack(columns).T @ np.hstack(columns)
    return variance**0.5, np.trace(crossed) ** 2 / (crossed**2).sum()


@pytest.mark.parametrize("sizes", [[3, 3, 3, 3], [1, 5, 2, 9, 1], [1, 1, 1, 1, 1], [10, 1]])
def test_the_standard_error_is_cr2_from_its_matrices(sizes: list[int]) -> None:
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    values = np.random.default_rng(0).normal(size=len(cluster)) + cluster
    sample = sample_of(values, cluster)
    error, freedom = brute_cr2(values, cluster)
    assert standard_error(sample) == pytest.approx(error)
    assert degrees_of_freedom(sample) == pytest.approx(freedom)


def test_without_clusters_it_is_the_standard_error_of_the_mean() -> None:
    sample = sample_of([1.0, 2.0, 4.0, 7.0])
    assert standard_error(sample) == pytest.approx((7.0 / 4) ** 0.5)  # squares of -2.5, -1.5, 0.5, 3.5: 21 / 3
    assert degrees_of_freedom(sample) == pytest.approx(3.0)
    assert effective_n(sample) == 4.0


def test_clusters_of_copies_are_worth_one_query_each() -> None:
    values = np.random.default_rng(1).normal(size=200)
    sample = sample_of(np.repeat(values, 5), np.repeat(np.arange(200), 5))
    assert effective_n(sample) == pytest.approx(200, rel=0.01)


def test_clusters_that_say_nothing_cost_nothing_on_average() -> None:
    chance = np.random.default_rng(2)
    found = [effective_n(sample_of(chance.normal(size=400), np.repeat(np.arange(200), 2))) for _ in range(50)]
    assert max(found) <= 400
    assert np.mean(found) > 360


def test_one_cluster_says_nothing_of_how_clusters_differ() -> None:
    sample = sample_of([1.0, 2.0, 3.0], ["a", "a", "a"])
    assert np.isnan(standard_error(sample))
    assert np.isnan(degrees_of_freedom(sample))
    assert np.isnan(effective_n(sample))


def test_values_without_spread_do_not_tell_their_effective_number() -> None:
    assert np.isnan(effective_n(sample_of([1.0] * 4, ["a", "a", "b", "b"])))
