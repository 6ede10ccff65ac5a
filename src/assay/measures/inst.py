"""What a reader with a goal gains per document looked at."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.graded import GradedMeasure
from assay.measures.judged_hits import (
    Floats,
    JudgedHits,
    divide,
    running_sum,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.parameter import number
from assay.measures.running import previous, product_before


def trigamma(x: Floats) -> Floats:
    r"""Sum the inverse squares from `x` on: the second derivative of the logarithm of the gamma function.

    .. math:: \psi_1(x) = \sum_{i=0}^{\infty} \frac{1}{(x + i)^2}

    Parameters
    ----------
    x
        float64, any shape: above 0; at infinity it is 0.

    Returns
    -------
    float64, the shape of `x`
        Within a few units of the last place (held against scipy.special.polygamma).

    Notes
    -----
    Abramowitz & Stegun 6.4.12 after sixteen steps, where the first term left out is below 1e-16. SciPy has it too, but
    the measures know NumPy only.

    Examples
    --------
    >>> trigamma(np.array([1.0])) * 6 / np.pi**2
    array([1.])
    """
    steps = sum(1.0 / (x + step) ** 2 for step in range(16))
    inverse = 1.0 / (x + 16.0)
    square = inverse * inverse
    series = 1 / 6 + square * (-1 / 30 + square * (1 / 42 + square * (-1 / 30 + square * (5 / 66))))
    return steps + inverse + square / 2 + inverse * square * series


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class INSQ(GradedMeasure):
    r"""Gain per document for a reader with a goal of T documents, who goes on the more likely the deeper they are.

    .. math::
        \mathrm{INSQ}(q) = \frac{\sum_i g_i / (i + 2T - 1)^2}{\sum_i 1 / (i + 2T - 1)^2}

    with gains as shares of the best grade; from rank i the reader goes on with the chance
    :math:`C_i = ((i + 2T - 1) / (i + 2T))^2`.

    Parameters
    ----------
    max_grade
        Top of the judges' scale, above 0; None takes the largest grade in the judgements. See `ERR`.
    T
        The goal, above 0: how many fully relevant documents the reader wants.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without a relevant document. Without a cutoff both sums run over endless
    ranks, as in the paper; ``@ k`` runs them to k. cwl_eval, and ir_measures with it, stops at 1000: ``INSQ @ 1000``.
    A grade below 0 gains 0. O(n_rows).

    Moffat, Scholer & Thomas, Models and metrics: IR evaluation as a user process (ADCS 2012).

    Examples
    --------
    >>> INSQ(T=3, max_grade=4)
    INSQ(max_grade=4, T=3)
    """

    symbol: ClassVar[str] = "INSQ"

    T: float = 1.0

    def __post_init__(self) -> None:
        GradedMeasure.__post_init__(self)
        goal = number(self.symbol, "T", self.T, says="a number above 0", allowed=lambda goal: goal > 0)
        object.__setattr__(self, "T", goal)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        query, rank, gain = self.gaining(judged)
        ends = np.array([1.0, np.inf if self.k is None else self.k + 1.0])
        looks = trigamma(ends + 2 * self.T - 1)
        found = sum_per_query(query, gain / (rank + 2 * self.T - 1) ** 2, judged.n_queries)
        return undefined_without_relevant(found / (looks[0] - looks[1]), judged.n_relevant(judged.rel))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class INST(GradedMeasure):
    r"""Gain per document for a reader whose goal of T documents comes nearer with each one found.

    .. math::
        \mathrm{INST}(q) = \frac{\sum_i V_i \, g_i}{\sum_i V_i}, \qquad V_i = \prod_{j<i} C_j, \qquad
        C_i = \left( \frac{i + T + T_i - 1}{i + T + T_i} \right)^2, \qquad T_i = T - \sum_{j \le i} g_j

    with gains as shares of the best grade: who has found what was wanted goes on less.

    Parameters
    ----------
    max_grade
        Top of the judges' scale, above 0; None takes the largest grade in the judgements. See `ERR`.
    T
        The goal, above 0.5: how many fully relevant documents the reader wants.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without a relevant document. Without a cutoff the sums run over endless
    ranks; ``@ k`` runs them to k. cwl_eval, and ir_measures with it, stops at 1000: ``INST @ 1000``. A grade below 0
    gains 0. Between two gains the sum of V telescopes, so O(n_rows), in as many NumPy steps as a query has gaining
    hits. At a T of 0.5 or less the formula's numerator could pass through 0, so that a reader who has enough would
    look further.

    Moffat, Bailey, Scholer & Thomas, INST: an adaptive metric for information retrieval evaluation (ADCS 2015).

    Examples
    --------
    >>> INST(T=2) @ 1000
    INST(T=2)@1000
    """

    symbol: ClassVar[str] = "INST"

    T: float = 1.0

    def __post_init__(self) -> None:
        GradedMeasure.__post_init__(self)
        goal = number(self.symbol, "T", self.T, says="a number above 0.5", allowed=lambda goal: goal > 0.5)
        object.__setattr__(self, "T", goal)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        query, rank, gain = self.gaining(judged)
        total = running_sum(query, gain)
        gained = previous(query, total, first=0.0)
        came = previous(query, rank.astype(np.float64), first=1.0) + 2 * self.T - gained - 1
        step = came / (rank + 2 * self.T - gained - 1)
        reached = product_before(query, step**2)
        seen = reached * step**2
        on_the_way = sum_per_query(query, reached * _looks(came, came / step), judged.n_queries)
        last = np.searchsorted(query, np.unique(query), side="right") - 1
        start = rank[last] + 2 * self.T - total[last] - 1
        n_further = np.inf if self.k is None else self.k + 1.0 - rank[last]
        at_the_end = sum_per_query(query[last], seen[last] * _looks(start, start + n_further), judged.n_queries)
        found = sum_per_query(query, seen * gain, judged.n_queries)
        return undefined_without_relevant(divide(found, on_the_way + at_the_end), judged.n_relevant(judged.rel))


def _looks(start: Floats, end: Floats) -> Floats:
    """Sum the chances of seeing the ranks between two gains, where the first of them is seen: they telescope."""
    return start**2 * (trigamma(start) - trigamma(end))
