"""What bounds hold and what suggestions are worth, where labels of TREC DL 2019 are removed at random.

Run: python benchmarks/evidence/holes.py ../shared/data/trec-dl19-runs
"""

import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np

from assay.data.qrels import Qrels
from assay.files.qrels import read_qrels
from assay.golden.holes import most_telling
from assay.golden.retrieved import Retrieved, retrieved_by_runs
from assay.labels.judging import judge
from assay.measures import Measure, parse
from assay.measures.bounds import bounds
from assay.measures.holes import Holes

BOUNDED = ("P@10", "R@100", "RR", "AP", "nDCG@10", "nDCG", "F1@10", "Rprec", "ERR@20")
BUDGETS = (0, 10, 50, 100, 200)
SEEDS = 10


def thinned(qrels: Qrels, share: float, random: Random) -> Qrels:
    """Return judgements without a share of the labels; the scale's top stays known."""
    return Qrels(
        grades={
            query: {doc: grade for doc, grade in docs.items() if random.random() >= share}
            for query, docs in qrels.grades.items()
        }
    )


def inside(whole: Retrieved, fewer: Retrieved, system: str, measure: Measure) -> tuple[int, int, float]:
    """Count queries whose true value lies inside the bounds, all queries, and the mean width.

    The truth is over labels of hits that this system retrieved: what it did not retrieve can be no hole of its own.
    """
    queries = list(whole.labels)
    rankings = [whole.ranking(system, query) for query in queries]
    known = [fewer.labels[query] for query in queries]
    truth = [
        {doc: grade for doc, grade in whole.labels[query].items() if doc in fewer.labels[query] or doc in set(ranking)}
        for query, ranking in zip(queries, rankings, strict=True)
    ]
    judged = judge(rankings, known)
    true = measure.per_query(judge(rankings, truth))
    found = bounds(measure, judged, Holes.between(judged), max_grade=3.0)
    assert found is not None
    defined = ~np.isnan(true)
    held = (found.low <= true + 1e-9) & (true <= found.high + 1e-9)
    return int((held & defined).sum()), int(defined.sum()), float(np.nanmean(found.high - found.low))


def discordant(means: Mapping[str, float], true: Mapping[str, float]) -> int:
    """Count pairs of systems that stand the other way round than they should."""
    return sum((means[a] - means[b]) * (true[a] - true[b]) <= 0 for a, b in combinations(true, 2))


def means_of(given: Retrieved, labels: Mapping[str, Mapping[str, float]], measure: Measure) -> dict[str, float]:
    """Return the mean of every system."""
    found: dict[str, float] = {}
    for system in given.rankings:
        rankings = [given.ranking(system, query)[: measure.k] for query in labels]
        found[system] = measure.aggregate(measure.per_query(judge(rankings, list(labels.values()))))
    return found


def with_judged(
    fewer: Retrieved, whole: Retrieved, chosen: Sequence[tuple[str, str]]
) -> Mapping[str, Mapping[str, float]]:
    """Return the labels after the chosen holes were judged: as they truly are, 0 where nobody ever did."""
    labels = {query: dict(docs) for query, docs in fewer.labels.items()}
    for query, doc in chosen:
        labels[query][doc] = whole.labels[query].get(doc, 0.0)
    return labels


def main(folder: Path) -> None:
    """Print both tables."""
    paths = sorted(map(str, (folder / "runs").iterdir()))
    qrels = read_qrels(folder / "qrels.tsv")
    names = [Path(path).name for path in paths]
    whole = retrieved_by_runs(paths, qrels, names)
    measure = parse("nDCG@10")
    true = means_of(whole, whole.labels, measure)
    print("true", {name: round(mean, 4) for name, mean in true.items()})
    for share in (0.3, 0.6):
        held: dict[str, list[tuple[int, int, float]]] = {text: [] for text in BOUNDED}
        apart: dict[str, dict[int, list[int]]] = {"holes": {}, "random": {}}
        errors: dict[str, dict[int, list[float]]] = {"holes": {}, "random": {}}
        for seed in range(SEEDS):
            random = Random(seed)
            less = thinned(qrels, share, random)
            fewer = Retrieved(rankings=whole.rankings, labels=less.grades)
            for text in BOUNDED:
                held[text] += [inside(whole, fewer, name, parse(text)) for name in names]
            best = [(one.query_id, one.doc_id) for one in most_telling(fewer, measure, budget=max(BUDGETS))]
            pool = [(query, doc) for query in fewer.labels for doc in fewer.holes(query, 10)]
            for budget in BUDGETS:
                for way, chosen in (("holes", best[:budget]), ("random", random.sample(pool, min(budget, len(pool))))):
                    means = means_of(fewer, with_judged(fewer, whole, chosen), measure)
                    apart[way].setdefault(budget, []).append(discordant(means, true))
                    off = [abs((means[a] - means[b]) - (true[a] - true[b])) for a, b in combinations(true, 2)]
                    errors[way].setdefault(budget, []).append(float(np.mean(off)))
        print(f"{share:.0%} of the labels removed, {SEEDS} seeds; holes to judge: about {len(pool)}")
        for text, counts in held.items():
            width = np.mean([one[2] for one in counts])
            print(
                f"  {text:8} inside {sum(one[0] for one in counts)}/{sum(one[1] for one in counts)}, width {width:.3f}"
            )
        for way in ("holes", "random"):
            line = ", ".join(
                f"{n}: {np.mean(apart[way][n]):.1f} pairs wrong, {np.mean(errors[way][n]):.4f} off" for n in BUDGETS
            )
            print(f"  {way:6} {line}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
