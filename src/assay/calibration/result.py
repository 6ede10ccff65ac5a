"""What holding a judge's labels against people's gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.calibration.labels import Scale
from assay.calibration.systems import SystemsAgreement
from assay.stats.agreement_intervals import Figure

AgreementName = Literal["kappa", "kappa_quadratic", "alpha_krippendorff", "spearman", "kendall", "auroc"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeBias:
    """How far the judge lies above people where people gave one grade: the mean, with its interval, in grades."""

    grade: float
    n: int
    bias: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Agreement within the queries that share a value of a field."""

    field: str
    value: str
    n_queries: int
    n: int
    agreement: Mapping[AgreementName, Figure]
    bias: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A pair the two sides graded far apart; `query` is empty where its text is not known."""

    query_id: str
    doc_id: str
    query: str
    human: float
    judge: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Calibration:
    """How far a judge's labels agree with people's.

    Parameters
    ----------
    human, judge
        What the two sides are called.
    n, n_queries
        Pairs both sides labelled, and their queries.
    n_human_only, n_judge_only
        Pairs only one side labelled; they are compared with nothing.
    n_repeated, n_open, n_clipped
        Of the judge: pairs with several labels, rows without any, and labels set to an end of the scale.
    levels
        float64, shape (n_levels,): the grades there can be.
    confusion
        float64, shape (n_levels, n_levels): counts; rows are people's grades.
    systems
        Whether both sides order systems alike; None where no runs were given.
    """

    human: str
    judge: str
    scale: Scale
    rel: float
    level: float
    seed: int
    n: int
    n_queries: int
    n_human_only: int
    n_judge_only: int
    n_repeated: int
    n_open: int
    n_clipped: int
    levels: NDArray[np.float64]
    confusion: NDArray[np.float64]
    agreement: Mapping[AgreementName, Figure]
    bias: Figure
    biases: Sequence[GradeBias]
    slices: Sequence[Slice]
    worst: Sequence[Disagreement]
    systems: SystemsAgreement | None = None
