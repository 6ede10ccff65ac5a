"""What trec_eval 10.0 prints for real runs (`-q -c -m all_trec`): every line, to the four decimals it writes."""

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import IPrec, JudgedHits, Measure, NumRel, parse_many, relstring, trec_name

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
MEASURES: dict[str, Measure] = {trec_name(measure): measure for measure in parse_many("all_trec")}
TEXTS = ("runid", "relstring")
OVER_ALL_QUERIES_ONLY = ("num_q", "gm_map", "gm_bpref")
PRINTED = 5e-5 + 1e-9  # half of the last decimal


def as_version_10(name: str) -> Measure:
    """The measure with the one rule by which version 10 differs from 9 and from ours: how recall levels are rounded."""
    measure = MEASURES[name]
    return measure(rounding="nearest") if name.startswith(("iprec_at_recall", "11pt_avg")) else measure


@dataclass(frozen=True)
class RealRun:
    queries: list[str]
    judged: JudgedHits
    expected: dict[str, dict[str, str]]


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


def read_expected(path: Path) -> dict[str, dict[str, str]]:
    expected: dict[str, dict[str, str]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        name, query_id, value = line.split(None, 2)
        expected[name][query_id] = value
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
    judged = replace(judged, negatives="pooled")  # as trec_eval reads them
    return RealRun(queries, judged, read_expected(folder / "expected" / f"{name}.all_trec.txt"))


def test_every_line_that_trec_eval_prints_is_one_of_our_measures_in_its_order(real: RealRun) -> None:
    lines = [name for name, printed in real.expected.items() if "all" in printed and name not in TEXTS]
    per_query = [name for name in MEASURES if name not in OVER_ALL_QUERIES_ONLY]
    assert [name for name in real.expected if name in per_query] == per_query
    assert set(lines) == set(MEASURES)


@pytest.mark.parametrize("name", [name for name in MEASURES if name not in OVER_ALL_QUERIES_ONLY])
def test_each_query_scores_as_in_trec_eval(real: RealRun, name: str) -> None:
    expected = real.expected[name]
    assert expected.keys() - {"all"} == set(real.queries)
    values = np.nan_to_num(as_version_10(name).per_query(real.judged), nan=0.0)
    wrong = {
        query: (float(value), expected[query])
        for query, value in zip(real.queries, values, strict=True)
        if abs(value - float(expected[query])) > PRINTED
    }
    assert not wrong


def test_the_figures_for_all_queries_are_trec_evals_where_undefined_counts_zero(real: RealRun) -> None:
    figures = {}
    for name in MEASURES:
        measure = as_version_10(name)
        figures[name] = measure.aggregate(np.nan_to_num(measure.per_query(real.judged), nan=0.0))
    printed = {name: float(real.expected[name]["all"]) for name in MEASURES}
    assert figures == pytest.approx(printed, abs=PRINTED)


def test_the_grades_of_the_first_hits_are_written_as_in_trec_eval(real: RealRun) -> None:
    found = {query: f"'{text}'" for query, text in zip(real.queries, relstring(real.judged), strict=True)}
    assert found == real.expected["relstring"]


def test_recall_levels_are_rounded_as_in_version_9_unless_asked_otherwise(real: RealRun) -> None:
    """Rule 29: on queries whose levels fall between two documents the versions differ, else they agree."""
    n_relevant = NumRel.per_query(real.judged)
    share = 0.1 * n_relevant
    same = np.floor(share + 0.9) == np.floor(share + 0.5)
    nine, ten = (IPrec(recall=0.1, rounding=rounding).per_query(real.judged) for rounding in ("up", "nearest"))
    assert not same.all()
    np.testing.assert_array_equal(nine[same], ten[same])
    assert (nine <= ten)[~np.isnan(nine)].all()
