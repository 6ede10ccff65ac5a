"""Work shared by threads, where the work lets go of Python's lock."""

import os
from collections.abc import Callable, Iterable
from threading import Lock, Thread
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
    """Return the result of each item, in their order; the first error is raised, and what waits is left undone.

    Notes
    -----
    The calling thread is one of those that work. An executor of `concurrent.futures` would do the same, but loads
    `logging`, and with it takes longer than to score a small run.
    """
    given = list(items)
    found: dict[int, Result] = {}
    failed: dict[int, BaseException] = {}
    waiting, lock = iter(range(len(given))), Lock()

    def take() -> None:
        while not failed:
            with lock:
                place = next(waiting, None)
            if place is None:
                return
            try:
                found[place] = work(given[place])
            except BaseException as exc:  # noqa: BLE001 - raised again by the thread that asked
                failed[place] = exc

    others = [Thread(target=take) for _ in range(min(n_threads(), len(given)) - 1)]
    for thread in others:
        thread.start()
    take()
    for thread in others:
        thread.join()
    if failed:
        raise failed[min(failed)]
    return [found[place] for place in range(len(given))]
