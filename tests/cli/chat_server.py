"""A chat server on loopback in a thread, for commands that run in this process or in another."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.contract.fault_server import FaultServer, completion, http, playing

Body = dict[str, Any]


def replying(rule: Callable[[str], str], *, wait_s: float = 0.0) -> Callable[[Body], bytes]:
    """Reply to the last message by a rule."""

    def played(body: Body) -> bytes:
        if wait_s:
            threading.Event().wait(wait_s)
        return http(200, completion(rule(body["messages"][-1]["content"])))

    return played


def passage_of(said: str) -> str:
    """Return the passage that a prompt asks about."""
    return re.findall(r"<passage-\w+>\n(.*)\n</passage-\w+>", said, re.DOTALL)[0]


def graded(said: str) -> str:
    """Grade a passage by the digit it ends with."""
    passage = passage_of(said)
    return json.dumps({"reason": f"seen: {passage}", "score": int(passage[-1])})


@contextmanager
def serving(*script: tuple[bytes, bool] | Callable[[Body], bytes]) -> Iterator[FaultServer]:
    """Serve in a thread of its own."""
    loop = asyncio.new_event_loop()
    entered: list[FaultServer] = []
    ready, stop = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with playing(*script) as server:
            entered.append(server)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield entered[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
