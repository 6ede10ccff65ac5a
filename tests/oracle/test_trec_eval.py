"""What trec_eval 10.0 prints for real runs: ours per query, to the four decimals it writes."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import AP, RR, HitRate, JudgedHits, Measure, P, R, nDCG

RUNS = [
    ("cranfield", "lucene-bm25"),
    ("cranfield", "lucene-lmdirichlet"),
    ("cranfield", "lucene-tfidf"),
    ("trec-dl19-runs", "bm25"),
    ("trec-dl19-runs", "bm25_rm3"),
    ("trec-dl19-runs", "d_bert_kd_tasb"),
    ("trec-dl19-runs", "open_ai_ada2"),
    ("trec-dl19-runs", "rep_llama"),
    ("trec-dl19-runs", "splade_p_p_ensemble_distil"),
]
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
MEASURES: dict[str, Measure] = {
    **{f"success_{k}": HitRate @ k for k in (1, 5, 10)},
    **{f"P_{k}": P @ k for k in CUTOFFS},
    **{f"recall_{k}": R @ k for k in CUTOFFS},
    **{f"map_cut_{k}": AP @ k for k in CUTOFFS},
    **{f"ndcg_cut_{k}": nDCG @ k for k in CUTOFFS},
    "map": AP,
    "ndcg": nDCG,
    "recip_rank": RR,
    "set_P": P,
    "set_recall": R,
}
PRINTED = 5e-5 + 1e-9  # half of the last decimal


@dataclass(frozen=True)
class RealRun:
    queries: list[str]
    judged: JudgedHits
    expected: dict[str, dict[str, float]]


def read_qrels(path: Path) -> dict[str, dict[str, float]]:
    qrels: dict[str, dict[str, float]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        query_id, doc_id, grade = line.split("\t")
        qrels[query_id][doc_id] = float(grade)
    return qrels


def read_run(path: Path) -> dict[str, list[str]]:
    scored: dict[str, list[tuple[float, bytes]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        query_id, _, doc_id, _, score, _ = line.split()
        scored[query_id].append((float(score), doc_id.encode()))
    return {
        query_id: [doc_id.decode() for _, doc_id in sorted(hits, reverse=True)] for query_id, hits in scored.items()
    }


def read_expected(path: Path) -> dict[str, dict[str, float]]:
    expected: dict[str, dict[str, float]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        name, query_id, value = line.split(None, 2)
        if name in MEASURES:
            expected[name][query_id] = float(value)
    return expected


@pytest.fixture(scope="module", params=RUNS, ids="-".join)
def real(request: pytest.FixtureRequest, data_folder: Path) -> RealRun:
    collection, name = request.param
    folder = data_folder / collection
    if not folder.is_dir():
        pytest.skip(f"no {collection} in {data_folder}")
    qrels = read_qrels(folder / "qrels.tsv")
    run = read_run(folder / "runs" / f"{name}.trec")
    queries = sorted(qrels)
    judged = judge([run.get(query, []) for query in queries], [qrels[query] for query in queries])
    return RealRun(queries, judged, read_expected(folder / "expected" / f"{name}.all_trec.txt"))


@pytest.mark.parametrize("name", MEASURES)
def test_each_query_scores_as_in_trec_eval(real: RealRun, name: str) -> None:
    expected = real.expected[name]
    assert expected.keys() - {"all"} == set(real.queries)
    values = np.nan_to_num(MEASURES[name].per_query(real.judged), nan=0.0)
    wrong = {
        query: (float(value), expected[query])
        for query, value in zip(real.queries, values, strict=True)
        if abs(value - expected[query]) > PRINTED
    }
    assert not wrong


def test_the_means_are_trec_evals_where_undefined_counts_zero(real: RealRun) -> None:
    means = {name: np.nan_to_num(measure.per_query(real.judged), nan=0.0).mean() for name, measure in MEASURES.items()}
    printed = {name: real.expected[name]["all"] for name in MEASURES}
    assert means == pytest.approx(printed, abs=PRINTED)
