"""Real per-query scores to draw from: runs of TREC DL 2019 and Cranfield, found below ASSAY_DATA."""

import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

import assay
from assay.stats.sample import Floats, Ints

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("ASSAY_DATA", ROOT.parent / "shared" / "data"))
COLLECTIONS = ("trec-dl19-runs", "cranfield")
MEASURES = ("nDCG@10", "nDCG@5", "AP", "RR", "R@5", "R@10", "P@5", "P@10", "HitRate@1", "HitRate@3")


def scores(collection: str) -> dict[str, dict[str, Floats]]:
    """Return for each run and measure the value of each query; shape (n_queries,)."""
    folder = DATA / collection
    runs = sorted((folder / "runs").glob("*.trec"))
    if not runs:
        raise SystemExit(f"no runs below {folder}: set ASSAY_DATA to the folder of the real collections")
    scored = assay.score(folder / "qrels.tsv", [str(run) for run in runs], " ".join(MEASURES))
    return {
        Path(run.name).name.removesuffix(".trec"): dict(zip(MEASURES, run.values, strict=True)) for run in scored.runs
    }


def populations(measure: str) -> dict[str, Floats]:
    """Return the defined values of each run of each collection."""
    return {
        run: by_measure[measure][~np.isnan(by_measure[measure])]
        for collection in COLLECTIONS
        for run, by_measure in scores(collection).items()
    }


def pairs(measure: str, collections: Sequence[str] = COLLECTIONS) -> dict[str, Floats]:
    """Return the differences of each pair of runs of one collection."""
    return {
        f"{one} : {other}": runs[other][measure] - runs[one][measure]
        for collection in collections
        for runs in [scores(collection)]
        for one, other in combinations(runs, 2)
    }


def swapped(differences: Floats, chance: np.random.Generator) -> Floats:
    """Give the two systems their names at random, query by query: neither is better."""
    return differences * chance.choice([-1.0, 1.0], size=len(differences))


def in_clusters(
    n_values: int, n_clusters: int, chance: np.random.Generator, *, alike: float = 0.8
) -> tuple[Ints, Ints]:
    """Draw places of a population in clusters of uneven size.

    Each cluster has a place of its own, which `alike` of its queries share (paraphrases of one question); the others
    draw their own. Sizes are 1 and more, 5 on average. Every query is drawn from the whole population, so that its mean
    is the true one.
    """
    sizes = 1 + chance.poisson(1.0, n_clusters) + chance.geometric(0.25, n_clusters) - 1
    cluster = np.repeat(np.arange(n_clusters), sizes)
    own = chance.integers(n_values, size=len(cluster))
    shared = chance.integers(n_values, size=n_clusters)[cluster]
    return np.where(chance.random(len(cluster)) < alike, shared, own), cluster
