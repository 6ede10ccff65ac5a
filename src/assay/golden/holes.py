"""Which hits to judge first: those whose judgement would move a comparison most."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from assay.errors import BadInputError
from assay.golden.retrieved import Retrieved
from assay.labels.judging import judge
from assay.measures.judged_hits import Floats
from assay.measures.measure import BinaryMeasure, Measure

_DEEPEST = 20  # of measures without a cutoff: what stands deeper moves little, and is there in thousands


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A hole, and what judging it promises.

    Parameters
    ----------
    ranks
        Where it stands in each system, None where it was not retrieved.
    chance
        How often judged hits at such ranks are relevant.
    moves
        By how much it would move the mean difference of the pair it moves most, were it relevant.
    pair
        The names of that pair.
    expected
        `chance` times the moves of all pairs, those that lie close together counting more.
    """

    query_id: str
    query: str
    doc_id: str
    ranks: Mapping[str, int | None]
    chance: float
    moves: float
    pair: tuple[str, str]
    expected: float


def most_telling(
    retrieved: Retrieved, measure: Measure, *, budget: int = 50, depth: int | None = None
) -> list[Suggestion]:
    """Return the holes whose judgement is expected to move the comparison most, the first the most.

    Parameters
    ----------
    retrieved
        At least two systems.
    budget
        How many at most.
    depth
        How deep holes are looked for; None takes the measure's cutoff, or 20 where it has none.

    Raises
    ------
    BadInputError
        Fewer than two systems.

    Notes
    -----
    A hole is worth the chance that it is relevant times what it would then change. The chance is the share of relevant
    documents among the judged hits of about the same rank (1, 2-3, 4-7, ...), with one more relevant and one more not.
    The change is computed: the measure of every system with the hole judged relevant (at the median grade of relevant
    documents, and in the pool of all of them) less the measure as it is, and of that the difference for each pair. A
    pair counts less the further its means are apart, as no single judgement will turn it. Of several holes of a query
    the n-th counts 1/n, so that a budget goes round. Holes that move all systems alike are left out.
    O(holes x (hits within the depth + labels of the query)).

    A dozen judgements bring differences nearer to the truth, but may turn close pairs for the time being, as they fall
    on one system first.
    """
    if len(retrieved.rankings) < 2:
        raise BadInputError("holes are looked for between at least two systems\nHint: name A and B.")
    deepest = depth_of(measure, depth)
    found = [(query, doc) for query in retrieved.labels for doc in retrieved.holes(query, deepest)]
    if not found:
        return []
    means, changes = _changes(retrieved, measure, found)
    chances = _chances(retrieved, found, deepest)
    names = list(retrieved.rankings)
    pairs = list(combinations(range(len(names)), 2))
    moved = np.stack([np.abs(changes[a] - changes[b]) for a, b in pairs])
    close = _closeness(means, pairs)
    expected = chances * (close @ moved)
    most: list[int] = moved.argmax(axis=0).tolist()
    return [
        Suggestion(
            query_id=found[place][0],
            query=retrieved.queries.get(found[place][0], ""),
            doc_id=found[place][1],
            ranks={name: retrieved.rank(name, *found[place]) for name in names},
            chance=float(chances[place]),
            moves=float(moved[most[place], place]),
            pair=(names[pairs[most[place]][0]], names[pairs[most[place]][1]]),
            expected=float(expected[place]),
        )
        for place in _in_turn([query for query, _ in found], expected, budget)
    ]


def depth_of(measure: Measure, depth: int | None = None) -> int:
    """Return how deep holes are looked for: as asked, or to the measure's cutoff, or to 20 where it has none."""
    return depth or measure.k or _DEEPEST


def _changes(retrieved: Retrieved, measure: Measure, found: Sequence[tuple[str, str]]) -> tuple[Floats, Floats]:
    """Return each system's mean, and what each hole, if relevant, adds to it; (n_systems,) and (n_systems, n_holes)."""
    queries, labels, rel = list(retrieved.labels), retrieved.labels, retrieved.rel
    place = {query: number for number, query in enumerate(queries)}
    row = [place[query] for query, _ in found]
    grade = _usual_grade(retrieved, measure)
    with_one = [{**labels[query], doc: grade} for query, doc in found]
    means: list[float] = []
    changes: list[Floats] = []
    for system in retrieved.rankings:
        cut = [retrieved.ranking(system, query)[: measure.k] for query in queries]
        now = np.nan_to_num(measure.per_query(judge(cut, list(labels.values()), rel=rel)))
        then = np.nan_to_num(measure.per_query(judge([cut[number] for number in row], with_one, rel=rel)))
        means.append(float(now.mean()))
        changes.append((then - now[row]) / len(queries))
    return np.array(means), np.array(changes)


def _usual_grade(retrieved: Retrieved, measure: Measure) -> float:
    """Return the median grade of relevant documents."""
    rel = retrieved.rel
    if isinstance(measure, BinaryMeasure) and measure.rel is not None:
        rel = measure.rel
    grades = [grade for docs in retrieved.labels.values() for grade in docs.values() if grade >= rel]
    return float(np.quantile(grades, 0.5, method="higher")) if grades else rel


def _chances(retrieved: Retrieved, found: Sequence[tuple[str, str]], depth: int) -> Floats:
    """Return how likely each hole is relevant, by the best rank it has; shape (n_holes,)."""
    n_bins = depth.bit_length()
    judged, relevant = np.full(n_bins, 2.0), np.ones(n_bins)
    for ranking_by_query in retrieved.rankings.values():
        for query, ranking in ranking_by_query.items():
            labels = retrieved.labels.get(query, {})
            for rank, doc in enumerate(ranking[:depth], start=1):
                if doc in labels:
                    judged[rank.bit_length() - 1] += 1
                    relevant[rank.bit_length() - 1] += labels[doc] >= retrieved.rel
    ranks = [[retrieved.rank(system, *one) for system in retrieved.rankings] for one in found]
    best = [min(rank for rank in some if rank is not None) for some in ranks]
    return (relevant / judged)[[rank.bit_length() - 1 for rank in best]]


def _closeness(means: Floats, pairs: Sequence[tuple[int, int]]) -> Floats:
    """Return the weight of each pair: 1 where means are equal, 1/2 at the median distance; shape (n_pairs,)."""
    gaps = np.array([abs(means[a] - means[b]) for a, b in pairs])
    usual = float(np.median(gaps))
    return usual / (usual + gaps) if usual > 0 else np.ones(len(pairs))


def _in_turn(queries: list[str], expected: Floats, budget: int) -> list[int]:
    """Return places by what they promise, the n-th of a query counting 1/n; those that promise nothing are left out."""
    nth: Counter[str] = Counter()
    worth: list[tuple[float, int]] = []
    ordered: list[int] = np.argsort(-expected, kind="stable").tolist()
    for place in ordered:
        nth[queries[place]] += 1
        worth.append((-float(expected[place]) / nth[queries[place]], place))
    return [place for promised, place in sorted(worth)[:budget] if promised < 0]
