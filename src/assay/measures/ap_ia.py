"""Average precision and precision of a query with several aspects."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.aspect_measure import AspectMeasure
from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints, count_per_query, divide, position_in_query, sum_per_query


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class APIA(AspectMeasure):
    r"""Intent-aware average precision: the mean over the query's aspects of their average precision.

    .. math::
        \mathrm{AP\text{-}IA}_k(q) = \frac{1}{A} \sum_a \frac{1}{N_a} \sum_{r \le k} J_{r,a} \frac{C_a(r)}{r}

    :math:`J_{r,a}` is 1 where the hit at rank r answers aspect a, else 0; :math:`C_a(r)` hits up to rank r answer it,
    and :math:`N_a` documents in all; A aspects are answered by some document.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without an answered aspect. Agrawal et al., Diversifying search results
    (WSDM 2009), all aspects alike. As ``MAP-IA`` of ndeval and ``AP_IA`` of ir_measures, which take no cutoff.

    Examples
    --------
    >>> APIA()
    AP_IA
    """

    symbol: ClassVar[str] = "AP_IA"

    def over_aspects(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Compute it where it is defined."""
        rel = self.threshold(hits)
        aspect, rank = hits.answers(rel, self.k)
        total = sum_per_query(aspect, position_in_query(aspect) / rank, len(hits.aspect_query))
        each = divide(total, hits.n_answers(rel))
        return divide(sum_per_query(hits.aspect_query, each, hits.n_queries), n_aspects)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PIA(AspectMeasure):
    r"""Intent-aware precision: the mean over the query's aspects of their precision.

    .. math:: \mathrm{P\text{-}IA}_k(q) = \frac{1}{A} \sum_a \frac{1}{k} \sum_{r \le k} J_{r,a}

    :math:`J_{r,a}` is 1 where the hit at rank r answers aspect a, else 0; A aspects are answered by some document.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without an answered aspect. Without a cutoff, all hits are the depth. Agrawal
    et al. (WSDM 2009), all aspects alike. As ``P-IA`` of ndeval and ``P_IA`` of ir_measures: over k, also where fewer
    came back.

    Examples
    --------
    >>> PIA() @ 10
    P_IA@10
    """

    symbol: ClassVar[str] = "P_IA"

    def over_aspects(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Compute it where it is defined."""
        aspect, _ = hits.answers(self.threshold(hits), self.k)
        places = hits.n_retrieved if self.k is None else np.full(hits.n_queries, self.k, dtype=np.int64)
        return divide(count_per_query(hits.aspect_query[aspect], hits.n_queries), places * n_aspects)
