"""Calls of the scanner, answered or refused, leave no memory behind."""

import resource
import sys
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest

from assay.compiled import IS_COMPILED

pytestmark = [
    pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here"),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
if IS_COMPILED:
    from assay.compiled import scanner

N = 2000  # texts of 16 bytes each: what a call could lose is far more than what Python takes
DATA = np.frombuffer(b"".join(b"document%08d" % number for number in range(N)), dtype=np.uint8)
START = np.arange(N, dtype=np.int64) * 16
LENGTH = np.full(N, 16, dtype=np.int64)
BAD = START + 1
TEXTS = DATA, START, LENGTH
LINES = np.frombuffer(b"q Q0 d 1 1 t\n" * N + bytes(8), dtype=np.uint8)
LONG = np.frombuffer(b"q Q0 d 1 " + b"1" * 500 + b" t\nbad\n" + bytes(8), dtype=np.uint8)
ALL = np.array([0, N], dtype=np.int64)
ZERO = np.zeros(1, dtype=np.int64)


def index() -> object:
    made = scanner.index_labels(DATA, ZERO, LENGTH[:1], ALL, *TEXTS, ZERO.copy())
    scanner.enter_labels(made, 0, 1, np.empty(N, dtype=np.int64))
    return made


def lines(block: np.ndarray, n_columns: int = 6) -> object:
    return scanner.lines(n_columns, 1 << 20, block, np.empty(4 * N, np.int64), np.empty(N), np.empty(3 * N, np.int64))


def place(query: np.ndarray = ZERO, room: int = N) -> object:
    found, scores = np.empty(5 * room, dtype=np.int64), np.ones(N)
    return scanner.place(index(), False, False, query, ALL, *TEXTS, scores, np.empty(1, np.int64), found)


def place_dicts(odd: object = 1.0) -> object:
    runs = [{f"document{number:08}": float(number) for number in range(N)} | {"x": odd}]
    return scanner.place_dicts(index(), runs, ZERO, np.empty(1, np.int64), np.empty(5 * N, np.int64))


CALLS: dict[str, Callable[[], object]] = {
    "lines": lambda: lines(LINES),
    "lines that are not plain": lambda: lines(LONG),
    "lines of no such columns": lambda: lines(LINES, 5),
    "labels": index,
    "labels outside": lambda: scanner.index_labels(DATA, ZERO, LENGTH[:1], ALL, DATA, BAD, LENGTH, ZERO.copy()),
    "labels of no such query": lambda: scanner.enter_labels(index(), 0, 2, BAD.copy()),
    "queries": lambda: scanner.query_numbers(index(), *TEXTS, np.empty(N, np.int64)),
    "queries outside": lambda: scanner.query_numbers(index(), DATA, BAD, LENGTH, np.empty(N, np.int64)),
    "rows": place,
    "rows of no such query": lambda: place(ZERO + 1),
    "rows without room": lambda: place(room=1),
    "dicts": place_dicts,
    "dicts that are not plain": lambda: place_dicts("text"),
    "dicts of too large numbers": lambda: place_dicts(10**400),
    "runs": lambda: scanner.runs_of(16, DATA, np.empty(N, np.int64)),
    "runs of no width": lambda: scanner.runs_of(0, DATA, np.empty(N, np.int64)),
    "items": lambda: scanner.pack(1, 16, DATA, np.empty(16 * N, np.uint8), START.copy(), LENGTH.copy()),
    "items without room": lambda: scanner.pack(1, 16, DATA, np.empty(1, np.uint8), START.copy(), LENGTH.copy()),
}


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.parametrize("name", CALLS)
def test_a_thousand_calls_take_no_more_memory_than_a_hundred(name: str) -> None:
    def repeat(times: int) -> int:
        for _ in range(times):
            with suppress(ValueError):
                CALLS[name]()
        return resident()

    before = repeat(100)
    assert repeat(1000) - before < 4 << 20
