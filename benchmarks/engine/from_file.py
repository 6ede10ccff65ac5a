"""One library scores one run file with five measures, or with all of trec_eval's: a whole process, as from a shell.

    python benchmarks/engine/from_file.py pytrec_eval qrels.txt run.txt [--all]

It loads nothing but the library and prints a line a measure. Assay's own is its command, ``assay score``.
"""
# ruff: noqa: PLC0415 - a library is imported in the process that measures it

import sys
from collections.abc import Callable

NAMES = ("ndcg_cut_10", "map", "recip_rank", "P_10", "recall_100")


def pytrec_eval(qrels: str, run: str, *, every: bool) -> list[float]:
    import pytrec_eval as library

    wanted = library.supported_measures if every else set(NAMES)
    with open(qrels) as qrels_file, open(run) as run_file:
        judgements, rankings = library.parse_qrel(qrels_file), library.parse_run(run_file)
    found = library.RelevanceEvaluator(judgements, wanted).evaluate(rankings)
    names = sorted(next(iter(found.values()))) if every else NAMES
    return [sum(one[name] for one in found.values()) / len(found) for name in names]


def ir_measures(qrels: str, run: str, *, every: bool) -> list[float]:
    import ir_measures as library
    from ir_measures import AP, RR, P, R, nDCG

    measures = [] if every else [nDCG @ 10, AP, RR, P @ 10, R @ 100]
    found = library.calc_aggregate(measures, library.read_trec_qrels(qrels), library.read_trec_run(run))
    return [float(found[measure]) for measure in measures]


def ranx(qrels: str, run: str, *, every: bool) -> list[float]:
    from ranx import Qrels, Run, evaluate

    names = [] if every else ["ndcg@10", "map", "mrr", "precision@10", "recall@100"]
    judgements, rankings = Qrels.from_file(qrels, kind="trec"), Run.from_file(run, kind="trec")
    found = evaluate(judgements, rankings, names, make_comparable=True)
    return [float(found[name]) for name in names]


LIBRARIES: dict[str, Callable[..., list[float]]] = {
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
}

if __name__ == "__main__":
    for value in LIBRARIES[sys.argv[1]](sys.argv[2], sys.argv[3], every="--all" in sys.argv[4:]):
        print(value)
