"""Who changed: the queries on which two systems differ most, with what came back from either."""

from dataclasses import dataclass, replace

import numpy as np

from assay.comparison.system import Question, System
from assay.measures.measure import Measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A retrieved id with its grade; None where nobody has judged it."""

    doc_id: str
    grade: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One query on which two systems differ.

    Parameters
    ----------
    query_id, query
        The query; its text is empty where only its id is known.
    value_a, value_b
        Of the measure.
    ranking_a, ranking_b
        What came back, best first; empty where it is not known.
    """

    query_id: str
    query: str
    value_a: float
    value_b: float
    ranking_a: tuple[Ranked, ...]
    ranking_b: tuple[Ranked, ...]

    @property
    def difference(self) -> float:
        """Value of b less that of a."""
        return self.value_b - self.value_a

    def ranked(self, a: Question | None, b: Question | None) -> "Change":
        """Return the same change with rankings; None leaves those that are there."""
        return replace(
            self,
            ranking_a=self.ranking_a if a is None else _ranked(a),
            ranking_b=self.ranking_b if b is None else _ranked(b),
        )


def changes_of(measure: Measure, a: System, b: System) -> list[Change]:
    """Return the queries on which the systems differ in a measure, the largest loss of b first, then to the gains.

    Queries on which either has no value are left out; equal changes stand in the order of the queries.
    """
    values_a, values_b = a.row(measure), b.row(measure)
    changed = values_b - values_a
    places = [place for place in np.argsort(changed, kind="stable").tolist() if changed[place] != 0.0]
    return [
        _change(a, b, place, float(values_a[place]), float(values_b[place]))
        for place in places
        if not np.isnan(changed[place])
    ]


def _change(a: System, b: System, place: int, value_a: float, value_b: float) -> Change:
    mine, theirs = _question(a, place), _question(b, place)
    return Change(
        query_id=a.query_ids[place],
        query=mine.query or theirs.query,
        value_a=value_a,
        value_b=value_b,
        ranking_a=_ranked(mine),
        ranking_b=_ranked(theirs),
    )


def _question(system: System, place: int) -> Question:
    return Question() if system.questions is None else system.questions[place]


def _ranked(question: Question) -> tuple[Ranked, ...]:
    return tuple(Ranked(doc_id=doc_id, grade=question.labels.get(doc_id)) for doc_id in question.retrieved)
