"""Runs larger than memory: a hundred million rows through a pipe, and a scattered run through a temporary file.

    python benchmarks/engine/huge.py --folder /tmp/assay-huge

Every job is one `assay score` in a process of its own, whose peak memory the system tells; runs are made as they are
read, 1,000 documents a query, or written to the folder first and removed afterwards. A scattered run has the rows of
each query in 100 places, all over the file; its figures must be those of the same rows grouped.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np

N_DOCS = 1_000
PIECES = 100
N_RANKINGS = 50  # different ones; a query's is chosen by its number
MEASURES = ("nDCG@10", "AP", "RR", "P@10", "R@100")
BATCH = 4 << 20


def rankings() -> list[list[bytes]]:
    """Lines of rankings in pieces, with QUERY for the query's id."""
    chance = np.random.default_rng(0)
    found: list[list[bytes]] = []
    for _ in range(N_RANKINGS):
        docs = chance.choice(8_800_000, N_DOCS, replace=False).tolist()
        scores = np.sort(chance.gamma(4.0, 3.0, N_DOCS))[::-1].tolist()
        lines = [
            f"QUERY Q0 msmarco_{doc} {rank} {score:.6f} made-run\n".encode()
            for rank, (doc, score) in enumerate(zip(docs, scores, strict=True), start=1)
        ]
        size = N_DOCS // PIECES
        found.append([b"".join(lines[first : first + size]) for first in range(0, N_DOCS, size)])
    return found


def run_bytes(n_queries: int, order: str) -> Iterator[bytes]:
    made = rankings()
    whole = [b"".join(pieces) for pieces in made]
    if order == "grouped":
        for query in range(n_queries):
            yield whole[query % N_RANKINGS].replace(b"QUERY", b"%d" % (1_000_000 + query))
        return
    for piece in range(PIECES):
        for query in range(n_queries):
            yield made[query % N_RANKINGS][piece].replace(b"QUERY", b"%d" % (1_000_000 + query))


def write_run(target: int, n_queries: int, order: str) -> None:
    with open(target, "wb", buffering=BATCH) as file:
        file.writelines(run_bytes(n_queries, order))


def write_qrels(path: Path, n_queries: int) -> None:
    chance = np.random.default_rng(1)
    docs = [[line.split()[2].decode() for piece in pieces for line in piece.splitlines()] for pieces in rankings()]
    with path.open("w") as file:
        for query in range(n_queries):
            found = [docs[query % N_RANKINGS][place] for place in chance.integers(0, N_DOCS, 5).tolist()]
            names = dict.fromkeys([*found, *(f"lost_{number}" for number in range(5))])
            file.writelines(f"{1_000_000 + query} 0 {doc} {place % 4}\n" for place, doc in enumerate(names))


def scored(qrels: Path, n_queries: int, order: str, through: str, folder: Path) -> dict[str, object]:
    """Score one run; return its figures, the seconds it took and its peak memory."""
    command = [sys.executable, "-m", "assay.cli.main", "score", str(qrels), "--json"]
    command += [option for measure in MEASURES for option in ("-m", measure)]
    run = folder / f"{order}.trec"
    maker = None
    if through == "file":
        write_run(os.open(run, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), n_queries, order)
    else:
        maker = subprocess.Popen(
            [sys.executable, __file__, "--make", order, "--grouped", str(n_queries)], stdout=subprocess.PIPE
        )
    begun = perf_counter()
    with (folder / "scores.json").open("wb") as output:
        stdin = maker.stdout if maker else None
        process = subprocess.Popen([*command, str(run) if maker is None else "-"], stdin=stdin, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if maker is not None and maker.stdout is not None:
        maker.stdout.close()
        maker.wait()
    run.unlink(missing_ok=True)
    if process.returncode:
        sys.exit(f"{order} through a {through}: assay ended with {process.returncode}")
    document = json.loads((folder / "scores.json").read_text())
    (part,) = document["runs"].values()
    return {
        "figures": {name: one["mean"] for name, one in part["measures"].items()},
        "notices": [warning["text"] for warning in document["warnings"] if warning["code"] == "spilled"],
        "seconds": seconds,
        "processor": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss / 1024,
    }


def compare(n_queries: int, jobs: list[tuple[str, str]], folder: Path) -> None:
    qrels = folder / "huge.qrels"
    write_qrels(qrels, n_queries)
    figures: list[object] = []
    for order, through in jobs:
        found = scored(qrels, n_queries, order, through, folder)
        figures.append(found["figures"])
        print(
            f"{n_queries * N_DOCS:>11,} rows  {order:9}  {through:4}  {found['seconds']:7.1f} s"
            f"  {found['processor']:7.1f} s of processors  {found['peak']:6.0f} MiB",
            *found["notices"],
            flush=True,
        )
    print(f"{'':>11}  {figures[0]}")
    if any(one != figures[0] for one in figures):
        sys.exit(f"figures differ: {figures}")
    qrels.unlink()
    (folder / "scores.json").unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grouped", type=int, default=100_000, help="queries of the run that is grouped")
    parser.add_argument("--scattered", type=int, default=20_000, help="queries of the run that is scattered, too")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/assay-huge"), help="where files are made")
    parser.add_argument("--make", choices=["grouped", "scattered"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.make:
        write_run(sys.stdout.fileno(), given.grouped, given.make)
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    compare(given.grouped, [("grouped", "pipe")], given.folder)
    every = [(order, through) for order in ("grouped", "scattered") for through in ("file", "pipe")]
    compare(given.scattered, every, given.folder)


if __name__ == "__main__":
    main()
