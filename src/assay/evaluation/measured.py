"""What was measured: a value per measure and query, and every figure drawn from them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from assay.data.case import RetrievalTestCase
from assay.data.clusters import SOURCE, clusters_of
from assay.data.golden_set import GoldenSet
from assay.errors import BadInputError
from assay.evaluation.asking import Answer
from assay.evaluation.figures import Failure, Latency, Mean
from assay.evaluation.notices import Notice
from assay.evaluation.settings import Settings
from assay.labels.unit import ranked_ids
from assay.measures.judged_hits import Floats, Ints
from assay.measures.measure import Measure, check_k
from assay.measures.notation import parse
from assay.stats.intervals import Interval, interval, no_interval

if TYPE_CHECKING:
    from assay.evaluation.judged import JudgedScores


@dataclass(frozen=True, kw_only=True, eq=False)
class Measured:
    """How good retrieval was, question by question: the figures, without the forms they are written in.

    Parameters
    ----------
    golden, answers
        The cases and what the pipeline answered to each, in the same order; None stands for a question that was not
        asked because the run was interrupted.
    settings, measures
        What was measured and how.
    values
        float64, shape (n_measures, n_cases): NaN where a measure is undefined or the call failed.
    best_of_failed
        float64, shape (n_measures, n_cases): what a perfect ranking would have scored where the call failed; else NaN.
    first_rank
        int64, shape (n_cases,): rank of the first relevant hit, 0 where there is none.
    labels
        The grades each case's hits were held against; empty for a case that claims no answer.
    tokens
        float64, shape (n_k, n_cases): context tokens of the first k hits; NaN where hits carried no text.
    notices
        What was odd about the run.
    ranked
        The ids each case's hits were held against its labels by; empty where they were told by evidence.
    judged
        What judges say, one entry a judge; empty where none was asked.
    """

    golden: GoldenSet
    answers: tuple[Answer | None, ...]
    settings: Settings
    measures: tuple[Measure, ...]
    values: Floats
    best_of_failed: Floats
    first_rank: Ints
    labels: tuple[Mapping[str, float], ...]
    tokens: Floats
    notices: tuple[Notice, ...] = ()
    ranked: tuple[Sequence[str], ...] = ()
    judged: tuple["JudgedScores", ...] = ()

    @property
    def hit_rate_at_k(self) -> dict[int, float]:
        """Share of questions with something relevant among the first k, for each k."""
        return self._at_k("HitRate")

    @property
    def precision_at_k(self) -> dict[int, float]:
        """Mean precision for each k."""
        return self._at_k("P")

    @property
    def recall_at_k(self) -> dict[int, float]:
        """Mean recall for each k."""
        return self._at_k("R")

    @property
    def f1_at_k(self) -> dict[int, float]:
        """Mean of the per-question F1 for each k."""
        return self._at_k("F1")

    @property
    def ndcg_at_k(self) -> dict[int, float]:
        """Mean nDCG for each k."""
        return self._at_k("nDCG")

    @property
    def map_at_k(self) -> dict[int, float]:
        """Mean average precision for each k."""
        return self._at_k("AP")

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank, to the largest k."""
        return self.mean(f"RR@{self.settings.k[-1]}").mean

    def mean(self, measure: Measure | str) -> Mean:
        """Return the mean of a measure with what it stands on.

        Raises
        ------
        BadInputError
            The measure is not one of this evaluation's.
        """
        row = self.row_of(measure)
        wanted = self.measures[row]
        values, best = self.values[row], self.best_of_failed[row]
        possible = best[~np.isnan(best)]
        mean, scored, least = wanted.aggregate(values), int(np.count_nonzero(~np.isnan(values))), wanted.bounds[0]
        if not len(possible):
            return Mean(mean=mean, scored=scored, asked=self.n_asked)
        worst = np.full(len(possible), least)
        return Mean(
            mean=mean,
            scored=scored,
            asked=self.n_asked,
            failed=len(possible),
            if_failed_worst=wanted.aggregate(np.append(values, worst)) if np.isfinite(least) else None,
            if_failed_best=wanted.aggregate(np.append(values, possible)),
        )

    def interval(self, measure: Measure | str, *, level: float | None = None) -> Interval:
        """Say how far the mean of a measure may be off: where it may lie over all questions like these.

        Parameters
        ----------
        level
            How often such intervals hold the mean; by default that of the settings, 0.95.

        Returns
        -------
        Interval
            Over the questions that have a value; unknown where these cannot say, and for measures that are no means.
            Where questions share what `clusters` tells, whole clusters are drawn.

        Raises
        ------
        BadInputError
            The measure is not one of this evaluation's, or the level is none.

        Notes
        -----
        See `assay.stats.intervals.interval` for which interval suits which values.
        """
        row, wanted = self.row_of(measure), self.settings.level if level is None else level
        key = (row, wanted)
        if key not in self._intervals:
            values = self.values[row]
            figure = self.measures[row].aggregate(values)
            if self.measures[row].is_averaged and math.isfinite(figure):
                found = interval(values, level=wanted, seed=self.settings.seed, cluster=self.clusters)
            else:
                found = no_interval(figure, values, level=wanted)
            self._intervals[key] = found
        return self._intervals[key]

    @cached_property
    def clusters(self) -> tuple[str | int, ...] | None:
        """The cluster of each case, None where every case stands alone.

        By the settings' field: by default the ``source`` in the metadata of a case, else the document of its first
        evidence, where several cases share one. Questions made from one document, or paraphrases of one question, tell
        less than as many questions would that have nothing in common.
        """
        if not any(_cluster_value(case, self.settings.cluster) for case in self.golden):
            return None  # a group of a breakdown may lack the field that some case of the whole has
        return cluster_labels(self.golden, self.settings.cluster)

    @cached_property
    def _intervals(self) -> dict[tuple[int, float], Interval]:
        return {}

    @cached_property
    def per_query(self) -> dict[str, dict[str, float]]:
        """Value of every measure for every question asked, by its id; NaN where undefined or failed."""
        names = [str(measure) for measure in self.measures]
        columns = self.values.T.tolist()
        cases = zip(self.golden, self.answers, columns, strict=True)
        return {str(case.id): dict(zip(names, row, strict=True)) for case, answer, row in cases if answer is not None}

    @property
    def n_asked(self) -> int:
        """Number of questions the pipeline was asked."""
        return sum(answer is not None for answer in self.answers)

    @property
    def n_failed(self) -> int:
        """Number of calls that failed."""
        return sum(answer is not None and answer.reason is not None for answer in self.answers)

    @property
    def n_no_answer(self) -> int:
        """Number of questions asked that, by their own word, the corpus does not answer."""
        pairs = zip(self.answers, self.golden, strict=True)
        return sum(answer is not None and not case.answerable for answer, case in pairs)

    @property
    def n_unlabelled(self) -> int:
        """Number of questions asked that should have an answer but no relevant label."""
        rows = zip(self.answers, self.golden, self.labels, strict=True)
        return sum(answer is not None and case.answerable and not self._relevant(label) for answer, case, label in rows)

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped before every question was asked."""
        return self.n_asked < len(self.golden)

    @property
    def errors(self) -> list[tuple[RetrievalTestCase, str]]:
        """The failed calls with their reasons."""
        cases = zip(self.golden, self.answers, strict=True)
        return [(case, answer.reason) for case, answer in cases if answer is not None and answer.reason is not None]

    @property
    def latency_s(self) -> Latency | None:
        """How long calls took, in seconds; None where none returned."""
        seconds = [answer.latency_s for answer in self.answers if answer is not None and answer.latency_s is not None]
        if not seconds:
            return None
        p50, p95 = np.percentile(seconds, [50, 95])
        return Latency(p50=float(p50), p95=float(p95), max=max(seconds))

    @property
    def tokens_at_k(self) -> dict[int, float]:
        """Mean context tokens of the first k hits, for each k; empty where hits carried no text."""
        rows = [row[~np.isnan(row)] for row in self.tokens]
        return {k: float(row.mean()) for k, row in zip(self.settings.k, rows, strict=True) if len(row)}

    def by(self, field: str) -> dict[str, Self]:
        """Break the result down by ``category``, ``language`` or a key of the cases' metadata.

        Returns
        -------
        dict of str to the same class
            One per value of the field, in alphabetical order; cases without it are under ``"-"``, last.

        Raises
        ------
        BadInputError
            No case has the field.
        """
        groups: dict[str, list[int]] = {}
        for position, case in enumerate(self.golden):
            groups.setdefault(case.value(field) or "-", []).append(position)
        if set(groups) == {"-"}:
            known = ", ".join(self.golden.fields()) or "none"
            raise BadInputError(f"no case has the field {field!r}\nHint: cases can be broken down by: {known}.")
        return {name: self._subset(groups[name]) for name in sorted(groups, key=lambda name: (name == "-", name))}

    def failures(self, k: int | None = None) -> list[Failure]:
        """List the questions with nothing relevant among the first `k` (by default the largest k), as they were asked.

        Failed calls are not among them (see `errors`), nor are questions without a relevant label.

        Raises
        ------
        BadInputError
            The pipeline was not asked for that many hits.
        """
        cutoff = self.settings.k[-1] if k is None else check_k(k)
        if cutoff > self.settings.depth:
            raise BadInputError(f"the pipeline was asked for {self.settings.depth} hits, so k={cutoff} cannot be told")
        return [self._failure(position, cutoff) for position in self._missed(cutoff)]

    def n_relevant(self) -> list[int]:
        """Count the relevant labels of each case by this evaluation's threshold."""
        return [len(self._relevant(label)) for label in self.labels]

    def row_of(self, measure: Measure | str) -> int:
        """Return the row of a measure in `values`.

        Raises
        ------
        BadInputError
            The measure is not one of this evaluation's.
        """
        wanted = parse(measure) if isinstance(measure, str) else measure
        if wanted not in self.measures:
            raise BadInputError(f"{wanted} was not measured\nHint: there are {', '.join(map(str, self.measures))}.")
        return self.measures.index(wanted)

    def _at_k(self, symbol: str) -> dict[int, float]:
        return {k: self.mean(f"{symbol}@{k}").mean for k in self.settings.k}

    def _relevant(self, label: Mapping[str, float]) -> list[str]:
        """Return the ids that count as relevant, the best graded first."""
        found = [doc_id for doc_id, grade in label.items() if grade >= self.settings.rel]
        return sorted(found, key=lambda doc_id: -label[doc_id])

    def _missed(self, k: int) -> list[int]:
        late = (self.first_rank == 0) | (self.first_rank > k)
        return [
            position
            for position, answer in enumerate(self.answers)
            if answer and answer.reason is None and late[position] and self._relevant(self.labels[position])
        ]

    def _failure(self, position: int, k: int) -> Failure:
        case, answer = self.golden.cases[position], self.answers[position]
        hits = answer.hits if answer is not None else ()
        return Failure(
            id=str(case.id),
            query=case.query,
            expected=tuple(self._relevant(self.labels[position])),
            retrieved=tuple(ranked_ids(hits, self.settings.unit)[:k]),
            top_score=hits[0].score if hits else None,
            case=case,
        )

    def _subset(self, positions: Sequence[int]) -> Self:
        return replace(
            self,
            golden=replace(self.golden, cases=tuple(self.golden.cases[position] for position in positions)),
            answers=tuple(self.answers[position] for position in positions),
            values=self.values[:, positions],
            best_of_failed=self.best_of_failed[:, positions],
            first_rank=self.first_rank[positions],
            labels=tuple(self.labels[position] for position in positions),
            tokens=self.tokens[:, positions],
            notices=(),
            ranked=tuple(self.ranked[position] for position in positions) if self.ranked else (),
            judged=(),
        )


def cluster_labels(cases: Iterable[RetrievalTestCase], field: str | None) -> tuple[str | int, ...] | None:
    """Return the cluster of each case by a field; None where every case stands alone, or no field is named.

    Raises
    ------
    BadInputError
        No case has the field.
    """
    return None if field is None else clusters_of([_cluster_value(case, field) for case in cases], field)


def _cluster_value(case: RetrievalTestCase, field: str | None) -> str | None:
    if field is None:
        return None
    return case.source if field == SOURCE else case.value(field)
