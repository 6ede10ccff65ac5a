"""Where a run's rows are held against judgements, block by block, until it can be closed into a `JudgedRun`."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts
from assay.errors import BadInputError
from assay.measures.judged_hits import JudgedHits, count_per_query
from assay.rankings.judged_run import JudgedRun, JudgingPolicy, RunCounts
from assay.rankings.judgements import Judgements, two_of
from assay.rankings.placing import Placer
from assay.rankings.ranking import Places, ties_move
from assay.rankings.row_groups import stretches
from assay.rankings.rows import Credits, Placed, Repeat, Rows
from assay.rankings.threads import in_threads

_BLOCK_ROWS = 200_000  # arrays of a block stay in the processor's cache

Item = TypeVar("Item")


class Ledger:
    """Takes rows of whole queries in any order of queries; each query once.

    Parameters
    ----------
    placer, policy
        What the run is held against, and how.
    source
        What errors call the run: a path, or ``"run"``.
    """

    def __init__(self, placer: Placer, policy: JudgingPolicy, *, source: str = "run") -> None:
        self.placer, self.judgements, self.policy = placer, placer.judgements, policy
        self.source, self.name = source, source
        self.rank_contradiction: str | None = None
        self._unjudged: dict[str, None] = {}
        self._seen = np.zeros(len(self.judgements.queries), dtype=np.bool_)
        self._n_retrieved = np.zeros(len(self._seen), dtype=np.int64)
        self._credits: list[Credits] = []
        self._n_rows = self._n_repeats = self._n_self = 0
        self._first_repeat: Repeat | None = None

    def number_of(self, query_id: str) -> int:
        """Return a judged query's number; -1 for one that nobody judged, which is remembered by name."""
        number = self.judgements.number.get(query_id, -1)
        if number < 0:
            self._unjudged[query_id] = None
        return number

    def numbers_of(self, heads: Texts) -> Ints:
        """Return the number of each query, -1 for those that nobody judged, which are remembered by name."""
        numbers = self.placer.numbers(heads)
        self.note_unjudged(heads.take(np.flatnonzero(numbers < 0)).to_list())
        return numbers

    def note_unjudged(self, query_ids: Iterable[str]) -> None:
        """Remember queries that nobody judged."""
        self._unjudged.update(dict.fromkeys(query_ids))

    def has_any(self, query: Ints) -> bool:
        """Whether rows of one of these queries were taken already."""
        return bool(self._seen[query].any())

    def add(self, rows: Rows) -> None:
        """Hold rows of judged queries against their labels; they are worked through in blocks of whole queries."""
        self.add_blocks(lambda groups: rows.groups(*groups), stretches(rows.starts, _BLOCK_ROWS))

    def add_blocks(self, rows_of: Callable[[Item], Rows], blocks: Iterable[Item]) -> None:
        """Hold blocks of rows of whole queries against their labels; what a block's rows are is asked in threads."""
        placer = self.placer
        for placed in in_threads(lambda block: placer.place(rows_of(block), self.policy), blocks):
            self.take(placed)
            self.note_repeat(placed.repeat)

    def take(self, placed: Placed) -> None:
        """Take in rows that were ranked, of queries that were not here yet."""
        self._seen[placed.query] = True
        self._n_retrieved[placed.query] = placed.n_kept
        self._credits.append(placed.credits)
        self._n_rows += placed.n_rows
        self._n_repeats += placed.n_repeats
        self._n_self += placed.n_self

    def note_repeat(self, repeat: Repeat | None) -> None:
        """Remember the first document that stands twice in a ranking.

        Raises
        ------
        BadInputError
            There is one, and the policy refuses it.
        """
        if repeat is None:
            return
        if self.policy.duplicates == "error":
            query_id = self.judgements.query_ids[repeat.query]
            lines = f" (lines {repeat.lines[0]} and {repeat.lines[1]})" if repeat.lines else ""
            raise BadInputError(
                f"{self.source}: document {repeat.doc_id!r} stands twice in the ranking of query {query_id!r}{lines}\n"
                'Hint: duplicates="keep" credits it once, at its first rank; "drop" removes the repeat.'
            )
        self._first_repeat = self._first_repeat or repeat

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
        if self._n_repeats:  # a repeat is credited once, at its first rank
            found = found.at(np.sort(np.unique(found.label, return_index=True)[1]))
        kept = self._seen if self.policy.missing == "skip" else np.ones(len(self._seen), dtype=np.bool_)
        judged = self._judged_hits(found, n_retrieved, kept)
        tied = found.places.tie_size > 1
        return JudgedRun(
            queries=self.judgements.queries.where(kept),
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
                moved_by_ties=int(ties_move(judged.query, judged.grade, found.places).sum()) if tied.any() else 0,
            ),
            first_repeat=self._repeat_ids(),
            rank_contradiction=self.rank_contradiction,
            name=self.name,
        )

    def _judged_hits(self, found: Credits, n_retrieved: Ints, kept: NDArray[np.bool_]) -> JudgedHits:
        query, (pool_query, pool_grade) = found.query, self.judgements.pool
        if not kept.all():
            number = np.cumsum(kept) - 1
            pooled = kept[pool_query]
            query, pool_query, pool_grade = number[query], number[pool_query[pooled]], pool_grade[pooled]
        return JudgedHits(
            query=query,
            rank=found.places.rank,
            grade=self.judgements.grade[found.label],
            n_retrieved=n_retrieved[kept],
            pool_query=pool_query,
            pool_grade=pool_grade,
            rel=self.policy.rel,
            negatives=self.policy.negatives,
        )

    def _repeat_ids(self) -> tuple[str, str] | None:
        first = self._first_repeat
        return (self.judgements.query_ids[first.query], first.doc_id) if first else None

    def _check_overlap(self) -> tuple[str, ...]:
        """Refuse a run that cannot be scored; return the judged queries it has no row of."""
        if self._seen.all() and len(self._seen):
            return ()
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


def _sorted(blocks: Sequence[Credits]) -> Credits:
    """Return the rows of all blocks by query, then rank."""
    blocks = sorted((block for block in blocks if len(block.query)), key=lambda block: int(block.query[0]))
    columns = np.empty((5, sum(len(block.query) for block in blocks)), dtype=np.int64)  # in one piece, for large pages
    above = 0
    for block in blocks:
        rows, places = slice(above, above + len(block.query)), block.places
        parts = (block.query, block.label, places.rank, places.tie_start, places.tie_size)
        for column, part in zip(columns, parts, strict=True):
            column[rows] = part
        above = rows.stop
    query, label, rank, tie_start, tie_size = columns
    found = Credits(query=query, label=label, places=Places(rank=rank, tie_start=tie_start, tie_size=tie_size))
    before, after = query[:-1], query[1:]
    if ((before < after) | ((before == after) & (rank[:-1] <= rank[1:]))).all():
        return found
    return found.at(np.lexsort((rank, query)))


def _cut(found: Credits, judgements: Judgements, policy: JudgingPolicy) -> Credits:
    """Leave out what is too deep, then what is not judged; ties reach only as far as the rows that are left."""
    if policy.depth is not None:
        found = found.at(found.places.rank <= policy.depth)
        places = found.places
        size = np.minimum(places.tie_size, policy.depth + 1 - places.tie_start)
        places = Places(rank=places.rank, tie_start=places.tie_start, tie_size=size)
        found = Credits(query=found.query, label=found.label, places=places)
    if not policy.judged_only:
        return found
    if policy.negatives == "pooled":
        found = found.at(judgements.grade[found.label] >= 0)
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
