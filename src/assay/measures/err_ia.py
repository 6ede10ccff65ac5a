"""ERR of a query with several aspects."""

import math
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

import numpy as np

from assay.measures.aspects import AspectHits
from assay.measures.depth import check_depth
from assay.measures.judged_hits import Floats, Ints
from assay.measures.novelty import GREEDY_BOUNDS, NoveltyMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ERRIA(NoveltyMeasure):
    r"""Intent-aware expected reciprocal rank, all aspects alike.

    .. math::
        \mathrm{ERR\text{-}IA}_k(q) = \frac{\sum_{r=1}^{k} \frac{1}{r} \sum_a J_{r,a} (1-\alpha)^{c_{r,a}}}
        {A \sum_{r=1}^{k} \frac{1}{r} (1-\alpha)^{r-1}}

    :math:`J_{r,a}` is 1 where the hit at rank r answers aspect a, else 0; :math:`c_{r,a}` counts the hits above r that
    answer a; A aspects are answered by some document.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.
    alpha
        In [0.001, 1]: the chance that an answer satisfies a reader who came for its aspect. The default is
        :math:`(2^1 - 1) / 2^1`, that of a binary label in ERR.
    norm
        ``"full"``: as above, by what a ranking gains whose every document answers every aspect: collection-independent.
        ``"aspects"``: by :math:`A / \alpha`, which is the mean over aspects of their ERR, as in the paper.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without an answered aspect. Labels count as binary: grades of different
    height above `rel` satisfy alike. `k` is at most a million; without one, the sum of the norm is endless.

    Chapelle et al. (CIKM 2009). As ``ERR-IA`` of ndeval, pyndeval and ir_measures, which know cutoffs up to 20 and do
    not divide at a cutoff of 1 (a loop there starts at the second rank), so give up to A at ``ERR-IA@1``.

    Examples
    --------
    >>> ERRIA() @ 20
    ERR_IA@20
    """

    symbol: ClassVar[str] = "ERR_IA"
    least_alpha: ClassVar[float] = 0.001

    norm: Literal["full", "aspects"] = "full"

    def __post_init__(self) -> None:
        NoveltyMeasure.__post_init__(self)
        check_depth(self)

    def discount(self, rank: Ints) -> Floats:
        """Return what a gain at each rank is worth; shape (n_rows,)."""
        return 1.0 / rank.astype(np.float64)

    def reachable(self, hits: AspectHits, n_aspects: Ints) -> Floats:  # noqa: ARG002 - knows no documents
        """Return what the gains are divided by; shape (n_queries,)."""
        each = _full(self.alpha, self.k) if self.norm == "full" else 1.0 / self.alpha
        return n_aspects.astype(np.float64) * each


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NERRIA(NoveltyMeasure):
    r"""ERR-IA divided by that of a greedily ideal ranking.

    .. math:: \mathrm{nERR\text{-}IA}_k(q) = \frac{\mathrm{ERR\text{-}IA}_k(q)}{\mathrm{ERR\text{-}IA}_k(q^*)}

    with :math:`q^*`, its ties, range and cost as in `alpha_nDCG`; `rel` and `alpha` as in `ERR_IA`. Undefined (NaN) for
    a query without an answered aspect. As ``nERR-IA`` of ndeval, pyndeval and ir_measures, at every cutoff they know.

    Examples
    --------
    >>> NERRIA() @ 20
    nERR_IA@20
    """

    symbol: ClassVar[str] = "nERR_IA"
    bounds: ClassVar[tuple[float, float]] = GREEDY_BOUNDS
    least_alpha: ClassVar[float] = 0.001

    def discount(self, rank: Ints) -> Floats:
        """Return what a gain at each rank is worth; shape (n_rows,)."""
        return 1.0 / rank.astype(np.float64)


@cache
def _full(alpha: float, k: int | None) -> float:
    """Return the gain of one aspect that every hit answers."""
    if alpha == 1.0:
        return 1.0
    if k is None:
        return -math.log(alpha) / (1.0 - alpha)
    r = np.arange(1, k + 1, dtype=np.float64)
    return float(np.sum((1.0 - alpha) ** (r - 1) / r))
