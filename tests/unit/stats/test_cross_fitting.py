"""Maps are tried on pairs they have not seen, whole queries at a time."""

import math

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy import stats

from assay.errors import BadInputError
from assay.stats.cross_fitting import cross_fit, spearman
from assay.stats.isotonic import fit_isotonic
from assay.stats.platt import fit_platt
from assay.stats.sample import Floats


def test_each_half_is_graded_by_the_other() -> None:
    # each half's map is level at the mean of its grades, 0 and 4
    found = cross_fit(fit_isotonic, [1, 1, 2], [0, 0, 4], ["a", "a", "b"])
    assert (found.mean_absolute_error, found.root_mean_square_error, found.folds) == (4.0, 4.0, 2)


def test_a_map_has_the_median_and_the_mean_of_the_other_parts_to_beat() -> None:
    # for a the others say 0, 0, 3: median 0, mean 1, off by 5 and 4; for b's 0, 0, 3 a says 5: off by 5, 5, 2
    found = cross_fit(fit_isotonic, [1, 2, 3, 4], [5, 0, 0, 3], ["a", "b", "b", "b"])
    assert found.mean_absolute_error_of_median == (5 + 5 + 5 + 2) / 4
    assert found.root_mean_square_error_of_mean == pytest.approx(math.sqrt((16 + 25 + 25 + 4) / 4))


def test_a_map_that_learns_by_heart_is_found_out() -> None:
    rng = np.random.default_rng(3)
    scores, grades = rng.normal(size=400), rng.integers(0, 6, 400).astype(float)
    found = cross_fit(fit_isotonic, scores, grades, range(400))
    own = float(np.abs(fit_isotonic(scores, grades).map_scores(scores) - grades).mean())
    assert own < found.mean_absolute_error
    assert found.spearman < 0.2


def test_pairs_of_a_query_are_never_on_both_sides() -> None:
    seen: list[tuple[set[int], set[int]]] = []

    class Watching:
        def __init__(self, own: set[int]) -> None:
            self.own = own

        def map_scores(self, scores: ArrayLike) -> Floats:
            seen.append((self.own, {int(score) // 10 for score in np.asarray(scores)}))
            return np.zeros(len(np.asarray(scores)))

    scores = [float(10 * query + number) for query in range(7) for number in range(3)]
    cross_fit(
        lambda x, _: Watching({int(score) // 10 for score in x}),
        scores,
        [0.0] * 21,
        [int(score) // 10 for score in scores],
        folds=3,
    )
    assert [(fitted & tried, fitted | tried) for fitted, tried in seen] == [(set(), set(range(7)))] * 3
    assert sorted(len(tried) for _, tried in seen) == [2, 2, 3]


def test_a_seed_decides_the_parts() -> None:
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=60), rng.integers(0, 6, 60)
    first, again, other = (cross_fit(fit_platt, x, y, range(60), seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_there_are_no_more_parts_than_queries() -> None:
    assert cross_fit(fit_isotonic, [1, 2, 3], [1, 2, 3], ["a", "b", "c"], folds=10).folds == 3


def test_rank_correlation_agrees_with_scipy_where_many_are_tied() -> None:
    rng = np.random.default_rng(11)
    x, y = rng.integers(0, 6, 100).astype(float), rng.integers(0, 4, 100).astype(float)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic)


def test_rank_correlation_of_what_is_all_the_same_is_undefined() -> None:
    assert math.isnan(spearman(np.ones(3), np.arange(3.0)))


@pytest.mark.parametrize(("cluster", "folds"), [(["a", "a"], 5), (["a", "b"], 1), (["a"], 2)])
def test_too_few_queries_or_parts_are_refused(cluster: list[str], folds: int) -> None:
    with pytest.raises(BadInputError):
        cross_fit(fit_isotonic, [1, 2], [1, 2], cluster, folds=folds)
