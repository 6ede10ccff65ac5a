"""Precision and recall in one figure."""

from dataclasses import dataclass
from typing import ClassVar

from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant
from assay.measures.precision import P


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class F1(P):
    r"""Harmonic mean of a query's precision and recall.

    .. math:: \mathrm{F1}_k(q) = \frac{2 \, \mathrm{P}_k \, \mathrm{R}_k}{\mathrm{P}_k + \mathrm{R}_k}
        = \frac{2 \, |\{\text{relevant, rank} \le k\}|}{k + |\{\text{relevant}\}|}

    In [0, 1]; undefined (NaN) for a query without a relevant document. The mean over queries is the mean of
    these values, not the harmonic mean of mean precision and mean recall (van Rijsbergen 1979). `depth` as in `P`.

    Examples
    --------
    >>> F1() @ 5
    F1@5
    """

    symbol: ClassVar[str] = "F1"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel = self.threshold(judged)
        n_relevant = judged.n_relevant(rel)
        value = divide(2 * judged.n_found(rel, self.k), self.places(judged) + n_relevant)
        return undefined_without_relevant(value, n_relevant)
