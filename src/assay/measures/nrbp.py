"""Rank-biased precision that pays less for an aspect each time it is answered again."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints
from assay.measures.novelty import GREEDY_BOUNDS, NoveltyMeasure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NRBP(NoveltyMeasure):
    r"""Novelty- and rank-biased precision, all aspects alike.

    .. math::
        \mathrm{NRBP}(q) = \frac{1 - (1-\alpha)\beta}{A} \sum_{r} \beta^{r-1} \sum_a J_{r,a} (1-\alpha)^{c_{r,a}}

    :math:`J_{r,a}` is 1 where the hit at rank r answers aspect a, else 0; :math:`c_{r,a}` counts the hits above r that
    answer a; A aspects are answered by some document.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.
    alpha
        In [0, 1]: the chance that an answer satisfies a reader who came for its aspect.
    beta
        In [0, 1): the chance to go on from one place to the next.

    Notes
    -----
    In [0, 1]; 1 for endless hits that each answer every aspect, with a cutoff too: ``@ k`` leaves out the gains below k
    and keeps the norm, as RBP does. Undefined (NaN) for a query without an answered aspect.

    Clarke, Kolla & Vechtomova, An effectiveness measure for ambiguous and underspecified queries (ICTIR 2009). As
    ``NRBP`` of ndeval, pyndeval and ir_measures, which take no cutoff.

    Examples
    --------
    >>> NRBP(beta=0.8)
    NRBP(beta=0.8)
    """

    symbol: ClassVar[str] = "NRBP"

    beta: float = 0.5

    def __post_init__(self) -> None:
        NoveltyMeasure.__post_init__(self)
        beta = number(
            self.symbol, "beta", self.beta, says="a number from 0 to below 1", allowed=lambda beta: 0 <= beta < 1
        )
        object.__setattr__(self, "beta", beta)

    def discount(self, rank: Ints) -> Floats:
        """Return what a gain at each rank is worth; shape (n_rows,)."""
        return np.power(self.beta, rank - 1)

    def reachable(self, hits: AspectHits, n_aspects: Ints) -> Floats:  # noqa: ARG002 - knows no documents
        """Return what the gains are divided by; shape (n_queries,)."""
        return n_aspects / (1.0 - (1.0 - self.alpha) * self.beta)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NNRBP(NRBP):
    r"""NRBP divided by that of a greedily ideal ranking.

    .. math:: \mathrm{nNRBP}(q) = \frac{\mathrm{NRBP}(q)}{\mathrm{NRBP}(q^*)}

    with :math:`q^*`, its ties, range and cost as in `alpha_nDCG`, cut at k where there is a cutoff; parameters as in
    `NRBP`. Undefined (NaN) for a query without an answered aspect. As ``nNRBP`` of ndeval, pyndeval and ir_measures.

    Examples
    --------
    >>> NNRBP() @ 20
    nNRBP@20
    """

    symbol: ClassVar[str] = "nNRBP"
    bounds: ClassVar[tuple[float, float]] = GREEDY_BOUNDS

    def reachable(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Return what the gains are divided by; shape (n_queries,)."""
        return NoveltyMeasure.reachable(self, hits, n_aspects)
