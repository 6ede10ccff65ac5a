"""Two measures of your own: one that asks only what is relevant, and one built upon a measure there is.

Run it as it stands: ``python examples/custom_measure_class.py``. A measure is a frozen dataclass: its fields are its
parameters, and it is written, read, cut off at k and averaged like any other. It sees `JudgedHits`: one row for each
hit that somebody judged, for all queries at once.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

import assay
from assay.measures import BinaryMeasure, JudgedHits, Measure, R, register


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FirstRank(BinaryMeasure):
    """The rank of the first relevant hit, `patience` where there is none among the first k."""

    symbol: ClassVar[str] = "FirstRank"
    bounds: ClassVar[tuple[float, float]] = (1.0, float("inf"))

    patience: float = 100.0

    def per_query(self, judged: JudgedHits) -> np.ndarray:
        """Compute it for each query; NaN where nothing is relevant."""
        rel = self.threshold(judged)
        found = (judged.grade >= rel) & (judged.rank <= (self.k or np.inf))
        value = np.full(judged.n_queries, self.patience)
        np.minimum.at(value, judged.query[found], judged.rank[found])
        return np.where(judged.n_relevant(rel) > 0, value, np.nan)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Complete(BinaryMeasure):
    """Whether all that is relevant came back: for questions that need every piece."""

    symbol: ClassVar[str] = "Complete"

    def per_query(self, judged: JudgedHits) -> np.ndarray:
        """Compute it for each query; NaN where nothing is relevant."""
        recall = R(rel=self.rel, k=self.k).per_query(judged)
        return np.where(np.isnan(recall), np.nan, recall == 1)


def main() -> None:
    """Score a run by both."""
    for measure in (FirstRank, Complete):
        register(measure)  # so that their names are understood; without it, the classes themselves can be used
    qrels = {"q1": {"a": 1, "b": 1}, "q2": {"c": 2}, "q3": {"d": 0}}
    run = {"q1": {"x": 0.9, "a": 0.8, "b": 0.7}, "q2": {"x": 0.9, "y": 0.8}, "q3": {"d": 0.5}}

    mine: list[Measure | str] = [FirstRank(patience=10), Complete() @ 2, "Complete@3", "FirstRank(rel=2)"]
    scores = assay.score(qrels, run, mine)
    for measure in scores.measures:
        values = [values[str(measure)] for values in scores.per_query().values()]
        print(f"{measure!s:<24} {scores.mean(measure):>6.2f}  {values}")


if __name__ == "__main__":
    main()
