"""Whether a judge orders systems as people do: runs scored by the labels of each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from assay.calibration.labels import Labels, Pair
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.scores.scoring import score
from assay.stats.agreement_intervals import Figure
from assay.stats.sample import Floats

_DRAWN = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemMeans:
    """The mean of a system by people's labels and by the judge's."""

    name: str
    human: float
    judge: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """Two systems that the two sides order differently: the mean differences, b less a."""

    a: str
    b: str
    human: float
    judge: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsAgreement:
    """How far people and a judge order systems alike.

    Parameters
    ----------
    measure, n_queries
        What systems are ordered by, over how many queries.
    systems
        The best by people first.
    kendall
        Tau-b of the two orders, with an interval over queries.
    swapped
        The pairs that stand the other way round, the one furthest apart by people first.
    """

    measure: Measure
    n_queries: int
    systems: tuple[SystemMeans, ...]
    kendall: Figure
    swapped: tuple[Swapped, ...]


def systems_agreement(
    human: Labels,
    judge: Labels,
    pairs: Sequence[Pair],
    runs: Sequence[str],
    measure: Measure | str,
    *,
    rel: float,
    level: float = 0.95,
    seed: int = 0,
) -> SystemsAgreement | None:
    """Score runs by the labels of each side, over the pairs that both labelled, and compare the orders.

    Parameters
    ----------
    pairs
        That both labelled: what only one side labelled would move that side's figures alone.
    runs
        Paths of run files, at least two.
    rel
        Smallest relevant grade, of both sides.

    Returns
    -------
    SystemsAgreement or None
        None without runs.

    Raises
    ------
    BadFileError
        A run cannot be read.
    BadInputError
        One run alone, or no query of theirs is labelled.

    Notes
    -----
    The interval resamples queries, the same ones for both sides and all systems, 2,000 times.
    """
    if not runs:
        return None
    if len(runs) < 2:
        raise BadInputError("an order is of several systems\nHint: name at least two runs (--runs A --runs B).")
    wanted, names = parse(measure) if isinstance(measure, str) else measure, names_of(runs)
    given = dict(zip(names, runs, strict=True))
    by_people = _values(human, pairs, given, wanted, rel)
    by_judge = _values(judge, pairs, given, wanted, rel)
    known = ~np.isnan(by_people).any(axis=0) & ~np.isnan(by_judge).any(axis=0)
    if not known.any():
        raise BadInputError(f"{measure} has no value by both sides for any query of these runs")
    first, second = by_people[:, known], by_judge[:, known]
    drawn = np.random.default_rng(seed).integers(0, first.shape[1], (_DRAWN, first.shape[1]))
    taus = np.array([_tau(first[:, rows].mean(axis=1), second[:, rows].mean(axis=1)) for rows in drawn])
    means_a, means_b = first.mean(axis=1), second.mean(axis=1)
    low, high = np.nanquantile(taus, [(1 - level) / 2, (1 + level) / 2]) if not np.isnan(taus).all() else (np.nan,) * 2
    order: list[int] = np.argsort(-means_a, kind="stable").tolist()
    return SystemsAgreement(
        measure=wanted,
        n_queries=int(known.sum()),
        systems=tuple(
            SystemMeans(name=names[row], human=float(means_a[row]), judge=float(means_b[row])) for row in order
        ),
        kendall=Figure(value=_tau(means_a, means_b), low=float(low), high=float(high)),
        swapped=_swapped(names, means_a, means_b),
    )


def names_of(runs: Sequence[str]) -> list[str]:
    """Return what runs are called: their file names, or their paths where several bear one name."""
    short = [Path(run).name for run in runs]
    return [run if short.count(name) > 1 else name for run, name in zip(runs, short, strict=True)]


def _values(labels: Labels, pairs: Sequence[Pair], runs: Mapping[str, str], measure: Measure, rel: float) -> Floats:
    """Return the value of each run and query; shape (n_runs, n_queries), in one order of the queries."""
    qrels: dict[str, dict[str, float]] = {}
    for query, doc in pairs:
        qrels.setdefault(query, {})[doc] = labels.grades[query, doc]
    scores = score(qrels, dict(runs), measure, rel=rel)
    rows = [dict(zip(run.judged.query_ids, run.values[0].tolist(), strict=True)) for run in scores.runs]
    return np.array([[row.get(query, np.nan) for query in qrels] for row in rows], dtype=np.float64)


def _tau(a: Floats, b: Floats) -> float:
    """Return Kendall's tau-b; NaN where one side has all systems equal."""
    signs_a = np.sign(a[:, None] - a[None, :])
    signs_b = np.sign(b[:, None] - b[None, :])
    scale = np.sqrt((signs_a**2).sum() * (signs_b**2).sum())
    return float((signs_a * signs_b).sum() / scale) if scale else float("nan")


def _swapped(names: Sequence[str], human: Floats, judge: Floats) -> tuple[Swapped, ...]:
    found = [
        Swapped(a=names[a], b=names[b], human=float(human[b] - human[a]), judge=float(judge[b] - judge[a]))
        for a, b in combinations(range(len(names)), 2)
        if (human[b] - human[a]) * (judge[b] - judge[a]) < 0
    ]
    return tuple(sorted(found, key=lambda one: -abs(one.human)))
