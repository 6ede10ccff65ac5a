"""Work shared by threads, where the work lets go of Python's lock."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from assay.compiled import IS_COMPILED

_MOST = 8

Item = TypeVar("Item")
Result = TypeVar("Result")


def n_threads() -> int:
    """Count the processors at hand, up to 8; 1 where nothing is compiled, for NumPy holds the lock most of the time."""
    if not IS_COMPILED:
        return 1
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, _MOST)


def in_threads(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Return the result of each item, in their order; the first error is raised."""
    given = list(items)
    if len(given) < 2 or n_threads() == 1:
        return [work(item) for item in given]
    with ThreadPoolExecutor(min(n_threads(), len(given))) as pool:
        return list(pool.map(work, given))
