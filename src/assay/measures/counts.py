"""Counts, which are summed over queries where other measures are averaged."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.measure import BinaryMeasure, Measure, Summed


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NumQ(Summed, Measure):
    """The number of queries: 1 for each.

    Defined for every query; summed over queries. As trec_eval's ``num_q``.

    Examples
    --------
    >>> NumQ().aggregate(np.ones(3))
    3.0
    """

    symbol: ClassVar[str] = "NumQ"
    higher_is_better: ClassVar[bool] = False
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Count it for each query; shape (n_queries,)."""
        return np.ones(judged.n_queries)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NumRet(Summed, Measure):
    """The number of hits, repeats of a document included.

    In [0, inf), defined for every query; summed over queries. As trec_eval's ``num_ret``.

    Examples
    --------
    >>> NumRet()
    NumRet
    """

    symbol: ClassVar[str] = "NumRet"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Count it for each query; shape (n_queries,)."""
        return judged.n_retrieved.astype(np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NumRel(Summed, BinaryMeasure):
    """The number of relevant documents, retrieved or not.

    In [0, inf), defined for every query; summed over queries. As trec_eval's ``num_rel``.

    Examples
    --------
    >>> NumRel(rel=2)
    NumRel(rel=2)
    """

    symbol: ClassVar[str] = "NumRel"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    takes_k: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Count it for each query; shape (n_queries,)."""
        return judged.n_relevant(self.threshold(judged)).astype(np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NumRelRet(NumRel):
    """The number of relevant documents that were retrieved.

    In [0, inf), defined for every query; summed over queries. As trec_eval's ``num_rel_ret``, and ir_measures'
    ``NumRet(rel=1)``.

    Examples
    --------
    >>> NumRelRet()
    NumRelRet
    """

    symbol: ClassVar[str] = "NumRelRet"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Count it for each query; shape (n_queries,)."""
        return judged.n_found(self.threshold(judged), None).astype(np.float64)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NumNonrelJudgedRet(NumRel):
    """The number of hits that were judged not relevant.

    In [0, inf), defined for every query; summed over queries. As trec_eval's ``num_nonrel_judged_ret``.

    Examples
    --------
    >>> NumNonrelJudgedRet()
    NumNonrelJudgedRet
    """

    symbol: ClassVar[str] = "NumNonrelJudgedRet"
    higher_is_better: ClassVar[bool] = False

    def per_query(self, judged: JudgedHits) -> Floats:
        """Count it for each query; shape (n_queries,)."""
        found = judged.n_judged(None) - judged.n_found(self.threshold(judged), None)
        return found.astype(np.float64)
