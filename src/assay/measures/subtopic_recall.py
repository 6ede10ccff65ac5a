"""How many aspects of a query are answered."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.aspect_measure import AspectMeasure
from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints, count_per_query, divide


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StRecall(AspectMeasure):
    r"""Subtopic recall: the share of the query's aspects that the first k hits answer.

    .. math:: \mathrm{StRecall}_k(q) = \frac{|\{a : \text{some hit with rank} \le k \text{ answers } a\}|}{A}

    A aspects are answered by some document, retrieved or not; an aspect nobody answers does not count.

    Parameters
    ----------
    rel
        Smallest grade that counts as answering an aspect; None takes the table's own.

    Notes
    -----
    In [0, 1]. Undefined (NaN) for a query without an answered aspect. Zhai, Cohen & Lafferty (SIGIR 2003), S-recall. As
    ``strec`` of ndeval and ``StRecall`` of ir_measures; NTCIR calls it I-rec.

    Examples
    --------
    >>> StRecall() @ 10
    StRecall@10
    """

    symbol: ClassVar[str] = "StRecall"

    def over_aspects(self, hits: AspectHits, n_aspects: Ints) -> Floats:
        """Compute it where it is defined."""
        aspect, _ = hits.answers(self.threshold(hits), self.k)
        return divide(count_per_query(hits.aspect_query[np.unique(aspect)], hits.n_queries), n_aspects)
