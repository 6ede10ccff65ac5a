"""Rankings held as dicts {document: score}: only judged documents are looked up, many queries at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat

import numpy as np

from assay.data.texts import Ints
from assay.errors import BadInputError
from assay.labels.run_columns import refuse_nan, refuse_types
from assay.measures.judged_hits import Floats
from assay.rankings.judgements import Judgements
from assay.rankings.ranking import Places, place_among, tie_bounds
from assay.rankings.rows import Credits, Placed

_NOT_FOUND = repeat(float("nan"))  # no score is NaN: those were refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """Rankings of judged queries, whose keys are texts and not empty.

    Parameters
    ----------
    numbers
        The queries' numbers, each once.
    docs
        Scores by document.
    n_self
        Documents that were left out for being their query.
    """

    numbers: list[int]
    docs: list[Mapping[str, float]]
    n_self: int = 0


def place_in_numpy(judgements: Judgements, rankings: Rankings) -> Placed:
    """Rank the judged documents of any mappings.

    Raises
    ------
    BadInputError
        A score that is no number, or NaN.
    """
    labels = [judgements.grades[judgements.query_ids[number]] for number in rankings.numbers]
    sizes = np.fromiter(map(len, rankings.docs), np.int64, len(rankings.docs))
    starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    scores = _scores(rankings.docs, int(starts[-1]))
    number = np.array(rankings.numbers, dtype=np.int64)
    group, label = _labels(judgements, number)
    pairs = zip(rankings.docs, labels, strict=True)
    values = chain.from_iterable(map(docs.get, some, _NOT_FOUND) for docs, some in pairs)
    wanted = np.fromiter(values, np.float64, len(group))
    found = np.flatnonzero(~np.isnan(wanted))
    group, label, wanted = group[found], label[found], wanted[found]
    higher, size = tie_bounds(scores, starts, group, wanted)
    places = Places(rank=higher + 1, tie_start=higher + 1, tie_size=size)
    tied = np.flatnonzero(size > 1)
    places_of_names = _within(judgements, number, group, label, tied)
    names = [next(islice(labels[place], first, None)) for place, first in places_of_names]
    places.rank[tied] += _among_ties(rankings.docs, group[tied].tolist(), names, scores, starts)
    return Placed(
        query=number,
        n_kept=sizes,
        credits=Credits(query=number[group], label=label, places=places),
        n_rows=int(sizes.sum()),
        n_self=rankings.n_self,
    )


def _scores(docs: Sequence[Mapping[str, float]], n_rows: int) -> Floats:
    refuse_types(set(map(type, chain.from_iterable(one.values() for one in docs))))
    values = chain.from_iterable(one.values() for one in docs)
    try:
        return refuse_nan(np.fromiter(values, np.float64, n_rows))
    except OverflowError as exc:
        raise BadInputError("a score is a number that a float can hold") from exc


def _labels(judgements: Judgements, number: Ints) -> tuple[Ints, Ints]:
    """List every label of the queries at hand: the place of its query among them, and its number."""
    first = judgements.starts[number]
    count = judgements.starts[number + 1] - first
    group = np.repeat(np.arange(len(number), dtype=np.int64), count)
    shift = first - (np.cumsum(count) - count)
    return group, np.arange(len(group), dtype=np.int64) + shift[group]


def _within(judgements: Judgements, number: Ints, group: Ints, label: Ints, rows: Ints) -> list[tuple[int, int]]:
    """Return the group of some rows, and where their labels stand among those of their query."""
    first = judgements.starts[number[group[rows]]]
    return list(zip(group[rows].tolist(), (label[rows] - first).tolist(), strict=True))


def _among_ties(
    docs: Sequence[Mapping[str, float]], groups: Sequence[int], names: Sequence[str], scores: Floats, starts: Ints
) -> Ints:
    """Count, for tied judged documents, those of the same score with a greater id; shape (n_tied,)."""
    ties: dict[tuple[int, float], list[int]] = {}
    for row, (place, name) in enumerate(zip(groups, names, strict=True)):
        ties.setdefault((place, float(docs[place][name])), []).append(row)
    before = np.zeros(len(names), dtype=np.int64)
    for (place, score), rows in ties.items():
        ids = list(docs[place])
        same = np.flatnonzero(scores[int(starts[place]) : int(starts[place + 1])] == score).tolist()
        before[rows] = place_among([ids[other] for other in same], [names[row] for row in rows])
    return before
