"""What a judge said of many questions, in figures: a mean never stands without what failed."""

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import nan

import numpy as np

from assay.judges.running import Judged
from assay.judges.seam import Judge
from assay.judges.verdict import Cost
from assay.stats.intervals import Interval, interval
from assay.stats.sample import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatVariance:
    """How far a judge agrees with itself, over the questions it judged several times.

    Parameters
    ----------
    n
        Those questions.
    within, between
        Variance of the scores of one question, mean over questions; variance of the questions' means.
    """

    n: int
    within: float
    between: float


@dataclass(slots=True, kw_only=True)
class _Repeats:
    n: int = 0
    within: float = 0.0
    means: "array[float]" = field(default_factory=lambda: array("d"))


class JudgeSummary:
    """Figures of one judge, gathered as its judgements come: eight bytes a question are kept.

    Parameters
    ----------
    judge
        Whose they are.
    level, seed
        Of the interval.
    """

    def __init__(self, judge: Judge, *, level: float = 0.95, seed: int = 0) -> None:
        self.name = judge.name
        self.bounds = judge.bounds
        self.level, self.seed = level, seed
        self.failures: Counter[str] = Counter()
        self.cost = Cost()
        self.n_undefined = 0
        self._scores = array("d")
        self._repeats = _Repeats()

    def add(self, judged: Judged) -> None:
        """Take what came of a question in; where every repetition failed, it has failed."""
        self.cost.add(judged.cost)
        scores = [one.score for one in judged.verdicts if one.is_defined]
        self._scores.append(judged.score)
        if not judged.verdicts:
            self.failures[judged.failures[0].kind] += 1
        elif not scores:
            self.n_undefined += 1
        if len(scores) > 1:
            self._repeats.n += 1
            self._repeats.within += float(np.var(scores, ddof=1))
            self._repeats.means.append(judged.score)
        self.__dict__.pop("interval", None)

    @property
    def scores(self) -> Floats:
        """float64, shape (n_asked,): in the order of the questions; NaN where it failed or is undefined."""
        return np.array(self._scores, dtype=np.float64)

    @property
    def n_asked(self) -> int:
        """Questions there were."""
        return len(self._scores)

    @property
    def n_failed(self) -> int:
        """Questions without a verdict."""
        return sum(self.failures.values())

    @property
    def n_scored(self) -> int:
        """Questions with a score."""
        return self.n_asked - self.n_failed - self.n_undefined

    @property
    def mean(self) -> float:
        """Of the scores there are; NaN without any."""
        return float(np.nanmean(self.scores)) if self.n_scored else nan

    @cached_property
    def interval(self) -> Interval:
        """Of the mean; questions are taken as independent."""
        return interval(self.scores, level=self.level, seed=self.seed)

    @property
    def if_failed(self) -> tuple[float, float] | None:
        """The mean had all failures the least score, and had all the greatest; None where nothing failed."""
        if not self.n_failed:
            return None
        total, n = float(np.nansum(self.scores)), self.n_scored + self.n_failed
        worst, best = ((total + end * self.n_failed) / n for end in self.bounds)
        return worst, best

    @property
    def repeats(self) -> RepeatVariance | None:
        """How far the judge agrees with itself; None unless two questions were judged several times."""
        if self._repeats.n < 2:
            return None
        return RepeatVariance(
            n=self._repeats.n,
            within=self._repeats.within / self._repeats.n,
            between=float(np.var(self._repeats.means, ddof=1)),
        )


def grades_of(scores: Floats) -> Mapping[float, int]:
    """Count how often each score was given, the least first; undefined ones are left out."""
    values, counts = np.unique(scores[~np.isnan(scores)], return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))
