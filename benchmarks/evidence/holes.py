"""Whether bounds hold the true values, where labels of TREC DL 2019 are removed at random.

Run: python benchmarks/evidence/holes.py ../shared/data/trec-dl19-runs

The truth is the measure with all labels. Bounds are told once with the documents that were sent to judges, which is
what may be relevant, and once without: only hits of the run itself are then unknown.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import numpy as np

from assay.files.qrels import read_qrels
from assay.golden.retrieved import Retrieved, retrieved_by_runs
from assay.labels.judging import judge
from assay.measures import Measure, parse
from assay.measures.bounds import bounds
from assay.measures.holes import Holes
from assay.measures.judged_hits import Ints

BOUNDED = ("P@10", "R@100", "RR", "AP", "nDCG@10", "nDCG", "F1@10", "Rprec", "ERR@20")
SHARES = (0.3, 0.6)
REMOVALS = 10
Labels = Mapping[str, Mapping[str, float]]


def beyond(whole: Retrieved, known: Labels, system: str) -> Ints:
    """Count the documents sent to judges that have lost their label and that this system did not retrieve."""
    return np.array(
        [
            len(docs.keys() - known[query].keys() - set(whole.ranking(system, query)))
            for query, docs in whole.labels.items()
        ],
        dtype=np.int64,
    )


def inside(
    whole: Retrieved, known: Labels, system: str, measure: Measure, unretrieved: Ints | None
) -> tuple[int, int, float]:
    """Count queries whose true value lies inside the bounds, all queries, and the mean width."""
    rankings = [whole.ranking(system, query) for query in whole.labels]
    judged = judge(rankings, list(known.values()))
    true = measure.per_query(judge(rankings, list(whole.labels.values())))
    found = bounds(measure, judged, Holes.between(judged), max_grade=3.0, unretrieved=unretrieved)
    assert found is not None
    defined = ~np.isnan(true)
    held = (found.low <= true + 1e-9) & (true <= found.high + 1e-9)
    return int((held & defined).sum()), int(defined.sum()), float(np.nanmean(found.high - found.low))


def main(folder: Path) -> None:
    """Print the table."""
    paths = sorted(map(str, (folder / "runs").iterdir()))
    whole = retrieved_by_runs(paths, read_qrels(folder / "qrels.tsv"), [Path(path).name for path in paths])
    for share in SHARES:
        print(f"{share:.0%} of the labels removed, {REMOVALS} times; with the pool, and without")
        for text in BOUNDED:
            counts: dict[bool, list[tuple[int, int, float]]] = {True: [], False: []}
            for seed in range(REMOVALS):
                random = Random(seed)
                known = {
                    query: {doc: grade for doc, grade in docs.items() if random.random() >= share}
                    for query, docs in whole.labels.items()
                }
                for system in whole.rankings:
                    unretrieved = beyond(whole, known, system)
                    for pooled, given in ((True, unretrieved), (False, None)):
                        counts[pooled].append(inside(whole, known, system, parse(text), given))
            figures = [
                f"inside {sum(n for n, _, _ in some)}/{sum(of for _, of, _ in some)}, "
                f"width {np.mean([width for *_, width in some]):.3f}"
                for some in counts.values()
            ]
            print(f"  {text:8} {' | '.join(figures)}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
