"""How many calls run at once: fewer when a server is overburdened, more again when it answers."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from assay.models.chat import ChatFailure

T = TypeVar("T")

_FIRST = 8
_OVERBURDENED = frozenset({"rate_limited", "server_error", "timeout"})
_LONGEST_QUIET_S = 120.0  # a server that asks for more is given up on by whoever retries; others need not wait as long


class Throttle:
    """Bounded concurrency that adapts: slow start, then additive increase, multiplicative decrease.

    Parameters
    ----------
    most
        Calls that may run at once, at best.

    Notes
    -----
    It starts with 8 places at most, and doubles them each round of successes (as many as the limit) until the first
    overload; from then on a round adds one. An overload halves the places, but once in a round: calls that were under
    way when the limit fell say nothing about the new one. As TCP does (RFC 5681).
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._limit = float(min(most, _FIRST))
        self._steep = True
        self._running = 0
        self._resume_at = 0.0
        self._halved_at = -1
        self._started = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def limit(self) -> int:
        """How many calls may run at once now."""
        return max(1, int(self._limit))

    @asynccontextmanager
    async def place(self) -> AsyncGenerator[int]:
        """Wait for a place and hold it; yields the call's number, which `overloaded` wants back."""
        await self._enter()
        try:
            await self._pause()
            self._started += 1
            yield self._started
        finally:
            self._running -= 1
            self._wake()

    async def run(self, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call in a place of its own, and note how the server coped with it.

        Raises
        ------
        ChatFailure
            The call's.
        """
        async with self.place() as number:
            try:
                found = await call()
            except ChatFailure as failure:
                if failure.kind in _OVERBURDENED:
                    quiet = failure.retry_after
                    self.overloaded(number, retry_after=quiet and min(quiet, _LONGEST_QUIET_S))
                raise
            self.answered()
            return found

    def answered(self) -> None:
        """Note that the server coped with a call."""
        self._limit = min(self.most, self._limit + (1.0 if self._steep else 1 / self._limit))
        self._wake()

    def overloaded(self, call: int, *, retry_after: float | None = None) -> None:
        """Note that the server was overburdened by a call, and for how many seconds it asked for quiet."""
        self._steep = False
        if call > self._halved_at:
            self._limit = max(1.0, self._limit / 2)
            self._halved_at = self._started
        if retry_after is not None:
            now = asyncio.get_running_loop().time()
            self._resume_at = max(self._resume_at, now + retry_after)

    async def _enter(self) -> None:
        if self._running < self.limit and not self._waiting:
            self._running += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was handed over already: hand it on
                self._running -= 1
                self._wake()
            raise

    async def _pause(self) -> None:
        loop = asyncio.get_running_loop()
        while (left := self._resume_at - loop.time()) > 0:
            await asyncio.sleep(left)

    def _wake(self) -> None:
        while self._waiting and self._running < self.limit:
            turn = self._waiting.popleft()
            if not turn.done():
                self._running += 1
                turn.set_result(None)
