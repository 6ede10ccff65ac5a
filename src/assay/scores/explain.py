"""The same run under each convention, side by side, and why the figures differ."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import numpy as np

from assay.errors import BadInputError
from assay.files.qrels import read_qrels
from assay.files.runs import read_run
from assay.measures.judged_hits import Floats
from assay.measures.measure import Measure
from assay.report.page import Bullets, Page, Section
from assay.report.table import Table
from assay.scores.convention import CONVENTIONS, Convention, ConventionName
from assay.scores.result import Scores
from assay.scores.scoring import MeasureLike, check_standard_input, is_piped, measures_of, runs_of, score

_SAME = 1e-9
_CHOICES: Mapping[str, str] = {
    "parameters": "",  # each measure has a reason of its own
    "negatives": "grades below 0 are pooled, not judged",
    "duplicates": "repeats of a document are dropped and later hits move up",
    "ties": "equal scores are averaged over their orders",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure that a convention changes: by how much, and why."""

    measure: str
    convention: str
    assay: float
    figure: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One run under every convention: the measures as they were asked for, and the scores by convention."""

    measures: tuple[Measure, ...]
    scores: Mapping[ConventionName, Scores]
    differences: tuple[Difference, ...]

    def figure(self, measure: Measure, convention: ConventionName) -> float:
        """Return what a measure comes to under a convention."""
        return _figure(self.scores[convention], measure)

    def page(self) -> Page:
        """Build the page: a table of figures, and a sentence for each that differs."""
        names = list(self.scores)
        rows = [(str(one), *(_written(self.figure(one, name)) for name in names)) for one in self.measures]
        table = Table(heading=("measure", *names), rows=tuple(rows), numeric=frozenset(range(1, len(names) + 1)))
        texts = [_sentence(found) for found in self.differences] or ["No figure differs on this run."]
        figures = Section(title="", blocks=(table,))
        why = Section(title="Why they differ", blocks=(Bullets(tuple(texts)),))
        return Page(title="One run under each convention", language="en", sections=(figures, why))


def _sentence(found: Difference) -> str:
    figures = f"{_written(found.figure)} for {_written(found.assay)}"
    return f"{found.measure} under {found.convention}: {figures}; {found.why}."


def explain(
    qrels: object, run: object, measures: MeasureLike | Iterable[MeasureLike], *, rel: float = 1.0
) -> Explanation:
    """Score a run under each convention and say why figures differ.

    Parameters
    ----------
    qrels, run, measures, rel
        As in `score`, of one run.

    Raises
    ------
    BadInputError
        More than one run; and as `score`.

    Examples
    --------
    >>> found = explain({"q": {"a": 1, "b": 1}}, {"q": {"a": 0.9, "c": 0.8}}, "P@5 RR")
    >>> [(one.measure, one.convention, one.assay, one.figure) for one in found.differences]
    [('P@5', 'tutorial', 0.2, 0.5), ('P@5', 'ragas', 0.2, 0.5)]
    """
    wanted = measures_of(measures)
    check_standard_input([qrels, run])
    judgements, once = read_qrels(qrels), _held(run)

    def under(convention: Convention) -> Scores:
        return score(judgements, once, wanted, convention=convention, rel=rel)

    scores: dict[ConventionName, Scores] = {name: under(convention) for name, convention in CONVENTIONS.items()}
    own = scores["assay"]
    differences: list[Difference] = []
    alone = {name: {choice: under(one) for choice, one in _alone(full)} for name, full in CONVENTIONS.items()}
    for measure in wanted:
        for name, found in scores.items():
            figure, plain = _figure(found, measure), _figure(own, measure)
            if not np.isclose(figure, plain, rtol=0, atol=_SAME, equal_nan=True):
                why = "; ".join(_causes(found, own, alone[name], measure))
                differences.append(
                    Difference(measure=str(measure), convention=name, assay=plain, figure=figure, why=why)
                )
    return Explanation(measures=wanted, scores=scores, differences=tuple(differences))


def _held(run: object) -> object:
    """Return one run in a form that can be read again and again."""
    if len(runs_of(run)) > 1:
        raise BadInputError("one run can be explained at a time")
    if isinstance(run, str | Path):
        return read_run(run) if is_piped(run) else run
    return list(cast("Iterator[object]", run)) if isinstance(run, Iterator) else run


def _alone(convention: Convention) -> list[tuple[str, Convention]]:
    """List the choices that change the values of queries, each made alone; none where there is just one of them."""
    own = CONVENTIONS["assay"]
    choices = [choice for choice in _CHOICES if getattr(convention, choice) != getattr(own, choice)]
    if len(choices) < 2:
        return []
    return [(choice, replace(own, **{choice: getattr(convention, choice)})) for choice in choices]


def _causes(found: Scores, own: Scores, alone: Mapping[str, Scores], measure: Measure) -> Iterator[str]:
    """Iterate over the choices that changed a figure: those that do so alone, or all of them if only together."""
    convention = found.convention
    theirs, ours = _values(found, measure), _values(own, measure)
    if not _same(theirs, ours):
        choices = [choice for choice in _CHOICES if getattr(convention, choice) != getattr(own.convention, choice)]
        able = [choice for choice in choices if choice not in alone or not _same(_values(alone[choice], measure), ours)]
        for choice in able or choices:
            yield convention.reasons.get(measure.symbol, "") if choice == "parameters" else _CHOICES[choice]
    undefined = int(np.isnan(theirs).sum()) if found.undefined == "zero" else 0
    if undefined and not np.isclose(_figure(found, measure), measure.aggregate(theirs), rtol=0, atol=_SAME):
        counted = "1 query without a value counts" if undefined == 1 else f"{undefined} queries without a value count"
        yield f"{counted} as 0"


def _values(scores: Scores, measure: Measure) -> Floats:
    return scores.runs[0].values[_row(scores, measure)]


def _same(theirs: Floats, ours: Floats) -> bool:
    return np.allclose(theirs, ours, rtol=0, atol=_SAME, equal_nan=True)


def _row(scores: Scores, measure: Measure) -> int:
    """Return where a measure stands under a convention, which may have made one of two."""
    return scores.measures.index(scores.convention.apply([measure])[0])


def _figure(scores: Scores, measure: Measure) -> float:
    return scores.aggregate(scores.runs[0], _row(scores, measure))


def _written(figure: float) -> str:
    return "–" if np.isnan(figure) else f"{figure:.4f}"
