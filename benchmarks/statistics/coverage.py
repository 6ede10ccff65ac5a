"""How often 95% intervals hold the true mean, for queries drawn from real per-query scores.

    python benchmarks/statistics/coverage.py [--repetitions 2000]

The population is a run's scores, its mean the true one; a sample of n queries is drawn from it with replacement. A
figure is the lowest and the highest coverage over the nine runs; one of 2,000 repetitions has an error of 0.5%, so that
the lowest of nine is expected 0.7% below the truth, the highest as much above.
"""

import numpy as np
from populations import populations
from tables import head, percent, repetitions, row

from assay.stats.intervals import interval
from assay.stats.sample import Floats

KINDS = ("auto", "bca", "t")


def covered(values: Floats, n: int, n_repetitions: int, seed: int) -> tuple[Floats, Floats]:
    """Return for each kind the share of intervals that hold the mean, and their mean length."""
    chance = np.random.default_rng([seed, n])
    held, length = np.zeros(len(KINDS)), np.zeros(len(KINDS))
    mean = values.mean()
    for repetition in range(n_repetitions):
        drawn = chance.choice(values, n)
        for place, kind in enumerate(KINDS):
            found = interval(drawn, kind=kind, seed=repetition)
            held[place] += found.low - 1e-12 <= mean <= found.high + 1e-12
            length[place] += found.high - found.low if found.is_known else 1.0
    return held / n_repetitions, length / n_repetitions


def main() -> None:
    n_repetitions = repetitions(__doc__)
    head("measure, n", *(f"{kind}: coverage" for kind in KINDS), *(f"{kind}: length" for kind in KINDS))
    for measure in ("nDCG@10", "AP", "R@5", "RR"):
        for n in (10, 30, 100):
            found = [
                covered(values, n, n_repetitions, seed) for seed, values in enumerate(populations(measure).values())
            ]
            held, length = np.array([one[0] for one in found]), np.array([one[1] for one in found])
            lowest, highest = percent(held.min(axis=0)), percent(held.max(axis=0))
            ranges = (f"{low} to {high}" for low, high in zip(lowest, highest, strict=True))
            row(f"{measure}, {n}", *ranges, *(f"{one:.3f}" for one in length.mean(axis=0)))


if __name__ == "__main__":
    main()
