"""``assay score`` over pipes, in processes of their own."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")

QRELS = "".join(f"q{query} 0 d{query % 50} 1\n" for query in range(500))  # the reciprocal rank of d3 is 1 / 4
LINES = [f"q{query} Q0 d{doc} {doc + 1} {99 - doc} tag\n" for query in range(500) for doc in range(50)]
RR = sum(1 / (doc + 1) for doc in range(50)) / 50
GROUPED, SCATTERED = "".join(LINES).encode(), "".join(LINES[::2] + LINES[1::2]).encode()
WIDE = b"".join(b"q%d\td%d\t%d\n" % (query, doc, 99 - doc) for query in range(500) for doc in range(50))

RUNS = pytest.mark.parametrize(
    "raw",
    [GROUPED, SCATTERED, gzip.compress(GROUPED), gzip.compress(SCATTERED), WIDE, gzip.compress(WIDE)],
    ids=["grouped", "scattered", "grouped gz", "scattered gz", "tsv", "tsv gz"],
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "qrels").write_text(QRELS)
    return tmp_path


def score(folder: Path, *arguments: str, **how: object) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "assay.cli.main", "score", *arguments, "-m", "RR", "--json"]
    return subprocess.run(command, capture_output=True, check=False, cwd=folder, timeout=60, **how)


def means(done: "subprocess.CompletedProcess[bytes]") -> dict[str, float]:
    assert done.stderr == b""
    return {name: run["measures"]["RR"]["mean"] for name, run in json.loads(done.stdout)["runs"].items()}


def written(path: Path, raw: bytes) -> threading.Thread:
    writer = threading.Thread(target=path.write_bytes, args=(raw,), daemon=True)  # waits for a reader
    writer.start()
    return writer


@RUNS
def test_a_run_comes_from_standard_input(folder: Path, raw: bytes) -> None:
    assert list(means(score(folder, "qrels", "-", input=raw)).values()) == [pytest.approx(RR)]


@RUNS
def test_a_run_comes_from_a_file_that_is_standard_input(folder: Path, raw: bytes) -> None:
    (folder / "run").write_bytes(raw)
    with (folder / "run").open("rb") as stdin:
        assert list(means(score(folder, "qrels", "-", stdin=stdin)).values()) == [pytest.approx(RR)]


@RUNS
def test_a_run_comes_through_a_named_pipe(folder: Path, raw: bytes) -> None:
    os.mkfifo(folder / "pipe")
    writer = written(folder / "pipe", raw)
    assert list(means(score(folder, "qrels", "pipe")).values()) == [pytest.approx(RR)]
    writer.join()


def test_several_pipes_are_read_at_once(folder: Path) -> None:
    writers: list[threading.Thread] = []
    for name, raw in (("a", GROUPED), ("b", SCATTERED)):
        os.mkfifo(folder / name)
        writers.append(written(folder / name, raw))
    done = score(folder, "qrels", "a", "b", "-", input=gzip.compress(GROUPED))
    assert list(means(done).values()) == [pytest.approx(RR)] * 3
    for writer in writers:
        writer.join()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda raw: raw + b"one two\n", b"<stdin>:25001: expected 6 columns"),
        (lambda raw: gzip.compress(raw)[:-9], b"<stdin>: the gzip data is damaged or cut short"),
        (lambda _: b"", b"<stdin>: the file is empty"),
    ],
    ids=["bad line", "cut short", "empty"],
)
@pytest.mark.parametrize("raw", [GROUPED, SCATTERED], ids=["grouped", "scattered"])
def test_what_is_wrong_with_a_pipe_is_said(
    folder: Path, raw: bytes, spoil: Callable[[bytes], bytes], said: bytes
) -> None:
    done = score(folder, "qrels", "-", input=spoil(raw))
    assert (done.returncode, done.stdout) == (3, b"")
    assert said in done.stderr


def test_what_passes_is_kept_where_tmpdir_says_and_does_not_stay(folder: Path) -> None:
    (folder / "scratch").mkdir()
    done = score(folder, "qrels", "-", input=SCATTERED * 30, env=os.environ | {"TMPDIR": str(folder / "scratch")})
    assert done.returncode == 0
    assert list((folder / "scratch").iterdir()) == []
