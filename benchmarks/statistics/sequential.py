"""Looking after every case: how often does an interval miss the mean at some look?

    python benchmarks/statistics/sequential.py [--repetitions 2000]

500 cases, one look after each from the tenth on, 95% intervals: the confidence sequence beside the interval of a t
statistic that is looked at as often. Lengths are those of the confidence sequence.
"""

import numpy as np
from populations import pairs, scores
from scipy.special import stdtrit
from tables import head, percent, repetitions, row

from assay.stats.sample import Floats
from assay.stats.sequences import confidence_sequence

N = 500
FIRST = 10


def naive_misses(drawn: Floats, mean: float) -> bool:
    n = np.arange(1, N + 1)
    means = np.cumsum(drawn) / n
    squares = np.maximum(np.cumsum(drawn**2) / n - means**2, 0.0)
    half = stdtrit(np.maximum(n - 1, 1), 0.975) * np.sqrt(squares / np.maximum(n - 1, 1))
    return bool((np.abs(means - mean) > half)[FIRST - 1 :].any())


def main() -> None:
    n_repetitions = repetitions(__doc__)
    cranfield = scores("cranfield")["lucene-bm25"]
    cases = {
        "nDCG@10": (cranfield["nDCG@10"], (0.0, 1.0)),
        "0/1 with a share of 0.5": (np.array([0.0, 1.0]), (0.0, 1.0)),
        "0/1 with a share of 0.9": (np.array([0.0] + [1.0] * 9), (0.0, 1.0)),
        "difference of nDCG@10": (pairs("nDCG@10", ["cranfield"])["lucene-bm25 : lucene-lmdirichlet"], (-1.0, 1.0)),
    }
    head("values", "t, looked at each time", "confidence sequence", "length at 50", "at 200", "at 500")
    for name, (values, bounds) in cases.items():
        chance = np.random.default_rng(0)
        missed, lengths = np.zeros(2), np.zeros(3)
        for _ in range(n_repetitions):
            drawn = chance.choice(values, N)
            found = confidence_sequence(drawn, bounds=bounds)
            is_missed = (found.low[-1] > values.mean()) | (found.high[-1] < values.mean())  # each lies in those before
            missed += [naive_misses(drawn, values.mean()), is_missed]
            lengths += (found.high - found.low)[[49, 199, 499]]
        row(name, *percent(missed / n_repetitions), *(f"{length:.3f}" for length in lengths / n_repetitions))


if __name__ == "__main__":
    main()
