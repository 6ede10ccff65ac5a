"""Rows held against judgements in NumPy: labels found by hash and confirmed by every byte."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts, Words, mixed, same
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.judgements import Judgements
from assay.rankings.ranking import place
from assay.rankings.rows import Credits, Placed, Repeat, Rows

Found: TypeAlias = tuple[Ints, Ints]

_ROOM = 16  # slots of the first sieve a label: about one row in 16 that nobody judged is looked up in vain
_MOST_BITS = 26


class Placer:
    """Ranks rows of whole queries and finds the judged ones; holds nothing of the rows.

    Parameters
    ----------
    judgements
        What rows are held against.
    """

    def __init__(self, judgements: Judgements) -> None:
        self.judgements = judgements
        self._query_bits = np.uint64(max(len(judgements.queries).bit_length(), 1))
        self._index = _Index(self._keys(judgements.query, judgements.docs), judgements.docs)

    def numbers(self, heads: Texts) -> Ints:
        """Look queries up: their numbers, -1 for one that nobody judged; shape (n_heads,)."""
        number = self.judgements.number
        return np.fromiter((number.get(query_id, -1) for query_id in heads.to_list()), np.int64, len(heads))

    def place(self, rows: Rows, policy: JudgingPolicy) -> Placed:
        """Rank rows; queries in `rows` are judged ones."""
        n_rows, n_self = len(rows.scores), 0
        if policy.drop_self:
            rows, n_self = self._without_self(rows)
        query = np.repeat(rows.query, np.diff(rows.starts))
        key = self._keys(query, rows.docs)
        repeats, first = _repeats(rows, query, key)
        if len(repeats) and policy.duplicates == "drop":
            kept = np.ones(len(query), dtype=np.bool_)
            kept[repeats] = False
            rows, query, key = rows.where(kept), query[kept], key[kept]
        found, label = self._find(query, rows.docs, key)
        places = place(rows.scores, rows.starts, found, rows.docs)
        return Placed(
            query=rows.query,
            n_kept=np.diff(rows.starts),
            credits=Credits(query=query[found], label=label, places=places),
            n_rows=n_rows,
            n_repeats=len(repeats),
            n_self=n_self,
            repeat=first,
        )

    def place_dicts(self, query: Ints, docs: list[Mapping[Any, Any]]) -> Placed | None:  # noqa: ARG002
        """Leave dicts to whoever knows what is in them: `assay.labels.dict_placing`."""
        return None

    def _without_self(self, rows: Rows) -> tuple[Rows, int]:
        numbers: list[int] = rows.query.tolist()
        names = Texts.of([self.judgements.query_ids[number] for number in numbers])
        group = np.repeat(np.arange(len(names), dtype=np.int64), np.diff(rows.starts))
        own = same(rows.docs, names.take(group))
        return rows.where(~own) if own.any() else rows, int(own.sum())

    def _keys(self, query: Ints, docs: Texts) -> Words:
        """Return query number and a hash of the document of each row as one number; shape (n_rows,).

        The query comes first, so that the labels of rows that stand together are looked up in one place of memory.
        """
        found = docs.hashes()
        found >>= self._query_bits
        found |= query.astype(np.uint64) << (np.uint64(64) - self._query_bits)
        return found

    def _find(self, query: Ints, docs: Texts, key: Words) -> Found:
        """Return the judged rows ascending, and the label of each."""
        rows, labels = self._index.find(key)
        kept = (self.judgements.query[labels] == query[rows]) & same(docs.take(rows), self._index.texts.take(labels))
        return rows[kept], labels[kept]


class _Index:
    """A sorted table of the labels' keys behind a sieve of bits; labels that share a key stand together."""

    def __init__(self, key: Words, texts: Texts) -> None:
        self.texts = texts
        self._label = np.argsort(key, kind="stable")
        self._key = key[self._label]
        bits = min(max(16, (len(key) * _ROOM).bit_length()), _MOST_BITS)
        self._shift = np.uint64(64 - bits)
        self._sieve: NDArray[np.bool_] = np.zeros(1 << bits, dtype=np.bool_)
        self._sieve[mixed(key) >> self._shift] = True
        self._shared = bool((self._key[1:] == self._key[:-1]).any())

    def find(self, hashes: Words) -> Found:
        rows = np.flatnonzero(self._sieve[mixed(hashes) >> self._shift])
        wanted = hashes[rows]
        first = np.searchsorted(self._key, wanted)
        if not self._shared:
            first = np.minimum(first, len(self._key) - 1)
            hit = self._key[first] == wanted
            return rows[hit], self._label[first[hit]]
        count = np.searchsorted(self._key, wanted, side="right") - first
        before = np.repeat(np.cumsum(count) - count, count)
        places = np.repeat(first, count) + np.arange(len(before), dtype=np.int64) - before
        return np.repeat(rows, count), self._label[places]


def _repeats(rows: Rows, query: Ints, key: Words) -> tuple[Ints, Repeat | None]:
    """Return the rows that earn nothing because their document ranks higher in the same query already."""
    ordered = np.sort(key)
    shared = ordered[1:][ordered[1:] == ordered[:-1]]
    best: dict[tuple[int, bytes], int] = {}
    repeats: list[int] = []
    noted: Repeat | None = None
    for row in np.flatnonzero(np.isin(key, shared)).tolist() if len(shared) else ():
        name = (int(query[row]), rows.docs.encoded(row))
        first = best.setdefault(name, row)
        if first == row:
            continue
        noted = noted or repeat_at(rows, name[0], first, row)
        if rows.scores[row] > rows.scores[first]:
            best[name], row = row, first  # noqa: PLW2901 - the better of the two stays
        repeats.append(row)
    return np.array(repeats, dtype=np.int64), noted


def repeat_at(rows: Rows, query: int, first: int, row: int) -> Repeat:
    """Describe two rows of one document."""
    lines = (int(rows.line[first]), int(rows.line[row])) if len(rows.line) else None
    return Repeat(query=query, doc_id=rows.docs[row], lines=lines)
