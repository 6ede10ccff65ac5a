"""What a gate judges: the values of one system with the figures of its run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from assay.comparison.reading import REPORT, load_saved, saved_systems, systems_of
from assay.comparison.saved import Saved
from assay.comparison.system import System
from assay.errors import BadFileError, BadInputError
from assay.evaluation.measured import Measured
from assay.files.text import read_text
from assay.gating.rule import Rule, RunFigure
from assay.gating.validation import problems_of
from assay.measures.measure import Measure
from assay.scores.scoring import score
from assay.stats.sample import Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subject:
    """A system with what else is known of its run.

    Parameters
    ----------
    system
        The values of every query.
    figures
        Figures of the run by the name rules give them: those that are known.
    n_not_asked
        Cases that were not asked because the run was stopped.
    """

    system: System
    figures: Mapping[str, float]
    n_not_asked: int = 0

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Whether a query would have had a value, but its call failed; bool, shape (n_queries,)."""
        questions, rel = self.system.questions, self.system.origin.rel or 1.0
        if questions is None:
            return np.zeros(len(self.system.query_ids), dtype=np.bool_)
        return np.array(
            [one.reason is not None and max(one.labels.values(), default=0.0) >= rel for one in questions],
            dtype=np.bool_,
        )

    def figure(self, quantity: RunFigure) -> float:
        """Return a figure of the run.

        Raises
        ------
        BadInputError
            The result does not tell it.
        """
        if str(quantity) in self.figures:
            return self.figures[str(quantity)]
        known = ", ".join(self.figures) or "none"
        raise BadInputError(f"{self.system.name} does not tell its {quantity}\nHint: of these it tells: {known}.")

    def values(self, measure: Measure, worst: float) -> Floats:
        """Return the value of every query, the worst one where the call failed; shape (n_queries,).

        Raises
        ------
        BadInputError
            It was not measured.
        """
        row = self.system.row(measure).copy()
        if np.isfinite(worst):
            row[self.lost] = worst
        return row


class _Latency(Saved):
    p50: float
    p95: float
    max: float


class _Tokens(Saved):
    mean: float


class _Counts(Saved):
    failed: int = 0
    not_asked: int = 0


class _Figures(Saved):
    """What a saved evaluation tells of its run."""

    latency_s: _Latency | None = None
    tokens: dict[str, _Tokens] = Field(default_factory=dict[str, _Tokens])
    counts: _Counts | None = None


def subject_of(given: object, *, qrels: object = None, rules: Sequence[Rule] = ()) -> Subject:
    """Return what is judged: an evaluation, scores of one run, a system, or the path of a saved one.

    Parameters
    ----------
    given
        As in `assay.comparison.reading.systems_of`; with `qrels`, a run as in `assay.score`. A subject stays as it is.
    qrels
        Judgements, for a run.
    rules
        For a run: whose measures are computed.

    Raises
    ------
    BadInputError
        What cannot be read, or holds the figures of several systems.
    """
    if qrels is not None:
        measures = list(dict.fromkeys(rule.quantity for rule in rules if isinstance(rule.quantity, Measure)))
        if not measures:
            raise BadInputError("a run is judged by a measure\nHint: require one, such as 'nDCG@10 >= 0.30'.")
        return Subject(system=_single(systems_of(score(qrels, given, measures))), figures={})
    if isinstance(given, Subject):
        return given
    if isinstance(given, Measured):
        return Subject(
            system=_single(systems_of(given)),
            figures=_figures_of(given),
            n_not_asked=len(given.golden) - given.n_asked,
        )
    if isinstance(given, str | Path):
        return _read(given)
    system = _single(systems_of(given))
    return Subject(system=system, figures=_failures(system))


def _single(systems: Sequence[System]) -> System:
    if len(systems) != 1:
        names = ", ".join(system.name for system in systems) or "none"
        raise BadInputError(f"a gate judges one system, and here are {len(systems)}: {names}\nHint: save it alone.")
    return systems[0]


def _read(path: str | Path) -> Subject:
    place = Path(path)
    place = place / REPORT if place.is_dir() else place
    try:
        return saved_subject(load_saved(str(place), read_text(place)), str(place))
    except BadFileError as exc:
        is_no_result = place.is_file() and all(problem.field is None for problem in exc.problems)
        hint = "a saved result is JSON; a run file takes judgements, as qrels (--qrels)." if is_no_result else None
        raise BadFileError(exc.problems, hint=hint or exc.hint) from exc


def saved_subject(saved: Mapping[str, object], place: str, name: str = "") -> Subject:
    """Return what is judged of a saved result that has been read from JSON.

    Parameters
    ----------
    saved
        The object.
    place
        Where it came from, for errors.
    name
        What to call it; its own name where empty.

    Raises
    ------
    BadFileError, BadInputError
        As in `subject_of`.
    """
    system = _single(saved_systems(saved, place))
    system = replace(system, name=name) if name else system
    if system.origin.kind == "scores":
        return Subject(system=system, figures={})
    try:
        told = _Figures.model_validate(saved)
    except ValidationError as exc:
        raise BadFileError(problems_of(exc, place)) from exc
    figures = _failures(system)
    if told.counts is not None:
        figures = {"failures": float(told.counts.failed)}
    if told.latency_s is not None:
        figures |= {f"latency_{part}_s": getattr(told.latency_s, part) for part in ("p50", "p95", "max")}
    figures |= {f"tokens@{k}": part.mean for k, part in told.tokens.items()}
    return Subject(system=system, figures=figures, n_not_asked=told.counts.not_asked if told.counts else 0)


def _figures_of(evaluation: Measured) -> dict[str, float]:
    figures = {"failures": float(evaluation.n_failed)}
    if latency := evaluation.latency_s:
        figures |= {f"latency_{name}_s": getattr(latency, name) for name in ("p50", "p95", "max")}
    return figures | {f"tokens@{k}": mean for k, mean in evaluation.tokens_at_k.items()}


def _failures(system: System) -> dict[str, float]:
    if system.questions is None:
        return {}
    return {"failures": float(sum(one.reason is not None for one in system.questions))}
