"""Run files and judgements for the benchmarks, the same for the same seed.

    python benchmarks/engine/made_run.py large /tmp/assay-bench      # 10,000 queries x 1,000 documents, 445 MB

Scores fall within each query; about half of the judged documents are retrieved, anywhere in the ranking.
"""

import argparse
from pathlib import Path

import numpy as np

SIZES = {"small": (1_000, 100), "large": (10_000, 1_000), "many": (100_000, 10)}
N_DOCUMENTS = 8_800_000
N_JUDGED = 10


def make(size: str, folder: Path, seed: int = 0) -> tuple[Path, Path]:
    """Write ``<size>.trec`` and ``<size>.qrels`` unless they are there; return both paths."""
    n_queries, n_docs = SIZES[size]
    run, qrels = folder / f"{size}.trec", folder / f"{size}.qrels"
    if run.is_file() and qrels.is_file():
        return run, qrels
    folder.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(seed)
    with run.open("w") as run_file, qrels.open("w") as qrels_file:
        for query in range(n_queries):
            query_id = 1_000_000 + query
            docs = np.unique(chance.integers(0, N_DOCUMENTS, n_docs + 40))
            docs = chance.permutation(docs)[: n_docs + N_JUDGED // 2].tolist()
            scores = np.sort(chance.gamma(4.0, 3.0, n_docs))[::-1].tolist()
            run_file.writelines(
                f"{query_id} Q0 msmarco_{doc} {rank} {score:.6f} made-run\n"
                for rank, (doc, score) in enumerate(zip(docs[:n_docs], scores, strict=True), start=1)
            )
            found = [docs[int(place)] for place in chance.choice(n_docs, N_JUDGED // 2, replace=False)]
            qrels_file.writelines(
                f"{query_id} 0 msmarco_{doc} {number % 4}\n" for number, doc in enumerate([*found, *docs[n_docs:]])
            )
    return run, qrels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    for path in make(given.size, given.folder):
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
