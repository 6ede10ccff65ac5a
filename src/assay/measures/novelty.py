"""Gain that an aspect loses each time it is answered again: what alpha-nDCG, ERR-IA and NRBP have in common."""

import math
from abc import abstractmethod
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

import numpy as np

from assay.measures.aspect_measure import AspectMeasure
from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints, divide, position_in_query, sum_per_query
from assay.measures.parameter import number

GREEDY_BOUNDS = (0.0, math.e / (math.e - 1))
"""Values over a greedy ideal: the gain of a set is submodular, so the greedy order has at least 1 - 1/e of the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NovelGains:
    """What the places of rankings gain.

    Parameters
    ----------
    query, rank
        int64, shape (n_rows,): the place; the same one may stand in several rows.
    gain
        float64, shape (n_rows,): at least 0.
    """

    query: Ints
    rank: Ints
    gain: Floats


def novel_gains(hits: AspectHits, *, rel: float, alpha: float, k: int | None) -> NovelGains:
    """Return a row for each aspect each of the first k hits answers: (1 - alpha) to how often it was answered before.

    Notes
    -----
    O(n_hit_labels).
    """
    aspect, rank = hits.answers(rel, k)
    gain = np.power(1.0 - alpha, position_in_query(aspect) - 1)
    return NovelGains(query=hits.aspect_query[aspect], rank=rank, gain=gain)


def greedy_ideal(hits: AspectHits, *, rel: float, alpha: float, k: int | None) -> NovelGains:
    """Return a row for each place of an ideal ranking: at each, the document that gains most after those before.

    To find the best ranking is NP-complete; this is the order ndeval takes for it. Among equals the document with the
    greatest id comes first, as there: the choice can matter for the places below.

    Notes
    -----
    A step over all labels of documents not yet taken for each place: O(n_labels * min(k, documents that answer)).
    """
    kept = hits.label_grade >= rel
    doc, aspect = hits.label_doc[kept], hits.label_aspect[kept]
    worth = np.ones(len(hits.aspect_query))
    rows: list[tuple[Ints, Ints, Floats]] = []
    for rank in count(1):
        if len(doc) == 0 or (k is not None and rank > k):
            break
        docs, row = np.unique(doc, return_inverse=True)
        gain = sum_per_query(row, worth[aspect], len(docs))
        queries, chosen, best = _last_of_the_best(hits.doc_query[docs], gain)
        rows.append((queries, np.full(len(queries), rank), best))
        taken = np.zeros(len(docs), dtype=np.bool_)
        taken[chosen] = True
        worth[aspect[taken[row]]] *= 1.0 - alpha
        doc, aspect = doc[~taken[row]], aspect[~taken[row]]
    empty = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))
    query, places, gains = (np.concatenate(column) for column in zip(empty, *rows, strict=True))
    return NovelGains(query=query, rank=places, gain=gains)


def _last_of_the_best(query: Ints, gain: Floats) -> tuple[Ints, Ints, Floats]:
    """Return each query, the last of its rows that gains most, and what it gains; `query` sorted, not empty."""
    queries, start, size = np.unique(query, return_index=True, return_counts=True)
    best = np.maximum.reduceat(gain, start)
    tied = np.flatnonzero(gain == np.repeat(best, size))
    last = np.searchsorted(query[tied], queries, side="right") - 1
    return queries, tied[last], best


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NoveltyMeasure(AspectMeasure):
    """Novel gains, discounted by rank, over what could be gained.

    Parameters
    ----------
    alpha
        In [0, 1]: the share of its gain an aspect loses each time it is answered.
    """

    least_alpha: ClassVar[float] = 0.0

    alpha: float = 0.5

    def __post_init__(self) -> None:
        AspectMeasure.__post_init__(self)
        least = self.least_alpha
        says = f"a number from {least:g} to 1"
        alpha = number(self.symbol, "alpha", self.alpha, says=says, allowed=lambda alpha: least <= alpha <= 1)
        object.__setattr__(self, "alpha", alpha)

    def over_aspects(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Divide what the ranking gains by what could be gained."""
        gains = novel_gains(hits, rel=self.threshold(hits), alpha=self.alpha, k=self.k)
        return divide(self.discounted(gains, hits.n_queries), self.reachable(hits, n_aspects))

    def discounted(self, gains: NovelGains, n_queries: int) -> Floats:
        """Sum the discounted gains; shape (n_queries,)."""
        return sum_per_query(gains.query, gains.gain * self.discount(gains.rank), n_queries)

    @abstractmethod
    def discount(self, rank: Ints) -> Floats:
        """Return what a gain at each rank is worth; shape (n_rows,)."""

    def reachable(self, hits: AspectHits, n_aspects: Ints) -> Floats:  # noqa: ARG002 - others count the aspects
        """Return what could be gained, here by the greedy ideal of all labelled documents; shape (n_queries,)."""
        ideal = greedy_ideal(hits, rel=self.threshold(hits), alpha=self.alpha, k=self.k)
        return self.discounted(ideal, hits.n_queries)
