"""Judgements as arrays: which rows of a run somebody judged, found by hash and confirmed by every byte."""

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from assay.data.qrels import Qrels
from assay.data.texts import Ints, Texts, Words, mixed, same
from assay.measures.judged_hits import Floats

Found: TypeAlias = tuple[Ints, Ints]

_ROOM = 16  # slots of the first sieve a label: about one row in 16 that nobody judged is looked up in vain
_MOST_BITS = 26


class Judgements:
    """Labels numbered in the order of the judgements, ready to be looked for.

    Label l belongs to query ``query[l]``, has the grade ``grade[l]`` and is of the document ``texts[l]``; those of
    query q are ``starts[q]`` to ``starts[q + 1]``.
    """

    def __init__(self, qrels: Qrels) -> None:
        self.grades = qrels.grades
        self.query_ids = tuple(qrels.grades)
        self.number = {query_id: number for number, query_id in enumerate(self.query_ids)}
        sizes = np.fromiter(map(len, qrels.grades.values()), np.int64, len(self.query_ids))
        self.starts = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
        self.query = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
        grades = chain.from_iterable(labels.values() for labels in qrels.grades.values())
        self.grade: Floats = np.fromiter(grades, np.float64, len(self.query))
        self._index: _Index | None = None
        self._query_bits = np.uint64(max(len(self.query_ids).bit_length(), 1))

    def keys(self, query: Ints, docs: Texts) -> Words:
        """Return query number and a hash of the document of each row as one number; shape (n_rows,).

        The query comes first, so that the labels of rows that stand together are looked up in one place of memory.
        """
        found = docs.hashes()
        found >>= self._query_bits
        found |= query.astype(np.uint64) << (np.uint64(64) - self._query_bits)
        return found

    def pool(self) -> tuple[Ints, Floats]:
        """Return query and grade of every label, sorted by query, then grade descending."""
        order = np.lexsort((-self.grade, self.query))
        return self.query[order], self.grade[order]

    def find(self, query: Ints, docs: Texts, hashes: Words) -> Found:
        """Find the judged rows.

        Parameters
        ----------
        query
            int64, shape (n_rows,): number of the query of each row.
        docs, hashes
            Its document, n_rows, and what `keys` makes of both.

        Returns
        -------
        int64, int64, each of shape (n_found,)
            Rows ascending, and the label of each.
        """
        if self._index is None:
            texts = Texts.of(list(chain.from_iterable(self.grades.values())))
            self._index = _Index(self.keys(self.query, texts), texts)
        rows, labels = self._index.find(hashes)
        kept = (self.query[labels] == query[rows]) & same(docs.take(rows), self._index.texts.take(labels))
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


def two_of(ids: Sequence[str]) -> str:
    """Name up to two ids, as an error shows them."""
    return ", ".join(repr(one) for one in ids[:2]) + (", ..." if len(ids) > 2 else "")
