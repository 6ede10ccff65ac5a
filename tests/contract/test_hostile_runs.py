"""Run files that change while they are read, never end or are cut short; no memory: an error, or the right answer."""

import bz2
import gzip
import io
import json
import lzma
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from shutil import which
from threading import Event, Thread
from typing import BinaryIO

import pytest

from assay.compiled import IS_COMPILED
from assay.errors import AssayError, BadFileError, BadInputError
from assay.files import query_blocks
from assay.files.kept_pipe import KeptPipe
from assay.files.trec_run import judge_bytes, judge_trec_run
from assay.rankings.judged_run import JudgedRun, JudgingPolicy
from assay.rankings.placing import placer_of
from assay.rankings.threads import n_threads

QRELS = {f"q{query}": {f"d{query % 7}": 1, "d30": 2} for query in range(40)}
ROWS = [f"q{query} Q0 d{doc} {doc} {100 - doc}.5 t\n" for query in range(40) for doc in range(40)]
RUN = "".join(ROWS).encode()
SHUFFLED = "".join(ROWS[::2] + ROWS[1::2]).encode()
both_orders = pytest.mark.parametrize("run", [RUN, SHUFFLED], ids=["grouped", "interleaved"])

Changed = Callable[[Path, int], None]


class Again(KeptPipe):
    """Bytes that are opened anew each time."""

    def __init__(self, make: Callable[[], io.RawIOBase | io.BytesIO]) -> None:
        self.path = self.name = "run"
        self._make = make

    def from_start(self, *, kept: bool) -> BinaryIO:  # noqa: ARG002 - a file can be opened again anyway
        return self._make()


class Read(io.RawIOBase):
    """A file that is read in pieces, with something done to it after each; remembers what it gave."""

    def __init__(self, path: Path, sizes: Callable[[], int], then: Changed) -> None:
        self._path, self._sizes, self._then = path, sizes, then
        self._file = path.open("rb", buffering=0)
        self.given = bytearray()

    def readinto(self, buffer: memoryview) -> int:
        n = self._file.readinto(buffer[: max(self._sizes(), 1)])
        self.given += buffer[:n]
        self._then(self._path, len(self.given))
        return n

    def close(self) -> None:
        self._file.close()
        super().close()


def told(found: JudgedRun) -> tuple[object, ...]:
    hits = found.judged
    return hits.query.tolist(), hits.rank.tolist(), hits.grade.tolist(), hits.n_retrieved.tolist(), found.counts


def judged(run: bytes) -> tuple[object, ...]:
    try:
        return told(judge_bytes(KeptPipe("run", "run", io.BytesIO(run)), placer_of(QRELS), JudgingPolicy()))
    except AssayError as exc:
        return type(exc), str(exc)


def judged_while(path: Path, then: Changed, sizes: Callable[[], int]) -> tuple[tuple[object, ...], bytes]:
    """What comes out where something is done to the file while it is read, and what was read of it at last."""
    opened: list[Read] = []

    def open_again() -> Read:
        opened.append(Read(path, sizes, then))
        return opened[-1]

    try:
        found = told(judge_bytes(Again(open_again), placer_of(QRELS), JudgingPolicy()))
    except AssayError as exc:
        found = (type(exc), str(exc))
    return found, bytes(opened[-1].given)


@both_orders
@pytest.mark.parametrize("seed", range(3))
def test_pieces_of_any_size_make_one_file(
    tmp_path: Path, run: bytes, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 500)
    (tmp_path / "run").write_bytes(run)
    rng = Random(seed)
    found, read = judged_while(tmp_path / "run", lambda *_: None, lambda: rng.randrange(1, 40))
    assert read == run
    assert found == judged(run)


@both_orders
@pytest.mark.parametrize("left", [0, 1000, 5003, 20_001])
def test_a_file_that_shrinks_counts_as_far_as_it_was_read(
    tmp_path: Path, run: bytes, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 3000)
    (tmp_path / "run").write_bytes(run)

    def cut(path: Path, given: int) -> None:
        if given >= 4000:
            os.truncate(path, left)

    found, read = judged_while(tmp_path / "run", cut, lambda: 700)
    assert len(read) < len(run)
    assert found == judged(read)


@both_orders
def test_a_file_that_grows_counts_as_far_as_it_was_read(
    tmp_path: Path, run: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_blocks, "BLOCK_BYTES", 3000)
    half = run.index(b"\n", len(run) // 2) + 1
    (tmp_path / "run").write_bytes(run[:half])

    def grow(path: Path, given: int) -> None:
        if given >= 2000 and path.stat().st_size == half:
            with path.open("ab") as file:
                file.write(run[half:])

    found, read = judged_while(tmp_path / "run", grow, lambda: 700)
    assert read == run
    assert found == judged(run)


def test_a_file_that_is_cut_and_written_by_somebody_else_all_the_time_is_an_error_or_a_run(tmp_path: Path) -> None:
    path, done = tmp_path / "run", Event()
    path.write_bytes(RUN * 20)

    def change() -> None:
        rng = Random(0)
        while not done.is_set():
            os.truncate(path, rng.randrange(20 * len(RUN)))
            path.write_bytes(RUN * 20)

    other = Thread(target=change)
    other.start()
    try:
        for _ in range(30):
            with suppress(BadFileError, BadInputError):
                assert judge_trec_run(path, QRELS).judged.n_queries == 40
    finally:
        done.set()
        other.join()


class Endless(io.RawIOBase):
    """Makes up so many bytes of one line."""

    def __init__(self, size: int) -> None:
        self.left, self.size = size, size

    def readinto(self, buffer: memoryview) -> int:
        n = min(len(buffer), self.left)
        buffer[:n] = b"x" * n
        self.left -= n
        return n


def test_a_line_of_a_gigabyte_is_refused_before_it_is_read() -> None:
    file = Endless(1 << 30)
    with pytest.raises(BadFileError, match="a line longer than 16 MiB: no run file"):
        judge_bytes(Again(lambda: file), placer_of(QRELS), JudgingPolicy())
    assert file.size - file.left <= n_threads() * (32 << 20)  # each thread meets it


def test_a_line_of_more_than_16_mib_is_refused_by_the_file_it_stands_in(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(RUN + b"q1 Q0 d" + b"x" * (40 << 20) + b" 1 1 t\n")
    with pytest.raises(BadFileError, match="no run file"):
        judge_trec_run(path, QRELS)


@pytest.mark.parametrize(
    "content", [bytes(100_000), bytes(5) + b"\n" + RUN, RUN + bytes(3)], ids=["all", "first", "last"]
)
def test_bytes_of_zeros_are_one_bad_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "run").write_bytes(content)
    with pytest.raises(BadFileError, match=r"expected 6 columns .* got 1") as caught:
        judge_trec_run(tmp_path / "run", QRELS)
    assert len(caught.value.problems) == 1


def zst(raw: bytes) -> bytes:
    return pytest.importorskip("zstandard").compress(raw)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zst], ids=["gz", "bz2", "xz", "zst"])
def test_packed_data_that_is_cut_anywhere_is_refused(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    packed, path = pack(RUN), tmp_path / "run"
    rng = Random(5)
    for cut in [
        *range(1, 20),
        *(rng.randrange(20, len(packed)) for _ in range(30)),
        *range(len(packed) - 12, len(packed)),
    ]:
        path.write_bytes(packed[:cut])
        with pytest.raises(BadFileError):
            judge_trec_run(path, QRELS)
    path.write_bytes(packed)
    assert told(judge_trec_run(path, QRELS)) == judged(RUN)


LITTLE_MEMORY = """
import json, resource, sys
from assay.files import grouped_run, query_blocks
from assay.files.trec_run import judge_trec_run
path, more = sys.argv[1], int(sys.argv[2])
qrels = {f"q{query}": {f"d{query % 7}": 1, "d30": 2} for query in range(40)}
grouped_run.n_threads = lambda: 1  # CPython 3.11 waits for ever for a thread whose first step finds no memory
judge_trec_run(sys.argv[3], qrels)
query_blocks.BLOCK_BYTES = 32 << 20  # of which arrays of 200 MiB are made
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * 4096 + more, resource.RLIM_INFINITY))
try:
    found = judge_trec_run(path, qrels)
    print(json.dumps([found.judged.rank.tolist(), found.judged.query.tolist()]))
except MemoryError:
    print(json.dumps("no memory"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc how much memory is taken")
@pytest.mark.parametrize("is_grouped", [True, False], ids=["grouped", "interleaved"])
def test_where_memory_runs_out_there_is_an_error_and_no_number(tmp_path: Path, is_grouped: bool) -> None:
    rows = [f"q{query} Q0 d{doc} {doc} {5000 - doc}.5 t\n" for query in range(40) for doc in range(2000)]
    path, small = tmp_path / "run", tmp_path / "small"
    path.write_text("".join(rows if is_grouped else rows[::2] + rows[1::2]))
    small.write_bytes(RUN)
    whole = judge_trec_run(path, QRELS).judged
    expected, seen = [whole.rank.tolist(), whole.query.tolist()], list[object]()
    for more in (0, 16, 40, 70, 100, 140, 180, 220, 260, 300, 4000):
        command = [sys.executable, "-c", LITTLE_MEMORY, str(path), str(more << 20), str(small)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, (more, done.stderr[-2000:])
        seen.append(json.loads(done.stdout))
    assert all(one in ("no memory", expected) for one in seen)
    assert (seen[0], seen[-1]) == ("no memory", expected)


FAILING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
static long countdown;
static int fails(void *caller)
{
    Dl_info from;
    if (countdown <= 0 || !dladdr(caller, &from) || !from.dli_fname || !strstr(from.dli_fname, "scanner"))
        return 0;
    return --countdown == 0;
}
long fail_at(long n) { long left = countdown; countdown = n; return left; }
void *malloc(size_t n) { return fails(__builtin_return_address(0)) ? 0 : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return fails(__builtin_return_address(0)) ? 0 : __libc_calloc(n, m); }
void *PyMem_Malloc(size_t n)
{
    static void *(*next)(size_t);
    if (!next)
        next = (void *(*)(size_t))dlsym(RTLD_NEXT, "PyMem_Malloc");
    return fails(__builtin_return_address(0)) ? 0 : next(n);
}
"""

NTH_FAILS = """
import ctypes
from io import BytesIO
from assay.files import grouped_run
from assay.files.kept_pipe import KeptPipe
from assay.files.trec_run import judge_bytes
from assay.labels.run_judging import judge_run
from assay.rankings.judged_run import JudgingPolicy
from assay.rankings.placing import placer_of
from assay.rankings.threads import n_threads

fail_at = ctypes.CDLL(None).fail_at
fail_at.argtypes, fail_at.restype = [ctypes.c_long], ctypes.c_long
qrels = {f"q{query}": {"d1": 1, "d2": 2} for query in range(9)}
rows = [f"q{query} Q0 d{doc} {doc} 0.{doc}2345678901234567890123 t" for query in range(9) for doc in range(query * 3)]
run = "\\n".join(rows).encode()
dicts = {f"q{query}": {f"d{doc}": float(-doc) for doc in range(query * 3)} for query in range(9)}
grouped_run.n_threads = lambda: 1

def of_file():
    return judge_bytes(KeptPipe("run", "run", BytesIO(run)), placer_of(qrels), JudgingPolicy()).judged.rank.tolist()

def of_dicts():
    return judge_run(qrels, dicts).judged.rank.tolist()

for judge in (of_file, of_dicts):
    expected, n, refused = judge(), 0, 0
    left = 0
    while not left:
        n += 1
        fail_at(n)
        try:
            assert judge() == expected, n
        except MemoryError:
            refused += 1
        left = fail_at(0)
    print(judge.__name__, n - 1, refused)
"""


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")
def test_every_allocation_of_the_scanner_may_fail(tmp_path: Path) -> None:
    if which("cc") is None or platform.libc_ver()[0] != "glibc":
        pytest.skip("no C compiler, or not glibc, to make allocations fail with")
    source, built = tmp_path / "failing.c", tmp_path / "failing.so"
    source.write_text(FAILING)
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", source, "-o", built, "-ldl"], check=True)
    environment = os.environ | {"LD_PRELOAD": f"{os.environ.get('LD_PRELOAD', '')}:{built}".lstrip(":")}
    command = [sys.executable, "-c", NTH_FAILS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    counts = {name: (int(n), int(refused)) for name, n, refused in (line.split() for line in done.stdout.splitlines())}
    assert counts["of_file"][0] >= 6  # the index, its three tables, two of a placing, and numbers of many digits
    assert counts["of_file"][1] >= 5
    assert counts["of_dicts"][0] >= 1
