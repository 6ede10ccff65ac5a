"""Work of any length done side by side, in bounded memory and handed back in its order."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

_AHEAD = 256  # begun before the first is done: a slow one holds none of the others up


async def side_by_side(
    work: Callable[[T], Awaitable[U]], items: Iterable[T], ahead: int = _AHEAD
) -> AsyncGenerator[U, None]:
    """Yield what comes of each item, in their order.

    Parameters
    ----------
    items
        Read as they are needed.
    ahead
        How many are begun before the first of them is done.

    Notes
    -----
    When the iteration ends early, what is under way is given up.
    """
    todo = iter(items)
    window = deque(asyncio.ensure_future(work(item)) for item in islice(todo, ahead))
    try:
        while window:
            done = await window[0]
            window.popleft()
            window.extend(asyncio.ensure_future(work(item)) for item in islice(todo, 1))
            yield done
    finally:
        for task in window:
            task.cancel()
        if window:
            await asyncio.wait(window)
