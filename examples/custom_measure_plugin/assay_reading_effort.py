"""A measure that comes with a package: once that is installed, ``ReadingEffort@10`` is known everywhere.

The formula is a plain function of the judged hits; the class beside it gives it a name and a cutoff.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from assay.measures import JudgedHits, Measure


def gain_per_hit(judged: JudgedHits, k: int | None) -> np.ndarray:
    """Divide the grades among the first k hits by the hits there are to read; NaN where nothing came back."""
    within = judged.rank <= (k or np.inf)
    gain = np.maximum(judged.grade[within], 0)
    total = np.bincount(judged.query[within], weights=gain, minlength=judged.n_queries)
    read = judged.n_within(k)
    return np.divide(total, read, out=np.full(judged.n_queries, np.nan), where=read > 0)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReadingEffort(Measure):
    """How much relevance a reader gets for each hit read."""

    symbol: ClassVar[str] = "ReadingEffort"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    def per_query(self, judged: JudgedHits) -> np.ndarray:
        """Compute it for each query."""
        return gain_per_hit(judged, self.k)
