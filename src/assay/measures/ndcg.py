"""How close a ranking comes to the best order of the judged documents."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from assay.measures.dcg import dcg
from assay.measures.gain import BestOrder, GainMeasure
from assay.measures.judged_hits import Floats, JudgedHits, divide


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NDCG(GainMeasure):
    r"""DCG divided by the DCG of the best possible order.

    .. math:: \mathrm{nDCG}_k(q) = \frac{\mathrm{DCG}_k(q)}{\mathrm{IDCG}_k(q)}

    Parameters
    ----------
    gain
        What a grade is worth, as in `DCG`.
    ideal
        ``"judged"``: the best order of all judged documents, retrieved or not. ``"retrieved"``: of the retrieved
        ones only, as several tutorials do: it cannot see what was missed.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a document of positive gain; with ``ideal="retrieved"``, 0 where
    nothing retrieved gains. The ideal is cut at k as the ranking is; that of the retrieved ranges over the whole list,
    so it depends on how many hits were asked for. With a mapping the ideal is sorted by the gain itself: trec_eval
    sorts gains closer than 1 wrongly and may exceed 1.

    Examples
    --------
    >>> NDCG(gain="exponential") @ 10
    nDCG(gain=exponential)@10
    >>> NDCG(gain={1: 3, 2: 9})
    nDCG(gain={1:3,2:9})
    """

    symbol: ClassVar[str] = "nDCG"

    ideal: Literal["judged", "retrieved"] = "judged"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        found = dcg(judged.query, judged.rank, self.gains(judged.grade), n_queries=judged.n_queries, k=self.k)
        pool = self.best(judged.pool_query, judged.pool_grade)
        best = pool if self.ideal == "judged" else self.best(judged.query, judged.grade)
        return self.where_defined(divide(found, self._dcg(best, judged)), judged, pool)

    def _dcg(self, best: BestOrder, judged: JudgedHits) -> Floats:
        return dcg(best.query, best.rank, best.gain, n_queries=judged.n_queries, k=self.k)
