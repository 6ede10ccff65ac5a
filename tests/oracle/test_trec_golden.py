"""trec_eval's own test folder: its inputs, its arguments, and the output it holds itself to."""

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from assay.labels.judging import judge
from assay.measures import JudgedHits, Measure, parse_many, relstring, trec_name

PRINTED = 5e-5 + 1e-9  # half of the last decimal

PARAMETERS = (
    "iprec_at_recall..10,.20,.25,.75,.50 P.5,7,3 recall.20,2000 Rprec_mult.5.0,0.2,0.35 utility.2,-1,0,0 "
    "11pt_avg..25,.5,.75 ndcg.1=3,2=9,4=4.5 ndcg_cut.10,20,23 success.2,5,20"
)


@dataclass(frozen=True, kw_only=True)
class Call:
    """One of the calls of trec_eval's `make quicktest`."""

    output: str
    measures: str = "all_trec"
    qrels: str = "qrels.test"
    run: str = "results.test"
    complete: bool = False
    depth: int | None = None
    rel: float = 1.0
    relstring: int = 10


CALLS = [
    Call(output="out.test", measures="official"),
    Call(output="out.test.a"),
    Call(output="out.test.aq"),
    Call(output="out.test.aqc", run="results.trunc", complete=True),
    Call(output="out.test.aqcM", run="results.trunc", complete=True, depth=100),
    Call(output="out.test.aql", qrels="qrels.rel_level", rel=2.0, relstring=20),
    Call(output="out.test.meas_params", measures=PARAMETERS),
]


@dataclass(frozen=True)
class Scored:
    call: Call
    queries: list[str]
    judged: JudgedHits
    printed: dict[str, dict[str, str]]


def lines(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def read_qrels(path: Path) -> dict[str, dict[str, float]]:
    qrels: dict[str, dict[str, float]] = defaultdict(dict)
    for query_id, _, doc_id, grade, *_ in lines(path):
        qrels[query_id][doc_id] = float(grade)
    return qrels


def read_run(path: Path, depth: int | None) -> dict[str, list[str]]:
    scored: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for query_id, _, doc_id, _, score, *_ in lines(path):
        scored[query_id].append((float(score), doc_id))
    return {query_id: [doc_id for _, doc_id in sorted(hits, reverse=True)][:depth] for query_id, hits in scored.items()}


def read_printed(path: Path) -> dict[str, dict[str, str]]:
    printed: dict[str, dict[str, str]] = defaultdict(dict)
    for name, query_id, *value in lines(path):
        printed[query_id][name] = value[0] if value else ""
    return printed


@pytest.fixture(scope="module", params=CALLS, ids=lambda call: call.output)
def scored(request: pytest.FixtureRequest, data_folder: Path) -> Scored:
    call: Call = request.param
    folder = data_folder / "trec_eval-golden" / "test"
    if not folder.is_dir():
        pytest.skip(f"no trec_eval-golden in {data_folder}")
    qrels, run = read_qrels(folder / call.qrels), read_run(folder / call.run, call.depth)
    queries = sorted(qrels if call.complete else qrels.keys() & run.keys())
    judged = judge([run.get(query, []) for query in queries], [qrels[query] for query in queries], rel=call.rel)
    return Scored(call, queries, replace(judged, negatives="pooled"), read_printed(folder / call.output))


def by_name(measures: str) -> dict[str, Measure]:
    """The measures by trec_eval's names, recall levels rounded as its version 10 does."""
    found = {trec_name(measure): measure for measure in parse_many(measures)}
    levelled = ("iprec_at_recall", "11pt_avg")
    return {
        ("11pt_avg_.25,.5,.75" if name.startswith("11pt_avg_") else name): (
            measure(rounding="nearest") if name.startswith(levelled) else measure
        )
        for name, measure in found.items()
    }


def test_every_line_of_the_golden_output_is_ours(scored: Scored) -> None:
    measures = by_name(scored.call.measures)
    wrong, compared = {}, 0
    for name, measure in measures.items():
        values = np.nan_to_num(measure.per_query(scored.judged), nan=0.0)
        ours = dict(zip(scored.queries, values, strict=True)) | {"all": measure.aggregate(values)}
        for query, printed in scored.printed.items():
            if name in printed:
                compared += 1
                if abs(ours[query] - float(printed[name])) > PRINTED:
                    wrong[name, query] = (ours[query], printed[name])
    assert not wrong
    texts = sum(name.startswith(("runid", "relstring")) for printed in scored.printed.values() for name in printed)
    assert compared + texts == sum(map(len, scored.printed.values()))


def test_the_golden_relevance_strings_are_ours(scored: Scored) -> None:
    name = "relstring" if scored.call.relstring == 10 else f"relstring_{scored.call.relstring}"
    ours = dict(zip(scored.queries, relstring(scored.judged, scored.call.relstring), strict=True))
    printed = {query: values[name] for query, values in scored.printed.items() if name in values}
    assert printed == {query: f"'{ours[query]}'" for query in printed}
