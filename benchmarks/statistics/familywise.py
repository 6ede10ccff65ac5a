"""Ten measures of two systems that do not differ: how often is any of them called different, at 5%?

    python benchmarks/statistics/familywise.py [--repetitions 2000]

Queries are drawn from the scores of two of Cranfield's runs in ten measures. Swapped: names are given at random, query
by query; centred: each measure's mean difference is taken away. The last column: how often the true difference of the
two runs is seen in some measure.
"""

import numpy as np
from populations import MEASURES, scores
from tables import head, percent, repetitions, row

from assay.stats.max_t import max_t_test
from assay.stats.multiplicity import benjamini_hochberg, holm
from assay.stats.sample import Floats

WAYS = ("no correction", "Benjamini-Hochberg", "Holm", "max-T")


def any_different(table: Floats, seed: int) -> list[bool]:
    found = max_t_test(table, n_flips=10_000, seed=seed)
    adjusted = (found.p, benjamini_hochberg(found.p), holm(found.p), found.adjusted)
    return [bool((p <= 0.05).any()) for p in adjusted]


def main() -> None:
    n_repetitions = repetitions(__doc__)
    runs = scores("cranfield")
    table = np.array([runs["lucene-lmdirichlet"][measure] - runs["lucene-bm25"][measure] for measure in MEASURES])
    head("differences", "n", *WAYS)
    for name in ("swapped", "centred", "real"):
        used = table - table.mean(axis=1, keepdims=True) if name == "centred" else table
        for n in (30, 100):
            chance = np.random.default_rng(n)
            found = np.zeros(len(WAYS))
            for repetition in range(n_repetitions):
                drawn = used[:, chance.integers(used.shape[1], size=n)]
                if name == "swapped":
                    drawn = drawn * chance.choice([-1.0, 1.0], size=n)
                found += any_different(drawn, repetition)
            row(name, n, *percent(found / n_repetitions))


if __name__ == "__main__":
    main()
