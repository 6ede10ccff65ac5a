"""How likely an unjudged hit is relevant, learnt from the judged hits of the same systems."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.golden.retrieved import Retrieved
from assay.measures.judged_hits import Floats

_PRIOR = 3.0  # judged hits that the rate of all queries counts for in the rate of one
_RIDGE = 1.0  # matters where next to nothing is judged
_STEPS = 50
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rates:
    """Judged and relevant documents among the first hits, by query, and the share that is relevant overall."""

    judged: Mapping[str, int]
    relevant: Mapping[str, int]
    overall: float

    def of(self, query: str, *, without: bool | None = None) -> float:
        """Return the smoothed logit of a query's rate, leaving out one document that is relevant or is not."""
        left_out = without is not None
        relevant = self.relevant[query] - bool(without) + _PRIOR * self.overall
        return math.log(relevant / (self.judged[query] - left_out + _PRIOR - relevant))


def chances(retrieved: Retrieved, found: Sequence[tuple[str, str]], depth: int) -> Floats:
    """Return how likely each document is relevant; float64, shape (n_found,), between 0 and 1.

    Parameters
    ----------
    found
        (query id, document id) of unjudged documents, each among the first `depth` hits of some system.

    Notes
    -----
    Logistic regression with a ridge penalty over the judged documents among the first hits: on the best rank (log), the
    number of systems that retrieved it (log), the sum of its reciprocal ranks (log), and the rate of relevant documents
    of its query (logit; drawn to the rate of all queries, and without the document itself while learning). Where
    nothing is judged every chance is 1/2.

    Examples
    --------
    >>> run = {"q": ["a", "x", "b", "c"], "r": ["d", "e", "y", "f"]}
    >>> labels = {"q": {"a": 1.0, "b": 1.0, "c": 1.0}, "r": {"d": 0.0, "e": 0.0, "f": 0.0}}
    >>> given = Retrieved(rankings={"run": run}, labels=labels)
    >>> x, y = chances(given, [("q", "x"), ("r", "y")], 4)
    >>> bool(x > 0.5 > y)
    True
    """
    first = {query: _first(retrieved, query, depth) for query in retrieved.labels}
    known = [
        (query, doc, retrieved.labels[query][doc] >= retrieved.rel)
        for query, docs in first.items()
        for doc in docs
        if doc in retrieved.labels[query]
    ]
    rates = _rates(list(first), known)
    rows = [[*_places(first[query][doc]), rates.of(query, without=relevant)] for query, doc, relevant in known]
    weights = _fitted(np.array(rows).reshape(-1, 5), np.array([relevant for *_, relevant in known], dtype=np.float64))
    return _chance(np.array([[*_places(first[query][doc]), rates.of(query)] for query, doc in found]), weights)


def _first(retrieved: Retrieved, query: str, depth: int) -> dict[str, list[int]]:
    """Return the ranks of each document among the first hits of any system."""
    ranks: dict[str, list[int]] = {}
    for system in retrieved.rankings:
        for rank, doc in enumerate(retrieved.ranking(system, query)[:depth], start=1):
            ranks.setdefault(doc, []).append(rank)
    return ranks


def _rates(queries: Sequence[str], known: Sequence[tuple[str, str, bool]]) -> _Rates:
    judged, relevant = dict.fromkeys(queries, 0), dict.fromkeys(queries, 0)
    for query, _, is_relevant in known:
        judged[query] += 1
        relevant[query] += is_relevant
    return _Rates(judged=judged, relevant=relevant, overall=(sum(relevant.values()) + 1) / (len(known) + 2))


def _places(ranks: Sequence[int]) -> tuple[float, float, float, float]:
    """Return 1 and what the ranks of a document say."""
    reciprocal = sum(1.0 / rank for rank in ranks)
    return 1.0, float(np.log(min(ranks))), float(np.log(len(ranks))), float(np.log(reciprocal))


def _chance(rows: Floats, weights: Floats) -> Floats:
    return 0.5 * (1.0 + np.tanh(0.5 * np.asarray(rows @ weights, dtype=np.float64)))  # logistic, without overflow


def _fitted(rows: Floats, relevant: Floats) -> Floats:
    """Return the weights of ridge logistic regression, by Newton's method; shape (n_columns,)."""
    weights: Floats = np.zeros(len(rows.T), dtype=np.float64)
    for _ in range(_STEPS):
        before, weights = weights, _nearer(rows, relevant, weights)
        if np.allclose(before, weights, rtol=0.0, atol=_CLOSE):
            break
    return weights


def _nearer(rows: Floats, relevant: Floats, weights: Floats) -> Floats:
    """Return the weights after a step of Newton's method."""
    chance = _chance(rows, weights)
    slope = np.asarray(rows.T @ (chance - relevant), dtype=np.float64) + _RIDGE * weights
    curvature = np.asarray((rows.T * (chance * (1.0 - chance))) @ rows, dtype=np.float64)
    step = np.linalg.solve(curvature + _RIDGE * np.eye(len(weights)), slope)
    return np.asarray(weights - step, dtype=np.float64)
