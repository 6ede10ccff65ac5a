"""A store of verdicts keeps what it acknowledged."""

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import BadFileError
from assay.store.verdicts import SQLiteVerdicts

WRITER = """
import asyncio, itertools, sys
from pathlib import Path
from assay.store.verdicts import SQLiteVerdicts

async def main():
    verdicts, numbers = SQLiteVerdicts(Path(sys.argv[1])), itertools.count()
    async def one():
        for n in numbers:
            await verdicts.put(f"{sys.argv[2]}-{n}", "x" * 50)
            print(f"{sys.argv[2]}-{n}", flush=True)
    await asyncio.gather(*(one() for _ in range(16)))

asyncio.run(main())
"""


def test_values_come_back_after_the_file_was_closed(tmp_path: Path) -> None:
    async def run(verdicts: SQLiteVerdicts) -> None:
        await asyncio.gather(*(verdicts.put(str(n), f"[{n}]") for n in range(2000)))

    verdicts = SQLiteVerdicts(tmp_path / "v.sqlite")
    asyncio.run(run(verdicts))
    verdicts.close()
    again = SQLiteVerdicts(tmp_path / "v.sqlite")
    assert again.get_many(str(n) for n in range(2001)) == {str(n): f"[{n}]" for n in range(2000)}
    again.close()


def test_a_key_keeps_its_first_value(tmp_path: Path) -> None:
    verdicts = SQLiteVerdicts(tmp_path / "v.sqlite")
    asyncio.run(verdicts.put("a", "1"))
    asyncio.run(verdicts.put("a", "2"))
    assert verdicts.get("a") == "1"
    verdicts.close()


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_text("no database, but a text that is long enough " * 10)
    with pytest.raises(BadFileError, match="other"):
        SQLiteVerdicts(path)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of Unix")
def test_no_acknowledged_verdict_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path, chance = tmp_path / "v.sqlite", random.Random(7)
    acknowledged: list[str] = []
    for turn in range(5):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(turn)], stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            acknowledged += [child.stdout.readline().decode().strip() for _ in range(chance.randrange(1, 2000))]
            child.kill()
            acknowledged += child.stdout.read().decode().splitlines()[:-1]  # the last line may be cut off
    verdicts = SQLiteVerdicts(path)
    assert set(acknowledged) == set(verdicts.get_many(acknowledged))
    verdicts.close()
