"""What is asked of the scanner for any bytes: each door makes arguments of them, and knows the answer without it."""

import importlib
import re
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import chain
from unittest import mock

import numpy as np

with suppress(ImportError):  # the one that is built into a fuzzer
    sys.modules["assay.compiled.scanner"] = importlib.import_module("scanner")

from assay.compiled import scanner
from assay.data.texts import Texts
from assay.errors import AssayError
from assay.files import grouped_run, query_blocks, scanning
from assay.files.kept_pipe import KeptPipe
from assay.files.run_lines import Floats, first_contradiction
from assay.files.trec_run import judge_bytes
from assay.files.trec_scan_compiled import scan_columns, scan_plain_run
from assay.rankings import placing, placing_compiled, placing_numpy
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.judgements import Judgements

Line = tuple[int, list[bytes]]
LONGEST = 400
NUMBER = re.compile(rb"[+-]?(([0-9]+[.]?[0-9]*|[.][0-9]+)(e[+-]?[0-9]+)?|inf|infinity)", re.IGNORECASE)
EXTREMES = (-1, 0, 1, 7, 8, 1 << 31, 1 << 32, 1 << 61, 1 << 62, (1 << 63) - 1, -(1 << 63))


class Name(str):
    """Text of a class of its own, as NumPy has one."""

    __slots__ = ()


def lines(data: bytes) -> None:
    """Whole lines of six columns, against a reading of them in plain Python: None exactly where something is wrong."""
    block = data if data.endswith(b"\n") else data + b"\n"
    # an array of just these bytes, so that a sanitizer sees a read behind them
    found = scan_plain_run(np.frombuffer(block + bytes(8), dtype=np.uint8).copy(), len(block), LONGEST)
    rows = rows_of(block, 6, 4)
    assert (found is None) == (rows is None), block
    if found is None or rows is None:
        return
    _same_rows(rows, found.docs, found.scores, 4)
    assert found.line.tolist() == [number for number, _ in rows]
    queries = [columns[0] for _, columns in rows]
    starts = [row for row, query in enumerate(queries) if row == 0 or queries[row - 1] != query]
    assert found.starts.tolist() == starts
    assert [found.heads.encoded(row) for row in range(len(starts))] == [queries[row] for row in starts]
    ranks = [columns[3] for _, columns in rows]
    assert found.rank.tolist() == [int.from_bytes(rank if len(rank) <= 8 else b"", "big") for rank in ranks]
    assert (found.n_lines, found.tag) == (block.count(b"\n"), rows[0][1][5].decode() if rows else "")
    if not found.may_contradict:
        assert first_contradiction(found.starts, found.scores, found.rank, found.line) is None


def labels(data: bytes) -> None:
    """As `lines`, of four columns."""
    block = data if data.endswith(b"\n") else data + b"\n"
    found = scan_columns(
        np.frombuffer(block + bytes(8), dtype=np.uint8).copy(), len(block), n_columns=4, longest=LONGEST
    )
    rows = rows_of(block, 4, 3)
    assert (found is None) == (rows is None), block
    if found is None or rows is None:
        return
    _, _, docs, grade, _, _, n_lines, _ = found
    _same_rows(rows, docs, grade, 3)
    assert n_lines == block.count(b"\n")


def rows_of(block: bytes, n_columns: int, of_value: int) -> list[Line] | None:
    """Split lines into columns; None where one of them is bad."""
    try:
        block.decode()
    except UnicodeDecodeError:
        return None
    lines_ = [(number, line.split()) for number, line in enumerate(block.split(b"\n"), start=1)]
    rows = [(number, columns) for number, columns in lines_ if columns]
    good = all(len(columns) == n_columns and NUMBER.fullmatch(columns[of_value]) for _, columns in rows)
    return rows if good and max(map(len, block.split(b"\n"))) < LONGEST else None


def _same_rows(rows: list[Line], docs: Texts, values: Floats, of_value: int) -> None:
    assert [docs.encoded(row) for row in range(len(docs))] == [columns[2] for _, columns in rows]
    assert values.tobytes() == np.array([float(columns[of_value]) for _, columns in rows], dtype=np.float64).tobytes()


def judge(data: bytes) -> None:
    """A letter for the options, judgements (``query document`` a line), an empty line, and a run file."""
    options, _, rest = data.partition(b"\n")
    judged, _, run = rest.partition(b"\n\n")
    qrels: dict[str, dict[str, float]] = {"q": {"d": 1.0, "e": 2.0}, "r": {"d": 1.0}}
    for line in judged.decode("utf-8", "ignore").split("\n"):
        query, _, doc = line.partition(" ")
        if query and doc:
            qrels.setdefault(query, {})[doc] = float(len(doc))
    code = options[0] if options else 0
    policy = JudgingPolicy(
        duplicates="drop" if code & 1 else "keep", drop_self=bool(code & 2), depth=3 if code & 4 else None
    )
    room = 1 + 5 * (code >> 3)
    with (
        mock.patch.object(query_blocks, "BLOCK_BYTES", room),
        mock.patch.object(grouped_run, "n_threads", return_value=1),
    ):
        found = _judged(run, qrels, policy)
        with in_numpy():
            expected = _judged(run, qrels, policy)
    assert found == expected, (found, expected)


@contextmanager
def in_numpy() -> Iterator[None]:
    """Leave the scanner out of everything a run file goes through."""
    with (
        mock.patch.object(scanning, "IS_COMPILED", False),
        mock.patch.object(placing, "Chosen", placing_numpy.Placer),
    ):
        yield


def _judged(run: bytes, qrels: Mapping[str, Mapping[str, float]], policy: JudgingPolicy) -> tuple[object, ...]:
    try:
        found = judge_bytes(KeptPipe("run", "run", BytesIO(run)), placing.placer_of(qrels), policy)
    except AssayError as exc:
        return type(exc), str(exc)
    hits, places = found.judged, found.places
    columns = (hits.query, hits.rank, hits.grade, hits.n_retrieved, places.rank, places.tie_start, places.tie_size)
    return *(column.tolist() for column in columns), found.query_ids, found.notices, found.counts, found.name


def place(data: bytes) -> None:
    """Rows whose documents are slices of the bytes themselves, so that they share all but their ends."""
    if len(data) < 8:
        return
    code, n_labels, n_groups = data[0], data[1] % 8, data[2] % 4
    slices = [(first % len(data), size % 24) for first, size in zip(data[3::2], data[4::2], strict=False)]
    slices = [(first, min(size, len(data) - first)) for first, size in slices]
    texts = Texts(
        data=np.frombuffer(data + bytes(8), dtype=np.uint8).copy(),
        start=np.array([first for first, _ in slices], dtype=np.int64),
        length=np.array([size for _, size in slices], dtype=np.int64),
    )
    ids = [data[first : first + size] for first, size in slices]
    n_labels = min(n_labels, len(ids))
    labelled, rows = ids[:n_labels], ids[n_labels:]
    scores = np.array([(-0.0, 0.0, 1.0, 2.0, np.inf, -np.inf)[(first + size) % 6] for first, size in slices[n_labels:]])
    cuts = [len(rows) * group // max(n_groups, 1) for group in range(n_groups + 1)]
    first = np.full(n_groups + 1, n_labels if n_groups else 0, dtype=np.int64)
    first[0] = 0
    own = texts.take(np.zeros(n_groups, dtype=np.int64))
    held = texts.take(slice(0, int(first[-1])))
    index, query_twin, twin = placing_compiled.index_labels(own, first, held)
    assert (query_twin is None) == (n_groups < 2)
    assert (list(range(len(held))) if twin is None else twin.tolist()) == [ids.index(one) for one in ids[: len(held)]]
    n_kept, found = np.empty(n_groups, dtype=np.int64), np.empty((5, len(rows)), dtype=np.int64)
    docs = texts.take(slice(n_labels, None))
    drops, drops_self = bool(code & 1), bool(code & 2)
    groups, starts = np.arange(n_groups, dtype=np.int64), np.array(cuts, dtype=np.int64)
    arrays = (groups, starts, docs.data, docs.start, docs.length, scores, n_kept, found)
    n_found, *counts = scanner.place(index, drops, drops_self, *arrays)
    expected = [
        _ranked(rows[cuts[g] : cuts[g + 1]], scores[cuts[g] : cuts[g + 1]].tolist(), drops, drops_self and ids[0])
        for g in range(n_groups)
    ]
    hits = sorted(
        (group, labelled.index(doc), rank, start, size)
        for group, (ranked, _, _) in enumerate(expected)
        for doc, rank, start, size in ranked
        if group == 0 and doc in labelled
    )
    assert sorted(map(tuple, found[:, :n_found].T.tolist())) == hits
    assert n_kept.tolist() == [len(ranked) for ranked, _, _ in expected]
    assert counts[:2] == [sum(n for _, n, _ in expected), sum(n for _, _, n in expected)]


Ranked = tuple[list[tuple[bytes, int, int, int]], int, int]


def _ranked(docs: list[bytes], scores: list[float], drops: bool, own: bytes | bool) -> Ranked:
    """Rank one group by sorting it: (document, rank, where its tie starts, how many are in it); repeats; own ones."""
    rows = [(score, doc) for score, doc in zip(scores, docs, strict=True) if own is False or doc != own]
    best: dict[bytes, float] = {}
    for score, doc in rows:
        best[doc] = max(best.get(doc, -np.inf), score)
    kept = [(score, doc) for doc, score in best.items()] if drops else rows
    ordered = sorted(kept, key=lambda row: (row[0] + 0.0, row[1]), reverse=True)
    only = [score for score, _ in ordered]
    ranked = [(doc, rank, only.index(score) + 1, only.count(score)) for rank, (score, doc) in enumerate(ordered, 1)]
    return ranked, len(rows) - len(best), len(docs) - len(rows)


def dicts(data: bytes) -> None:
    """Dicts of short texts and numbers of all kinds, against a sort."""
    values: tuple[object, ...] = (
        0,
        1,
        1.0,
        -0.0,
        0.0,
        2.5,
        float("inf"),
        2**53 + 1,
        2**53,
        10**400,
        True,
        np.float64(1),
        -1,
    )
    text = data.decode("utf-8", "replace")
    qrels: dict[str, dict[str, float]] = {"q": {}, "r": {}, "s": {}}
    runs: dict[str, dict[str, object]] = {"q": {}, "r": {}}
    for query, kind, doc in zip(text[::3], text[1::3], text[2::3], strict=False):
        code = ord(kind)
        key = doc if code % 8 else Name(doc)
        if code & 16:
            qrels["qrs"[ord(query) % 3]][key] = float(code & 3)
        else:
            runs["qr"[ord(query) % 2]][key] = values[code // 8 % len(values)]
    judgements = Judgements.of(qrels)
    numbers = [judgements.number[query] for query in runs]
    found = placing_compiled.Placer(judgements).place_dicts(np.array(numbers, dtype=np.int64), list(runs.values()))
    if found is None:
        return
    hits = [_hits(judgements, number, docs) for number, docs in zip(numbers, runs.values(), strict=True)]
    places = found.credits.places
    columns = (found.credits.query, found.credits.label, places.rank, places.tie_start, places.tie_size)
    assert sorted(zip(*(column.tolist() for column in columns), strict=True)) == sorted(chain.from_iterable(hits))
    assert found.n_kept.tolist() == list(map(len, runs.values()))


def _hits(judgements: Judgements, number: int, docs: Mapping[str, object]) -> Iterator[tuple[int, ...]]:
    """Rank one dict by sorting it: (query, label, rank, where its tie starts, how many are in it) by label."""
    ordered = sorted(((float(score), str(doc)) for doc, score in docs.items()), reverse=True)
    only = [score for score, _ in ordered]
    ranks = {doc: (rank, only.index(score) + 1, only.count(score)) for rank, (score, doc) in enumerate(ordered, 1)}
    for label, doc in enumerate(judgements.grades[judgements.query_ids[number]], start=int(judgements.starts[number])):
        if doc in ranks:
            yield number, label, *ranks[doc]


def bounds(data: bytes) -> None:
    """Arguments that do not fit: an error or an answer, and nothing read or written outside of the arrays."""
    take = _Numbers(data)
    call = _CALLS[take.small() % len(_CALLS)]
    with suppress(ValueError, TypeError, MemoryError, OverflowError):
        call(take)


class _Numbers:
    """Numbers out of bytes: small ones, and any of 64 bits, the worst ones more often."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def small(self) -> int:
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def whole(self) -> int:
        code = self.small()
        if code < 128:
            return code
        if code < 192:
            return EXTREMES[code % len(EXTREMES)] + (code & 16) // 16
        self._at += 8
        return struct.unpack("<q", self._data[self._at - 8 : self._at].ljust(8, b"\0"))[0]

    def ints(self) -> np.ndarray:
        return np.array([self.whole() for _ in range(self.small() % 7)], dtype=np.int64)

    def raw(self) -> np.ndarray:
        size = self.small() % 32
        self._at += size
        return np.frombuffer(self._data[self._at - size : self._at], dtype=np.uint8).copy()

    def texts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.raw(), self.ints(), self.ints()


def _bounds_lines(take: _Numbers) -> None:
    n_columns, longest = take.whole(), take.whole()
    rows, values, runs = (np.empty(take.small() % 20, dtype=np.int64) for _ in range(3))
    scanner.lines(n_columns, longest, take.raw(), rows, values, runs)


def _bounds_index(take: _Numbers) -> None:
    query, first, doc = take.texts(), take.ints(), take.texts()
    index = scanner.index_labels(*query, first, *doc, np.empty(take.small() % 7, dtype=np.int64))
    with suppress(ValueError):
        scanner.enter_labels(index, take.small() % 3, take.small() % 7, np.empty(take.small() % 7, dtype=np.int64))
    with suppress(ValueError):
        scanner.query_numbers(index, *take.texts(), np.empty(take.small() % 7, dtype=np.int64))
    n_kept, found = (np.empty(take.small() % 32, dtype=np.int64) for _ in range(2))
    scores = np.array([(0.0, 1.0, np.nan)[take.small() % 3] for _ in range(take.small() % 7)])
    scanner.place(
        index, bool(take.small()), bool(take.small()), take.ints(), take.ints(), *take.texts(), scores, n_kept, found
    )


def _bounds_runs(take: _Numbers) -> None:
    scanner.runs_of(take.whole(), take.raw(), np.empty(take.small() % 20, dtype=np.int64))


def _bounds_pack(take: _Numbers) -> None:
    step, width, items, data = take.whole(), take.whole(), take.raw(), take.raw()
    scanner.pack(step, width, items, data, take.ints(), take.ints())


def _bounds_dicts(take: _Numbers) -> None:
    query, doc = Texts.of(["q", "r"]), Texts.of(["a", "b", "c"])
    index, _, _ = placing_compiled.index_labels(query, np.array([0, 2, 3], dtype=np.int64), doc)
    runs = [
        {chr(97 + take.small() % 4): float(take.small() % 3) for _ in range(take.small() % 5)}
        for _ in range(take.small() % 3)
    ]
    n_kept, found = (np.empty(take.small() % 20, dtype=np.int64) for _ in range(2))
    scanner.place_dicts(index, runs, take.ints(), n_kept, found)


_CALLS: tuple[Callable[[_Numbers], None], ...] = (
    _bounds_lines,
    _bounds_index,
    _bounds_index,
    _bounds_runs,
    _bounds_pack,
    _bounds_dicts,
)

DOORS = {door.__name__: door for door in (lines, labels, judge, place, dicts, bounds)}
