from itertools import product

import numpy as np
import pytest

from assay.stats.sign_flips import flip_codes, flipped_sums


@pytest.mark.parametrize("n", [0, 1, 2, 5, 9, 12])
def test_codes_of_one_bit_give_every_flip_once(n: int) -> None:
    differences = np.random.default_rng(n).normal(size=n)
    codes, n_bits = flip_codes(n, n_flips=10, exact_up_to=20, seed=0)
    expected = sorted(float(np.dot(signs, differences)) for signs in product([1.0, -1.0], repeat=n))
    assert sorted(flipped_sums(differences, codes, n_bits)) == pytest.approx(expected)


@pytest.mark.parametrize("n_flips", [2, 100, 1000, 5000])
def test_random_codes_give_the_sums_of_the_signs_they_stand_for(n_flips: int) -> None:
    differences = np.random.default_rng(0).normal(size=50)
    codes, n_bits = flip_codes(50, n_flips=n_flips, exact_up_to=20, seed=1)
    assert n_flips <= 2**n_bits < 2 * n_flips
    signs = np.array([[(-1) ** bin(code & flip).count("1") for code in codes.tolist()] for flip in range(2**n_bits)])
    assert flipped_sums(differences, codes, n_bits) == pytest.approx(signs @ differences)


def test_the_first_sum_is_the_observed_one() -> None:
    differences = np.random.default_rng(2).normal(size=300)
    codes, n_bits = flip_codes(300, n_flips=1000, exact_up_to=20, seed=2)
    assert flipped_sums(differences, codes, n_bits)[0] == pytest.approx(differences.sum())


def test_sums_over_random_flips_have_mean_0_and_the_variance_of_independent_signs() -> None:
    differences = np.random.default_rng(3).normal(size=300)
    codes, n_bits = flip_codes(300, n_flips=2**16, exact_up_to=20, seed=3)
    sums = flipped_sums(differences, codes, n_bits)[1:]
    expected = (differences**2).sum()
    assert abs(sums.mean()) < 4 * (expected / len(sums)) ** 0.5
    assert sums.var() == pytest.approx(expected, rel=0.05)
