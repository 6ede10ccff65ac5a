"""The embedded retrievers on real collections: nDCG@10, Recall@10, MRR@10 and seconds, as a table in Markdown.

    python benchmarks/collections_table.py [COLLECTION ...] > table.md

Collections are folders in BEIR's layout below ASSAY_DATA (by default ../shared/data). Vectors are not taken from the
cache, so that the seconds are those of a first run: building the index and asking every question. Labels are on
documents, so a document is ranked by its best chunk.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from assay import lab
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.evaluation.evaluator import evaluate
from assay.files.corpus import read_corpus
from assay.files.golden import read_golden

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("ASSAY_DATA", ROOT.parent / "shared" / "data"))
COLLECTIONS = ("cranfield", "cisi", "xquad-en", "xquad-zh", "xquad-ru", "xquad-es", "cmrc2018-dev-zh", "rgb-zh-refine")
ENGLISH = ("cranfield", "cisi", "xquad-en")


def retrievers(collection: str) -> Iterator[tuple[str, Callable[[list[Document]], object]]]:
    yield "bm25", lambda corpus: lab.bm25(corpus, one_per_document=True)
    yield "dense", lambda corpus: lab.dense(corpus, one_per_document=True, cache=None)
    yield "hybrid", lambda corpus: lab.hybrid(corpus, one_per_document=True, cache=None)
    if collection in ENGLISH:
        yield (
            "dense, English model",
            lambda corpus: lab.dense(corpus, model="english", one_per_document=True, cache=None),
        )
        yield (
            "hybrid, English model",
            lambda corpus: lab.hybrid(corpus, model="english", one_per_document=True, cache=None),
        )


def row(
    collection: str, golden: GoldenSet, corpus: list[Document], name: str, make: Callable[[list[Document]], object]
) -> str:
    started = perf_counter()
    result = evaluate(make(corpus), golden, k=10, timeout_s=None, unit="document")
    seconds = perf_counter() - started
    if result.interrupted:
        raise SystemExit("stopped")
    if result.n_failed:
        raise SystemExit(f"{collection}, {name}: {result.n_failed} calls failed, the first: {result.errors[0][1]}")
    figures = (f"{result.mean(measure).mean:.3f}" for measure in ("nDCG@10", "R@10", "RR@10"))
    return f"| {collection} | {len(corpus)} | {len(golden)} | {name} | {' | '.join(figures)} | {seconds:.1f} |"


def main() -> None:
    print("| collection | documents | queries | retriever | nDCG@10 | Recall@10 | MRR@10 | seconds |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |")
    for collection in sys.argv[1:] or COLLECTIONS:
        golden, corpus = read_golden(DATA / collection), read_corpus(DATA / collection)
        for name, make in retrievers(collection):
            print(row(collection, golden, corpus, name, make), flush=True)


if __name__ == "__main__":
    main()
