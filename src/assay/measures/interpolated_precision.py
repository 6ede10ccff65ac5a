"""The points of a precision-recall graph."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, position_in_query, undefined_without_relevant
from assay.measures.measure import BinaryMeasure
from assay.measures.parameter import number, shares

Rounding = Literal["up", "nearest"]
ELEVEN = tuple(tenth / 10 for tenth in range(11))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IPrec(BinaryMeasure):
    r"""Interpolated precision: the best precision at a recall of at least so much.

    .. math:: \mathrm{IPrec}_r(q) = \max_{i:\ n_i \ge \lfloor r R + 0.9 \rfloor} \frac{n_i}{i}

    n_i is the number of relevant documents among the first i hits, R that of all; 0 where so many are never found.

    Parameters
    ----------
    recall
        The level r, from 0 to 1: what ``@`` sets.
    rounding
        How r R becomes a number of documents. ``"up"``: whatever exceeds a whole number by a tenth counts as one more
        (trec_eval 9, pytrec_eval; in their floating point, where 0.7 of 3 is below 2.1). ``"nearest"``: as trec_eval
        10, which reads ``.10`` of 12 documents as 1, not 2.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a relevant document. As trec_eval's ``iprec_at_recall``.

    Examples
    --------
    >>> IPrec() @ 0.1
    IPrec@0.1
    """

    symbol: ClassVar[str] = "IPrec"
    takes_k: ClassVar[bool] = False
    at: ClassVar[str] = "recall"

    recall: float = 0.0
    rounding: Rounding = "up"

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        says = "a number from 0 to 1"
        level = number(self.symbol, "recall", self.recall, says=says, allowed=lambda level: 0 <= level <= 1)
        object.__setattr__(self, "recall", level)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        return _interpolated(judged, rel, (self.recall,), self.rounding)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ElevenPoint(BinaryMeasure):
    r"""Interpolated precision, averaged over levels of recall: 0, 0.1, ..., 1.

    .. math:: \mathrm{11ptAvg}(q) = \frac{1}{|L|} \sum_{r \in L} \mathrm{IPrec}_r(q)

    Parameters
    ----------
    levels
        The levels L, each from 0 to 1.
    rounding
        As in `IPrec`.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a relevant document. As trec_eval's ``11pt_avg``; superseded by AP.

    Examples
    --------
    >>> ElevenPoint(levels=[0.25, 0.5, 0.75])
    11ptAvg(levels=[0.25,0.5,0.75])
    """

    symbol: ClassVar[str] = "11ptAvg"
    takes_k: ClassVar[bool] = False

    levels: tuple[float, ...] = ELEVEN
    rounding: Rounding = "up"

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        object.__setattr__(self, "levels", shares(self.symbol, "levels", self.levels))

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        return _interpolated(judged, self.threshold(judged), self.levels, self.rounding)


def _interpolated(judged: JudgedHits, rel: float, levels: tuple[float, ...], rounding: Rounding) -> Floats:
    """Average interpolated precision over `levels`; shape (n_queries,)."""
    found = judged.grade >= rel
    query, n_relevant = judged.query[found], judged.n_relevant(rel)
    n_found = position_in_query(query)
    precision = n_found / judged.rank[found]
    total = np.zeros(judged.n_queries)
    for level in levels:
        reached = n_found >= _documents(level * n_relevant.astype(np.float64), rounding)[query]
        best = np.zeros(judged.n_queries)
        np.maximum.at(best, query[reached], precision[reached])
        total += best
    return undefined_without_relevant(total / len(levels), n_relevant)


def _documents(share: Floats, rounding: Rounding) -> Floats:
    whole = np.floor(share)
    return np.floor(share + 0.9) if rounding == "up" else whole + (share - whole >= 0.5)
