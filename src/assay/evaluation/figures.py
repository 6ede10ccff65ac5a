"""The figures an evaluation hands out."""

from dataclasses import dataclass

from assay.data.case import RetrievalTestCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean with what it stands on.

    `mean` is NaN where nothing was scored. `scored` queries of `asked` have a value. `failed` further ones would have
    had one, but their call failed: `if_failed_worst` and `if_failed_best` say what the mean would be had all of these
    scored the least, or what a perfect ranking of their labels scores.
    """

    mean: float
    scored: int
    asked: int
    failed: int = 0
    if_failed_worst: float | None = None
    if_failed_best: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A question for which nothing relevant came back among the first k."""

    id: str
    query: str
    expected: tuple[str, ...]
    retrieved: tuple[str, ...]
    top_score: float | None
    case: RetrievalTestCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Seconds a call took, failed ones and tries before the last left out: median, 95th percentile, largest."""

    p50: float
    p95: float
    max: float
