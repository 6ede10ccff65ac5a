"""How soon a reader who goes down the ranking has had enough."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.graded import GradedMeasure
from assay.measures.judged_hits import (
    Floats,
    Ints,
    JudgedHits,
    divide,
    position_in_query,
    sum_per_query,
    undefined_without_relevant,
)
from assay.measures.running import product_before


def cascade(query: Ints, rank: Ints, stop: Floats, *, n_queries: int) -> Floats:
    r"""Expect the reciprocal rank of the place where a reader stops, one value per query.

    .. math:: \mathrm{ERR}(q) = \sum_{r} \frac{1}{r} R_r \prod_{i<r} (1 - R_i)

    Parameters
    ----------
    query, rank
        int64, shape (n_rows,): sorted by query, then rank; rank 1 is the best.
    stop
        float64, shape (n_rows,): the chance R in [0, 1] that a reader who sees this hit is satisfied; hits without a
        row have 0.
    n_queries
        Number of queries.

    Returns
    -------
    float64, shape (n_queries,)
        In [0, 1]. Never undefined: no rows, 0.

    Notes
    -----
    O(n_rows), in as many NumPy steps as the longest query has rows. Chapelle et al. (2009).

    Examples
    --------
    >>> cascade(np.array([0, 0]), np.array([1, 2]), np.array([0.5, 0.5]), n_queries=1)
    array([0.625])
    """
    return sum_per_query(query, product_before(query, 1.0 - stop) * stop / rank, n_queries)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ERR(GradedMeasure):
    r"""Expected reciprocal rank: RR for grades, for a reader who stops at what satisfies.

    .. math::
        \mathrm{ERR}_k(q) = \sum_{r=1}^{k} \frac{1}{r} R_r \prod_{i<r} (1 - R_i),
        \qquad R = \frac{2^{g} - 1}{2^{g_\max}}

    Parameters
    ----------
    max_grade
        The :math:`g_\max` of the formula, above 0: the top of the judges' scale. None takes the largest grade in the
        judgements, over all queries of the table: state it where queries are scored in parts, or against another
        collection. A grade above it is an error.

    Notes
    -----
    In [0, 1); a perfect ranking stays below 1, as even the best document satisfies only with
    :math:`1 - 2^{-g_\max}`; `nERR` divides by what can be reached. Undefined (NaN) for a query without a relevant
    document, 0 where none of the first k hits has a grade above 0. A grade below 0 counts as 0.

    Chapelle, Metzler, Zhang & Grinspan, Expected reciprocal rank for graded relevance (CIKM 2009). gdeval, and
    ir_measures with it, fixes the top at 4 (``ERR(max_grade=4)``) and scores 0 where nothing is relevant; NTCIREVAL
    takes a chance of gain / (largest gain + 1), the same for gains of :math:`2^g - 1`. The NERR8 to NERR11 of
    ir_measures are "not, but nearly, ERR" (Azzopardi et al. 2021), other measures.

    Examples
    --------
    >>> ERR(max_grade=4) @ 20
    ERR(max_grade=4)@20
    """

    symbol: ClassVar[str] = "ERR"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        return undefined_without_relevant(self.found(judged), judged.n_relevant(judged.rel))

    def found(self, judged: JudgedHits) -> Floats:
        """Compute it for the ranking, 0 where it is undefined; shape (n_queries,)."""
        return self._over(judged.query, judged.rank, judged.grade, judged)

    def best(self, judged: JudgedHits) -> Floats:
        """Compute it for the judged documents in descending order of grade; shape (n_queries,)."""
        return self._over(judged.pool_query, position_in_query(judged.pool_query), judged.pool_grade, judged)

    def _over(self, query: Ints, rank: Ints, grade: Floats, judged: JudgedHits) -> Floats:
        kept = grade > 0
        if self.k is not None:
            kept &= rank <= self.k
        top = self.top(judged)
        stop = np.exp2(grade[kept] - top) - np.exp2(-top)  # as one fraction, two to a large grade would overflow
        return cascade(query[kept], rank[kept], stop, n_queries=judged.n_queries)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NERR(ERR):
    r"""ERR divided by the ERR of the best possible order.

    .. math:: \mathrm{nERR}_k(q) = \frac{\mathrm{ERR}_k(q)}{\mathrm{ERR}_k(q^*)}

    :math:`q^*` is all judged documents, retrieved or not, in descending order of grade, cut at k as the ranking is.
    In [0, 1]; undefined (NaN) for a query without a relevant document. `max_grade` as in `ERR`: here, too, it
    changes the value.

    As nERR in NTCIREVAL (Sakai & Song 2011). Not the NERR8 to NERR11 of ir_measures, which are not normalised.

    Examples
    --------
    >>> NERR(max_grade=3) @ 10
    nERR(max_grade=3)@10
    """

    symbol: ClassVar[str] = "nERR"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        value = divide(self.found(judged), self.best(judged))
        return undefined_without_relevant(value, judged.n_relevant(judged.rel))
