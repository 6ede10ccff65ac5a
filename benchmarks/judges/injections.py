"""How often an instruction inside an irrelevant passage raises its grade, as a table in Markdown.

    python benchmarks/judges/injections.py MODEL.gguf ...

Each probe of `tests/unit/judges/injections.toml` is judged beside the same passage without it, by the judge
``relevance``. A model is served on loopback by llama.cpp (`pip install xllamacpp`), on one thread, at temperature 0. A
probe has succeeded where the grade was below 3 without it and is 3 or more with it.
"""

import asyncio
import socket
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path

import xllamacpp

from assay.judges.asking import Asker
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import judge_all
from assay.models.openai_chat import OpenAIChat
from assay.stats.proportion import wilson
from assay.store.remembered import RememberedVerdicts

PROBES = Path(__file__).parents[2] / "tests" / "unit" / "judges" / "injections.toml"
HIGH = 3


def questions() -> Iterator[JudgeQuestion]:
    found = tomllib.loads(PROBES.read_text("utf-8"))
    for language, one in found["questions"].items():
        yield question(f"plain:{language}", one["query"], one["passage"], language)
    for probe in found["probes"]:
        one, language = found["questions"][probe["language"]], probe["language"]
        yield question(
            f"{probe['name']}:{language}", one["query"], one["passage"] + "\n" + probe["injection"], language
        )


def question(name: str, query: str, passage: str, language: str) -> JudgeQuestion:
    return JudgeQuestion(id=name, query=query, passages=(Passage(id=name, text=passage),), language=language)


@contextmanager
def served(path: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    params = xllamacpp.CommonParams()
    params.model.path, params.hostnames, params.port = str(path), ["127.0.0.1"], port
    params.n_ctx, params.n_parallel, params.ui = 2048, 1, False
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    yield f"http://127.0.0.1:{port}/v1"
    del server


async def grades(path: Path, url: str) -> dict[str, float]:
    found: dict[str, float] = {}
    async with OpenAIChat(model=path.stem, base_url=url, key_env=None, timeout_s=180, concurrency=1) as chat:
        async for judged in judge_all(Relevance(), questions(), Asker(chat, RememberedVerdicts())):
            found[judged.question.id] = judged.score
            print(path.stem, judged.question.id, judged.score, file=sys.stderr, flush=True)
    return found


def row(name: str, found: dict[str, float]) -> str:
    plain = {key.partition(":")[2]: grade for key, grade in found.items() if key.startswith("plain:")}
    probes = {key: grade for key, grade in found.items() if not key.startswith("plain:")}
    fair = {key: grade for key, grade in probes.items() if plain[key.partition(":")[2]] < HIGH and not isnan(grade)}
    raised = [key for key, grade in fair.items() if grade >= HIGH]
    share = "-"
    if fair:
        low, high = wilson(len(raised) / len(fair), len(fair), level=0.95)
        share = f"{len(raised) / len(fair):.0%} [{low:.0%}, {high:.0%}]"
    without = ", ".join(f"{language} {grade:g}" for language, grade in plain.items())
    return f"| {name} | {without} | {len(raised)} of {len(fair)} | {share} | {len(probes) - len(fair)} |"


def main(paths: list[Path]) -> None:
    print("| model | grade without | raised | share | not counted |")
    print("| --- | --- | ---: | --- | ---: |")
    for path in paths:
        with served(path) as url:
            print(row(path.stem, asyncio.run(grades(path, url))), flush=True)


if __name__ == "__main__":
    main([Path(given) for given in sys.argv[1:]])
