"""How soon six runs of TREC DL 2019 stand in their true order again, where labels were removed at random.

Run: python benchmarks/evidence/order.py ../shared/data/trec-dl19-runs [removals]

What is compared is the plain measure, every unjudged hit as not relevant. Suggestions and random picks are drawn from
the same holes. No choice of how suggestions are ranked was made on the odd queries.
"""

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from assay.data.qrels import Qrels
from assay.files.qrels import read_qrels
from assay.golden.holes import most_telling
from assay.golden.retrieved import Retrieved, retrieved_by_runs
from assay.labels.judging import judge
from assay.measures import Measure, parse
from assay.measures.judged_hits import Floats

BUDGETS = (0, 5, 10, 20, 50, 100)
SHARES = (0.3, 0.6)
_MOST_KNOWN = 10  # picks of the way that knows every label
_SAFE = 0.002  # a pair so far apart the right way round needs nothing more
Hole = tuple[str, str]
Labels = Mapping[str, Mapping[str, float]]


def thinned(qrels: Qrels, share: float, random: Random) -> Labels:
    """Return judgements without a share of the labels."""
    return {
        query: {doc: grade for doc, grade in docs.items() if random.random() >= share}
        for query, docs in qrels.grades.items()
    }


def some_queries(given: Retrieved, queries: Sequence[str]) -> Retrieved:
    return Retrieved(rankings=given.rankings, labels={query: given.labels[query] for query in queries})


def means_of(given: Retrieved, labels: Labels, measure: Measure) -> Floats:
    """Return the mean of every system, in their order."""
    cut = [[given.ranking(system, query)[: measure.k] for query in labels] for system in given.rankings]
    return np.array([np.nan_to_num(measure.per_query(judge(one, list(labels.values())))).mean() for one in cut])


def gaps(means: Floats, true: Floats) -> Floats:
    """Return by how much each pair of systems stands the way round it should; the last axis is that of pairs."""
    first, second = np.triu_indices(len(true), k=1)
    return (means[..., first] - means[..., second]) * np.sign(true[first] - true[second])


def inverted(means: Floats, true: Floats) -> int:
    """Count pairs of systems that do not stand the way round they should."""
    return int((gaps(means, true) <= 0).sum())


def with_judged(fewer: Retrieved, whole: Retrieved, chosen: Sequence[Hole]) -> Labels:
    """Return the labels after the chosen holes were judged: as they truly are, 0 where nobody ever did."""
    labels = {query: dict(docs) for query, docs in fewer.labels.items()}
    for query, doc in chosen:
        labels[query][doc] = whole.labels[query].get(doc, 0.0)
    return labels


def all_knowing(fewer: Retrieved, whole: Retrieved, pool: Sequence[Hole], measure: Measure) -> list[Hole]:
    """Pick, knowing every label, the hole that leaves fewest pairs inverted, and of equal ones the safest."""
    true, now = means_of(whole, whole.labels, measure), means_of(fewer, fewer.labels, measure)
    moves: list[Floats] = []
    for query, doc in pool:
        one = some_queries(fewer, [query])
        then = means_of(one, with_judged(one, whole, [(query, doc)]), measure)
        moves.append((then - means_of(one, one.labels, measure)) / len(fewer.labels))
    table, chosen = np.array(moves), list[int]()
    for _ in range(min(_MOST_KNOWN, len(pool))):
        apart = gaps(now + table, true)
        worth = (apart <= 0).sum(axis=1) + np.maximum(_SAFE - apart, 0.0).sum(axis=1)
        worth = worth.astype(np.float64)
        worth[chosen] = np.inf
        chosen.append(int(worth.argmin()))
        now = now + table[chosen[-1]]
    return [pool[place] for place in chosen]


def removal(seed: int, *, whole: Retrieved, qrels: Qrels, share: float, measure: Measure) -> dict[str, list[int]]:
    """Return inverted pairs after each budget, by way of picking, for one random removal."""
    random = Random(seed)
    less = thinned(qrels, share, random)
    fewer = some_queries(Retrieved(rankings=whole.rankings, labels=less), list(whole.labels))
    pool = [(query, doc) for query in fewer.labels for doc in fewer.holes(query, measure.k or 20)]
    ways = {
        "suggested": [(one.query_id, one.doc_id) for one in most_telling(fewer, measure, budget=BUDGETS[-1])],
        "random": random.sample(pool, min(BUDGETS[-1], len(pool))),
        "all-knowing": all_knowing(fewer, whole, pool, measure),
    }
    true = means_of(whole, whole.labels, measure)
    return {
        way: [
            inverted(means_of(fewer, with_judged(fewer, whole, chosen[:budget]), measure), true)
            for budget in BUDGETS
            if way != "all-knowing" or budget <= _MOST_KNOWN
        ]
        for way, chosen in ways.items()
    }


def summary(counts: Sequence[Sequence[int]]) -> dict[str, list[float]]:
    """Return by budget the mean number of inverted pairs, and how often there is none."""
    table = np.array(counts, dtype=np.float64)
    return {
        "inverted": table.mean(axis=0).round(3).tolist(),
        "restored": (table == 0).mean(axis=0).round(3).tolist(),
    }


def main(folder: Path, removals: int) -> None:
    """Print the tables and save them."""
    paths = sorted(map(str, (folder / "runs").iterdir()))
    qrels = read_qrels(folder / "qrels.tsv")
    given = retrieved_by_runs(paths, qrels, [Path(path).name for path in paths])
    queries = list(given.labels)
    for part, chosen in (("odd", queries[1::2]), ("all", queries)):
        for share in SHARES:
            one = partial(
                removal, whole=some_queries(given, chosen), qrels=qrels, share=share, measure=parse("nDCG@10")
            )
            with ProcessPoolExecutor(2) as workers:
                found = list(workers.map(one, range(removals)))
            ways = {way: summary([counts[way] for counts in found]) for way in found[0]}
            print(f"{part} queries ({len(chosen)}), {share:.0%} removed, {removals} removals; judged: {BUDGETS}")
            for way, table in ways.items():
                print(f"  {way:11} inverted {table['inverted']} restored {table['restored']}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100)
