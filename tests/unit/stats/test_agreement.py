"""Agreement: what is undefined, and what intervals draw."""

import math

import numpy as np
import pytest

from assay.errors import BadInputError
from assay.stats.agreement import cohen_kappa, krippendorff_alpha
from assay.stats.agreement_intervals import figure_of, resampled_tables
from assay.stats.agreement_order import auroc_of, bias_of, kendall_of, spearman_of
from assay.stats.agreement_table import agreement_tables

LEVELS = np.arange(4.0)


def test_kappa_is_undefined_where_only_one_grade_was_given() -> None:
    assert math.isnan(cohen_kappa([1, 1, 1], [1, 1, 1]))


def test_kappa_counts_distances_of_the_numbers_where_levels_are_given() -> None:
    # observed (1 - 3)^2 = 4; by chance (0 + 9 + 1 + 4) / 4 = 3.5 a pair, 7 in both
    assert cohen_kappa([0, 1], [0, 3], weights="quadratic", levels=LEVELS) == pytest.approx(1 - 4 / 7)


def test_alpha_is_undefined_where_nothing_was_rated_twice() -> None:
    assert math.isnan(krippendorff_alpha([[1, math.nan], [math.nan, 2]]))


def test_alpha_needs_a_row_a_rater() -> None:
    with pytest.raises(BadInputError, match="a row a rater"):
        krippendorff_alpha([1, 2])


def test_order_is_undefined_where_one_side_gave_one_grade() -> None:
    table = agreement_tables([1, 1], [0, 2], LEVELS).sum(axis=0)
    assert np.isnan([spearman_of(table), kendall_of(table), auroc_of(table, LEVELS >= 1)]).all()


def test_bias_is_the_mean_of_the_judge_less_the_human() -> None:
    table = agreement_tables([0, 1, 3], [2, 1, 2], LEVELS).sum(axis=0)
    assert float(bias_of(table, LEVELS)) == pytest.approx(1 / 3)


def test_a_grade_that_is_no_level_is_an_error() -> None:
    with pytest.raises(BadInputError, match="5 is none of the grades 0, 1, 2, 3"):
        agreement_tables([0], [5], LEVELS)


def test_an_interval_draws_whole_clusters() -> None:
    tables = agreement_tables([0, 0, 0, 0], [1, 1, 0, 0], LEVELS, ["a", "a", "b", "b"])
    drawn = resampled_tables(tables, n_resamples=200)
    assert set(bias_of(drawn, LEVELS).tolist()) == {0.0, 0.5, 1.0}


def test_one_seed_gives_one_interval() -> None:
    tables = agreement_tables([0, 1, 2, 3] * 5, [0, 1, 1, 2] * 5, LEVELS)
    found = [
        figure_of(tables, resampled_tables(tables, seed=seed), lambda drawn: bias_of(drawn, LEVELS)) for seed in (4, 4)
    ]
    assert found[0] == found[1]


def test_one_cluster_has_no_interval() -> None:
    tables = agreement_tables([0, 1], [0, 2], LEVELS, ["a", "a"])
    found = figure_of(tables, resampled_tables(tables), spearman_of)
    assert (found.value, math.isnan(found.low), found.reason) == (1.0, True, None)


def test_without_pairs_a_figure_says_so() -> None:
    tables = agreement_tables([], [], LEVELS)
    assert figure_of(tables, resampled_tables(tables), spearman_of).reason == "no_pairs"
