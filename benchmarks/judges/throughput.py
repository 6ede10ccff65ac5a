"""How many calls a second `OpenAIChat` makes, and what processor time each costs, beside a server that only waits.

    python benchmarks/judges/throughput.py [CALLS] [ROUNDS]

The server is a process of its own: each call takes 200 ms, 64 are answered at once, others are refused with HTTP 429.
So 320 calls a second is what there is to reach. Processor time is user and system time of this process over the calls.
"""

import asyncio
import json
import os
import subprocess
import sys
import time

from assay.models.chat import ChatMessage, ChatRequest
from assay.models.openai_chat import OpenAIChat

SLOTS, LATENCY_S, PROMPT = 64, 0.2, "Is the passage relevant to the query? " * 30
_SAID = json.dumps({"score": 2, "reason": "The passage names the subject, but not the figure that is asked for."})
_REPLY = json.dumps(
    {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "waits",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": _SAID}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 300, "completion_tokens": 25, "total_tokens": 325},
    }
).encode()


def response(status: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


class Waiting(asyncio.Protocol):
    """A connection of the server: it reads whole requests and answers each after the latency."""

    running = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.came = transport, b""

    def data_received(self, data: bytes) -> None:
        self.came += data
        head, found, rest = self.came.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        if len(rest) >= length:
            self.came = rest[length:]
            self.answer()

    def answer(self) -> None:
        if Waiting.running >= SLOTS:
            self.transport.write(response("429 Too Many Requests", b"{}"))
            return
        Waiting.running += 1
        asyncio.get_running_loop().call_later(LATENCY_S, self.done)

    def done(self) -> None:
        Waiting.running -= 1
        self.transport.write(response("200 OK", _REPLY))


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(Waiting, "127.0.0.1", 0, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def cpu_s() -> float:
    used = os.times()
    return used.user + used.system


async def measured(port: int, calls: int) -> tuple[float, float]:
    """Return calls a second, and milliseconds of processor time a call."""
    request = ChatRequest(messages=(ChatMessage(role="user", content=PROMPT),), schema={"type": "object"})
    base_url = f"http://127.0.0.1:{port}/v1"
    async with OpenAIChat(model="waits", base_url=base_url, key_env=None, concurrency=SLOTS) as chat:
        await chat.reply(request)  # what is imported and opened once is no part of it
        began, used = time.perf_counter(), cpu_s()
        await asyncio.gather(*(chat.reply(request) for _ in range(calls)))
        return calls / (time.perf_counter() - began), 1000 * (cpu_s() - used) / calls


def main(calls: int, rounds: int) -> None:
    with subprocess.Popen([sys.executable, __file__, "serve"], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        print("| calls | calls/s | of 320 | ms of processor a call | load |")
        print("| ---: | ---: | ---: | ---: | ---: |")
        for _ in range(rounds):
            load = os.getloadavg()[0]
            rate, cost = asyncio.run(measured(port, calls))
            print(f"| {calls} | {rate:.0f} | {rate * LATENCY_S / SLOTS:.0%} | {cost:.2f} | {load:.1f} |", flush=True)
        server.kill()


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        asyncio.run(serve())
    else:
        given = [int(text) for text in sys.argv[1:]]
        main(*(given + [4000, 3][len(given) :]))
