"""Bounds of nDCG, whose ideal grows with every hole that gains."""

from dataclasses import dataclass, replace

import numpy as np

from assay.measures.dcg import dcg
from assay.measures.holes import Holes
from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.ndcg import NDCG

_ENOUGH = 1e-12  # a relative step that is rounding
_STEPS = 60  # of a method that converges faster than linearly; in practice below ten


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Query:
    """What one query's nDCG is made of, with h holes and J gains above 0 that a hole may get.

    Parameters
    ----------
    best, worst
        float64, shape (h + 1,): the discounts of the first, and of the last, m holes, summed.
    rise
        float64, shape (J,): how much each gain is above the one below it.
    above
        What documents add to the ideal by gains that no hole can reach.
    ideal
        float64, shape (J, h + 1): what the step of each gain adds to the ideal where m holes have taken it.
    found
        The DCG of what is judged.
    gains
        Whether any judged document gains: else a hole must, for a value to be there.
    """

    best: Floats
    worst: Floats
    rise: Floats
    above: float
    ideal: Floats
    found: float = 0.0
    gains: bool = False


def ndcg_bounds(measure: NDCG, judged: JudgedHits, holes: Holes, grades: Floats) -> tuple[Floats, Floats] | None:
    r"""Return the least and the greatest nDCG over all ways to judge the holes; each of shape (n_queries,).

    Parameters
    ----------
    grades
        float64: those a hole may get, 0 the first.

    Returns
    -------
    tuple or None
        None where a document of grade 0 gains.

    Notes
    -----
    Let gains rise in steps of :math:`\delta_j`, and :math:`m_j` be the number of holes that gain at least step j. With
    the holes graded in their order, :math:`\mathrm{DCG} = D + \sum_j \delta_j H(m_j)`, where H sums the discounts of
    the first holes, and the ideal is a sum over j of functions of :math:`m_j` alone. For a value t,
    :math:`\mathrm{DCG} - t \, \mathrm{IDCG}` is therefore largest where each step's part is, and Dinkelbach's method
    (1967) finds the largest ratio; :math:`m_j` falls with j by itself, because the ideal gives lower steps less. The
    least value has holes at 0 and at the top only, for a ratio of a linear and a convex function is quasi-concave.
    O(holes) for each query and step.
    """
    allowed = np.unique(measure.gains(grades))
    if measure.gains(grades[:1])[0] > 0:
        return None
    low = measure.per_query(judged)
    high = low.copy()
    known = dcg(judged.query, judged.rank, measure.gains(judged.grade), n_queries=judged.n_queries, k=measure.k)
    queries: list[int] = np.unique(holes.query).tolist()
    for query in queries:
        pool = measure.gains(judged.pool_grade[slice(*np.searchsorted(judged.pool_query, [query, query + 1]))])
        hits = measure.gains(judged.grade[slice(*np.searchsorted(judged.query, [query, query + 1]))])
        documents = pool if measure.ideal == "judged" else hits
        parts = replace(
            _query(documents, holes.of(query), allowed[allowed > 0], k=measure.k),
            found=float(known[query]),
            gains=bool((pool > 0).any()),
        )
        low[query], high[query] = _least(parts), _most(parts)
    return low, high


def _query(documents: Floats, ranks: Ints, allowed: Floats, *, k: int | None) -> _Query:
    """Return what the gains of the documents that make the ideal, and the holes, say of a query."""
    documents = np.sort(documents)
    levels = np.unique(np.concatenate([documents[documents > 0], allowed]))
    rise = np.diff(levels, prepend=0.0)
    at_least = len(documents) - np.searchsorted(documents, levels)
    discounts = _discounts(np.arange(1, len(documents) + len(ranks) + 1), k)
    sums = _from_zero(discounts)
    step = np.searchsorted(allowed, levels)  # the gain a hole must have to take part in this level
    ideal = np.zeros((len(allowed), len(ranks) + 1))
    reached = step < len(allowed)
    for level in np.flatnonzero(reached).tolist():
        ideal[step[level]] += rise[level] * sums[at_least[level] : at_least[level] + len(ranks) + 1]
    here = _discounts(ranks, k)
    return _Query(
        best=_from_zero(here),
        worst=_from_zero(here[::-1]),
        rise=np.diff(allowed, prepend=0.0),
        above=float(rise[~reached] @ sums[at_least[~reached]]),
        ideal=ideal,
    )


def _least(parts: _Query) -> float:
    values = _at_the_top(parts, parts.worst)
    return float(np.fmin.reduce(values))


def _most(parts: _Query) -> float:
    value, steps = float(np.fmax.reduce(_at_the_top(parts, parts.best))), np.arange(len(parts.rise))
    for _ in range(_STEPS):
        left = parts.rise[:, np.newaxis] * parts.best - value * parts.ideal
        m = left.argmax(axis=1)
        ideal = parts.above + float(parts.ideal[steps, m].sum())
        better = (parts.found + float(parts.rise @ parts.best[m])) / ideal if ideal > 0 else 0.0
        if not better > value * (1 + _ENOUGH):
            break
        value = better
    return value


def _at_the_top(parts: _Query, discounts: Floats) -> Floats:
    """Return nDCG with 0, 1, 2, ... holes of the greatest gain; NaN where nothing gains."""
    ideal = parts.above + parts.ideal.sum(axis=0)
    dcg_here = parts.found + parts.rise.sum() * discounts
    values = np.divide(dcg_here, ideal, out=np.zeros(len(ideal)), where=ideal > 0)
    if not parts.gains:
        values[0 if parts.rise.any() else slice(None)] = np.nan
    return values


def _discounts(rank: Ints, k: int | None) -> Floats:
    return np.where(rank <= (k or np.inf), 1.0 / np.log2(rank + 1.0), 0.0)


def _from_zero(value: Floats) -> Floats:
    """Return the sums of the first 0, 1, 2, ... values."""
    return np.concatenate([[0.0], np.cumsum(value)])
