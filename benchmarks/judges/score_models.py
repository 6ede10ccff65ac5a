"""MaxSim beside the mean of the same token vectors, and how near calibrated scores come to people's grades.

    python benchmarks/judges/score_models.py FOLDER [--high 4] [--language en] [--unlisted 0]

FOLDER is a collection with documents, queries and graded judgements; where what is not listed was judged not relevant,
``--unlisted 0`` says so, of the documents that some query lists. First, the best 30 documents of BM25 are ordered
anew by each. Then both are scored on every judged pair, and mapped to grades by maps fitted on four fifths of the
queries.
"""

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

import assay
from assay import lab, read_corpus, read_golden
from assay.data.document import Document
from assay.models.calibrated_scores import GradedPair, calibrate_scores
from assay.models.encoder import unit
from assay.models.max_sim import MaxSim, Tokens
from assay.models.minilm import MiniLMEncoder, load_minilm
from assay.models.scores import ScoreModel
from assay.stats.intervals import difference_interval

DEPTH = 30


@dataclass
class Remembering:
    """MiniLM whose token vectors are kept: a document is a candidate of many queries."""

    encoder: MiniLMEncoder
    kept: dict[str, Tokens] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.encoder.name

    @property
    def sha256(self) -> str:
        return self.encoder.sha256

    def token_vectors(self, texts: Sequence[str]) -> list[Tokens]:
        missing = list(dict.fromkeys(text for text in texts if text not in self.kept))
        self.kept.update(zip(missing, self.encoder.token_vectors(missing), strict=True))
        return [self.kept[text] for text in texts]


@dataclass
class Pooled:
    """The cosine of the means of the same vectors."""

    encoder: Remembering

    @property
    def spec(self) -> Mapping[str, object]:
        return {"kind": "pooled", "encoder": self.encoder.name}

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        means = unit(np.array([tokens.mean(axis=0) for tokens in self.encoder.token_vectors([query, *documents])]))
        return (means[1:] @ means[0]).astype(float).tolist()


def candidates(documents: Sequence[Document], queries: Mapping[str, str]) -> Mapping[str, list[str]]:
    retriever = lab.bm25(documents)
    found: dict[str, list[str]] = {}
    for query_id, query in queries.items():
        hits = dict.fromkeys(
            str(hit.doc_id) for hit in retriever.retrieve(query, 4 * DEPTH)
        )  # chunks of one document once
        found[query_id] = list(islice(hits, DEPTH))
    return found


async def compare(folder: Path, high: float, language: str | None, unlisted: float | None) -> None:
    golden = [case for case in read_golden(folder) if case.answerable and language in (None, case.language)]
    listed = {str(one) for case in golden for one in case.grades()}
    documents = [one for one in read_corpus(folder) if unlisted is None or str(one.doc_id) in listed]
    texts = {str(document.doc_id): document.text for document in documents}
    cases = {str(case.id): case for case in golden}
    queries = {query_id: case.query for query_id, case in cases.items()}
    qrels = {
        query_id: {str(one): int(grade) for one, grade in case.grades().items()} for query_id, case in cases.items()
    }
    pairs = [
        GradedPair(query=queries[query_id], document=texts[doc_id], grade=float(grade))
        for query_id, grades in qrels.items()
        for doc_id, grade in (grades if unlisted is None else dict.fromkeys(texts, unlisted) | grades).items()
    ]
    first = candidates(documents, queries)
    encoder = Remembering(load_minilm())
    runs = {query_id: {one: float(-at) for at, one in enumerate(ids)} for query_id, ids in first.items()}
    print(f"BM25     nDCG@10 {assay.score(qrels, runs, 'nDCG@10').mean('nDCG@10'):.3f}")
    models: dict[str, ScoreModel] = {"pooled": Pooled(encoder), "MaxSim": MaxSim(encoder)}
    values: dict[str, list[float]] = {}
    for name, model in models.items():
        for query_id, ids in first.items():
            scores = await model.compute_scores(queries[query_id], [texts[one] for one in ids])
            runs[query_id] = dict(zip(ids, scores, strict=True))
        scored = assay.score(qrels, runs, "nDCG@10")
        values[name] = [one["nDCG@10"] for one in scored.per_query().values()]
        print(f"{name:8} nDCG@10 {scored.mean('nDCG@10'):.3f}")
    gained = difference_interval(np.subtract(values["MaxSim"], values["pooled"]))
    print(f"MaxSim less pooled: {gained.low:+.3f} to {gained.high:+.3f} with 95% confidence")
    for name, model in models.items():
        for method in ("platt", "isotonic"):
            held = (await calibrate_scores(model, pairs, method=method, high=high)).held_out
            assert held is not None
            print(
                f"{name:8} {method:8} Spearman {held.spearman:.3f}, mean absolute error {held.mean_absolute_error:.3f} "
                f"(median: {held.mean_absolute_error_of_median:.3f}), "
                f"root mean square {held.root_mean_square_error:.3f} "
                f"(mean: {held.root_mean_square_error_of_mean:.3f}); {held.n} pairs of {held.n_clusters} queries"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--high", type=float, default=5.0)
    parser.add_argument("--language")
    parser.add_argument("--unlisted", type=float)
    given = parser.parse_args()
    asyncio.run(compare(given.folder, given.high, given.language, given.unlisted))


if __name__ == "__main__":
    main()
