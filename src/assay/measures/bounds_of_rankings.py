"""Bounds of AP and R-precision: of m relevant holes, the first m are best and the last m are worst."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from assay.measures.average_precision import AP
from assay.measures.holes import Holes
from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.r_precision import Rprec


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Ranking:
    """Ranks of one query's relevant hits and of its holes, int64, ascending; and all that is known to be relevant."""

    relevant: Ints
    holes: Ints
    n_relevant: int


def ap_bounds(measure: AP, judged: JudgedHits, holes: Holes) -> tuple[Floats, Floats]:
    """Return the least and the greatest AP over all ways to judge the holes; each of shape (n_queries,).

    Notes
    -----
    Where m holes are relevant, the sum of precisions is largest with the first m and smallest with the last m: relevant
    places that are all at least as early add at least as much. Both sums follow from m to m + 1 by one addition.
    """
    return _over_queries(judged, holes, measure.threshold(judged), lambda ranking: _ap(measure, ranking))


def r_precision_bounds(measure: Rprec, judged: JudgedHits, holes: Holes) -> tuple[Floats, Floats]:
    """Return the least and the greatest R-precision over all ways to judge the holes; each of shape (n_queries,)."""
    return _over_queries(judged, holes, measure.threshold(judged), lambda ranking: _r_precision(measure, ranking))


def _over_queries(
    judged: JudgedHits, holes: Holes, rel: float, extremes: Callable[[_Ranking], tuple[Floats, Floats]]
) -> tuple[Floats, Floats]:
    low, high = np.empty(judged.n_queries), np.empty(judged.n_queries)
    for query, ranking in enumerate(_rankings(judged, holes, rel)):
        worst, best = extremes(ranking)
        low[query], high[query] = np.fmin.reduce(worst), np.fmax.reduce(best)
    return low, high


def _rankings(judged: JudgedHits, holes: Holes, rel: float) -> Iterator[_Ranking]:
    found, n_relevant = judged.grade >= rel, judged.n_relevant(rel)
    query, rank = judged.query[found], judged.rank[found]
    ends = np.searchsorted(query, np.arange(judged.n_queries + 1)).tolist()
    for number, (first, end) in enumerate(pairwise(ends)):
        yield _Ranking(relevant=rank[first:end], holes=holes.of(number), n_relevant=int(n_relevant[number]))


def _ap(measure: AP, ranking: _Ranking) -> tuple[Floats, Floats]:
    """Return AP with the last m holes relevant and with the first m, for each m from 0; NaN where undefined."""
    relevant, holes, k = ranking.relevant, ranking.holes, measure.k or np.inf
    share = np.where(relevant <= k, 1.0 / relevant, 0.0)
    inverse = np.where(holes <= k, 1.0 / holes, 0.0)
    before = np.searchsorted(relevant, holes)
    sums = _from_zero(share)
    behind = sums[-1] - sums[before]  # what each relevant hit behind a hole gains by it
    known = float(share @ np.arange(1, len(relevant) + 1))
    first = known + _from_zero((before + np.arange(1, len(holes) + 1)) * inverse + behind)
    later = _from_zero(inverse[::-1])[:-1]
    last = known + _from_zero(((before + 1) * inverse + behind)[::-1] + later)
    m = np.arange(len(holes) + 1)
    if measure.norm == "relevant":
        norms = ranking.n_relevant + m, ranking.n_relevant + m
    else:
        n_found, counted = int((relevant <= k).sum()), (holes <= k).astype(np.float64)
        norms = n_found + _from_zero(counted[::-1]), n_found + _from_zero(counted)
    defined = ranking.n_relevant + m > 0
    return _shares(last, norms[0], defined), _shares(first, norms[1], defined)


def _r_precision(measure: Rprec, ranking: _Ranking) -> tuple[Floats, Floats]:
    """Return R-precision with the last m holes relevant and with the first m, for each m from 0."""
    m = np.arange(len(ranking.holes) + 1)
    depth = np.floor((1.0 if measure.mult is None else measure.mult) * (ranking.n_relevant + m) + 0.9)
    known = np.searchsorted(ranking.relevant, depth, side="right")
    within = np.searchsorted(ranking.holes, depth, side="right")
    worst = known + np.maximum(m - (len(ranking.holes) - within), 0)
    defined = ranking.n_relevant + m > 0
    return _shares(worst, depth, defined), _shares(known + np.minimum(m, within), depth, defined)


def _from_zero(value: Floats) -> Floats:
    """Return the sums of the first 0, 1, 2, ... values."""
    return np.concatenate([[0.0], np.cumsum(value)])


def _shares(value: Floats | Ints, norm: Floats | Ints, defined: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
    """Divide, 0 where there is nothing to divide by; NaN where undefined."""
    shares = np.divide(value, norm, out=np.zeros(len(value)), where=np.asarray(norm) > 0)
    return np.where(defined, shares, np.nan)
