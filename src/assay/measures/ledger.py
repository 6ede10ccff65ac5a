"""Where a run's rows are held against judgements, block by block, until it can be closed into a `JudgedRun`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data.qrels import Qrels
from assay.data.texts import Ints, Texts, Words, same
from assay.errors import BadInputError
from assay.measures.judged_hits import Floats, JudgedHits, count_per_query
from assay.measures.judged_run import JudgedRun, JudgingPolicy, RunCounts
from assay.measures.judgements import Judgements, two_of
from assay.measures.ranking import Places, place, ties_move

_BLOCK_ROWS = 200_000  # arrays of a block stay in the processor's cache

Column = TypeVar("Column", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows of a run, those of one query together.

    Parameters
    ----------
    query, starts
        int64, shape (n_groups,) and (n_groups + 1,): number of each group's query, each once, and where its rows lie.
    docs, scores
        Document of each row, and its score, never NaN.
    line
        int64, shape (n_rows,): line of each row in its file; empty where there is none.
    """

    query: Ints
    starts: Ints
    docs: Texts
    scores: Floats
    line: Ints

    def where(self, kept: NDArray[np.bool_]) -> "Rows":
        """Return some of the rows, of the same groups."""
        total = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
        return Rows(
            query=self.query,
            starts=total[self.starts],
            docs=self.docs.take(np.flatnonzero(kept)),
            scores=self.scores[kept],
            line=self.line[kept] if len(self.line) else self.line,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Credits:
    """Judged rows with their places: what is left of a block."""

    query: Ints
    label: Ints
    places: Places


class Ledger:
    """Takes rows of whole queries in any order of queries; each query once.

    Parameters
    ----------
    qrels, policy
        What the run is held against, and how.
    source
        What errors call the run: a path, or ``"run"``.
    """

    def __init__(self, qrels: Qrels, policy: JudgingPolicy, *, source: str = "run") -> None:
        self.judgements = Judgements(qrels)
        self.policy, self.source, self.name = policy, source, source
        self.rank_contradiction: str | None = None
        self._unjudged: dict[str, None] = {}
        self._seen = np.zeros(len(self.judgements.query_ids), dtype=np.bool_)
        self._n_retrieved = np.zeros(len(self._seen), dtype=np.int64)
        self._credits: list[Credits] = []
        self._n_rows = self._n_repeats = self._n_self = 0
        self._first_repeat: tuple[str, str] | None = None

    def number_of(self, query_id: str) -> int:
        """Return a judged query's number; -1 for one that nobody judged, which is remembered by name."""
        number = self.judgements.number.get(query_id, -1)
        if number < 0:
            self._unjudged[query_id] = None
        return number

    def has(self, number: int) -> bool:
        """Whether rows of a query were added already."""
        return bool(self._seen[number])

    def add(self, rows: Rows) -> None:
        """Hold rows of judged queries against their labels; they are worked through in blocks of whole queries."""
        first = 0
        while first < len(rows.query):
            until = int(np.searchsorted(rows.starts, int(rows.starts[first]) + _BLOCK_ROWS, side="right")) - 1
            until = min(max(until, first + 1), len(rows.query))
            self._add_block(_groups(rows, first, until))
            first = until

    def add_credits(self, query: Ints, n_rows: Ints, found: Credits) -> None:
        """Add judged rows whose places are known: of queries of `n_rows` rows in which no document repeats."""
        self._seen[query] = True
        self._n_rows += int(n_rows.sum())
        self._n_retrieved[query] = n_rows
        self._credits.append(found)

    def add_self_hits(self, count: int) -> None:
        """Count rows that were dropped because their document is their query."""
        self._n_self += count

    def _add_block(self, rows: Rows) -> None:
        self._n_rows += len(rows.scores)
        if self.policy.drop_self:
            rows = self._without_self(rows)
        query = np.repeat(rows.query, np.diff(rows.starts))
        key = self.judgements.keys(query, rows.docs)
        repeat = self._repeats(rows, query, key)
        if len(repeat) and self.policy.duplicates == "drop":
            kept = np.ones(len(query), dtype=np.bool_)
            kept[repeat] = False
            rows, query, key = rows.where(kept), query[kept], key[kept]
        found, label = self.judgements.find(query, rows.docs, key)
        places = place(rows.scores, rows.starts, found, rows.docs)
        self._seen[rows.query] = True
        self._n_retrieved[rows.query] = np.diff(rows.starts)
        self._credits.append(Credits(query=query[found], label=label, places=places))

    def _without_self(self, rows: Rows) -> Rows:
        numbers: list[int] = rows.query.tolist()
        names = Texts.of([self.judgements.query_ids[number] for number in numbers])
        group = np.repeat(np.arange(len(names), dtype=np.int64), np.diff(rows.starts))
        own = same(rows.docs, names.take(group))
        self._n_self += int(own.sum())
        return rows.where(~own) if own.any() else rows

    def _repeats(self, rows: Rows, query: Ints, key: Words) -> Ints:
        """Return the rows that earn nothing because their document ranks higher in the same query already."""
        ordered = np.sort(key)
        shared = ordered[1:][ordered[1:] == ordered[:-1]]
        if not len(shared):
            return np.zeros(0, dtype=np.int64)
        best: dict[tuple[int, bytes], int] = {}
        repeats: list[int] = []
        for row in np.flatnonzero(np.isin(key, shared)).tolist():
            name = (int(query[row]), rows.docs.encoded(row))
            first = best.setdefault(name, row)
            if first == row:
                continue
            self._note_repeat(rows, name[0], first, row)
            if rows.scores[row] > rows.scores[first]:
                best[name], row = row, first  # noqa: PLW2901 - the better of the two stays
            repeats.append(row)
        self._n_repeats += len(repeats)
        return np.array(repeats, dtype=np.int64)

    def _note_repeat(self, rows: Rows, query: int, first: int, row: int) -> None:
        query_id, doc_id = self.judgements.query_ids[query], rows.docs[row]
        if self.policy.duplicates == "error":
            lines = f" (lines {rows.line[first]} and {rows.line[row]})" if len(rows.line) else ""
            raise BadInputError(
                f"{self.source}: document {doc_id!r} stands twice in the ranking of query {query_id!r}{lines}\n"
                'Hint: duplicates="keep" credits it once, at its first rank; "drop" removes the repeat.'
            )
        if self._first_repeat is None:
            self._first_repeat = (query_id, doc_id)

    def close(self) -> JudgedRun:
        """Return all that was added as one table.

        Raises
        ------
        BadInputError
            No judgements, no rows, no query in common; or a missing query where the policy refuses.
        """
        missing = self._check_overlap()
        found = _cut(_sorted(self._credits), self.judgements, self.policy)
        n_retrieved = self._n_retrieved
        if self.policy.judged_only:
            n_retrieved = count_per_query(found.query, len(self._seen))
        elif self.policy.depth is not None:
            n_retrieved = np.minimum(n_retrieved, self.policy.depth)
        first = np.sort(np.unique(found.label, return_index=True)[1])  # a repeat is credited once, at its first rank
        found = _credits_at(found, first)
        kept = self._seen if self.policy.missing == "skip" else np.ones(len(self._seen), dtype=np.bool_)
        judged = self._judged_hits(found, n_retrieved, kept)
        tied = found.places.tie_size > 1
        return JudgedRun(
            query_ids=tuple(np.array(self.judgements.query_ids, dtype=object)[kept].tolist()),
            judged=judged,
            places=found.places,
            is_missing=~self._seen[kept],
            missing_ids=missing,
            unjudged_query_ids=tuple(self._unjudged),
            counts=RunCounts(
                rows=self._n_rows,
                repeats=self._n_repeats,
                self_hits=self._n_self,
                tied=int(tied.sum()),
                moved_by_ties=int(ties_move(judged.query, judged.grade, found.places).sum()),
            ),
            first_repeat=self._first_repeat,
            rank_contradiction=self.rank_contradiction,
            name=self.name,
        )

    def _judged_hits(self, found: Credits, n_retrieved: Ints, kept: NDArray[np.bool_]) -> JudgedHits:
        pool_query, pool_grade = self.judgements.pool()
        number = np.cumsum(kept) - 1
        pooled = kept[pool_query]
        return JudgedHits(
            query=number[found.query],
            rank=found.places.rank,
            grade=self.judgements.grade[found.label],
            n_retrieved=n_retrieved[kept],
            pool_query=number[pool_query[pooled]],
            pool_grade=pool_grade[pooled],
            rel=self.policy.rel,
            negatives=self.policy.negatives,
        )

    def _check_overlap(self) -> tuple[str, ...]:
        """Refuse a run that cannot be scored; return the judged queries it has no row of."""
        asked = self.judgements.query_ids
        if not asked:
            raise BadInputError("the judgements hold no query")
        if not self._seen.any():
            if not self._unjudged:
                raise BadInputError(f"{self.source}: no rows; the judgements ask for {two_of(asked)}")
            raise BadInputError(
                f"{self.source}: none of its queries is judged: it has {two_of(list(self._unjudged))}, "
                f"the judgements {two_of(asked)}\nHint: ids are compared as text, letter by letter."
            )
        missing = tuple(asked[number] for number in np.flatnonzero(~self._seen).tolist())
        if missing and self.policy.missing == "error":
            raise BadInputError(
                f"{self.source}: {len(missing)} of {len(asked)} judged queries have no row: {two_of(missing)}\n"
                'Hint: missing="zero" counts them as retrieved nothing, "skip" leaves them out.'
            )
        return missing


def _groups(rows: Rows, first: int, until: int) -> Rows:
    if first == 0 and until == len(rows.query):
        return rows
    inside = slice(int(rows.starts[first]), int(rows.starts[until]))
    return Rows(
        query=rows.query[first:until],
        starts=rows.starts[first : until + 1] - rows.starts[first],
        docs=rows.docs.take(inside),
        scores=rows.scores[inside],
        line=rows.line[inside] if len(rows.line) else rows.line,
    )


def _credits_at(found: Credits, rows: Ints | NDArray[np.bool_]) -> Credits:
    places = found.places
    return Credits(
        query=found.query[rows],
        label=found.label[rows],
        places=Places(rank=places.rank[rows], tie_start=places.tie_start[rows], tie_size=places.tie_size[rows]),
    )


def _sorted(blocks: Sequence[Credits]) -> Credits:
    """Return the rows of all blocks by query, then rank."""

    def column(parts: Sequence[NDArray[Column]]) -> NDArray[np.int64]:
        return np.concatenate([np.zeros(0, dtype=np.int64), *parts]).astype(np.int64, copy=False)

    places = Places(
        rank=column([block.places.rank for block in blocks]),
        tie_start=column([block.places.tie_start for block in blocks]),
        tie_size=column([block.places.tie_size for block in blocks]),
    )
    query = column([block.query for block in blocks])
    found = Credits(query=query, label=column([block.label for block in blocks]), places=places)
    return _credits_at(found, np.lexsort((places.rank, query)))


def _cut(found: Credits, judgements: Judgements, policy: JudgingPolicy) -> Credits:
    """Leave out what is too deep, then what is not judged; ties reach only as far as the rows that are left."""
    if policy.depth is not None:
        found = _credits_at(found, found.places.rank <= policy.depth)
        places = found.places
        size = np.minimum(places.tie_size, policy.depth + 1 - places.tie_start)
        places = Places(rank=places.rank, tie_start=places.tie_start, tie_size=size)
        found = Credits(query=found.query, label=found.label, places=places)
    if not policy.judged_only:
        return found
    if policy.negatives == "pooled":
        found = _credits_at(found, judgements.grade[found.label] >= 0)
    query, tie = found.query, found.places.tie_start
    starts = np.searchsorted(query, query)
    row = np.arange(len(query), dtype=np.int64)
    new = np.ones(len(query), dtype=np.bool_)
    new[1:] = (query[1:] != query[:-1]) | (tie[1:] != tie[:-1])
    first = np.flatnonzero(new)
    group = np.cumsum(new) - 1
    size = np.diff(np.append(first, len(query)))
    places = Places(rank=row - starts + 1, tie_start=(first[group] - starts + 1), tie_size=size[group])
    return Credits(query=query, label=found.label, places=places)
