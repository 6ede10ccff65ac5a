"""Sync code called from async code and the other way round, without a hung call or a running loop in the way."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


class DaemonThreads:
    """Threads for sync pipelines; one whose call hangs is left behind, and does not keep the process alive.

    The pools of the standard library are joined when the interpreter ends, so one hung call would hang it too.
    """

    def __init__(self) -> None:
        self._idle: list[_DaemonThread] = []

    async def run(self, function: Callable[..., object], *arguments: object) -> object:
        """Return what the function returns, or raise what it raises, once a thread has run it."""
        thread = self._idle.pop() if self._idle else _DaemonThread()
        try:
            return await thread.call(function, *arguments)
        except asyncio.CancelledError:
            thread.end()
            raise
        finally:
            if not thread.ending:
                self._idle.append(thread)

    def close(self) -> None:
        """End the idle threads."""
        for thread in self._idle:
            thread.end()


class _DaemonExecutor(ThreadPoolExecutor):
    """What ``asyncio.to_thread`` uses: an async pipeline may hand it a call that hangs, and nothing waits for that."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call in a thread of its own: how many there are is the pipeline's choice."""
        future: Future[Any] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as exc:  # noqa: BLE001 - handed to the caller, whatever it is
                future.set_exception(exc)
            else:
                future.set_result(result)

        threading.Thread(target=work, name="assay-to-thread", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the threads to themselves."""


class _DaemonThread:
    def __init__(self) -> None:
        self.ending = False
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="assay-retriever", daemon=True).start()

    async def call(self, function: Callable[..., object], *arguments: object) -> object:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        context = contextvars.copy_context()

        def settle(result: object, error: BaseException | None) -> None:
            if not future.done():
                future.set_result(result) if error is None else future.set_exception(error)

        def work() -> None:
            result, error = None, None
            try:
                result = context.run(function, *arguments)
            except BaseException as exc:  # noqa: BLE001 - handed to the caller, whatever it is
                travels = isinstance(exc, Exception) and not isinstance(exc, StopIteration)
                error = exc if travels else RuntimeError(f"the retriever raised {exc!r}")
            with suppress(RuntimeError):  # the loop is gone: the call had been given up
                loop.call_soon_threadsafe(settle, result, error)

        self._calls.put(work)
        return await future

    def end(self) -> None:
        self.ending = True
        self._calls.put(None)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()


def run_interruptibly(start: Callable[[asyncio.Event], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end from sync code, in a script, a notebook or inside a running loop alike.

    Parameters
    ----------
    start
        Makes the coroutine of an event that tells it to stop and return what it has. The first Ctrl-C sets the event; a
        second one raises KeyboardInterrupt.
    """
    outcome: list[T | BaseException] = []
    stop_soon: list[Callable[[], object]] = []
    stop_asked, done = threading.Event(), threading.Event()

    async def main() -> T:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        stop_soon.append(lambda: loop.call_soon_threadsafe(stop.set))
        if stop_asked.is_set():
            stop.set()
        return await start(stop)

    def work() -> None:
        try:
            outcome.append(_run(main()))
        except BaseException as exc:  # noqa: BLE001 - raised again in the caller's thread
            outcome.append(exc)
        finally:
            done.set()

    context = contextvars.copy_context()
    thread = threading.Thread(target=lambda: context.run(work), name="assay-evaluation", daemon=True)
    try:
        thread.start()
        _wait(done)
    except KeyboardInterrupt:
        stop_asked.set()
        with suppress(RuntimeError):  # the loop is closed: it has just finished
            for stop in stop_soon:
                stop()
        _wait(done)
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


async def unless(stop: asyncio.Event, work: "asyncio.Future[T]") -> T | None:
    """Return what the work returns, or raise what it raises; None where `stop` is set first, and the work cancelled."""
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
        done = work.done()
    finally:
        for task in (work, stopped):
            task.cancel()
        await asyncio.wait({work, stopped})
    return work.result() if done else None


def run_in_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end from sync code, as `run_interruptibly`; Ctrl-C cancels it and is raised.

    Examples
    --------
    >>> run_in_sync(asyncio.sleep(0, result="done"))
    'done'
    """

    async def boxed() -> tuple[T]:
        return (await work,)

    found = run_interruptibly(lambda stop: unless(stop, asyncio.ensure_future(boxed())))
    if found is None:
        raise KeyboardInterrupt
    return found[0]


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a loop of its own, as `asyncio.run` does, but wait for none of the threads it started."""
    loop = asyncio.new_event_loop()
    loop.set_default_executor(_DaemonExecutor())
    try:
        return loop.run_until_complete(coroutine)
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=1.0))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _wait(done: threading.Event) -> None:
    """Wait in short pieces, so that Ctrl-C is heard on every system; joining a thread may lose track of it then."""
    while not done.wait(0.2):
        pass
