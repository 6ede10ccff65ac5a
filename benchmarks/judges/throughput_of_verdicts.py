"""How fast kept verdicts are written and replayed, and what memory a million of them takes.

    python benchmarks/judges/throughput_of_verdicts.py [VERDICTS [STREAMED]]

Verdicts of about 300 characters, as a judge leaves them: written from 64 tasks that each wait for the
acknowledgement; read back in blocks of 1,000 and parsed, in a new process. Then so many more are streamed through one
store, 1,000 at a time, and the memory of the process is read along the way.
"""

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from assay.store.verdicts import SQLiteVerdicts

TASKS, BLOCK = 64, 1000
_REASON = "The passage names the subject of the query, but gives neither the figure nor the year asked for. " * 2


def key(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def value(number: int) -> str:
    return json.dumps({"score": number % 4, "reason": _REASON, "tokens": [300, 40], "seconds": 1.25})


def blocks(n: int) -> Iterator[range]:
    return (range(start, min(start + BLOCK, n)) for start in range(0, n, BLOCK))


async def write(verdicts: SQLiteVerdicts, n: int) -> None:
    numbers = iter(range(n))

    async def one() -> None:
        for number in numbers:
            await verdicts.put(key(number), value(number))

    await asyncio.gather(*(one() for _ in range(TASKS)))


def replay(path: Path, n: int) -> None:
    verdicts, total = SQLiteVerdicts(path), 0
    for block in blocks(n):
        found = verdicts.get_many([key(number) for number in block])
        total += sum(json.loads(found[key(number)])["score"] for number in block)
    assert total == sum(number % 4 for number in range(n))
    verdicts.close()


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def stream(verdicts: SQLiteVerdicts, n: int) -> None:
    for block in blocks(n):
        known = verdicts.get_many([key(number) for number in block])
        new = [number for number in block if key(number) not in known]
        await asyncio.gather(*(verdicts.put(key(number), value(number)) for number in new))
        if block.stop % max(n // 5, BLOCK) == 0:
            print(f"{block.stop} streamed: {resident_mb():.0f} MB resident", flush=True)


def main(n: int, streamed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "verdicts.sqlite"
        verdicts, began = SQLiteVerdicts(path), time.perf_counter()
        asyncio.run(write(verdicts, n))
        print(f"{n} written in {time.perf_counter() - began:.1f} s, load {os.getloadavg()[0]:.1f}")
        began = time.perf_counter()
        subprocess.run([sys.executable, __file__, "replay", str(path), str(n)], check=True)
        print(f"{n} replayed in {time.perf_counter() - began:.1f} s, the start of the process included")
        asyncio.run(stream(verdicts, streamed))
        print(f"{path.stat().st_size / 1e6:.0f} MB on disk, {time.perf_counter() - began:.0f} s")
        verdicts.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["replay"]:
        replay(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        given = [int(text) for text in sys.argv[1:]]
        main(*(given + [100_000, 1_000_000][len(given) :]))
