"""Sync from async and async from sync."""

import asyncio
import threading
from typing import NoReturn

import pytest

from assay.threads import DaemonThreads, run_interruptibly


def test_a_coroutine_is_run_to_its_end_in_a_thread_of_its_own() -> None:
    async def where(_stop: asyncio.Event) -> str:
        return threading.current_thread().name

    assert run_interruptibly(where) != threading.current_thread().name


def test_what_a_coroutine_raises_is_raised_in_the_callers_thread() -> None:
    async def fail(_stop: asyncio.Event) -> NoReturn:
        raise LookupError("inside")

    with pytest.raises(LookupError, match="inside"):
        run_interruptibly(fail)


def test_the_stop_event_is_not_set_where_nobody_interrupts() -> None:
    async def stopped(stop: asyncio.Event) -> bool:
        await asyncio.sleep(0)
        return stop.is_set()

    assert run_interruptibly(stopped) is False


def test_a_function_runs_in_a_daemon_thread_so_that_a_hung_one_keeps_no_process_alive() -> None:
    async def run() -> object:
        threads = DaemonThreads()
        try:
            return await threads.run(lambda: threading.current_thread().daemon)
        finally:
            threads.close()

    assert asyncio.run(run()) is True


def test_calls_one_after_another_share_a_thread() -> None:
    async def run() -> set[object]:
        threads = DaemonThreads()
        try:
            return {await threads.run(threading.get_ident) for _ in range(5)}
        finally:
            threads.close()

    assert len(asyncio.run(run())) == 1


def test_calls_side_by_side_do_not_wait_for_one_another() -> None:
    gate = threading.Barrier(4, timeout=20)

    async def run() -> int:
        threads = DaemonThreads()
        try:
            return len(await asyncio.gather(*(threads.run(gate.wait) for _ in range(4))))
        finally:
            threads.close()

    assert asyncio.run(run()) == 4


def test_a_call_given_up_does_not_hand_its_result_to_the_next_one() -> None:
    release = threading.Event()

    async def run() -> object:
        threads = DaemonThreads()
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await threads.run(lambda: release.wait(20) and "late")
            release.set()
            return await threads.run(lambda: "next")
        finally:
            threads.close()

    assert asyncio.run(run()) == "next"


def test_what_a_function_raises_is_raised_where_it_was_awaited() -> None:
    async def run() -> None:
        threads = DaemonThreads()
        try:
            await threads.run({}.__getitem__, "x")
        finally:
            threads.close()

    with pytest.raises(KeyError, match="x"):
        asyncio.run(run())
