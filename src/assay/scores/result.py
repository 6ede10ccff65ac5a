"""Figures of runs: by measure, by query, and in every form they are written in."""

import math
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from assay.data.qrels import Qrels
from assay.errors import BadInputError
from assay.measures.judged_hits import Floats
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.rankings.judged_run import JudgedRun, JudgingPolicy, Notice
from assay.rankings.ranking import Places
from assay.scores.convention import Convention, Undefined

if TYPE_CHECKING:
    from assay.measures.bounds import Bounds
    from assay.measures.bounds_of_means import MeanBounds
    from assay.stats.intervals import Interval


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunScores:
    """One run: the judged hits it was scored on and a value of each measure for each query.

    `values` is float64, shape (n_measures, n_queries), over the queries of `judged`: NaN where undefined.
    """

    name: str
    judged: JudgedRun
    values: Floats

    def only(self, query_ids: Collection[str]) -> "RunScores":
        """Return the values and the judged hits of some queries; what was counted stays that of the whole run."""
        run, hits = self.judged, self.judged.judged
        kept = np.array([query_id in query_ids for query_id in run.query_ids], dtype=np.bool_)
        number = np.cumsum(kept) - 1
        rows, pool = kept[hits.query], kept[hits.pool_query]
        judged = replace(
            run,
            queries=run.queries.where(kept),
            is_missing=run.is_missing[kept],
            judged=replace(
                hits,
                query=number[hits.query[rows]],
                rank=hits.rank[rows],
                grade=hits.grade[rows],
                n_retrieved=hits.n_retrieved[kept],
                pool_query=number[hits.pool_query[pool]],
                pool_grade=hits.pool_grade[pool],
            ),
            places=Places(
                rank=run.places.rank[rows],
                tie_start=run.places.tie_start[rows],
                tie_size=run.places.tie_size[rows],
            ),
        )
        return RunScores(name=self.name, judged=judged, values=self.values[:, kept])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """Figures by run, measure and query.

    Parameters
    ----------
    runs
        In the order given; all over the same queries.
    measures
        With the convention's parameters.
    convention, policy, undefined
        The choices that were made.
    qrels
        The judgements.
    seed
        For orders of equal scores that were drawn at random, and for the resamples of intervals.
    dropped
        Judged queries that some run lacks and that ``missing="skip"`` therefore left out of all of them.
    """

    runs: tuple[RunScores, ...]
    measures: tuple[Measure, ...]
    convention: Convention
    policy: JudgingPolicy
    undefined: Undefined
    qrels: Qrels
    seed: int = 0
    dropped: tuple[str, ...] = ()
    _intervals: "dict[tuple[str, int, float], Interval]" = field(default_factory=dict, init=False, repr=False)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What a reader should know: of each run, its name in front, and of all of them."""
        found = [
            replace(notice, text=f"{run.name}: {notice.text}") for run in self.runs for notice in run.judged.notices
        ]
        if self.dropped:
            some = ", ".join(repr(query_id) for query_id in self.dropped[:3]) + (", ..." if self.dropped[3:] else "")
            text = f"judged queries left out of every run, because one lacks them: {some}"
            found.append(Notice(code="dropped_queries", count=len(self.dropped), text=text))
        return tuple(found)

    def mean(self, measure: Measure | str, *, run: str | None = None) -> float:
        """Return a measure's figure over all queries: its mean, or its sum or geometric mean where it says so.

        Raises
        ------
        BadInputError
            The measure was not computed, or there is no run of that name.
        """
        return self.aggregate(self._run(run), self._row(measure))

    def interval(
        self,
        measure: Measure | str,
        *,
        run: str | None = None,
        level: float = 0.95,
        cluster: Mapping[str, Hashable] | None = None,
    ) -> "Interval":
        """Say how far the mean of a measure may be off: where it may lie over all queries like these.

        Parameters
        ----------
        run
            As in `mean`.
        level
            How often such intervals hold the mean.
        cluster
            A label by query: those with one label, such as the document they were made from, are not independent, and
            are drawn together. A query it lacks stands alone.

        Returns
        -------
        Interval
            Over the queries that have a value (all, where undefined ones count as 0); unknown where these cannot say,
            and for figures that are no means, such as sums.

        Raises
        ------
        BadInputError
            As `mean`; the level is none; `cluster` knows no query of the run.

        Notes
        -----
        See `assay.stats.intervals.interval` for which interval suits which values.

        Examples
        --------
        >>> from assay import score
        >>> found = score({"a": {"d": 1}, "b": {"d": 1}}, {"a": {"d": 1.0}, "b": {"x": 1.0}}, "RR").interval("RR")
        >>> found.mean, round(found.low, 3), round(found.high, 3)
        (0.5, 0.013, 0.987)
        """
        found, row = self._run(run), self._row(measure)
        if cluster is not None:
            return self._interval(found, row, level, _labels(found.judged.query_ids, cluster))
        key = (found.name, row, level)
        if key not in self._intervals:
            self._intervals[key] = self._interval(found, row, level, None)
        return self._intervals[key]

    def hole_bounds(
        self, measure: Measure | str, *, run: str | None = None, pool: Mapping[str, Collection[str]] | None = None
    ) -> "Bounds | None":
        """Return the least and the greatest value for each query over every way to judge the hits nobody has judged.

        Parameters
        ----------
        pool
            By query id, documents that this run did not retrieve and nobody has judged, but that may be relevant: those
            that other runs retrieved, or that were sent to judges (`assay.golden.retrieved.Retrieved.beyond`).

        Returns
        -------
        Bounds or None
            None for a measure whose extremes are not known; see `assay.measures.bounds.bounds`.

        Raises
        ------
        BadInputError
            As `mean`; or the run holds a document twice, whose places are no holes, or its ties were averaged.

        Examples
        --------
        >>> from assay import score
        >>> found = score({"q": {"a": 1}}, {"q": {"x": 2.0, "a": 1.0}}, "RR").hole_bounds("RR")
        >>> found.low.tolist(), found.high.tolist()
        ([0.5], [1.0])
        >>> found = score({"q": {"a": 1}}, {"q": {"a": 1.0}}, "R@1").hole_bounds("R@1", pool={"q": ["b"]})
        >>> found.low.tolist(), found.high.tolist()
        ([0.5], [1.0])
        """
        from assay.measures.bounds import bounds
        from assay.measures.holes import Holes

        found, row = self._run(run), self._row(measure)
        if found.judged.counts.repeats and self.policy.duplicates == "keep":
            raise BadInputError(
                f"{found.name}: bounds need rankings without repeats\n"
                'Hint: drop them (duplicates="drop", --duplicates drop).'
            )
        if self.convention.ties == "expected" and found.judged.ties_move.any():
            raise BadInputError(f'{found.name}: averaged ties have no bounds\nHint: ties="trec", --ties trec.')
        hits = found.judged.judged
        unknown = [len(set(pool.get(query_id, ()))) for query_id in found.judged.query_ids] if pool else None
        unretrieved = None if unknown is None else np.array(unknown, dtype=np.int64)
        return bounds(self.measures[row], hits, Holes.between(hits), unretrieved=unretrieved)

    def mean_hole_bounds(
        self, measure: Measure | str, *, run: str | None = None, pool: Mapping[str, Collection[str]] | None = None
    ) -> "MeanBounds | None":
        """Return the least and the greatest mean over every way to judge the hits nobody has judged.

        Parameters
        ----------
        pool
            As for `hole_bounds`.

        Returns
        -------
        MeanBounds or None
            None as for `hole_bounds`, and for figures that are no means.

        Raises
        ------
        BadInputError
            As `hole_bounds`.

        Examples
        --------
        >>> from assay import score
        >>> run = {"q": {"x": 2.0, "a": 1.0}, "r": {"a": 1.0}}
        >>> score({"q": {"a": 1}, "r": {"a": 1}}, run, "RR").mean_hole_bounds("RR")
        MeanBounds(low=0.75, high=1.0)
        """
        from assay.measures.bounds_of_means import bounds_of_mean

        row = self._row(measure)
        found = self.hole_bounds(measure, run=run, pool=pool) if self.measures[row].is_averaged else None
        if found is None:
            return None
        return bounds_of_mean(self._run(run).values[row], found, undefined_as_zero=self.undefined == "zero")

    def quantile(self, measure: Measure | str, share: float, *, run: str | None = None) -> float:
        """Return the value that a share of the queries does not exceed: 0.5 is the median.

        Interpolated between neighbours, as NumPy does; NaN where no query has a value.

        Raises
        ------
        BadInputError
            As `mean`, or `share` is not in [0, 1].
        """
        if not 0 <= share <= 1:
            raise BadInputError(f"a share is between 0 and 1, got {share!r:.60}")
        values = self.counted(self._run(run), self._row(measure))
        defined = values[~np.isnan(values)]
        return float(np.quantile(defined, share)) if len(defined) else float("nan")

    def aggregate(self, run: RunScores, row: int) -> float:
        """Return the figure of one run for the measure in a row of its values."""
        return self.measures[row].aggregate(self.counted(run, row))

    def scored(self, run: RunScores, row: int) -> int:
        """Count the queries that have a value (all, where undefined ones count as 0)."""
        values = run.values[row]
        return len(values) if self.undefined == "zero" else int(np.count_nonzero(~np.isnan(values)))

    def per_query(self, *, run: str | None = None) -> dict[str, dict[str, float]]:
        """Return the value of every measure for every query of a run, by its id; NaN where undefined."""
        found = self._run(run)
        names = [str(measure) for measure in self.measures]
        rows = found.values.T.tolist()
        return {
            query: dict(zip(names, row, strict=True)) for query, row in zip(found.judged.query_ids, rows, strict=True)
        }

    def best(self) -> Iterator[tuple[int, int]]:
        """Iterate over (run, measure) positions of the best figure of each measure, where several runs were scored.

        Of counts that say nothing of quality, such as the number of hits, and of measures of what is not known, no
        figure is the best.
        """
        if len(self.runs) < 2:
            return
        for row in [row for row, measure in enumerate(self.measures) if measure.higher_is_better]:
            figures = [self.aggregate(run, row) for run in self.runs]
            largest = max((figure for figure in figures if not np.isnan(figure)), default=np.nan)
            yield from ((place, row) for place, figure in enumerate(figures) if figure == largest)

    def _interval(self, run: RunScores, row: int, level: float, cluster: list[Hashable] | None) -> "Interval":
        from assay.stats.intervals import interval, no_interval

        values, figure = self.counted(run, row), self.aggregate(run, row)
        if self.measures[row].is_averaged and math.isfinite(figure):
            return interval(values, level=level, seed=self.seed, cluster=cluster)
        return no_interval(figure, values, level=level)

    def counted(self, run: RunScores, row: int) -> Floats:
        """Return the value of a measure for each query, 0 where it is undefined and the policy says so, else NaN."""
        values = run.values[row]
        return np.nan_to_num(values, nan=0.0) if self.undefined == "zero" else values

    def _run(self, name: str | None) -> RunScores:
        if name is None:
            first, *others = self.runs
            if others:
                raise BadInputError(f"which run? There are {', '.join(run.name for run in self.runs)}")
            return first
        for run in self.runs:
            if run.name == name:
                return run
        raise BadInputError(f"no run is called {name!r}; there are {', '.join(run.name for run in self.runs)}")

    def _row(self, measure: Measure | str) -> int:
        wanted = self.convention.apply([parse(measure) if isinstance(measure, str) else measure])[0]
        if wanted not in self.measures:
            raise BadInputError(f"{wanted} was not computed; there are {', '.join(map(str, self.measures))}")
        return self.measures.index(wanted)


def _labels(query_ids: Collection[str], cluster: Mapping[str, Hashable]) -> list[Hashable]:
    """Return the cluster of each query, one of its own where none is named."""
    if query_ids and not any(query_id in cluster for query_id in query_ids):
        raise BadInputError(
            f"no judged query has a cluster; the ids of queries are for example {', '.join(list(query_ids)[:2])}\n"
            "Hint: cluster maps the id of a query to what it shares with others."
        )
    return [cluster[query_id] if query_id in cluster else object() for query_id in query_ids]
