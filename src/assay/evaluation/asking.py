"""Asking a pipeline every question: bounded concurrency, timeouts, retries, and a failed call kept as a row."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar, cast

from assay.data.hit import Hit
from assay.errors import BadInputError, HitShapeError
from assay.retrievers.adapting import Pipeline
from assay.retrievers.reading import read_hits

T = TypeVar("T")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one call brought: hits and the time it took, or the reason why it failed."""

    hits: Sequence[Hit] = ()
    latency_s: float | None = None
    reason: str | None = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a pipeline is asked.

    Parameters
    ----------
    concurrency
        Calls under way at once. None: 8 for an async pipeline, 1 for a sync one, which may not be safe to share
        between threads.
    timeout_s
        Seconds after which one call counts as failed; None waits for ever.
    retries
        Further tries after a failed call.
    progress
        Called with (done, asked) after every call.
    """

    concurrency: int | None = None
    timeout_s: float | None = 30.0
    retries: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        if self.concurrency is not None and (isinstance(self.concurrency, bool) or self.concurrency < 1):
            raise BadInputError(f"concurrency is a whole number of at least 1, got {self.concurrency!r}")
        if self.timeout_s is not None and not self.timeout_s > 0:
            raise BadInputError(f"a timeout is a number of seconds above 0, got {self.timeout_s!r}")
        if self.retries < 0:
            raise BadInputError(f"retries is at least 0, got {self.retries!r}")

    def calls_at_once(self, pipeline: Pipeline) -> int:
        """Return how many calls of `pipeline` are under way at most."""
        return self.concurrency or (8 if pipeline.is_async else 1)

    async def ask(
        self, pipeline: Pipeline, queries: Sequence[str], k: int, *, stop: asyncio.Event | None = None
    ) -> list[Answer | None]:
        """Ask every query once; None stands where `stop` was set before its turn came or its call ended."""
        answers: list[Answer | None] = [None] * len(queries)
        turns = iter(enumerate(queries))
        done = iter(range(1, len(queries) + 1))
        threads = _DaemonThreads()
        callers = [self._caller(pipeline, turns, k, answers, done, threads) for _ in range(self.calls_at_once(pipeline))]
        work = asyncio.gather(*callers)
        stopped = asyncio.ensure_future((stop or asyncio.Event()).wait())
        try:
            await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            for future in (work, stopped):
                future.cancel()
                with suppress(asyncio.CancelledError):
                    await future
            threads.close()
        return answers

    async def _caller(
        self,
        pipeline: Pipeline,
        turns: Iterator[tuple[int, str]],
        k: int,
        answers: list[Answer | None],
        done: Iterator[int],
        threads: "_DaemonThreads",
    ) -> None:
        for turn, query in turns:
            answers[turn] = await self._answer(pipeline, query, k, threads)
            if self.progress is not None:
                self.progress(next(done), len(answers))

    async def _answer(self, pipeline: Pipeline, query: str, k: int, threads: "_DaemonThreads") -> Answer:
        answer = await self._attempt(pipeline, query, k, threads)
        for _ in range(self.retries):
            if answer.reason is None:
                break
            answer = await self._attempt(pipeline, query, k, threads)
        return answer

    async def _attempt(self, pipeline: Pipeline, query: str, k: int, threads: "_DaemonThreads") -> Answer:
        started = perf_counter()
        limit = asyncio.timeout(self.timeout_s)
        try:
            async with limit:
                result = await _call(pipeline, query, k, threads)
            latency_s = perf_counter() - started
            return Answer(hits=read_hits(result, k), latency_s=latency_s)
        except HitShapeError as exc:
            return Answer(reason=str(exc).partition("\n")[0], error=exc)
        except Exception as exc:  # noqa: BLE001 - the user's code may raise anything; a failed call is a row
            if limit.expired():
                return Answer(reason=f"timeout after {self.timeout_s:g} s", error=exc)
            return Answer(reason=f"{type(exc).__name__}: {exc}", error=exc)


async def _call(pipeline: Pipeline, query: str, k: int, threads: "_DaemonThreads") -> object:
    result = pipeline.call(query, k) if pipeline.is_async else await threads.run(pipeline.call, query, k)
    return await cast("Coroutine[Any, Any, object]", result) if hasattr(result, "__await__") else result


class _DaemonThreads:
    """Threads for sync pipelines; one whose call hangs is left behind, and does not keep the process alive.

    The pools of the standard library are joined when the interpreter ends, so one hung call would hang it too.
    """

    def __init__(self) -> None:
        self._idle: list[_DaemonThread] = []

    async def run(self, function: Callable[..., object], *arguments: object) -> object:
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
        for thread in self._idle:
            thread.end()


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
    stop_soon: list[Callable[[], None]] = []

    async def main() -> T:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        stop_soon.append(lambda: loop.call_soon_threadsafe(stop.set) and None)
        return await start(stop)

    def work() -> None:
        try:
            outcome.append(asyncio.run(main()))
        except BaseException as exc:  # noqa: BLE001 - raised again in the caller's thread
            outcome.append(exc)

    context = contextvars.copy_context()
    thread = threading.Thread(target=lambda: context.run(work), name="assay-evaluation", daemon=True)
    thread.start()
    try:
        _join(thread)
    except KeyboardInterrupt:
        for stop in stop_soon:
            stop()
        _join(thread)
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _join(thread: threading.Thread) -> None:
    while thread.is_alive():
        thread.join(0.2)  # in short waits, so that Ctrl-C is heard on every system
