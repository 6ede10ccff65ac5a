"""How often 95% intervals of a 0/1 measure, and of a difference of two, hold the truth: computed, not simulated.

    python benchmarks/statistics/coverage_of_shares.py

Over true shares 0.005, 0.006, ..., 0.995; and, for differences, over pairs of systems that disagree on 2% to 60% of
queries, B winning half to all of these.
"""

from itertools import product

import numpy as np
from scipy.stats import binom, multinomial
from tables import head, percent, row

from assay.stats.proportion import bonett_price, clopper_pearson, wilson
from assay.stats.sample import Floats


def coverage(ends: Floats, n: int, shares: Floats) -> Floats:
    chances = binom.pmf(np.arange(n + 1)[:, None], n, shares)
    return (chances * ((ends[:, :1] <= shares) & (shares <= ends[:, 1:]))).sum(axis=0)


def of_shares() -> None:
    head("n", "Wilson: lowest", "mean", "length at 0.8", "Clopper-Pearson: lowest", "mean", "length at 0.8")
    shares = np.linspace(0.005, 0.995, 991)
    for n in (10, 30, 100, 300):
        cells: list[str] = []
        for kind in (lambda ones, n: wilson(ones / n, n, level=0.95), lambda x, n: clopper_pearson(x, n, level=0.95)):
            ends = np.array([kind(ones, n) for ones in range(n + 1)])
            held = coverage(ends, n, shares)
            low, high = ends[round(0.8 * n)]
            cells += [*percent([held.min(), held.mean()]), f"{high - low:.3f}"]
        row(n, *cells)


def difference_coverage(n: int, disagree: float, won: float) -> float:
    wins, losses = (grid.ravel() for grid in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    possible = wins + losses <= n
    wins, losses = wins[possible], losses[possible]
    p = [disagree * won, disagree * (1 - won), 1 - disagree]
    chances = multinomial.pmf(np.column_stack([wins, losses, n - wins - losses]), n, p)
    likely = chances > 1e-12
    truth = disagree * (2 * won - 1)
    held = 0.0
    for win, lose, chance in zip(wins[likely], losses[likely], chances[likely], strict=True):
        low, high = bonett_price((win - lose) / n, (win + lose) / n, n, level=0.95)
        held += chance * (low <= truth <= high)
    return held


def of_differences() -> None:
    head("n", "Bonett-Price: lowest", "mean")
    for n in (10, 30, 100):
        pairs = product((0.02, 0.05, 0.1, 0.2, 0.4, 0.6), (0.5, 0.6, 0.75, 0.9, 1.0))
        held = [difference_coverage(n, disagree, won) for disagree, won in pairs]
        row(n, *percent([min(held), float(np.mean(held))]))


if __name__ == "__main__":
    of_shares()
    print()
    of_differences()
