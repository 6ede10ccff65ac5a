"""What several systems retrieved for the queries of one set of judgements, document by document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from assay.comparison.rankings import RunRankings
from assay.comparison.reading import systems_of
from assay.comparison.system import Question, System
from assay.data.qrels import Qrels
from assay.errors import BadInputError

Ranking = Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Retrieved:
    """Rankings by system and query, with what is judged of them.

    Parameters
    ----------
    rankings
        By the name of a system, then by query id: document ids, best first, each once.
    labels
        The grade of every judged document, by query id.
    queries
        The text of a query by its id, where it is known.
    rel
        Smallest grade that counts as relevant.
    """

    rankings: Mapping[str, Mapping[str, Ranking]]
    labels: Mapping[str, Mapping[str, float]]
    queries: Mapping[str, str] = field(default_factory=dict[str, str])
    rel: float = 1.0

    def ranking(self, system: str, query_id: str) -> Ranking:
        """Return what a system retrieved for a query; nothing where it has no such query."""
        return self.rankings[system].get(query_id, ())

    def rank(self, system: str, query_id: str, doc_id: str) -> int | None:
        """Return where a document stands, 1 = best; None where the system did not retrieve it."""
        ranking = self.ranking(system, query_id)
        return ranking.index(doc_id) + 1 if doc_id in ranking else None

    def holes(self, query_id: str, depth: int) -> list[str]:
        """Return the documents nobody judged among the first `depth` hits of any system, each once."""
        known = self.labels.get(query_id, {})
        found = (doc for system in self.rankings for doc in self.ranking(system, query_id)[:depth])
        return [doc for doc in dict.fromkeys(found) if doc not in known]

    def beyond(self, system: str, depth: int | None = None) -> dict[str, list[str]]:
        """Return by query id what nobody judged and this system did not retrieve, but others did.

        Parameters
        ----------
        depth
            How many first hits of the others count; None takes all.

        Examples
        --------
        >>> given = Retrieved(rankings={"a": {"q": ["x"]}, "b": {"q": ["x", "y", "z"]}}, labels={"q": {"z": 1.0}})
        >>> given.beyond("a")
        {'q': ['y']}
        """
        found: dict[str, list[str]] = {}
        for query, known in self.labels.items():
            own = set(self.ranking(system, query))
            others = (doc for other in self.rankings for doc in self.ranking(other, query)[:depth])
            found[query] = [doc for doc in dict.fromkeys(others) if doc not in known and doc not in own]
        return found


def retrieved_by_runs(runs: Sequence[str], qrels: Qrels | None, names: Sequence[str]) -> Retrieved:
    """Read run files; without judgements every query of a run counts, and nothing is judged.

    Raises
    ------
    BadFileError
        A run that cannot be read.
    BadInputError
        A run without a judged query, or from a pipe.
    """
    known = qrels if qrels is not None else Qrels(grades={})
    rankings: dict[str, Mapping[str, Ranking]] = {}
    for name, run in zip(names, runs, strict=True):
        reader = RunRankings(run=run, qrels=known)
        found = reader.of(known.grades if qrels is not None else reader.query_ids)
        if not found:
            raise BadInputError(f"{run}: none of its queries is judged, or it is a pipe\nHint: give files, not pipes.")
        rankings[name] = {query_id: question.retrieved for query_id, question in found.items()}
    return Retrieved(rankings=rankings, labels={query_id: dict(docs) for query_id, docs in known.grades.items()})


def retrieved_by_evaluations(evaluations: Iterable[object]) -> Retrieved:
    """Take rankings and labels out of evaluations, saved or in memory.

    Raises
    ------
    BadFileError
        As `assay.comparison.reading.systems_of`.
    BadInputError
        Figures without the ids that came back, such as saved scores.
    """
    systems = [system for given in evaluations for system in systems_of(given)]
    labels: dict[str, dict[str, float]] = {}
    queries: dict[str, str] = {}
    rankings: dict[str, Mapping[str, Ranking]] = {}
    for system in systems:
        name = system.name if system.name not in rankings else f"{system.name} ({len(rankings) + 1})"
        rankings[name] = {query_id: tuple(dict.fromkeys(one.retrieved)) for query_id, one in _questions(system)}
        for query_id, one in _questions(system):
            queries.setdefault(query_id, one.query)
            labels.setdefault(query_id, {}).update(one.labels)
    return Retrieved(rankings=rankings, labels=labels, queries=queries, rel=systems[0].origin.rel or 1.0)


def _questions(system: System) -> list[tuple[str, Question]]:
    if system.questions is None:
        raise BadInputError(
            f"{system.name}: it says what was measured, not what was retrieved\n"
            "Hint: saved evaluations hold both; run files are given with --qrels."
        )
    return list(zip(system.query_ids, system.questions, strict=True))
