"""A column of texts as one run of bytes: hashed, compared and ordered without a Python object a row."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

_WORD = 8
_SORTED_AS_WORDS = 64  # longer ids are sorted as Python bytes: a sort key a word would cost more
_STEP = np.uint64(0x9E3779B97F4A7C15)  # the golden ratio's bits, as in Fibonacci hashing (Knuth, TAOCP 3, 6.4)
_FOLD = np.uint64(29)
_LOW_BYTES = np.array([(1 << 8 * n) - 1 for n in range(_WORD + 1)], dtype=np.uint64)
_HIGH_BYTES = np.array([((1 << 64) - 1) ^ ((1 << 8 * (_WORD - n)) - 1) for n in range(_WORD + 1)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Texts:
    """UTF-8 texts that lie anywhere in one array of bytes.

    Parameters
    ----------
    data
        uint8, shape (n_bytes,), at least 8 bytes longer than the last text reaches: texts are read a word at a time.
    start, length
        int64, shape (n_rows,): where each text begins, and its bytes.
    """

    data: NDArray[np.uint8]
    start: Ints
    length: Ints

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Texts":
        """Encode Python texts; a lone surrogate keeps its place in the order of code points."""
        joined = "".join(texts)
        if joined.isascii():
            return cls.packed(joined.encode(), np.fromiter(map(len, texts), np.int64, len(texts)))
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        return cls.packed(b"".join(encoded), np.fromiter(map(len, encoded), np.int64, len(texts)))

    @classmethod
    def packed(cls, data: bytes | NDArray[np.uint8], length: Ints) -> "Texts":
        """Take texts that lie one after the other."""
        held = np.empty(len(data) + _WORD, dtype=np.uint8)
        held[: len(data)] = np.frombuffer(data, dtype=np.uint8)
        held[len(data) :] = 0
        return cls(data=held, start=np.cumsum(length) - length, length=length)

    @classmethod
    def joined(cls, parts: Iterable["Texts"]) -> "Texts":
        """Copy several columns into one, holding nothing but the texts."""
        tight = [part.tight() for part in parts]
        data = np.concatenate([np.zeros(0, dtype=np.uint8), *(part.data[:-_WORD] for part in tight)])
        return cls.packed(data, np.concatenate([np.zeros(0, dtype=np.int64), *(part.length for part in tight)]))

    def __len__(self) -> int:
        """Count the texts."""
        return len(self.start)

    def __getitem__(self, row: int) -> str:
        """Return one text."""
        return self.encoded(row).decode("utf-8", "surrogatepass")

    def encoded(self, row: int) -> bytes:
        """Return the bytes of one text."""
        start = int(self.start[row])
        return self.data[start : start + int(self.length[row])].tobytes()

    def take(self, rows: Ints | slice) -> "Texts":
        """Return the texts of some rows; the bytes are shared."""
        return Texts(data=self.data, start=self.start[rows], length=self.length[rows])

    def tight(self) -> "Texts":
        """Copy the texts one after the other, without the bytes between them."""
        shift = self.start - (np.cumsum(self.length) - self.length)
        if not shift.any() and int(self.length.sum()) == len(self.data) - _WORD:
            return self
        at = np.repeat(shift, self.length)
        at += np.arange(len(at), dtype=np.int64)
        return Texts.packed(self.data[at], self.length.copy())

    def to_list(self) -> list[str]:
        """Return all as Python texts."""
        tight = self.tight()
        raw = tight.data[:-_WORD].tobytes()
        stops = (tight.start + tight.length).tolist()
        pairs = zip(tight.start.tolist(), stops, strict=True)
        if raw.isascii():
            text = raw.decode("ascii")
            return [text[start:stop] for start, stop in pairs]
        return [raw[start:stop].decode("utf-8", "surrogatepass") for start, stop in pairs]

    def word(self, place: int, rows: Ints | slice = slice(None)) -> Words:
        """Return the 8 bytes from ``8 * place`` on as one number, 0 beyond the end of a text; shape (n_rows,)."""
        return self._load("<u8", place, rows) & _LOW_BYTES[self._left(place, rows)]

    def hashes(self) -> Words:
        """Hash each text; equal texts have equal hashes, in every column; shape (n_rows,)."""
        found = self.length.astype(np.uint64)
        rows: Ints | slice = slice(None)
        for place in range(-(-int(self.length.max(initial=0)) // _WORD)):
            longer = self.length[rows] > place * _WORD
            if not longer.all():
                rows = np.flatnonzero(longer) if isinstance(rows, slice) else rows[longer]
            found[rows] = mixed(found[rows] ^ self.word(place, rows))
        return found

    def order_descending(self, group: Ints) -> Ints:
        """Return the rows by group, and within one by text descending, byte for byte; shape (n_rows,)."""
        longest = int(self.length.max(initial=0))
        if longest > _SORTED_AS_WORDS:
            ids = [self.encoded(row) for row in range(len(self))]
            order = sorted(range(len(self)), key=ids.__getitem__, reverse=True)
            order.sort(key=group.tolist().__getitem__)
            return np.array(order, dtype=np.int64)
        words = [~self._big_word(place) for place in reversed(range(-(-longest // _WORD)))]
        return np.lexsort((-self.length, *words, group))

    def _big_word(self, place: int) -> Words:
        """Return 8 bytes as a number that orders as they do."""
        every = slice(None)
        return self._load(">u8", place, every).astype(np.uint64) & _HIGH_BYTES[self._left(place, every)]

    def _load(self, form: str, place: int, rows: Ints | slice) -> Words:
        every = np.ndarray((len(self.data) - _WORD + 1,), dtype=form, buffer=self.data, strides=(1,))
        at = self.start[rows] + place * _WORD if place else self.start[rows]
        return every[np.minimum(at, len(every) - 1) if place else at]

    def _left(self, place: int, rows: Ints | slice) -> Ints:
        left = self.length[rows] - place * _WORD if place else self.length[rows]
        return np.clip(left, 0, _WORD)


def mixed(words: Words) -> Words:
    """Spread what differs over all bits of each word; shape as given."""
    spread = words * _STEP
    spread ^= spread >> _FOLD
    return spread


def same(texts: Texts, others: Texts) -> NDArray[np.bool_]:
    """Whether two columns hold the same text, row by row, compared in full; shape (n_rows,)."""
    equal = texts.length == others.length
    longest = int(texts.length.max(initial=0))
    if longest <= _WORD:
        return equal & (texts.word(0) == others.word(0)) if len(equal) else equal
    rows, place = np.flatnonzero(equal), 0
    while len(rows):
        differ = texts.word(place, rows) != others.word(place, rows)
        equal[rows[differ]] = False
        place += 1
        rows = rows[~differ & (texts.length[rows] > place * _WORD)]
    return equal


def run_starts(texts: Texts) -> Ints:
    """Return the rows whose text is not that of the row above, the first row among them; shape (n_runs,)."""
    if not len(texts):
        return np.zeros(0, dtype=np.int64)
    other = ~same(texts.take(slice(1, None)), texts.take(slice(None, -1)))
    return np.concatenate([[0], np.flatnonzero(other) + 1])


def distinct(texts: Texts) -> tuple[Ints, Ints]:
    """Give the different texts numbers, in the order of their first rows.

    Returns
    -------
    int64, shape (n_distinct,); int64, shape (n_rows,)
        The first row of each text, and the number of each row's text. Hashes find candidates, bytes decide.
    """
    _, first, code = np.unique(texts.hashes(), return_index=True, return_inverse=True)
    if not same(texts, texts.take(first[code])).all():
        return _distinct_one_by_one(texts)
    order = np.argsort(first, kind="stable")
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order), dtype=np.int64)
    return first[order].astype(np.int64), number[code]


def _distinct_one_by_one(texts: Texts) -> tuple[Ints, Ints]:
    """As `distinct`, for the columns in which two texts share a hash."""
    numbers: dict[bytes, int] = {}
    first: list[int] = []
    code = np.empty(len(texts), dtype=np.int64)
    for row in range(len(texts)):
        number = numbers.setdefault(texts.encoded(row), len(numbers))
        if number == len(first):
            first.append(row)
        code[row] = number
    return np.array(first, dtype=np.int64), code
