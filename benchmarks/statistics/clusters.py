"""Clustered queries: where the naive interval and the naive test fail, and those that know the clusters hold.

    python benchmarks/statistics/clusters.py [--repetitions 2000]

Queries come in clusters of 5 on average, of uneven size; 80% of a cluster's queries are alike. Coverage is that of the
mean over Cranfield's queries; false verdicts are those at p <= 0.05 on differences whose true mean is 0. *Swapped*:
names are given at random, cluster by cluster; *centred*: the mean difference is taken away, and the skew stays.
"""

import numpy as np
from populations import in_clusters, pairs, scores, swapped
from tables import head, percent, repetitions, row

from assay.stats.intervals import interval
from assay.stats.paired_t import paired_t_test
from assay.stats.randomisation import randomisation_test
from assay.stats.sample import Floats

N_CLUSTERS = (10, 20, 50)


def coverage(values: Floats, n_clusters: int, n_repetitions: int) -> Floats:
    chance = np.random.default_rng(n_clusters)
    held = np.zeros(4)
    for repetition in range(n_repetitions):
        places, cluster = in_clusters(len(values), n_clusters, chance)
        drawn = values[places]
        found = [
            interval(drawn, seed=repetition),
            interval(drawn, cluster=cluster, seed=repetition),
            interval(drawn, kind="bca", cluster=cluster, seed=repetition),
            interval(drawn, kind="t", cluster=cluster),
        ]
        held += [one.low <= values.mean() <= one.high for one in found]
    return held / n_repetitions


def false_verdicts(differences: Floats, n_clusters: int, n_repetitions: int, *, is_swapped: bool) -> Floats:
    chance = np.random.default_rng([1, n_clusters])
    wrong = np.zeros(4)
    centred = differences if is_swapped else differences - differences.mean()
    for repetition in range(n_repetitions):
        places, cluster = in_clusters(len(centred), n_clusters, chance)
        drawn = centred[places]
        if is_swapped:
            drawn = swapped(np.ones(n_clusters), chance)[cluster] * drawn
        p = [
            randomisation_test(drawn, n_flips=10_000, seed=repetition).p,
            paired_t_test(drawn).p,
            randomisation_test(drawn, cluster=cluster, n_flips=10_000, seed=repetition).p,
            paired_t_test(drawn, cluster=cluster).p,
        ]
        wrong += np.array(p) <= 0.05
    return wrong / n_repetitions


def main() -> None:
    n_repetitions = repetitions(__doc__)
    cranfield = scores("cranfield")
    head("coverage of 95%", "clusters", "naive", "clustered, default", "clustered BCa", "clustered t (CR2)")
    for run, measure in (("lucene-bm25", "nDCG@10"), ("lucene-lmdirichlet", "AP"), ("lucene-bm25", "HitRate@1")):
        for n_clusters in N_CLUSTERS:
            found = coverage(cranfield[run][measure], n_clusters, n_repetitions)
            row(f"{measure} of {run}", n_clusters, *percent(found))
    print()
    head("false verdicts at 5%", "clusters", "naive randomisation", "naive t", "by cluster: randomisation", "t (CR2)")
    for measure, way in (("nDCG@10", "swapped"), ("HitRate@1", "swapped"), ("nDCG@10", "centred")):
        differences = pairs(measure, ["cranfield"])["lucene-bm25 : lucene-lmdirichlet"]
        for n_clusters in N_CLUSTERS:
            found = false_verdicts(differences, n_clusters, n_repetitions, is_swapped=way == "swapped")
            row(f"{measure}, {way}", n_clusters, *percent(found))


if __name__ == "__main__":
    main()
