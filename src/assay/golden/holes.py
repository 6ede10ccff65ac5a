"""Which hits to judge first: those that bring systems into their right order soonest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from assay.errors import BadInputError
from assay.golden.chances import chances
from assay.golden.retrieved import Retrieved
from assay.golden.right_order import Doubts, in_turn
from assay.labels.judging import judge
from assay.measures.judged_hits import Floats
from assay.measures.measure import BinaryMeasure, Measure

_DEEPEST = 20  # of measures without a cutoff: what stands deeper moves little, and is there in thousands
_DRAWN = 8
_SEED = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A hole, and what judging it promises.

    Parameters
    ----------
    ranks
        Where it stands in each system, None where it was not retrieved.
    chance
        How likely it is relevant, by what judged hits like it are.
    moves
        By how much it would move the mean difference of the pair it moves most, were it relevant.
    pair
        The names of that pair.
    expected
        How many pairs of systems are expected in their right order once this hole and those before it are judged.
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
    """Return the holes to judge so that the systems come to stand in their right order, the first the most telling.

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
    What is shown is the measure with every unjudged hit as not relevant; what is true is the measure with all holes
    judged. Of each pair of systems both differences are taken as normal: a hole is relevant by its chance (see
    `assay.golden.chances`), at the median grade of relevant documents, and moves the shown difference from where it
    is, the true one from where the other holes are likely to bring it (the mean over eight labellings drawn by the
    chances, with a fixed seed). Holes are taken one after the other, each the one with which most pairs are expected
    to be shown the way round they truly are. Holes that move all systems alike are left out.
    O(holes x (hits within the depth + labels of the query)).
    """
    if len(retrieved.rankings) < 2:
        raise BadInputError("holes are looked for between at least two systems\nHint: name A and B.")
    deepest = depth_of(measure, depth)
    found = [(query, doc) for query in retrieved.labels for doc in retrieved.holes(query, deepest)]
    if not found:
        return []
    names = list(retrieved.rankings)
    pairs = list(combinations(range(len(names)), 2))
    doubts = _doubts(retrieved, measure, found, chances(retrieved, found, deepest), pairs)
    telling = np.flatnonzero(doubts.moves.any(axis=0))
    moved = np.abs(doubts.moves)
    most: list[int] = moved.argmax(axis=0).tolist()
    chosen = [(int(telling[place]), right) for place, right in islice(in_turn(_only(doubts, telling)), budget)]
    return [
        Suggestion(
            query_id=found[place][0],
            query=retrieved.queries.get(found[place][0], ""),
            doc_id=found[place][1],
            ranks={name: retrieved.rank(name, *found[place]) for name in names},
            chance=float(doubts.chances[place]),
            moves=float(moved[most[place], place]),
            pair=(names[pairs[most[place]][0]], names[pairs[most[place]][1]]),
            expected=right,
        )
        for place, right in chosen
    ]


def depth_of(measure: Measure, depth: int | None = None) -> int:
    """Return how deep holes are looked for: as asked, or to the measure's cutoff, or to 20 where it has none."""
    return depth or measure.k or _DEEPEST


def _doubts(
    retrieved: Retrieved,
    measure: Measure,
    found: Sequence[tuple[str, str]],
    chance: Floats,
    pairs: Sequence[tuple[int, int]],
) -> Doubts:
    """Return what is known of every pair's difference."""
    grade = _usual_grade(retrieved, measure)
    means, moves = _effects(retrieved, measure, found, grade, np.zeros(len(found), dtype=np.bool_))
    drawn = [_effects(retrieved, measure, found, grade, relevant) for relevant in _labellings(chance)]
    true = np.mean([one for one, _ in drawn], axis=0)
    true_moves = np.mean([one for _, one in drawn], axis=0)
    first, second = np.array(pairs, dtype=np.int64).T
    return Doubts(
        shown=means[first] - means[second],
        moves=moves[first] - moves[second],
        true=true[first] - true[second],
        true_moves=true_moves[first] - true_moves[second],
        chances=chance,
    )


def _only(doubts: Doubts, places: NDArray[np.int64]) -> Doubts:
    return replace(
        doubts,
        moves=doubts.moves[:, places],
        true_moves=doubts.true_moves[:, places],
        chances=doubts.chances[places],
    )


def _labellings(chance: Floats) -> NDArray[np.bool_]:
    """Draw whether each hole is relevant, each nearly as often as its chance says; shape (_DRAWN, n_holes)."""
    start = np.random.default_rng(_SEED).random(len(chance))
    turns = (start + np.arange(_DRAWN)[:, np.newaxis] / _DRAWN) % 1.0
    return turns < chance


def _effects(
    retrieved: Retrieved,
    measure: Measure,
    found: Sequence[tuple[str, str]],
    grade: float,
    relevant: NDArray[np.bool_],
) -> tuple[Floats, Floats]:
    """Return each system's mean where some holes are relevant, and what each hole makes to it, relevant or not.

    The others stay as they are meanwhile. Shapes (n_systems,) and (n_systems, n_holes).
    """
    queries, rel = list(retrieved.labels), retrieved.rel
    labels = {query: dict(docs) for query, docs in retrieved.labels.items()}
    for place in np.flatnonzero(relevant).tolist():
        labels[found[place][0]][found[place][1]] = grade
    number = {query: row for row, query in enumerate(queries)}
    row = [number[query] for query, _ in found]
    other = [_turned(labels[query], doc, grade) for query, doc in found]
    sign = np.where(relevant, -1.0, 1.0)
    means: list[float] = []
    effects: list[Floats] = []
    for system in retrieved.rankings:
        cut = [retrieved.ranking(system, query)[: measure.k] for query in queries]
        now = np.nan_to_num(measure.per_query(judge(cut, list(labels.values()), rel=rel)))
        then = np.nan_to_num(measure.per_query(judge([cut[one] for one in row], other, rel=rel)))
        means.append(float(now.mean()))
        effects.append(sign * (then - now[row]) / len(queries))
    return np.array(means), np.array(effects)


def _turned(labels: Mapping[str, float], doc: str, grade: float) -> dict[str, float]:
    """Return labels with a hole judged the other way."""
    if doc in labels:
        return {known: given for known, given in labels.items() if known != doc}
    return {**labels, doc: grade}


def _usual_grade(retrieved: Retrieved, measure: Measure) -> float:
    """Return the median grade of relevant documents."""
    rel = retrieved.rel
    if isinstance(measure, BinaryMeasure) and measure.rel is not None:
        rel = measure.rel
    grades = [grade for docs in retrieved.labels.values() for grade in docs.values() if grade >= rel]
    return float(np.quantile(grades, 0.5, method="higher")) if grades else rel
