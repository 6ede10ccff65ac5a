"""Every figure of agreement of some tables of counts, with its interval."""

from collections.abc import Callable, Mapping

import numpy as np

from assay.calibration.result import AgreementName, GradeBias
from assay.stats.agreement import alpha_of, distances, kappa_of
from assay.stats.agreement_intervals import Figure, figure_of, resampled_tables
from assay.stats.agreement_order import auroc_of, bias_of, kendall_of, spearman_of
from assay.stats.sample import Floats


def agreement_of(
    tables: Floats, levels: Floats, *, rel: float, level: float, seed: int
) -> Mapping[AgreementName, Figure]:
    """Return each figure of agreement by name.

    Parameters
    ----------
    tables
        float64, shape (n_queries, n_levels, n_levels).
    levels
        float64, shape (n_levels,): the grades.
    rel
        Grade from which a document counts as relevant, for AUROC.
    level, seed
        Of the intervals, which draw whole queries.
    """
    statistics: Mapping[AgreementName, Callable[[Floats], Floats]] = {
        "kappa": lambda drawn: kappa_of(drawn, distances(levels, "none")),
        "kappa_quadratic": lambda drawn: kappa_of(drawn, distances(levels, "quadratic")),
        "alpha_krippendorff": lambda drawn: alpha_of(drawn + np.swapaxes(drawn, -1, -2), levels, "ordinal"),
        "spearman": spearman_of,
        "kendall": kendall_of,
        "auroc": lambda drawn: auroc_of(drawn, levels >= rel),
    }
    resampled = resampled_tables(tables, seed=seed)
    return {name: figure_of(tables, resampled, statistic, level=level) for name, statistic in statistics.items()}


def bias_figure(tables: Floats, levels: Floats, *, level: float, seed: int) -> Figure:
    """Return how far the judge lies above people on average, in grades."""
    resampled = resampled_tables(tables, seed=seed)
    return figure_of(tables, resampled, lambda drawn: bias_of(drawn, levels), level=level)


def grade_biases(tables: Floats, levels: Floats, *, level: float, seed: int) -> list[GradeBias]:
    """Return the bias where people gave each grade."""
    return [
        GradeBias(
            grade=float(grade),
            n=int(tables[:, row].sum()),
            bias=bias_figure(_only(tables, row), levels, level=level, seed=seed),
        )
        for row, grade in enumerate(levels)
    ]


def _only(tables: Floats, row: int) -> Floats:
    kept = np.zeros_like(tables)
    kept[:, row] = tables[:, row]
    return kept
