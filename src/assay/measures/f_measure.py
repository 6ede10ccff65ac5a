"""Precision and recall in one figure."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures.judged_hits import Floats, JudgedHits, divide, undefined_without_relevant
from assay.measures.parameter import number
from assay.measures.precision import P


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class F(P):
    r"""Weighted harmonic mean of a query's precision and recall; F1 where both weigh the same.

    .. math:: \mathrm{F}_{\beta,k}(q) = \frac{(1 + \beta^2) \, \mathrm{P}_k \, \mathrm{R}_k}
        {\beta^2 \, \mathrm{P}_k + \mathrm{R}_k}
        = \frac{(1 + \beta^2) \, |\{\text{relevant, rank} \le k\}|}{k + \beta^2 \, |\{\text{relevant}\}|}

    Parameters
    ----------
    beta
        How many times as important recall is as precision, above 0 (van Rijsbergen 1979). trec_eval's ``set_F`` takes
        the square of it: see `SetF`.
    depth
        What precision divides by, as in `P`.

    Notes
    -----
    In [0, 1]; undefined (NaN) for a query without a relevant document. The mean over queries is the mean of these
    values, not the harmonic mean of mean precision and mean recall.

    Examples
    --------
    >>> F() @ 5, F(beta=2) @ 5
    (F1@5, F(beta=2)@5)
    """

    symbol: ClassVar[str] = "F1"

    beta: float = 1.0

    def __post_init__(self) -> None:
        P.__post_init__(self)
        object.__setattr__(self, "beta", check_beta(self.symbol, self.beta))

    @property
    def name(self) -> str:
        """``F1``, or ``F`` where beta follows."""
        return "F1" if self.beta == 1 else "F"

    def per_query(self, judged: JudgedHits) -> Floats:
        """Compute it for each query; shape (n_queries,)."""
        rel, weight = self.threshold(judged), self.beta**2
        n_relevant = judged.n_relevant(rel)
        places = np.where(n_relevant > 0, self.places(judged) + weight * n_relevant, 0.0)
        n_found = judged.n_found(rel, self.k).astype(np.float64)
        value = divide((1 + weight) * n_found, places)
        return undefined_without_relevant(value, n_relevant)


def check_beta(measure: str, given: object) -> float:
    """Return the weight of recall.

    Raises
    ------
    MeasureParameterError
        Not a number above 0, or one whose square no float can hold.
    """
    return number(measure, "beta", given, says="a number above 0", allowed=lambda beta: 1e-150 < beta < 1e150)
