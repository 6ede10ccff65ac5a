"""A planted difference of 0.05, in R@5 and in a 0/1 measure: found as often as theory says?

    python benchmarks/statistics/planted_difference.py [--repetitions 2000]

Queries are drawn from the paired R@5 of two real runs with weights proportional to exp(theta d), theta such that the
true mean difference is 0.05: real differences, with their ties, jumps and skew. The last pair is made: one relevant
document a query, B finds it alone on 7% of queries and A alone on 2%. Theory is `power_at` with the standard deviation
of the population; for the last pair `shares_power_at` with the two shares. There the number of cases that it says have
a power of 80% is tried too, and McNemar's exact test 200,000 times.
"""

from collections.abc import Callable

import numpy as np
from populations import pairs
from tables import head, percent, repetitions, row

from assay.stats.paired_t import paired_t_test
from assay.stats.power import power_at
from assay.stats.power_of_shares import shares_cases_needed, shares_power_at
from assay.stats.randomisation import randomisation_test
from assay.stats.sample import Floats
from assay.stats.sign_tests import sign_test
from assay.stats.wilcoxon import wilcoxon_test

DIFFERENCE = 0.05
MANY = 200_000


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


def theories(differences: Floats, weights: Floats) -> tuple[float, Callable[[int], float], tuple[int, ...]]:
    """Return the standard deviation, the power that theory promises at n, and the numbers to try."""
    spread = float(np.sqrt(weights @ (differences - DIFFERENCE) ** 2))
    if not set(differences.tolist()) <= {-1.0, 0.0, 1.0}:
        return spread, lambda n: power_at(n, DIFFERENCE, spread=spread), (50, 200)
    gain, loss = float(weights[differences > 0].sum()), float(weights[differences < 0].sum())
    needed = shares_cases_needed(gain=gain, loss=loss)
    return spread, lambda n: shares_power_at(n, gain=gain, loss=loss), (50, 200, needed)


def found_at(n: int, differences: Floats, weights: Floats, n_repetitions: int) -> Floats:
    """Return how often each test finds the difference in n queries; shape (3,)."""
    chance = np.random.default_rng(n)
    found = np.zeros(3)
    for repetition in range(n_repetitions):
        drawn = chance.choice(differences, n, p=weights)
        p = [randomisation_test(drawn, n_flips=10_000, seed=repetition).p, paired_t_test(drawn).p]
        found += np.array([*p, wilcoxon_test(drawn).p]) <= 0.05
    return found / n_repetitions


def mcnemar_found_at(n: int, differences: Floats, weights: Floats) -> float:
    """Return how often McNemar's exact test finds the difference: a test of counts, which can be drawn many at once."""
    gain, loss = weights[differences > 0].sum(), weights[differences < 0].sum()
    drawn = np.random.default_rng(n).multinomial(n, [gain, loss, 1.0 - gain - loss], size=MANY)[:, :2]
    counts, times = np.unique(drawn, axis=0, return_counts=True)
    p = np.array([sign_test(np.repeat([1.0, -1.0], count)).p for count in counts])
    return float(times[p <= 0.05].sum() / MANY)


def main() -> None:
    n_repetitions = repetitions(__doc__)
    head("pair", "n", "standard deviation", "theory", "randomisation", "paired t", "Wilcoxon", "McNemar")
    made = {"0/1, 7% against 2%": np.repeat([1.0, -1.0, 0.0], [7, 2, 91])}
    for name, differences in (pairs("R@5", ["cranfield"]) | made).items():
        weights = tilted(differences, DIFFERENCE)
        spread, theory, numbers = theories(differences, weights)
        for n in numbers:
            found = percent([theory(n), *found_at(n, differences, weights, n_repetitions)])
            exact = percent([mcnemar_found_at(n, differences, weights)]) if name in made else ["-"]
            row(name, n, f"{spread:.3f}", *found, *exact)


if __name__ == "__main__":
    main()
