"""Arrays that do not fit together are refused by the scanner with an error, whatever is asked of it."""

import mmap
import os
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from numpy.typing import NDArray

from assay.compiled import IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")
if IS_COMPILED:
    from assay.compiled import scanner

MAP_NORESERVE = 0x4000  # Linux's; Python 3.11 has no name for it
MOST, LEAST = (1 << 63) - 1, -(1 << 63)
Ints = NDArray[np.int64]


def ints(*values: int) -> Ints:
    return np.array(values, dtype=np.int64)


def raw(text: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(text, dtype=np.uint8).copy()


def index() -> object:
    """One query `q` with the labels `d` and `e`."""
    made = scanner.index_labels(raw(b"q"), ints(0), ints(1), ints(0, 2), raw(b"de"), ints(0, 1), ints(1, 1), ints(0))
    assert scanner.enter_labels(made, 0, 1, ints(0, 0)) == 0
    return made


# where one text of the four bytes `dabc` lies, and is not
OUTSIDE = [
    (-1, 1),
    (0, -1),
    (4, 1),
    (0, 5),
    (5, 0),
    (MOST, 1),
    (1, MOST),
    (LEAST, 1),
    (1, LEAST),
    (MOST, MOST),
    (3, 1 << 32),
]
outside = pytest.mark.parametrize(("start", "length"), OUTSIDE)


@outside
def test_a_text_outside_of_its_bytes_is_refused_wherever_texts_are_taken(start: int, length: int) -> None:
    texts = raw(b"dabc"), ints(start), ints(length)
    good = raw(b"dabc"), ints(1), ints(3)
    with pytest.raises(ValueError, match="do not fit"):
        scanner.index_labels(*texts, ints(0, 1), *good, ints(0))
    with pytest.raises(ValueError, match="do not fit"):
        scanner.index_labels(*good, ints(0, 1), *texts, ints(0))
    with pytest.raises(ValueError, match="do not fit"):
        scanner.query_numbers(index(), *texts, ints(0))
    with pytest.raises(ValueError, match="do not fit"):
        scanner.place(index(), False, False, ints(0), ints(0, 1), *texts, np.ones(1), ints(0), np.empty(5, np.int64))


@pytest.mark.parametrize(
    "first", [(0,), (0, 2), (1, 1), (0, 0), (0, 1, 1), (MOST, 1), (LEAST, 1), (-1, 1), (0, MOST), ()], ids=str
)
def test_labels_of_queries_that_do_not_cover_the_labels_are_refused(first: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        scanner.index_labels(raw(b"q"), ints(0), ints(1), ints(*first), raw(b"d"), ints(0), ints(1), ints(0))


def test_descending_starts_of_queries_are_refused() -> None:
    query, doc = (raw(b"qr"), ints(0, 1), ints(1, 1)), (raw(b"d"), ints(0), ints(1))
    for middle in (-1, 2, MOST, LEAST):
        with pytest.raises(ValueError, match="do not fit"):
            scanner.index_labels(*query, ints(0, middle, 1), *doc, ints(0, 0))


@pytest.mark.parametrize("twins", [(), (0,), (0, 0, 0)], ids=str)
def test_a_place_for_the_twin_of_each_text_is_asked_for(twins: tuple[int, ...]) -> None:
    query, doc = (raw(b"qr"), ints(0, 1), ints(1, 1)), (raw(b"de"), ints(0, 1), ints(1, 1))
    with pytest.raises(ValueError, match="do not fit"):
        scanner.index_labels(*query, ints(0, 2, 2), *doc, ints(*twins))
    with pytest.raises(ValueError, match="do not fit"):
        scanner.enter_labels(index(), 0, 1, ints(*twins))


@pytest.mark.parametrize("queries", [(-1, 1), (1, 0), (0, 2), (2, 2), (MOST, MOST), (LEAST, 1), (0, MOST)], ids=str)
def test_labels_of_queries_that_are_not_there_are_refused(queries: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        scanner.enter_labels(index(), *queries, ints(0, 0))


@pytest.mark.parametrize("number", [1 << 63, -(1 << 63) - 1, "0", None, 0.5])
def test_labels_are_entered_by_numbers_of_queries(number: object) -> None:
    with pytest.raises((TypeError, OverflowError)):
        scanner.enter_labels(index(), number, 1, ints(0, 0))


def test_an_index_without_its_labels_finds_none() -> None:
    made = scanner.index_labels(raw(b"q"), ints(0), ints(1), ints(0, 2), raw(b"de"), ints(0, 1), ints(1, 1), ints(0))
    assert place(index=made)[0] == 0


@pytest.mark.parametrize("query", [-1, 1, MOST, LEAST])
def test_rows_of_a_query_that_is_not_there_are_refused(query: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        place(query=ints(query))


@pytest.mark.parametrize(
    "starts",
    [
        (-1, 1),
        (0, 2),
        (1, 0),
        (2, 2),
        (0, MOST),
        (LEAST, MOST),
        (MOST, LEAST),
        (LEAST, 0),
        (0, 1 << 32),
        (0,),
        (0, 1, 1),
    ],
    ids=str,
)
def test_groups_that_reach_beyond_the_rows_are_refused(starts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="fit"):
        place(starts=ints(*starts))


def place(**changed: object) -> object:
    arguments: dict[str, object] = {
        "index": index(),
        "drops_repeats": False,
        "drops_self": False,
        "query": ints(0),
        "starts": ints(0, 1),
        "data": raw(b"d"),
        "start": ints(0),
        "length": ints(1),
        "scores": np.ones(1),
        "n_kept": ints(0),
        "found": np.empty(5, dtype=np.int64),
    }
    return scanner.place(*(arguments | changed).values())


def test_what_fits_is_placed() -> None:
    found = np.empty(5, dtype=np.int64)
    assert place(found=found) == (1, 0, 0, 0, 0)
    assert found.tolist() == [0, 0, 1, 1, 1]


@pytest.mark.parametrize(
    "changed",
    [
        {"scores": np.array([np.nan])},
        {"scores": np.ones(2)},
        {"scores": np.ones(0)},
        {"n_kept": ints()},
        {"n_kept": ints(0, 0)},
        {"found": np.empty(4, dtype=np.int64)},
        {"query": ints()},
        {"index": object()},
        {"drops_repeats": np.ones(2)},
        {"drops_self": np.ones(2)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_scores_and_arrays_for_answers_that_do_not_fit_are_refused(changed: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        place(**changed)


@pytest.mark.parametrize("what", ["n_kept", "found"])
def test_an_answer_is_not_written_into_what_is_read_only(what: str) -> None:
    frozen = np.zeros(5 if what == "found" else 1, dtype=np.int64)
    frozen.flags.writeable = False
    with pytest.raises((ValueError, BufferError)):
        place(**{what: frozen})


@pytest.mark.parametrize(
    "changed",
    [{"query": ints(-1)}, {"query": ints(1)}, {"query": ints(MOST)}, {"runs": [[]]}, {"runs": [{"d": 1.0, b"e": 1.0}]}],
    ids=str,
)
def test_dicts_of_queries_that_are_not_there_and_what_are_no_dicts_are_not_plain(changed: dict[str, object]) -> None:
    assert place_dicts(**changed) is None


@pytest.mark.parametrize("changed", [{"query": ints()}, {"n_kept": ints()}, {"runs": []}, {"runs": {}}], ids=str)
def test_dicts_and_arrays_that_do_not_fit_are_refused(changed: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        place_dicts(**changed)


def test_dicts_without_room_for_what_is_found_are_not_plain() -> None:
    assert place_dicts() == 2
    assert place_dicts(found=np.empty(9, dtype=np.int64)) is None


def place_dicts(**changed: object) -> object:
    arguments: dict[str, object] = {
        "index": index(),
        "runs": [{"d": 1.0, "x": 2.0, "e": 1}],
        "query": ints(0),
        "n_kept": ints(0),
        "found": np.empty(10, dtype=np.int64),
    }
    return scanner.place_dicts(*(arguments | changed).values())


def test_numbers_of_queries_need_room() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        scanner.query_numbers(index(), raw(b"qq"), ints(0, 1), ints(1, 1), ints(0))


@pytest.mark.skipif("ASSAY_LARGE" not in os.environ, reason="reads 100 GB of zeros, 20 s: set ASSAY_LARGE")
def test_more_rows_of_one_query_than_32_bits_count_are_refused() -> None:
    """Pages of zeros that nobody wrote to take no memory: 34 GB of them are rows of empty texts."""
    n_rows = 0xFFFFFFFF
    pages = mmap.mmap(-1, 8 * n_rows, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE, prot=mmap.PROT_READ)
    pages.madvise(mmap.MADV_HUGEPAGE)
    zeros = np.frombuffer(pages, dtype=np.int64)
    with pytest.raises(ValueError, match="more than 4294967294 rows of one query"):
        place(starts=ints(0, n_rows), start=zeros, length=zeros, scores=zeros.view(np.float64))


LINE = b"q Q0 d 1 1 t\n"
NO_LINES: list[tuple[str, Callable[[], object]]] = [
    ("five columns", lambda: lines(n_columns=5)),
    ("2**32 + 4 columns", lambda: lines(n_columns=(1 << 32) + 4)),
    ("a number of columns that is none", lambda: lines(n_columns="6")),
    ("a number of columns beyond 64 bits", lambda: lines(n_columns=1 << 64)),
    ("a length that is none", lambda: lines(longest="x")),
    ("a length beyond 64 bits", lambda: lines(longest=1 << 64)),
    ("no line feed at the end", lambda: lines(block=raw(LINE[:-1] + bytes(8)))),
    ("nothing behind the lines", lambda: lines(block=raw(LINE))),
    ("no bytes", lambda: lines(block=raw(b""))),
    ("eight bytes", lambda: lines(block=raw(bytes(8)))),
    ("rows for other values", lambda: lines(rows=np.empty(5, dtype=np.int64))),
]


def lines(**changed: object) -> object:
    arguments: dict[str, object] = {
        "n_columns": 6,
        "longest": 100,
        "block": raw(LINE + bytes(8)),
        "rows": np.empty(8, dtype=np.int64),
        "values": np.empty(2),
        "runs": np.empty(6, dtype=np.int64),
    }
    return scanner.lines(*(arguments | changed).values())


@pytest.mark.parametrize("ask", [ask for _, ask in NO_LINES], ids=[name for name, _ in NO_LINES])
def test_what_are_no_whole_lines_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)):
        ask()


def test_lines_without_room_for_their_rows_are_not_plain() -> None:
    assert lines() == (1, 1, 1, -1)
    assert lines(rows=ints(), values=np.empty(0)) is None
    assert lines(runs=np.empty(2, dtype=np.int64)) is None


@pytest.mark.parametrize("width", [0, -1, MOST, LEAST, 1 << 61, 1 << 62, (1 << 62) + 1, 1 << 64])
def test_items_of_a_width_that_does_not_fit_are_refused_or_none(width: int) -> None:
    for ask in (
        lambda: scanner.runs_of(width, raw(b"abcd"), ints(0)),
        lambda: scanner.pack(1, width, raw(b"abcd"), raw(b"abcd"), ints(0), ints(0)),
        lambda: scanner.pack(4, width, raw(b"abcd"), raw(b"abcd"), ints(0), ints(0)),
        lambda: scanner.pack(4, width, raw(b""), raw(b""), ints(), ints()),
    ):
        with suppress(ValueError, OverflowError):
            assert ask() == 0


def test_starts_of_runs_and_packed_texts_need_room() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        scanner.runs_of(1, raw(b"ab"), ints(0))
    for items, data, start, length in (
        (b"abcd", b"abc", ints(0, 0), ints(0, 0)),
        (b"abcd", b"abcd", ints(0), ints(0, 0)),
        (b"abcd", b"abcd", ints(0), ints(0)),
        (b"ab", b"abcd", ints(0, 0), ints(0, 0)),
    ):
        with pytest.raises(ValueError, match="do not fit"):
            scanner.pack(1, 2, raw(items), raw(data), start, length)


@pytest.mark.parametrize(
    "name", ["lines", "index_labels", "enter_labels", "query_numbers", "place", "place_dicts", "runs_of", "pack"]
)
@pytest.mark.parametrize("n", range(13))
def test_arguments_of_other_kinds_and_numbers_are_refused(name: str, n: int) -> None:
    for one in (None, 1, "text", b"", [], ints(0)):
        with pytest.raises((TypeError, ValueError, BufferError, IndexError)):
            getattr(scanner, name)(*[one] * n)
