"""One side of a comparison: the value of every measure for every query, and what is known of the queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from assay.comparison.bands import Bands
from assay.data.clusters import SOURCE, clusters_of
from assay.errors import BadInputError
from assay.measures.measure import Measure
from assay.measures.notation import parse
from assay.stats.sample import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is known of a query.

    `fields` are what it can be grouped by; `source` is what it was made from; `labels` the grade of every judged id;
    `retrieved` the ids that came back, best first; `reason` why the call failed, where it did.
    """

    query: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    source: str | None = None
    labels: Mapping[str, float] = field(default_factory=dict[str, float])
    retrieved: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where figures come from: what two systems must share to be comparable, and what a history shows.

    Texts are empty, and hashes None, where nothing is known.
    """

    kind: Literal["evaluation", "scores"]
    golden: str = ""
    golden_sha256: str | None = None
    corpus_sha256: str | None = None
    retriever: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])
    convention: str = ""
    rel: float | None = None
    unit: str = ""
    matcher: str = ""
    undefined: str = ""
    version: str = ""
    seed: int = 0
    made_at: str = ""
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """Figures of one system, query by query.

    Parameters
    ----------
    name
        What reports call it.
    measures
        What was measured.
    query_ids
        Of the queries that were asked, each once.
    values
        float64, shape (n_measures, n_queries): NaN where a measure is undefined or the call failed.
    origin
        Where the figures come from.
    questions
        In the order of `query_ids`; None where figures are all that is known.
    bands
        Tells of a measure, by query id, what unjudged hits leave open; None where nothing is known of it.
    """

    name: str
    measures: tuple[Measure, ...]
    query_ids: tuple[str, ...]
    values: Floats
    origin: Origin
    questions: tuple[Question, ...] | None = None
    bands: Bands | None = None

    def row(self, measure: Measure | str) -> Floats:
        """Return the value of a measure for every query; shape (n_queries,).

        Raises
        ------
        BadInputError
            It was not measured.
        """
        wanted = parse(measure) if isinstance(measure, str) else measure
        if wanted not in self.measures:
            known = ", ".join(map(str, self.measures))
            raise BadInputError(f"{wanted} was not measured of {self.name}\nHint: there are {known}.")
        return self.values[self.measures.index(wanted)]

    def by_query(self, measure: Measure) -> dict[str, float]:
        """Return the value of a measure by query id."""
        return dict(zip(self.query_ids, self.row(measure).tolist(), strict=True))

    def only(self, query_ids: Sequence[str]) -> "System":
        """Return the figures of some of the queries, in the given order."""
        places = {query_id: place for place, query_id in enumerate(self.query_ids)}
        chosen = [places[query_id] for query_id in query_ids]
        questions = self.questions
        return replace(
            self,
            query_ids=tuple(query_ids),
            values=self.values[:, chosen],
            questions=None if questions is None else tuple(questions[place] for place in chosen),
        )

    def fields(self) -> list[str]:
        """Return the fields that some question has a value of, in the order of their names."""
        return sorted({name for question in self.questions or () for name in question.fields})

    def groups(self, name: str) -> dict[str, list[int]]:
        """Return the places of the queries by their value of a field, alphabetically; those without under ``"-"``.

        Raises
        ------
        BadInputError
            No question has the field.
        """
        found: dict[str, list[int]] = {}
        for place, question in enumerate(self.questions or ()):
            found.setdefault(question.fields.get(name, "-"), []).append(place)
        if not found.keys() - {"-"}:
            known = ", ".join(self.fields()) or "none"
            raise BadInputError(f"no case has the field {name!r}\nHint: cases can be grouped by: {known}.")
        return {value: found[value] for value in sorted(found, key=lambda value: (value == "-", value))}

    def clusters(self, name: str | None = SOURCE) -> tuple[str | int, ...] | None:
        """Return the cluster of each query by a field; None where every query stands alone.

        Raises
        ------
        BadInputError
            No question has the field, and it is another than ``"source"``.
        """
        if name is None:
            return None
        values = [one.source if name == SOURCE else one.fields.get(name) for one in self.questions or ()]
        return clusters_of(values, name)
