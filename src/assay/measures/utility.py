"""What the hits of a query are worth, good and bad ones together."""

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import MeasureParameterError
from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.measure import BinaryMeasure
from assay.measures.parameter import number


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Utility(BinaryMeasure):
    r"""A weighted sum of the four cells of retrieved against relevant.

    .. math:: \mathrm{Utility}(q) = a \, n_{ret, rel} + b \, n_{ret, \overline{rel}}
        + c \, n_{\overline{ret}, rel} + d \, n_{\overline{ret}, \overline{rel}}

    Parameters
    ----------
    a, b, c, d
        Worth of a document that is retrieved and relevant, retrieved and not relevant, relevant and not retrieved,
        and neither.
    n_docs
        Number of documents in the collection: needed where d is not 0, and only there.

    Notes
    -----
    In (-inf, inf); defined for every query, one without a relevant document too; averaged over queries. What nobody
    judged is not relevant. As trec_eval's ``utility``.

    Examples
    --------
    >>> Utility(a=2)
    Utility(a=2)
    """

    symbol: ClassVar[str] = "Utility"
    bounds: ClassVar[tuple[float, float]] = (-float("inf"), float("inf"))
    takes_k: ClassVar[bool] = False

    a: float = 1.0
    b: float = -1.0
    c: float = 0.0
    d: float = 0.0
    n_docs: float | None = None

    def __post_init__(self) -> None:
        BinaryMeasure.__post_init__(self)
        for name in ("a", "b", "c", "d"):
            worth = number(self.symbol, name, getattr(self, name), says="a finite number", allowed=lambda _: True)
            object.__setattr__(self, name, worth)
        if (self.d != 0) != (self.n_docs is not None):
            raise MeasureParameterError(
                f"{self.symbol}: n_docs, the size of the collection, goes with a d that is not 0"
            )
        if self.n_docs is not None:
            says = "a whole number of at least 1"
            n_docs = number(self.symbol, "n_docs", self.n_docs, says=says, allowed=lambda n: n >= 1 and n.is_integer())
            object.__setattr__(self, "n_docs", n_docs)

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_found, n_relevant = judged.n_found(rel, None), judged.n_relevant(rel)
        n_neither = (self.n_docs or 0.0) + n_found - judged.n_retrieved - n_relevant
        hits = self.a * n_found + self.b * (judged.n_retrieved - n_found)
        return hits + self.c * (n_relevant - n_found) + self.d * n_neither
