"""Between which values a measure lies, whatever the hits are worth that nobody has judged."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.measures.average_precision import AP
from assay.measures.bounds_of_ndcg import ndcg_bounds
from assay.measures.bounds_of_rankings import ap_bounds, r_precision_bounds
from assay.measures.dcg import DCG
from assay.measures.err import ERR
from assay.measures.f_measure import F
from assay.measures.gain import GainMeasure
from assay.measures.hit_rate import HitRate
from assay.measures.holes import Holes, judged_with, with_unretrieved
from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.measure import BinaryMeasure, Measure
from assay.measures.ndcg import NDCG
from assay.measures.precision import P
from assay.measures.r_precision import Rprec
from assay.measures.rank_biased_precision import RBP
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bounds:
    """The least and the greatest value of a measure over every way to judge the holes.

    Parameters
    ----------
    low, high
        float64, shape (n_queries,): NaN where no way of judging gives a value.
    """

    low: Floats
    high: Floats


def bounds(
    measure: Measure,
    judged: JudgedHits,
    holes: Holes,
    *,
    max_grade: float | None = None,
    unretrieved: Ints | None = None,
) -> Bounds | None:
    """Return the exact extremes of a measure over every way in which the holes could be judged.

    Parameters
    ----------
    holes
        The unjudged hits of the same rankings.
    max_grade
        Top of the scale: a hole may get any whole grade from 0 to it. None takes the largest grade in the judgements,
        and the threshold of relevance where that is larger.
    unretrieved
        int64, shape (n_queries,): how many documents nobody judged that the ranking does not hold, such as those other
        systems retrieved; any of them may turn out relevant. None takes 0.

    Returns
    -------
    Bounds or None
        None for a measure whose extremes nobody has worked out here: bpref, infAP, AUC, nERR, Q, those over aspects,
        RBP by the query's own largest grade, and gains that give a document of grade 0 something.

    Notes
    -----
    A hole that turns out relevant also enters the pool: recall and AP are then divided by one more document, and the
    ideal of nDCG grows, so none of the three is monotone in what the holes are worth.

    P, HitRate, RR, DCG, RBP and ERR never fall by a better grade: every hole at 0, and every hole at the top. R and F
    rise with relevant holes within k and fall with those beyond: one kind relevant and the other not. AP and Rprec: of
    m relevant holes the first m are best and the last m worst, so the extremes over m. nDCG is worst as these, between
    grades 0 and the top, because it is quasi-concave in each gain; best by Dinkelbach's method for ratios, exact
    because each step of the scale is free of the others.

    A document that was not retrieved only enters the pool. However the hits are judged, more and better ones never
    raise R, F, AP or nDCG, so that the extremes are with none of them, or all at the top; Rprec, whose depth they move,
    is tried with each number of them. To the others it only matters whether there is any, as it may be what gives a
    query its value.

    Ways of judging that leave a query without a value, because nothing is relevant, are left out: a query that is
    undefined as it is judged has bounds where some hole could define it. O(hits).

    Examples
    --------
    >>> from assay.labels.judging import judge
    >>> from assay.measures import R
    >>> judged = judge([["a", "x", "y"]], [{"a": 1, "b": 1}])
    >>> found = bounds(R() @ 2, judged, Holes.between(judged))
    >>> found.low.tolist(), found.high.tolist()
    ([0.3333333333333333], [0.6666666666666666])
    """
    rule = _RULES.get(type(measure))
    if rule is None:
        return None
    top = max(float(judged.pool_grade.max(initial=0.0)), judged.rel) if max_grade is None else max_grade
    found = [rule(measure, table, holes, top) for table in _pools(measure, judged, unretrieved, top)]
    known = [extremes for extremes in found if extremes is not None]
    if len(known) < len(found):
        return None
    return Bounds(
        low=np.fmin.reduce([low for low, _ in known]),
        high=np.fmax.reduce([high for _, high in known]),
    )


def _pools(measure: Measure, judged: JudgedHits, unretrieved: Ints | None, top: float) -> Iterator[JudgedHits]:
    """Yield what is judged, and the same with those pools of relevant unretrieved documents that may be extreme."""
    yield judged
    if unretrieved is None or not unretrieved.any():
        return
    most = int(unretrieved.max())
    grade = _best_grade(measure, judged, top)
    for n in range(1, most + 1) if isinstance(measure, Rprec) else (most,):
        yield with_unretrieved(judged, np.minimum(unretrieved, n), grade)


def _best_grade(measure: Measure, judged: JudgedHits, top: float) -> float:
    """Return the grade of the scale that does most for a measure's ideal, or makes a document relevant."""
    if isinstance(measure, GainMeasure):
        grades = scale(top)
        return float(grades[np.argmax(measure.gains(grades))])
    return max(top, measure.threshold(judged) if isinstance(measure, BinaryMeasure) else judged.rel)


def scale(top: float) -> Floats:
    """Return the grades a hole may get: the whole numbers from 0, and the top."""
    return np.unique(np.array([*range(int(top) + 1), top], dtype=np.float64))


def _extremes(measure: Measure, tables: Sequence[JudgedHits]) -> tuple[Floats, Floats]:
    values = np.stack([measure.per_query(table) for table in tables])
    return np.fmin.reduce(values), np.fmax.reduce(values)


def _monotone(measure: Measure, judged: JudgedHits, holes: Holes, top: float) -> tuple[Floats, Floats] | None:
    """Take the extremes over no hole, all of them, and the last one, which may be what defines a query."""
    grades = _least_and_most(measure, judged, top)
    if grades is None:
        return None
    least, most = grades
    every = np.ones(len(holes.query), dtype=np.bool_)
    tables = [judged, judged_with(judged, holes, every, most), judged_with(judged, holes, holes.is_last, least)]
    return _extremes(measure, tables)


def _least_and_most(measure: Measure, judged: JudgedHits, top: float) -> tuple[float, float] | None:
    """Return the grade that does least for a query and yet defines it, and the one that does most."""
    if isinstance(measure, GainMeasure):
        grades = scale(top)
        gains = measure.gains(grades)
        if gains[0] > 0:
            return None
        if not gains.any():
            return 0.0, 0.0
        least = int(np.argmin(np.where(gains > 0, gains, np.inf)))
        return float(grades[least]), float(grades[np.argmax(gains)])
    threshold = measure.threshold(judged) if isinstance(measure, BinaryMeasure) else judged.rel
    if isinstance(measure, RBP) and measure.gain == "query":
        return None
    return threshold, max(top, threshold)


def _shared(measure: Measure, judged: JudgedHits, holes: Holes, top: float) -> tuple[Floats, Floats]:
    """Take the extremes over holes within k relevant, or those beyond, for what is divided by all that is relevant."""
    grade = max(top, measure.threshold(judged)) if isinstance(measure, BinaryMeasure) else top
    within = holes.rank <= (measure.k or np.inf)
    chosen = [within, ~within, holes.is_last]
    return _extremes(measure, [judged, *(judged_with(judged, holes, some, grade) for some in chosen)])


def _ndcg(measure: Measure, judged: JudgedHits, holes: Holes, top: float) -> tuple[Floats, Floats] | None:
    return ndcg_bounds(measure, judged, holes, scale(top)) if isinstance(measure, NDCG) else None


def _ap(measure: Measure, judged: JudgedHits, holes: Holes, _: float) -> tuple[Floats, Floats] | None:
    return ap_bounds(measure, judged, holes) if isinstance(measure, AP) else None


def _r_precision(measure: Measure, judged: JudgedHits, holes: Holes, _: float) -> tuple[Floats, Floats] | None:
    return r_precision_bounds(measure, judged, holes) if isinstance(measure, Rprec) else None


_Rule = Callable[[Measure, JudgedHits, Holes, float], tuple[Floats, Floats] | None]
_RULES: dict[type[Measure], _Rule] = {
    **dict.fromkeys((P, HitRate, RR, DCG, RBP, ERR), _monotone),
    **dict.fromkeys((R, F), _shared),
    NDCG: _ndcg,
    AP: _ap,
    Rprec: _r_precision,
}
