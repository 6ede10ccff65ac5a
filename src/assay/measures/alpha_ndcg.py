"""nDCG that pays less for an aspect each time it is answered again."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, Ints
from assay.measures.novelty import GREEDY_BOUNDS, NoveltyMeasure


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AlphaNDCG(NoveltyMeasure):
    r"""DCG of novel gains, divided by that of a greedily ideal ranking.

    .. math::
        \alpha\text{-}\mathrm{DCG}_k(q) = \sum_{r=1}^{k} \frac{\sum_a J_{r,a} (1-\alpha)^{c_{r,a}}}{\log_2(r+1)},
        \qquad \alpha\text{-}\mathrm{nDCG}_k = \frac{\alpha\text{-}\mathrm{DCG}_k}{\alpha\text{-}\mathrm{DCG}_k^*}

    :math:`J_{r,a}` is 1 where the hit at rank r answers aspect a, else 0; :math:`c_{r,a}` counts the hits above r that
    answer a. The ideal ranks all labelled documents, retrieved or not: at each place the one that gains most after
    those before, among equals the one with the greatest id; it is cut at k as the ranking is.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.
    alpha
        In [0, 1]: 0 pays for every answer alike, 1 for the first answer of an aspect only.

    Notes
    -----
    In [0, 1.59): the greedy ideal is not always the best ranking, so a value may pass 1, though never
    e / (e - 1); values of real judgements seldom do. Undefined (NaN) for a query without an answered aspect.

    Clarke et al., Novelty and diversity in information retrieval evaluation (SIGIR 2008). As ``alpha-nDCG`` of ndeval,
    pyndeval and ir_measures, which know cutoffs up to 20 and score 0 where nothing is relevant.
    Cost: `assay.measures.novelty.greedy_ideal`.

    Examples
    --------
    >>> AlphaNDCG(alpha=0.9) @ 20
    alpha_nDCG(alpha=0.9)@20
    """

    symbol: ClassVar[str] = "alpha_nDCG"
    bounds: ClassVar[tuple[float, float]] = GREEDY_BOUNDS

    def discount(self, rank: Ints) -> Floats:
        """Return what a gain at each rank is worth; shape (n_rows,)."""
        return 1.0 / np.log2(rank + 1.0)
