"""Assay beside pytrec_eval, ranx, ir_measures and trec_eval: the same run, judgements and five measures.

    python benchmarks/engine/side_by_side.py small many large --folder /tmp/assay-bench

Every job runs in a process of its own; libraries are loaded before the clock starts. From a file, the time covers
reading run and judgements; in memory, dicts, arrays or tables are ready beforehand, and turning them into what a
library works on is timed. The ratio is that of processor time, which a busy machine disturbs least. Memory is the peak
of the process, what it holds before the clock starts included. A library that is not installed is left out; TREC_EVAL
names the binary of trec_eval. Figures are the best of the rounds; values must agree.
"""
# ruff: noqa: PLC0415 - a library is imported in the process that measures it

import argparse
import importlib
import importlib.util
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from made_run import SIZES, make

TREC_NAMES = ("ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")
LIBRARY = {"pytrec_eval": "pytrec_eval", "ranx": "ranx", "ir_measures": "ir_measures", "assay": "assay"}
FORMS = {"file": None, "dict": None, "numpy": None, "arrow": "pyarrow", "pandas": "pandas", "polars": "polars"}
Values = list[float]
Job = Callable[[], Values]


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    qrels: dict[str, dict[str, int]] = {}
    with path.open() as lines:
        for line in lines:
            query_id, _, doc_id, grade = line.split()
            qrels.setdefault(query_id, {})[doc_id] = int(grade)
    return qrels


def read_dicts(path: Path) -> dict[str, dict[str, float]]:
    run: dict[str, dict[str, float]] = {}
    with path.open() as lines:
        for line in lines:
            query_id, _, doc_id, _, score, _ = line.split()
            run.setdefault(query_id, {})[doc_id] = float(score)
    return run


def assay_job(form: str, run: Path, qrels: Path) -> Job:
    from assay.files.trec_run import judge_trec_run
    from assay.labels.run_judging import judge_run
    from assay.measures import AP, RR, P, R, nDCG

    if FORMS[form]:
        importlib.import_module("pyarrow")  # loaded before the clock starts, as every library

    def values(judged: Any) -> Values:
        return [float(measure.per_query(judged)[judged.n_relevant(1) > 0].mean()) for measure in measures]

    measures = (nDCG @ 10, AP, RR, P @ 10, R @ 100)
    if form == "file":
        return lambda: values(judge_trec_run(run, read_qrels(qrels)).judged)
    labels, table = read_qrels(qrels), in_memory(form, run)
    return lambda: values(judge_run(labels, table).judged)


def in_memory(form: str, path: Path) -> Any:
    run = read_dicts(path)
    if form == "dict":
        return run
    import numpy as np

    queries = np.array([query_id for query_id, docs in run.items() for _ in docs])
    docs = np.array([doc_id for docs in run.values() for doc_id in docs])
    scores = np.array([score for docs in run.values() for score in docs.values()])
    if form == "numpy":
        return queries, docs, scores
    columns = {"query_id": queries, "doc_id": docs, "score": scores}
    if form == "arrow":
        import pyarrow as pa

        return pa.table({name: pa.array(column) for name, column in columns.items()})
    return importlib.import_module(form).DataFrame(columns)


def pytrec_eval_job(form: str, run: Path, qrels: Path) -> Job:
    import pytrec_eval

    def values(labels: Any, given: Any) -> Values:
        per_query = pytrec_eval.RelevanceEvaluator(labels, set(TREC_NAMES)).evaluate(given)
        return [sum(one[name] for one in per_query.values()) / len(per_query) for name in TREC_NAMES]

    if form == "file":

        def read_and_score() -> Values:
            with run.open() as run_file, qrels.open() as qrels_file:
                return values(pytrec_eval.parse_qrel(qrels_file), pytrec_eval.parse_run(run_file))

        return read_and_score
    labels, held = read_qrels(qrels), in_memory(form, run)
    if form == "dict":
        return lambda: values(labels, held)
    return lambda: values(labels, dicts_of(form, held))


def dicts_of(form: str, held: Any) -> dict[str, dict[str, float]]:
    """Turn columns into what takes dicts of dicts only."""
    if form == "numpy":
        columns = [column.tolist() for column in held]
    else:
        listed = "to_pylist" if form == "arrow" else "to_list"
        columns = [getattr(held[name], listed)() for name in ("query_id", "doc_id", "score")]
    run: dict[str, dict[str, float]] = {}
    for query_id, doc_id, score in zip(*columns, strict=True):
        run.setdefault(query_id, {})[doc_id] = score
    return run


def ranx_job(form: str, run: Path, qrels: Path) -> Job:
    from ranx import Qrels, Run, evaluate

    names = ["ndcg@10", "map", "mrr", "precision@10", "recall@100"]

    def values(labels: Any, given: Any) -> Values:
        found = evaluate(labels, given, names, make_comparable=True)
        return [float(found[name]) for name in names]

    warm = {f"q{query}": {f"d{doc}": doc + 1 for doc in range(20)} for query in range(20)}
    values(Qrels(warm), Run({query: {doc: float(one) for doc, one in docs.items()} for query, docs in warm.items()}))
    if form == "file":
        return lambda: values(Qrels.from_file(str(qrels), kind="trec"), Run.from_file(str(run), kind="trec"))
    labels, held = read_qrels(qrels), in_memory(form, run)
    return lambda: values(Qrels(labels), Run(held if form == "dict" else dicts_of(form, held)))


def ir_measures_job(form: str, run: Path, qrels: Path) -> Job:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    measures = [nDCG @ 10, AP, RR, P @ 10, R @ 100]

    def values(labels: Any, given: Any) -> Values:
        found = ir_measures.calc_aggregate(measures, labels, given)
        return [float(found[measure]) for measure in measures]

    if form == "file":
        return lambda: values(list(ir_measures.read_trec_qrels(str(qrels))), ir_measures.read_trec_run(str(run)))
    labels, held = read_qrels(qrels), in_memory(form, run)
    return lambda: values(labels, held if form == "dict" else dicts_of(form, held))


def trec_eval_job(_: str, run: Path, qrels: Path) -> Job:
    wanted = [flag for name in ("ndcg_cut.10", "map", "recip_rank", "P.10", "recall.100") for flag in ("-m", name)]

    def score() -> Values:
        command = [os.environ["TREC_EVAL"], *wanted, str(qrels), str(run)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = dict(line.split()[::2] for line in printed.splitlines())
        return [float(found[name]) for name in TREC_NAMES]

    return score


JOBS = {
    "assay": assay_job,
    "pytrec_eval": pytrec_eval_job,
    "ranx": ranx_job,
    "ir_measures": ir_measures_job,
    "trec_eval": trec_eval_job,
}


def is_there(library: str, form: str) -> bool:
    if library == "trec_eval":
        return form == "file" and "TREC_EVAL" in os.environ
    needed = [LIBRARY[library], FORMS[form]]
    return all(name is None or importlib.util.find_spec(name) is not None for name in needed)


def measure(library: str, form: str, run: Path, qrels: Path) -> None:
    job = JOBS[library](form, run, qrels)
    begun, spent = perf_counter(), process_time()
    values = job()
    seconds, cpu = perf_counter() - begun, process_time() - spent
    used = resource.getrusage(resource.RUSAGE_CHILDREN if library == "trec_eval" else resource.RUSAGE_SELF)
    cpu = used.ru_utime + used.ru_stime if library == "trec_eval" else cpu
    print(json.dumps({"seconds": seconds, "cpu": cpu, "mb": used.ru_maxrss / 1024, "values": values}))


def run_job(library: str, form: str, run: Path, qrels: Path, rounds: int) -> dict[str, Any] | None:
    command = [sys.executable, __file__, "--job", library, form, str(run), str(qrels)]
    found: list[dict[str, Any]] = []
    for _ in range(rounds):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{library} on {form}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return None
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return min(found, key=lambda one: one["cpu"])


def table(size: str, folder: Path, given: argparse.Namespace) -> None:
    run, qrels = make(size, folder)
    n_queries, n_docs = SIZES[size]
    print(f"\n{size}: {n_queries:,} queries x {n_docs:,} documents, {run.stat().st_size / 1e6:.0f} MB")
    print(f"{'form':8}{'library':14}{'seconds':>9}{'CPU s':>8}{'MB':>8}{'times as long':>15}")
    for form in given.forms:
        ours: dict[str, Any] | None = None
        for library in given.libraries:
            if not is_there(library, form):
                continue
            found = run_job(library, form, run, qrels, given.rounds)
            if found is None:
                continue
            ours = ours or found
            off = max(abs(a - b) for a, b in zip(found["values"], ours["values"], strict=True))
            note = "" if off < 1e-4 else f"  values differ by {off:.2g}"
            figures = f"{found['seconds']:9.2f}{found['cpu']:8.2f}{found['mb']:8.0f}"
            print(f"{form:8}{library:14}{figures}{found['cpu'] / ours['cpu']:15.1f}{note}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", help=f"of {', '.join(SIZES)}; small where none is named")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/assay-bench"))
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--libraries", nargs="+", choices=JOBS, default=list(JOBS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--job", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.job:
        measure(given.job[0], given.job[1], Path(given.job[2]), Path(given.job[3]))
        return
    for size in given.sizes or ["small"]:
        table(size, given.folder, given)


if __name__ == "__main__":
    main()
