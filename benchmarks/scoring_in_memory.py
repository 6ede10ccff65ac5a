"""10,000 cases with 100 hits each, already in memory, scored by every measure at k = 1, 3, 5, 10.

    python benchmarks/scoring_in_memory.py

Beside Assay, pytrec_eval scores the same rankings where it is installed, in the same run; figures are the best of
several rounds, and the ratio is what counts. What is made ready beforehand (cases and answers for Assay, dicts of
scores for pytrec_eval) is not timed; labelling, measuring and counting tokens are.
"""

import importlib.util
import random
from collections.abc import Callable, Mapping
from time import perf_counter

from assay.data.case import RetrievalTestCase
from assay.data.golden_set import GoldenSet
from assay.data.hit import Hit
from assay.evaluation.asking import Answer
from assay.evaluation.scoring import score_answers
from assay.evaluation.settings import Settings, measures_at

N_CASES, N_HITS, N_RELEVANT, N_DOCUMENTS = 10_000, 100, 5, 100_000
K = (1, 3, 5, 10)
ROUNDS = 5
PEER_MEASURES = {f"{name}.1,3,5,10" for name in ("success", "P", "recall", "ndcg_cut", "map_cut")} | {"recip_rank"}


def made(seed: int) -> tuple[GoldenSet, list[Answer]]:
    """Make cases and rankings that find about half of the relevant documents, many of them near the top."""
    chance = random.Random(seed)
    cases: list[RetrievalTestCase] = []
    answers: list[Answer] = []
    for number in range(N_CASES):
        ids = [f"d{doc}" for doc in chance.sample(range(N_DOCUMENTS), N_HITS + N_RELEVANT)]
        hits, missed = ids[:N_HITS], ids[N_HITS:]
        found = [hits[min(int(chance.expovariate(0.1)), N_HITS - 1)] for _ in range(N_RELEVANT // 2)]
        relevant = dict.fromkeys([*found, *missed], 1) | {found[0]: 2}
        cases.append(RetrievalTestCase(f"question {number}", relevant, id=f"q{number}"))
        answers.append(Answer(hits=[Hit(doc_id, 100.0 - rank) for rank, doc_id in enumerate(hits)], latency_s=0.0))
    return GoldenSet(cases=tuple(cases)), answers


def best_of(rounds: int, work: Callable[[], object]) -> float:
    def once() -> float:
        started = perf_counter()
        work()
        return perf_counter() - started

    return min(once() for _ in range(rounds))


def peer(golden: GoldenSet, answers: list[Answer]) -> Callable[[], object]:
    import pytrec_eval  # noqa: PLC0415 - optional

    qrels: Mapping[str, Mapping[str, int]] = {
        str(case.id): {doc: int(grade) for doc, grade in case.grades().items()} for case in golden
    }
    pairs = zip(golden, answers, strict=True)
    run = {str(case.id): {hit.doc_id: hit.score for hit in answer.hits} for case, answer in pairs}
    return lambda: pytrec_eval.RelevanceEvaluator(qrels, PEER_MEASURES).evaluate(run)


def main() -> None:
    golden, answers = made(seed=0)
    settings, measures = Settings(k=K, rel=1.0, retriever="made"), measures_at(K)
    ours = best_of(ROUNDS, lambda: score_answers(golden, answers, settings, measures))
    print(f"{N_CASES} cases x {N_HITS} hits, {len(measures)} measures")
    print(f"assay        {ours:.3f} s")
    if importlib.util.find_spec("pytrec_eval") is None:
        print("pytrec_eval  not installed (pip install pytrec-eval-terrier)")
        return
    theirs = best_of(ROUNDS, peer(golden, answers))
    print(f"pytrec_eval  {theirs:.3f} s, {theirs / ours:.1f} times as long")


if __name__ == "__main__":
    main()
