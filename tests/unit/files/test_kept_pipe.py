"""Pipes whose bytes are kept as they pass."""

import io
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from assay.errors import BadFileError
from assay.files import kept_pipe
from assay.files.kept_pipe import KeptPipe
from assay.files.opening import opened, reopenable
from assay.files.trec_run import judge_trec_run

RAW = bytes(range(256)) * 4000
GROUPED = b"".join(b"q%d Q0 d%d %d %d t\n" % (query, doc, doc, -doc) for query in range(300) for doc in range(50))
QRELS = {f"q{query}": {"d1": 1} for query in range(300)}


@contextmanager
def piped(raw: bytes) -> Iterator[BinaryIO]:
    reading, writing = os.pipe()

    def write() -> None:
        with open(writing, "wb") as end:
            end.write(raw)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with open(reading, "rb") as end:
            yield end
    finally:
        writer.join()


@pytest.mark.parametrize("in_memory", [1, 100_000, 1 << 30])
@pytest.mark.parametrize("seen", [0, 10, 300_000, len(RAW) + 1])
def test_what_has_passed_is_read_again_and_then_what_is_to_come(
    monkeypatch: pytest.MonkeyPatch, in_memory: int, seen: int
) -> None:
    monkeypatch.setattr(kept_pipe, "IN_MEMORY", in_memory)
    with piped(RAW) as stream, KeptPipe("run", "run", stream) as pipe:
        assert io.BufferedReader(pipe.from_start(kept=True)).read(seen) == RAW[:seen]
        assert pipe.from_start(kept=True).readall() == RAW
        assert pipe.from_start(kept=False).readall() == RAW


def test_what_was_not_kept_cannot_be_read_again() -> None:
    with piped(RAW) as stream, KeptPipe("run", "run", stream) as pipe:
        assert pipe.from_start(kept=False).readall() == RAW
        with pytest.raises(BadFileError, match="run: it comes through a pipe and has to be read a second time"):
            pipe.from_start(kept=False)


def test_what_can_seek_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before" + RAW)
    with path.open("rb") as stream:
        stream.seek(6)
        with KeptPipe("run", "run", stream) as pipe:
            assert [pipe.from_start(kept=False).read() for _ in range(2)] == [RAW, RAW]


class Full(io.BytesIO):
    """A temporary file on a full disk."""

    def write(self, _: object) -> int:
        raise OSError(28, "No space left on device")


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_pipe, "SpooledTemporaryFile", lambda **_: Full())


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_stops_only_what_must_be_read_again() -> None:
    with piped(RAW) as stream, KeptPipe("run", "run", stream) as pipe:
        assert pipe.from_start(kept=True).readall() == RAW
        with pytest.raises(BadFileError, match=f"{tempfile.gettempdir()} has no room .* No space left") as caught:
            pipe.from_start(kept=False)
    assert "save it to a file" in str(caught.value)


def test_pipes_are_told_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(RAW)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RAW)))
    threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(RAW,)).start()
    for source, is_pipe in (("-", True), (tmp_path / "pipe", True), (tmp_path / "file", False)):
        with reopenable(source) as found:
            assert isinstance(found, KeptPipe) is is_pipe
            for _ in range(2):
                with opened(found, kept=True) as file:
                    assert (file.head, file.stream.read()) == (RAW[: 1 << 16], RAW)


def lines_apart(raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    return b"".join(lines[::2] + lines[1::2])


@pytest.mark.parametrize("order", [bytes, lines_apart], ids=["grouped", "scattered"])
@pytest.mark.parametrize("in_memory", [1000, 1 << 30])
def test_a_run_comes_through_standard_input(
    monkeypatch: pytest.MonkeyPatch, order: Callable[[bytes], bytes], in_memory: int
) -> None:
    monkeypatch.setattr(kept_pipe, "IN_MEMORY", in_memory)
    with piped(order(GROUPED)) as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream.raw)))
        found = judge_trec_run("-", QRELS)
    assert (found.judged.rank.tolist(), found.judged.n_retrieved.tolist()) == ([2] * 300, [50] * 300)


@pytest.mark.usefixtures("full_disk")
def test_a_grouped_run_needs_no_room_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    with piped(GROUPED) as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream.raw)))
        assert judge_trec_run("-", QRELS).judged.rank.tolist() == [2] * 300
    with piped(lines_apart(GROUPED)) as stream:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(stream.raw)))
        with pytest.raises(BadFileError, match="<stdin>: it comes through a pipe and has to be read a second time"):
            judge_trec_run("-", QRELS)
