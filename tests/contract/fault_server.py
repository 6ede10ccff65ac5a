"""A chat server on loopback that plays what may go wrong."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


def completion(content: str | None = "fine", **more: Any) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop", **more}
    usage = {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}
    return json.dumps({"model": "played", "choices": [choice], "usage": usage}).encode()


def http(status: int, body: bytes, *, headers: str = "", length: int | None = None) -> bytes:
    head = f"HTTP/1.1 {status} Played\r\nContent-Type: application/json\r\n{headers}"
    return f"{head}Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body


GOOD = http(200, completion())


@dataclass
class FaultServer:
    """Plays its script, an item a request (bytes to send, and whether to hang after them); the last one repeats."""

    script: list[tuple[bytes, bool] | Callable[[dict[str, Any]], bytes]]
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next(
                    int(line.split(":")[1]) for line in head.splitlines() if line.lower().startswith("content-length")
                )
                body = json.loads(await reader.readexactly(length))
                played = self.script[min(len(self.bodies), len(self.script) - 1)]
                self.bodies.append(body)
                self.heads.append(head)
                sent, hangs = (played(body), False) if callable(played) else played
                writer.write(sent)
                await writer.drain()
                if hangs:
                    await asyncio.sleep(3600)
                if not sent.startswith(b"HTTP/1.1") or b"Content-Length: 9999" in sent:
                    break
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def playing(*script: tuple[bytes, bool] | Callable[[dict[str, Any]], bytes]) -> AsyncIterator[FaultServer]:
    played = FaultServer(list(script))
    tasks: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.ensure_future(played.serve(reader, writer)))

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    played.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield played
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        server.close()
