"""A/A: how often a test calls a difference real, at p <= 0.05, where there is none.

    python benchmarks/statistics/false_verdicts.py [--repetitions 2000]

Queries are drawn with replacement from the paired scores of two real runs. *Swapped*: the runs get their names at
random, query by query, as two copies of one system would. *Centred*: the mean difference is taken away, and the skew of
the differences stays: what the null hypothesis says of means only. A figure is the mean over four pairs of runs, and
the highest pair's; one of 2,000 repetitions has an error of 0.5%.
"""

import numpy as np
from populations import pairs, swapped
from tables import head, repetitions, row

from assay.stats.paired_t import paired_t_test
from assay.stats.randomisation import randomisation_test
from assay.stats.sample import Floats
from assay.stats.sign_tests import sign_test
from assay.stats.wilcoxon import wilcoxon_test

TESTS = ("randomisation", "paired t", "Wilcoxon", "sign / McNemar")


def wrong(differences: Floats, n: int, n_repetitions: int, is_swapped: bool, seed: int) -> Floats:
    """Return the share of false verdicts of each test."""
    chance = np.random.default_rng([seed, n])
    centred = differences if is_swapped else differences - differences.mean()
    found = np.zeros(len(TESTS))
    for repetition in range(n_repetitions):
        drawn = chance.choice(centred, n)
        if is_swapped:
            drawn = swapped(drawn, chance)
        p = [
            randomisation_test(drawn, n_flips=10_000, seed=repetition).p,
            paired_t_test(drawn).p,
            wilcoxon_test(drawn).p,
            sign_test(drawn).p,
        ]
        found += np.array(p) <= 0.05
    return found / n_repetitions


def main() -> None:
    n_repetitions = repetitions(__doc__)
    head("scores", "n", *TESTS)
    for measure, is_swapped in (("nDCG@10", True), ("HitRate@1", True), ("nDCG@10", False)):
        chosen = list(pairs(measure).values())[2::5]  # three pairs of one collection, one of the other
        for n in (20, 30, 100, 300):
            found = np.array([wrong(one, n, n_repetitions, is_swapped, seed) for seed, one in enumerate(chosen)])
            means, highest = 100 * found.mean(axis=0), 100 * found.max(axis=0)
            cells = [f"{mean:.1f}% ({high:.1f}%)" for mean, high in zip(means, highest, strict=True)]
            if not is_swapped:
                cells[2:] = ["-", "-"]  # they ask about medians and wins, which do differ
            row(f"{measure}, {'swapped' if is_swapped else 'centred'}", n, *cells)


if __name__ == "__main__":
    main()
