"""Asking a pipeline every question: bounded concurrency, timeouts, retries, and a failed call kept as a row."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from inspect import isawaitable
from time import perf_counter
from typing import cast

from assay.data.hit import Hit
from assay.errors import BadInputError, HitShapeError, MissingExtraError
from assay.retrievers.adapting import Pipeline
from assay.retrievers.answers import parted
from assay.retrievers.reading import read_hits
from assay.threads import DaemonThreads

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one call brought: hits and the seconds its last try took, or the reason why it failed.

    `answer` is what the pipeline answered, where it returns that beside its hits.
    """

    hits: Sequence[Hit] = ()
    answer: str | None = None
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
        Seconds after which one call counts as failed; None waits for ever. A sync call is left to itself then, and may
        still be running when the next begins; an async one that never awaits cannot be timed out.
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
        if self.concurrency is not None:
            _check_whole("concurrency", self.concurrency, least=1)
        _check_whole("retries", self.retries, least=0)
        if self.timeout_s is not None and (isinstance(self.timeout_s, bool | str) or not self.timeout_s > 0):
            raise BadInputError(f"a timeout is a number of seconds above 0, got {self.timeout_s!r}")

    def calls_at_once(self, pipeline: Pipeline) -> int:
        """Return how many calls of `pipeline` are under way at most."""
        return self.concurrency or (8 if pipeline.is_async else 1)

    async def ask(
        self, pipeline: Pipeline, queries: Sequence[str], k: int, *, stop: asyncio.Event | None = None
    ) -> list[Answer | None]:
        """Ask every query once; None stands where `stop` was set before its turn came or its call ended."""
        answers: list[Answer | None] = [None] * len(queries)
        threads = DaemonThreads()
        caller = _Caller(pipeline=pipeline, k=k, timeout_s=self.timeout_s, retries=self.retries, threads=threads)
        turns, done = iter(enumerate(queries)), iter(range(1, len(queries) + 1))

        async def take_turns() -> None:
            for turn, query in turns:
                answers[turn] = await caller.answer(query)
                if self.progress is not None:
                    self.progress(next(done), len(queries))

        try:
            await _until(stop, [take_turns() for _ in range(self.calls_at_once(pipeline))])
        finally:
            threads.close()
        return answers


@dataclass(frozen=True, slots=True, kw_only=True)
class _Caller:
    """Calls a pipeline for one query at a time; whatever goes wrong becomes the answer's reason."""

    pipeline: Pipeline
    k: int
    timeout_s: float | None
    retries: int
    threads: DaemonThreads

    async def answer(self, query: str) -> Answer:
        answer = await self._attempt(query)
        for _ in range(self.retries):
            if answer.reason is None or isinstance(answer.error, HitShapeError | MissingExtraError):
                break  # done, or wrong in a way that another try does not mend
            answer = await self._attempt(query)
        return answer

    async def _attempt(self, query: str) -> Answer:
        started = perf_counter()
        limit = asyncio.timeout(self.timeout_s)
        try:
            async with limit:
                found = await self._found(query)
            return replace(found, latency_s=perf_counter() - started)
        except HitShapeError as exc:
            return Answer(reason=str(exc).partition("\n")[0], error=exc)
        except Exception as exc:  # noqa: BLE001 - the user's code may raise anything; a failed call is a row
            if limit.expired():
                return Answer(reason=f"timeout after {self.timeout_s:g} s", error=exc)
            return Answer(reason=f"{type(exc).__name__}: {exc}" if str(exc) else type(exc).__name__, error=exc)

    async def _found(self, query: str) -> Answer:
        """Call the pipeline and read its hits; in the thread too, where the result may be a generator yet to run."""
        if self.pipeline.is_async:
            return _read(await self._awaited(self.pipeline.call(query, self.k)), self.k)
        found = await self.threads.run(self._called, query)
        return found if isinstance(found, Answer) else _read(await self._awaited(found), self.k)

    def _called(self, query: str) -> object:
        result = self.pipeline.call(query, self.k)
        return result if isawaitable(result) else _read(result, self.k)

    async def _awaited(self, result: object) -> object:
        """Await what an async pipeline returned; what would end the loop or the task from within is a failed call."""
        try:
            return await cast("Awaitable[object]", result)
        except (asyncio.CancelledError, SystemExit) as exc:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise RuntimeError(f"the retriever raised {exc!r}") from exc


def _read(result: object, k: int) -> Answer:
    hits, answer = parted(result)
    return Answer(hits=read_hits(hits, k), answer=answer)


def _check_whole(name: str, given: object, *, least: int) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        raise BadInputError(f"{name} is a whole number of at least {least}, got {given!r}")


async def _until(stop: asyncio.Event | None, coroutines: Sequence[Coroutine[None, None, None]]) -> None:
    """Run coroutines side by side to their end; cancel them once `stop` is set or one of them raises."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]
    work = asyncio.gather(*tasks)
    stopped = asyncio.ensure_future((stop or asyncio.Event()).wait())
    try:
        await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.wait({*tasks, stopped})
    with suppress(asyncio.CancelledError):  # where `stop` was set
        await work  # raises what one of them raised
