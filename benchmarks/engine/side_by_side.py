"""Assay beside pytrec_eval, ranx, ir_measures and trec_eval: the same run, judgements and five measures.

    python benchmarks/engine/side_by_side.py small many large --folder /tmp/assay-bench

Every job runs in a process of its own. From a file, the time is that of the whole process as from a shell, the start of
Python included: `assay score` beside `from_file.py`; ``all`` asks for every measure of trec_eval, ``gz`` is the run in
gzip beside ``gzip -dc | wc -l``. In memory, libraries are loaded and dicts, arrays or tables are ready before the clock
starts, and turning them into what a library works on is timed. The ratio is that of wall time, the quickest of the
rounds; processor time is shown beside it. Memory is the peak of the process. A library that is not installed is left
out; TREC_EVAL names the binary of trec_eval. Values must agree.
"""
# ruff: noqa: PLC0415 - a library is imported in the process that measures it

import argparse
import gzip
import importlib
import importlib.util
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from made_run import SIZES, make

TREC_NAMES = ("ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")
LIBRARY = {"pytrec_eval": "pytrec_eval", "gzip": None, "ranx": "ranx", "ir_measures": "ir_measures", "assay": "assay"}
FORMS = {
    **{"file": None, "all": None, "gz": None, "dict": None, "numpy": None},
    **{"arrow": "pyarrow", "pandas": "pandas", "polars": "polars"},
}
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
    from assay.labels.run_judging import judge_run
    from assay.measures import AP, RR, P, R, nDCG

    if FORMS[form]:
        importlib.import_module("pyarrow")  # loaded before the clock starts, as every library

    def values(judged: Any) -> Values:
        return [float(measure.per_query(judged)[judged.n_relevant(1) > 0].mean()) for measure in measures]

    measures = (nDCG @ 10, AP, RR, P @ 10, R @ 100)
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
    labels, held = read_qrels(qrels), in_memory(form, run)
    return lambda: values(Qrels(labels), Run(held if form == "dict" else dicts_of(form, held)))


def ir_measures_job(form: str, run: Path, qrels: Path) -> Job:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    measures = [nDCG @ 10, AP, RR, P @ 10, R @ 100]

    def values(labels: Any, given: Any) -> Values:
        found = ir_measures.calc_aggregate(measures, labels, given)
        return [float(found[measure]) for measure in measures]

    labels, held = read_qrels(qrels), in_memory(form, run)
    return lambda: values(labels, held if form == "dict" else dicts_of(form, held))


JOBS = {
    "assay": assay_job,
    "pytrec_eval": pytrec_eval_job,
    "ranx": ranx_job,
    "ir_measures": ir_measures_job,
}
LIBRARIES = (*JOBS, "trec_eval", "gzip")
ON_FILES = {"file": (*JOBS, "trec_eval"), "all": ("assay", "pytrec_eval", "trec_eval"), "gz": ("assay", "gzip")}


def is_there(library: str, form: str) -> bool:
    if form in ON_FILES and library not in ON_FILES[form]:
        return False
    if library in ("trec_eval", "gzip"):
        return form in ON_FILES and (library == "gzip" or "TREC_EVAL" in os.environ)
    needed = [LIBRARY[library], FORMS[form]]
    return all(name is None or importlib.util.find_spec(name) is not None for name in needed)


def from_shell(library: str, form: str, run: Path, qrels: Path) -> tuple[list[str], Callable[[str], Values]]:
    """Return the command of a library, and how the values are read from what it prints."""
    every = form == "all"
    if library == "assay":
        wanted = ["all_trec", "--convention", "trec_eval"] if every else [",".join(TREC_NAMES)]
        command = [str(Path(sys.executable).with_name("assay")), "score", str(qrels), str(run), "--format", "csv", "-m"]
        return [
            *command,
            *wanted,
        ], lambda text: [] if every else [float(line.split(",")[2]) for line in text.split()[1:]]
    if library == "trec_eval":
        names = ["all_trec"] if every else ["ndcg_cut.10", "map", "recip_rank", "P.10", "recall.100"]
        command = [os.environ["TREC_EVAL"], *(part for name in names for part in ("-m", name)), str(qrels), str(run)]
        return command, lambda text: [] if every else _printed(text)
    if library == "gzip":
        return ["sh", "-c", f"gzip -dc '{run}' | wc -l"], lambda _: []
    script = str(Path(__file__).with_name("from_file.py"))
    command = [sys.executable, script, library, str(qrels), str(run), *(["--all"] if every else [])]
    return command, lambda text: [] if every else [float(line) for line in text.split()]


def _printed(text: str) -> Values:
    found = dict(line.split()[::2] for line in text.splitlines())
    return [float(found[name]) for name in TREC_NAMES]


def measure_process(library: str, form: str, run: Path, qrels: Path) -> dict[str, Any]:
    """Time a whole process and those it starts."""
    command, read = from_shell(library, form, run, qrels)
    begun = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        printed = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - begun
    if process.returncode:
        raise SystemExit(f"{command[0]} failed: {process.returncode}")
    cpu = used.ru_utime + used.ru_stime
    return {"seconds": seconds, "cpu": cpu, "mb": used.ru_maxrss / 1024, "values": read(printed)}


def measure(library: str, form: str, run: Path, qrels: Path) -> None:
    """Time what a library does with what is in memory already, in this process."""
    job = JOBS[library](form, run, qrels)
    begun, spent = perf_counter(), process_time()
    values = job()
    seconds, cpu = perf_counter() - begun, process_time() - spent
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"seconds": seconds, "cpu": cpu, "mb": used.ru_maxrss / 1024, "values": values}))


def run_job(library: str, form: str, run: Path, qrels: Path) -> dict[str, Any] | None:
    if form in ON_FILES:
        return measure_process(library, form, run, qrels)
    command = [sys.executable, __file__, "--job", library, form, str(run), str(qrels)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{library} on {form}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def packed(run: Path) -> Path:
    """Return the run in gzip, made if it is not there."""
    path = run.with_name(run.name + ".gz")
    if not path.is_file():
        with run.open("rb") as plain, gzip.open(path, "wb", compresslevel=6) as file:
            shutil.copyfileobj(plain, file, 1 << 20)
    return path


def table(size: str, folder: Path, given: argparse.Namespace) -> None:
    run, qrels = make(size, folder)
    n_queries, n_docs = SIZES[size]
    print(f"\n{size}: {n_queries:,} queries x {n_docs:,} documents, {run.stat().st_size / 1e6:.0f} MB")
    print(f"{'form':8}{'library':14}{'seconds':>9}{'CPU s':>8}{'MB':>8}{'times as long':>15}")
    for form in given.forms:
        source = packed(run) if form == "gz" else run
        libraries = [library for library in given.libraries if is_there(library, form)]
        for path in (source, qrels):
            with path.open("rb") as file:  # from here on it is in the cache of the system
                while file.read(1 << 20):
                    pass
        best: dict[str, dict[str, Any]] = {}
        for _ in range(given.rounds):  # side by side: what disturbs the machine disturbs all of them
            for library in libraries:
                found = run_job(library, form, source, qrels)
                if found and (library not in best or found["seconds"] < best[library]["seconds"]):
                    best[library] = found
        for library, found in best.items():
            ours = best.get("assay", found)
            off = max((abs(a - b) for a, b in zip(found["values"], ours["values"], strict=False)), default=0.0)
            note = "" if off < 1e-4 else f"  values differ by {off:.2g}"
            figures = f"{found['seconds']:9.2f}{found['cpu']:8.2f}{found['mb']:8.0f}"
            print(f"{form:8}{library:14}{figures}{found['seconds'] / ours['seconds']:15.1f}{note}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", help=f"of {', '.join(SIZES)}; small where none is named")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/assay-bench"))
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--libraries", nargs="+", choices=LIBRARIES, default=list(LIBRARIES))
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
