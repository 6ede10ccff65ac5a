"""Asking again where it may help: exponential waits with jitter, never past a deadline."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from assay.models.chat import ChatFailure

T = TypeVar("T")
_SELDOM_PASSES = frozenset({"timeout", "refused_connection", "garbage", "empty"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying:
    """How often a failed call is made again, and how long it waits before.

    Parameters
    ----------
    retries
        Further tries after the first.
    first_wait_s, longest_wait_s
        The wait before the first retry and the longest there is, in seconds; it doubles in between. Each wait is drawn
        evenly from the upper half of that, so that calls that failed together do not come back together.
    patience_s
        A server that asks for longer quiet than this, in seconds, is given up on.

    Notes
    -----
    What seldom passes by waiting (nobody listens, no answer in time, an answer that is none) is tried twice more at
    most.
    """

    retries: int = 8
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    patience_s: float = 120.0

    def wait(self, tried: int, failure: ChatFailure) -> float:
        """Return the seconds to wait after so many tries: what the server asked for, if that is longer."""
        longest = min(self.longest_wait_s, self.first_wait_s * 2 ** (tried - 1))
        drawn = random.uniform(longest / 2, longest)
        return max(drawn, failure.retry_after or 0.0)

    async def run(self, call: Callable[[], Awaitable[T]], *, until: float | None = None) -> T:
        """Make a call until it succeeds, cannot, or has used up its tries.

        Parameters
        ----------
        call
            Makes one try.
        until
            Time of the running loop's clock after which no try begins.

        Raises
        ------
        ChatFailure
            The last try's.
        """
        tried = 0
        while True:
            tried += 1
            try:
                return await call()
            except ChatFailure as failure:
                wait = self.wait(tried, failure)
                late = until is not None and asyncio.get_running_loop().time() + wait >= until
                if late or wait > self.patience_s or not self._again(tried, failure):
                    raise
            await asyncio.sleep(wait)

    def _again(self, tried: int, failure: ChatFailure) -> bool:
        most = min(self.retries, 2) if failure.kind in _SELDOM_PASSES else self.retries
        return failure.retryable and tried <= most


def seconds_of(retry_after: str | None, *, date: str | None = None) -> float | None:
    """Return how many seconds of quiet a ``Retry-After`` header asks for; None where it asks for none, or is none.

    Parameters
    ----------
    retry_after
        Seconds, or a date of HTTP.
    date
        The answer's own date: the server's clock, which a date is told by. This machine's clock where it is missing.

    Examples
    --------
    >>> seconds_of("Wed, 21 Oct 2026 07:28:30 GMT", date="Wed, 21 Oct 2026 07:28:00 GMT")
    30.0
    """
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        until = _moment(retry_after)
    if until is None:
        return None
    return max(0.0, (until - (_moment(date) or datetime.now(UTC))).total_seconds())


def _moment(header: str | None) -> datetime | None:
    try:
        moment = None if header is None else parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    return moment if moment is None or moment.tzinfo is not None else moment.replace(tzinfo=UTC)
