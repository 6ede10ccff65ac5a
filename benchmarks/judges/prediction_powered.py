"""Coverage and width of corrected means on LLMJudge 2024: people's labels on a tenth of the pairs, a judge's on all.

    python benchmarks/judges/prediction_powered.py FOLDER

What is estimated is the mean over a fixed set of pairs, of which a tenth is drawn at random, 2,000 times: the mean
grade of the whole pool, and P@10 of rankings of 10 drawn from each query's pool (the pairs of all 25 queries, relevant
from grade 2). Judges are the best, a middling and the worst by quadratic kappa.
"""

import sys
from pathlib import Path

import numpy as np

from assay.files.qrels import read_qrels
from assay.stats.prediction_powered import prediction_powered_mean
from assay.stats.sample import Floats

JUDGES = ("Olz-gpt4o", "prophet-setting1", "TREMA-nuggets")
N_DRAWS, SHARE, REL, DEPTH = 2000, 0.1, 2.0, 10


def tried(human: Floats, judge: Floats, seed: int) -> tuple[float, ...]:
    """Return coverage, that of people alone, width beside theirs, mean weight, and median of effective_n / n."""
    chance = np.random.default_rng(seed)
    n = round(SHARE * len(human))
    held: list[tuple[float, ...]] = []
    for _ in range(N_DRAWS):
        asked = np.full(len(human), np.nan)
        chosen = chance.permutation(len(human))[:n]
        asked[chosen] = human[chosen]
        one = prediction_powered_mean(asked, judge)
        width, alone = one.high - one.low, one.human_high - one.human_low
        own = float(one.human_low <= human.mean() <= one.human_high)
        covered = float(one.low <= human.mean() <= one.high)
        held.append((covered, own, width, alone, one.weight, one.effective_n / n))
    table = np.array(held)
    covered, own, width, alone, weight, _ = table.mean(axis=0).tolist()
    return covered, own, width / alone, weight, float(np.median(table[:, 5]))


def main(folder: Path) -> None:
    people = read_qrels(folder / "qrels.tsv").grades
    chance = np.random.default_rng(0)
    pool = [(query, doc) for query in people for doc in people[query]]
    ranked = [(query, doc) for query in people for doc in chance.permutation(list(people[query]))[:DEPTH].tolist()]
    first = "| judge | mean of | pairs | labelled | coverage | people alone"
    print(first + " | width / people's alone | weight | labels it is worth |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in JUDGES:
        judge = read_qrels(folder / "judges" / f"{name}.tsv").grades
        for what, pairs in (("grade", pool), (f"P(rel=2)@{DEPTH}", ranked)):
            y, f = (np.array([side[query][doc] for query, doc in pairs]) for side in (people, judge))
            if what != "grade":
                y, f = (y >= REL).astype(np.float64), (f >= REL).astype(np.float64)
            coverage, own, width, weight, worth = tried(y, f, seed=1)
            cells = f"{coverage:.1%} | {own:.1%} | {width:.2f} | {weight:.2f} | {worth:.2f}x"
            print(f"| {name} | {what} | {len(pairs)} | {round(SHARE * len(pairs))} | {cells} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
