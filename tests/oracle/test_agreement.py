"""Agreement against scikit-learn, scipy, a published example and a count of pairs one by one."""

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from assay.files.qrels import read_qrels
from assay.stats.agreement import Metric, Weights, cohen_kappa, krippendorff_alpha
from assay.stats.agreement_order import auroc_of, kendall_of, spearman_of
from assay.stats.agreement_table import agreement_tables
from assay.stats.sample import Floats

LEVELS = np.arange(4.0)
NAN = float("nan")
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)


def grades(seed: int, n: int = 60) -> tuple[Floats, Floats]:
    chance = np.random.default_rng(seed)
    human = chance.integers(0, 4, n).astype(np.float64)
    return human, np.where(chance.random(n) < 0.5, human, chance.integers(0, 4, n))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_kappa_equals_scikit_learns(weights: Weights, seed: int) -> None:
    human, judge = grades(seed)
    theirs = cohen_kappa_score(human, judge, weights=None if weights == "none" else weights)
    assert cohen_kappa(human, judge, weights=weights) == pytest.approx(theirs, abs=1e-9)


def test_kappa_equals_scikit_learns_where_a_grade_between_was_never_given() -> None:
    human, judge = [0, 1, 3, 3, 1], [0, 3, 3, 1, 1]
    theirs = cohen_kappa_score(human, judge, weights="quadratic")
    assert cohen_kappa(human, judge, weights="quadratic") == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("name", ["willia-umbrela1", "TREMA-rubric0", "Olz-gpt4o"])
def test_kappa_of_a_real_judge_equals_scikit_learns(data_folder: Path, name: str) -> None:
    folder = data_folder / "llmjudge-2024"
    people, judge = (read_qrels(path).grades for path in (folder / "qrels.tsv", folder / "judges" / f"{name}.tsv"))
    pairs = [(query, doc) for query in people for doc in people[query] if doc in judge[query]]
    human, given = ([side[query][doc] for query, doc in pairs] for side in (people, judge))
    theirs = cohen_kappa_score(human, given, weights="quadratic")
    assert cohen_kappa(human, given, weights="quadratic", levels=LEVELS) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_correlations_of_ranks_equal_scipys(seed: int) -> None:
    human, judge = grades(seed)
    table = agreement_tables(human, judge, LEVELS).sum(axis=0)
    assert float(spearman_of(table)) == pytest.approx(stats.spearmanr(human, judge).statistic, abs=1e-12)
    assert float(kendall_of(table)) == pytest.approx(stats.kendalltau(human, judge).statistic, abs=1e-12)


@pytest.mark.parametrize("rel", [1, 2, 3])
def test_auroc_equals_scikit_learns(rel: int) -> None:
    human, judge = grades(3)
    table = agreement_tables(human, judge, LEVELS).sum(axis=0)
    assert float(auroc_of(table, rel <= LEVELS)) == pytest.approx(roc_auc_score(human >= rel, judge), abs=1e-12)


@pytest.mark.parametrize(("metric", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_own_example_is_what_he_prints(metric: Metric, expected: float) -> None:
    assert krippendorff_alpha(PUBLISHED, metric=metric) == pytest.approx(expected, abs=0.0005)


def test_alpha_equals_a_count_of_all_pairs_one_by_one() -> None:
    chance = np.random.default_rng(5)
    ratings = np.where(chance.random((3, 30)) < 0.2, NAN, chance.integers(0, 4, (3, 30)))
    units = [unit[~np.isnan(unit)].tolist() for unit in ratings.T]
    units = [unit for unit in units if len(unit) > 1]
    everything = [grade for unit in units for grade in unit]
    n = len(everything)
    observed = sum(sum((a - b) ** 2 for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in units) / n
    expected = sum((a - b) ** 2 for a, b in permutations(everything, 2)) / (n * (n - 1))
    assert krippendorff_alpha(ratings, metric="interval") == pytest.approx(1 - observed / expected, abs=1e-12)
