"""Seconds beside scipy: 100,000 flips x 10,000 queries x 10 measures, and 10,000 bootstrap resamples.

    python benchmarks/statistics/speed.py

Each job of ours is the best of three rounds. scipy runs once, vectorised, in batches that fit in memory; its
permutation test for one of the ten measures only, whose seconds count ten times. The p-values and intervals of both are
compared: they differ by Monte Carlo error alone.
"""

import resource
from collections.abc import Callable
from time import perf_counter

import numpy as np
from scipy import stats
from tables import head, row

from assay.stats.bootstrap import bca, studentised
from assay.stats.max_t import max_t_test
from assay.stats.randomisation import randomisation_test
from assay.stats.sample import Floats, sample_of

N_QUERIES, N_MEASURES, N_FLIPS, N_RESAMPLES = 10_000, 10, 100_000, 10_000


def timed(work: Callable[[], object], rounds: int = 1) -> tuple[float, object]:
    seconds, result = float("inf"), None
    for _ in range(rounds):
        started = perf_counter()
        result = work()
        seconds = min(seconds, perf_counter() - started)
    return seconds, result


def scipy_p(differences: Floats) -> float:
    return stats.permutation_test(
        (differences,),
        lambda values, axis: values.mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=N_FLIPS - 1,
        batch=200,
        rng=np.random.default_rng(0),
    ).pvalue


def scipy_interval(values: Floats, method: str) -> tuple[float, float]:
    found = stats.bootstrap(
        (values,), np.mean, n_resamples=N_RESAMPLES, batch=200, method=method, rng=np.random.default_rng(0)
    )
    return found.confidence_interval


def flips() -> None:
    chance = np.random.default_rng(0)
    shared = chance.normal(size=N_QUERIES)
    table = np.round(0.3 * (shared + chance.normal(size=(N_MEASURES, N_QUERIES))) + 0.006, 2)
    head("job", "seconds", "times ours")
    ours, found = timed(lambda: [randomisation_test(row).p for row in table], 3)
    all_at_once, _ = timed(lambda: max_t_test(table), 3)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    theirs, expected = timed(lambda: scipy_p(table[0]))
    name = f"{N_FLIPS:,} flips x {N_QUERIES:,} queries x {N_MEASURES} measures"
    row(f"{name}: randomisation_test", f"{ours:.2f}", "1")
    row(f"{name}: max_t_test", f"{all_at_once:.2f}", f"{all_at_once / ours:.1f}")
    row(f"{name}: scipy.stats.permutation_test", f"{N_MEASURES * theirs:.0f}", f"{N_MEASURES * theirs / ours:.0f}")
    print(f"\np of the first measure: {found[0]:.4f}, scipy's {expected:.4f}")
    print(f"peak memory before scipy's turn: {memory} MB\n")


def resamples() -> None:
    head("bootstrap of a mean", "seconds", "times ours", "low", "high")
    for n in (100, 1_000, 10_000):
        beside_scipy(np.random.default_rng(1).beta(0.5, 0.8, n))


def beside_scipy(values: Floats) -> None:
    sample, name = sample_of(values), f"n = {len(values):,}"
    jobs = {
        "BCa": timed(lambda: bca(sample, level=0.95), 3),
        "BCa, scipy": timed(lambda: scipy_interval(values, "BCa")),
        "studentised": timed(lambda: studentised(sample, level=0.95), 3),
    }
    ours = jobs["BCa"][0]
    for job, (seconds, ends) in jobs.items():
        row(f"{name}: {job}", f"{seconds:.4f}", f"{seconds / ours:.1f}", *(f"{end:.4f}" for end in ends))


if __name__ == "__main__":
    flips()
    resamples()
