import math
from itertools import product

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.paired_t import paired_t_test
from assay.stats.sign_tests import mcnemar_test, sign_test
from assay.stats.wilcoxon import wilcoxon_test

TIED = [0.1, 0.1, 0.1, -0.2, 0.2, 0.3, 0.0, -0.1]


def test_wilcoxons_exact_p_counts_every_sign_ties_included() -> None:
    # sizes 0.1 (four times, rank 2.5), 0.2 (twice, 5.5), 0.3 (7); the zero is dropped: W+ = 3 * 2.5 + 5.5 + 7
    ranks = [2.5] * 4 + [5.5] * 2 + [7.0]
    sums = [sum(rank for rank, is_up in zip(ranks, up, strict=True) if is_up) for up in product([0, 1], repeat=7)]
    upper = sum(value >= 20.0 for value in sums) / 2**7
    found = wilcoxon_test(TIED)
    assert found.is_exact
    assert found.statistic == 8.0
    assert found.p == pytest.approx(2 * upper)
    assert wilcoxon_test(TIED, alternative="greater").p == pytest.approx(upper)


def test_wilcoxon_drops_zeros_and_says_how_many_differences_it_went_by() -> None:
    found = wilcoxon_test([0.0, 0.0, 0.1, float("nan")])
    assert (found.n, found.n_used, found.n_undefined) == (3, 1, 1)


def test_wilcoxon_can_be_exact_for_ties_that_auto_leaves_to_the_normal_distribution() -> None:
    values = np.round(np.random.default_rng(0).normal(0.3, 1.0, 40), 1)
    exact, normal = wilcoxon_test(values, method="exact"), wilcoxon_test(values)
    assert (exact.is_exact, normal.is_exact) == (True, False)
    assert exact.p == pytest.approx(normal.p, rel=0.1)


def test_wilcoxon_refuses_an_exact_p_of_many_differences_and_an_unknown_method() -> None:
    with pytest.raises(BadInputError, match="at most 200"):
        wilcoxon_test(np.arange(1.0, 300.0), method="exact")
    with pytest.raises(BadInputError, match="not 'approx'"):
        wilcoxon_test([0.1], method="approx")


@pytest.mark.parametrize("test", [wilcoxon_test, sign_test])
@pytest.mark.parametrize("values", [[], [0.0, 0.0, 0.0], [0.0] * 60])
def test_no_difference_is_no_evidence(test: object, values: list[float]) -> None:
    assert test(values).p == 1.0


def test_the_sign_test_counts_wins_and_losses() -> None:
    found = sign_test([0.1] * 8 + [-5.0] + [0.0] * 20)
    assert (found.statistic, found.n_used, found.n) == (8.0, 9, 29)
    assert found.p == pytest.approx(2 * (9 + 1) / 2**9)
    assert sign_test([0.1] * 8 + [-5.0], alternative="less").p == pytest.approx(1 - 1 / 2**9)


def test_mcnemar_looks_at_disagreement_alone() -> None:
    found = mcnemar_test([0, 0, 0, 1, 1, 0], [1, 1, 1, 1, 1, 0])
    assert (found.name, found.n_used, found.p) == ("McNemar", 3, 0.25)


def test_mcnemar_is_for_zeros_and_ones() -> None:
    with pytest.raises(BadInputError, match="0/1 measures"):
        mcnemar_test([0.5, 1.0], [1.0, 1.0])


def test_mcnemar_leaves_out_what_either_has_not() -> None:
    found = mcnemar_test([0, float("nan")], [1, 1])
    assert (found.n, found.n_undefined) == (1, 1)


@pytest.mark.parametrize("values", [[], [0.1], [0.1, 0.1, 0.1], [0.0, 0.0]])
def test_a_t_test_is_undefined_without_spread(values: list[float]) -> None:
    found = paired_t_test(values)
    assert math.isnan(found.statistic)
    assert math.isnan(found.p)


def test_a_t_test_of_copies_in_clusters_is_that_of_the_originals() -> None:
    values = np.random.default_rng(0).normal(0.3, 1.0, 20)
    alone = paired_t_test(values)
    copied = paired_t_test(np.repeat(values, 4), cluster=np.repeat(np.arange(20), 4))
    assert copied.degrees_of_freedom == pytest.approx(19.0)
    assert (copied.statistic, copied.p) == pytest.approx((alone.statistic, alone.p))
    assert copied.n_used == 20


def test_a_t_test_over_one_cluster_is_undefined() -> None:
    assert math.isnan(paired_t_test([0.1, 0.2, 0.3], cluster=["a", "a", "a"]).p)


@pytest.mark.parametrize("test", [wilcoxon_test, sign_test, paired_t_test])
def test_an_unknown_alternative_is_refused(test: object) -> None:
    with pytest.raises(BadInputError, match="alternative is"):
        test([0.1, 0.2], alternative="larger")
