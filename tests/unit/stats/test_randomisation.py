import math

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.randomisation import randomisation_test


def test_all_signs_alike_give_the_smallest_p_there_is() -> None:
    for n in (3, 10, 20):
        found = randomisation_test(np.arange(1.0, n + 1))
        assert found.p == found.smallest_p == 2.0 / 2**n
        assert found.is_exact
        assert found.n_flips == 2**n


def test_five_queries_cannot_reach_five_percent() -> None:
    assert randomisation_test([0.1] * 5).smallest_p == 0.0625


def test_a_one_sided_p_asks_for_its_side() -> None:
    values = [0.1, 0.2, 0.3, 0.4]
    assert randomisation_test(values, alternative="greater").p == 1 / 16
    assert randomisation_test(values, alternative="less").p == 1.0


def test_equal_sums_count_although_rounding_parts_them() -> None:
    # 0.1 + 0.2 - 0.3 is not 0 in floating point: every flip of these has |sum| 0 or more, and 0 is what was observed
    assert randomisation_test([0.1, 0.2, -0.3]).p == 1.0


def test_ties_count_as_queries_but_are_not_flipped() -> None:
    found = randomisation_test([0.5, 0.0, 0.0, 0.5, float("nan")])
    assert (found.n, found.n_units, found.n_undefined, found.n_flips) == (4, 2, 1, 4)
    assert found.mean == 0.25
    assert found.p == 0.5


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [float("nan")]])
def test_no_difference_is_no_evidence(values: list[float]) -> None:
    found = randomisation_test(values)
    assert (found.p, found.smallest_p, found.n_flips) == (1.0, 1.0, 1)


def test_clusters_are_flipped_whole() -> None:
    values, cluster = np.repeat([0.3, 0.2, 0.4, 0.1], 5), np.repeat(np.arange(4), 5)
    assert randomisation_test(values, cluster=cluster).p == 2 / 2**4
    assert randomisation_test(values).p == 2 / 2**20


def test_a_cluster_whose_differences_cancel_has_nothing_to_flip() -> None:
    found = randomisation_test([0.1, 0.2, -0.3, 0.5], cluster=["a", "a", "a", "b"])
    assert found.n_units == 1


def test_many_queries_take_the_next_power_of_two_of_flips() -> None:
    found = randomisation_test(np.random.default_rng(0).normal(size=100))
    assert found.n_flips == 131_072
    assert not found.is_exact
    assert found.smallest_p == 1 / 131_072


def test_p_is_never_0() -> None:
    assert randomisation_test(np.full(1000, 0.2)).p == 1 / 131_072


def test_the_same_seed_gives_the_same_p() -> None:
    values = np.random.default_rng(1).normal(0.2, 1.0, 60)
    assert randomisation_test(values, seed=4) == randomisation_test(values, seed=4)


def test_p_varies_over_seeds_as_that_of_independent_flips_would() -> None:
    values = np.random.default_rng(2).normal(0.2, 1.0, 60)
    found = [randomisation_test(values, n_flips=1024, seed=seed).p for seed in range(400)]
    p = np.mean(found)
    assert np.std(found) == pytest.approx(math.sqrt(p * (1 - p) / 1024), rel=0.15)


def test_an_unknown_alternative_is_refused() -> None:
    with pytest.raises(BadInputError, match="not 'better'"):
        randomisation_test([0.1], alternative="better")


def test_a_test_without_flips_is_refused() -> None:
    with pytest.raises(BadInputError, match="at least one flip"):
        randomisation_test([0.1], n_flips=0)
