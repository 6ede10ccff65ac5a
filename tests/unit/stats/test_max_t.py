from itertools import product

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.max_t import max_t_test
from assay.stats.randomisation import randomisation_test


def by_enumeration(table: np.ndarray) -> tuple[list[float], list[float]]:
    """p alone and adjusted, from every flip and the t statistic itself."""

    def t(rows: np.ndarray) -> np.ndarray:
        return np.abs(rows.mean(axis=1)) / (rows.std(axis=1, ddof=1) / rows.shape[1] ** 0.5)

    observed = t(table)
    flipped = np.array([t(table * np.array(signs)) for signs in product([1.0, -1.0], repeat=table.shape[1])])
    alone = (flipped >= observed - 1e-9).mean(axis=0)
    adjusted = (flipped.max(axis=1)[:, None] >= observed - 1e-9).mean(axis=0)
    return alone.tolist(), adjusted.tolist()


def test_p_values_are_those_of_enumerating_the_largest_t() -> None:
    table = np.random.default_rng(0).normal(0.4, 1.0, (4, 10))
    found = max_t_test(table)
    alone, adjusted = by_enumeration(table)
    assert found.is_exact
    assert found.p.tolist() == pytest.approx(alone)
    assert found.adjusted.tolist() == pytest.approx(adjusted)


def test_one_comparison_is_the_randomisation_test() -> None:
    values = np.random.default_rng(1).normal(0.3, 1.0, 50)
    found = max_t_test([values], seed=3)
    assert found.p.tolist() == found.adjusted.tolist() == [randomisation_test(values, seed=3).p]


def test_copies_of_one_measure_cost_nothing() -> None:
    values = np.random.default_rng(2).normal(0.3, 1.0, 50)
    found = max_t_test([values, 2.0 * values, -values])
    assert found.adjusted.tolist() == [found.p[0]] * 3


def test_an_adjusted_p_is_at_least_p_and_at_most_bonferronis() -> None:
    found = max_t_test(np.random.default_rng(3).normal(0.2, 1.0, (6, 60)))
    assert (found.adjusted >= found.p).all()
    assert (found.adjusted <= 6 * found.p).all()


def test_an_undefined_value_is_left_out_of_its_comparison_alone() -> None:
    table = np.array([[0.1, 0.2, np.nan, 0.3], [0.1, 0.2, 0.1, 0.3]])
    found = max_t_test(table)
    assert found.p.tolist() == [2 / 2**3, 2 / 2**4]
    assert found.n_units == 4


def test_a_comparison_without_a_difference_has_p_1() -> None:
    found = max_t_test([[0.0, 0.0, 0.0], [0.1, 0.2, 0.3]])
    assert found.p[0] == found.adjusted[0] == 1.0
    assert found.statistic[0] == 0.0


def test_clusters_are_flipped_whole() -> None:
    table, cluster = np.repeat([[0.3, 0.2, 0.4, 0.1]], 3, axis=1), np.repeat(np.arange(4), 3)
    assert max_t_test(table, cluster=cluster).p.tolist() == [2 / 2**4]


def test_a_cluster_that_cancels_up_to_rounding_is_no_difference() -> None:
    found = max_t_test([[0.1, 0.2, -0.3]], cluster=["a", "a", "a"])
    assert (found.n_units, found.p[0]) == (0, 1.0)


@pytest.mark.parametrize("table", [[0.1, 0.2], [[[0.1]]]])
def test_what_is_no_table_is_refused(table: list[object]) -> None:
    with pytest.raises(BadInputError, match="a row for each comparison"):
        max_t_test(table)


def test_infinite_differences_are_refused() -> None:
    with pytest.raises(BadInputError, match="infinite"):
        max_t_test([[float("inf"), 0.1]])


def test_a_test_without_flips_is_refused() -> None:
    with pytest.raises(BadInputError, match="at least one flip"):
        max_t_test([[0.1]], n_flips=0)
