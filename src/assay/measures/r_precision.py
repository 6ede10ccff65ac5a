"""Precision at the depth where it meets recall."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, count_per_query, divide, undefined_without_relevant
from assay.measures.measure import BinaryMeasure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rprec(BinaryMeasure):
    r"""R-precision: precision after as many hits as there are relevant documents.

    .. math:: \mathrm{Rprec}(q) = \mathrm{P}_d(q), \quad d = R \quad\text{or}\quad \lfloor mult \cdot R + 0.9 \rfloor

    Parameters
    ----------
    mult
        Measure at this multiple of R, above 0, as trec_eval's ``Rprec_mult`` with its rounding; None: at R.

    Notes
    -----
    In [0, 1]; a place beyond the end of the ranking holds nothing relevant; 0 where the depth rounds to 0. Undefined
    (NaN) for a query without a relevant document. Buckley & Voorhees (2005).

    Examples
    --------
    >>> Rprec(mult=0.2)
    Rprec(mult=0.2)
    """

    symbol: ClassVar[str] = "Rprec"
    takes_k: ClassVar[bool] = False

    mult: float | None = None

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        if self.mult is not None:
            mult = number(self.symbol, "mult", self.mult, says="a number above 0", allowed=lambda mult: mult > 0)
            object.__setattr__(self, "mult", mult)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_relevant = judged.n_relevant(rel)
        depth = np.floor((1.0 if self.mult is None else self.mult) * n_relevant + 0.9)
        found = (judged.grade >= rel) & (judged.rank <= depth[judged.query])
        value = divide(count_per_query(judged.query[found], judged.n_queries), depth)
        return undefined_without_relevant(value, n_relevant)
