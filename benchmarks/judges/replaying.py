"""Judging from nothing but the store of verdicts, and from a model that answers at once: what Assay itself takes.

    python benchmarks/judges/replaying.py [QUESTIONS]

Relevance of so many passages of some 600 characters (100,000 unless told otherwise), first by a model in this process
that replies without waiting, each verdict acknowledged by SQLite, then from the store alone. Time is that of the
processor; memory the most that was resident.
"""

import asyncio
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from assay.judges.asking import Asker
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import judge_all
from assay.models.chat import ChatReply, ChatRequest
from assay.store.verdicts import SQLiteVerdicts

REPLY = '{"reason": "it says so", "score": 3}'


class AtOnce:
    spec: Mapping[str, object] = {"model": "at-once"}

    async def reply(self, request: ChatRequest) -> ChatReply:  # noqa: ARG002 - the same to all
        return ChatReply(text=REPLY, prompt_tokens=9, completion_tokens=3, seconds=0.0)


def questions(n: int) -> Iterator[JudgeQuestion]:
    for number in range(n):
        text = f"passage {number} " + "words of a passage " * 30
        yield JudgeQuestion(id=str(number), query="Who wrote about it?", passages=(Passage(id="d", text=text),))


async def judged(n: int, store: SQLiteVerdicts) -> float:
    began = time.process_time()
    async for _ in judge_all(Relevance(), questions(n), Asker(AtOnce(), store)):
        pass
    return time.process_time() - began


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    gc.set_threshold(50_000)  # as the command line does
    print("| | questions | s | us a question | MB |\n| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("asked", "replayed"):
            store = SQLiteVerdicts(Path(folder) / "verdicts.sqlite")
            took = asyncio.run(judged(n, store))
            store.close()
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"| {name} | {n} | {took:.1f} | {took / n * 1e6:.0f} | {most} |", flush=True)


if __name__ == "__main__":
    main()
