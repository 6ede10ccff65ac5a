"""A planted difference of 0.05 in R@5: found as often as `power_at` says?

    python benchmarks/statistics/planted_difference.py [--repetitions 2000]

Queries are drawn from the paired R@5 of two real runs with weights proportional to exp(theta d), theta such that the
true mean difference is 0.05: real differences, with their ties, jumps and skew. The last pair is made: one relevant
document a query, B finds it alone on 7% of queries and A alone on 2%. The standard deviation that theory is given is
that of the population.
"""

import numpy as np
from populations import pairs
from tables import head, percent, repetitions, row

from assay.stats.paired_t import paired_t_test
from assay.stats.power import power_at
from assay.stats.randomisation import randomisation_test
from assay.stats.sample import Floats
from assay.stats.wilcoxon import wilcoxon_test

DIFFERENCE = 0.05


def tilted(differences: Floats, mean: float) -> Floats:
    """Return weights under which the differences have the given mean; shape (n,)."""
    low, high = -50.0, 50.0
    weights = np.ones_like(differences)
    for _ in range(100):
        theta = (low + high) / 2.0
        weights = np.exp(theta * (differences - differences.max()))
        weights /= weights.sum()
        low, high = (theta, high) if weights @ differences < mean else (low, theta)
    return weights


def main() -> None:
    n_repetitions = repetitions(__doc__)
    head("pair", "n", "standard deviation", "theory", "randomisation", "paired t", "Wilcoxon")
    populations = pairs("R@5", ["cranfield"]) | {"0/1, 7% against 2%": np.repeat([1.0, -1.0, 0.0], [7, 2, 91])}
    for name, differences in populations.items():
        weights = tilted(differences, DIFFERENCE)
        spread = float(np.sqrt(weights @ (differences - DIFFERENCE) ** 2))
        for n in (50, 200):
            chance = np.random.default_rng(n)
            found = np.zeros(3)
            for repetition in range(n_repetitions):
                drawn = chance.choice(differences, n, p=weights)
                tests = [randomisation_test(drawn, n_flips=10_000, seed=repetition)]
                p = [*(test.p for test in tests), paired_t_test(drawn).p, wilcoxon_test(drawn).p]
                found += np.array(p) <= 0.05
            theory = power_at(n, DIFFERENCE, spread=spread)
            row(name, n, f"{spread:.3f}", *percent([theory, *(found / n_repetitions)]))


if __name__ == "__main__":
    main()
