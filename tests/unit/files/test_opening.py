"""Files told by their content: compression, formats, and what is refused."""

import bz2
import gzip
import io
import lzma
import os
import pickle
import sys
import threading
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from assay.errors import BadFileError, MissingExtraError
from assay.files.qrels import read_qrels
from assay.files.reading import UnclearKindError, read_file
from assay.files.runs import read_run

RAW = b"".join(b"q%d 0 d%d %d\n" % (n // 10, n, n % 3) for n in range(20_000))
GRADES = {f"q{q}": {f"d{n}": float(n % 3) for n in range(10 * q, 10 * q + 10)} for q in range(2000)}


def zstd(raw: bytes) -> bytes:
    return pytest.importorskip("zstandard").ZstdCompressor().compress(raw)


PACKED = pytest.mark.parametrize(
    "pack", [gzip.compress, bz2.compress, lzma.compress, zstd], ids=["gz", "bz2", "xz", "zst"]
)


def error_of(path: Path | str) -> str:
    with pytest.raises(BadFileError) as caught:
        read_qrels(path)
    return str(caught.value)


@PACKED
def test_compression_is_told_by_content(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "misleading.txt"
    path.write_bytes(pack(RAW))
    assert read_qrels(path).grades == GRADES


@PACKED
def test_several_compressed_streams_one_after_another_are_read(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "q"
    path.write_bytes(pack(RAW[:1001]) + pack(RAW[1001:]))
    assert read_qrels(path).grades == GRADES


@PACKED
@pytest.mark.parametrize("kept", [0.999, 0.5])
def test_compressed_data_that_is_cut_short_is_an_error(
    tmp_path: Path, pack: Callable[[bytes], bytes], kept: float
) -> None:
    path = tmp_path / "q"
    packed = pack(RAW)
    path.write_bytes(packed[: int(len(packed) * kept)])
    assert "data is damaged or cut short" in error_of(path)


@PACKED
def test_compressed_data_that_is_damaged_is_an_error(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "q"
    packed = bytearray(pack(RAW))
    packed[len(packed) // 2] ^= 0xFF
    packed[-6] ^= 0xFF
    path.write_bytes(packed)
    assert error_of(path)  # of the unpacker, or of what came out of it


@PACKED
def test_garbage_behind_compressed_data_never_becomes_rows(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "q"
    path.write_bytes(pack(RAW) + b"rubbish")
    with suppress(BadFileError):  # bzip2 leaves it alone, as its own tool does
        assert read_qrels(path).grades == GRADES


@PACKED
def test_empty_compressed_data_is_an_empty_file(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "q"
    path.write_bytes(pack(b""))
    assert "the file is empty" in error_of(path)


def test_a_line_is_bounded_however_small_it_is_compressed(tmp_path: Path) -> None:
    path = tmp_path / "q"
    path.write_bytes(gzip.compress(b"q1 0 d1 1\n" * 10_000 + b"0" * (100 << 20)))
    assert "q:10001: a line of more than 1048576 bytes" in error_of(path)


def test_compressed_twice_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "q"
    path.write_bytes(gzip.compress(bz2.compress(RAW)))
    assert "compressed twice: bzip2 within gzip" in error_of(path)


def test_zstd_without_its_package_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = tmp_path / "q"
    path.write_bytes(b"\x28\xb5\x2f\xfd rest")
    with pytest.raises(MissingExtraError, match=r"pip install 'assay\[zst\]'"):
        read_qrels(path)


def test_parquet_without_its_package_names_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "q"
    path.write_bytes(b"PAR1\x15 rest")
    with pytest.raises(MissingExtraError, match=r"pip install 'assay\[arrow\]'"):
        read_qrels(path)


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("qrels.txt", "q1 0 d1 1\n")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        (zipped(), "a zip archive"),
        (pickle.dumps({"q1": {"d1": 1}}), "a Python pickle, which is never opened"),
        (pickle.dumps({"q1": {"d1": 1}}, protocol=2), "a Python pickle"),
        ("q1 0 d1 1\n".encode("utf-16"), "UTF-16 text: save it as UTF-8"),
        ("q1 0 d1 1\n".encode("utf-16-le"), "binary data"),
        (b"SQLite format 3\0" + bytes(100), "an SQLite database"),
        (bytes(range(256)), "binary data"),
        (b"Once upon a time there was a document\n", "the first line has 8 columns between blanks"),
        (b"q1,d1,1\n", "3 between commas"),
        (b"query_id;doc_id;grade\nq1;d1;1\n", "parted by semicolons; commas or tabs were expected"),
        (b"query_id doc_id grade\nq1 d1 1\n", "parted by blanks; commas or tabs were expected"),
        (b"q1 0 d1 1 x\n", "5 columns between blanks"),
        (b"<html>\n<body>\n", "1 columns between blanks"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_refused_is_named_with_what_is_accepted(tmp_path: Path, raw: bytes, seen: str) -> None:
    path = tmp_path / "qrels.trec"
    path.write_bytes(raw)
    message = error_of(path)
    assert seen in message
    assert "accepted are TREC lines (4 columns for qrels, 6 for a run)" in message


def test_what_fits_two_formats_asks_which(tmp_path: Path) -> None:
    path = tmp_path / "q"
    path.write_text("a 0\td\t1\n")
    assert "can be read as TREC lines and as TSV" in error_of(path)
    assert read_qrels(path, file_format="tsv").grades == {"a 0": {"d": 1.0}}
    assert read_qrels(path, file_format="trec").grades == {"a": {"d": 1.0}}


@pytest.mark.parametrize("first", ['{"a"', '["a"', "BZh9", "PAR1", "%PDF", "query_id,", "(\u00b5"])
def test_an_id_that_looks_like_a_format_is_an_id(tmp_path: Path, first: str) -> None:
    path = tmp_path / "q"
    path.write_text(f"{first} 0 d1 1\n{first} 0 d2 0\n", "utf-8")
    assert read_qrels(path).grades == {first: {"d1": 1.0, "d2": 0.0}}


def test_a_bad_line_does_not_hide_the_format(tmp_path: Path) -> None:
    path = tmp_path / "q"
    path.write_text("q1 0 d1 1 x\nq1 0 d2 1\nq1 0 d3 1\n")
    assert "q:1: expected 4 columns" in error_of(path)


def test_a_run_where_judgements_were_expected_is_said_so(tmp_path: Path) -> None:
    run, qrels = tmp_path / "run", tmp_path / "qrels"
    run.write_text("q1 Q0 d1 1 0.5 tag\n")
    qrels.write_text("q1 0 d1 1\n")
    assert "this is a run; judgements" in error_of(run)
    with pytest.raises(BadFileError, match="these are judgements; a run"):
        read_run(qrels)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("q 0 d 1\n", "qrels"),
        ("q Q0 d 1 0.5 t\n", "run"),
        ("qid,docno,label\nq,d,1\n", "qrels"),
        ("qid,docno,rank,score\nq,d,1,1\n", "run"),
        ("query-id\tcorpus-id\tscore\nq\td\t1\n", "qrels"),
        ('{"query_id": "q", "doc_id": "d", "grade": 1}', "qrels"),
        ('{"query_id": "q", "doc_id": "d", "rank": 1, "score": 1}', "run"),
        ('[{"query_id": "q", "scores": {"d": 1}}]', "run"),
    ],
)
def test_columns_say_which_kind_a_file_is(tmp_path: Path, text: str, kind: str) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    assert read_file(path).kind == kind


@pytest.mark.parametrize("text", ['{"q": {"d": 1}}', "qid,docid,score\nq,d,1\n", "q\td\t1\n"])
def test_a_kind_that_nothing_tells_is_not_guessed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(UnclearKindError):
        read_file(path)


def test_a_path_that_is_none_is_an_error(tmp_path: Path) -> None:
    assert "no such file or folder" in error_of(tmp_path / "absent")
    assert "no such file or folder" in error_of("C:\\data\\qrels.txt")
    assert "is a folder" in error_of("")  # as Path("") is
    assert "null byte" in error_of("a\0b")
    assert "name too long" in error_of("x" * 5000).lower()
    assert "expected a path, got text of several lines" in error_of("q1 0 d1 1\nq1 0 d2 1\n")


def test_a_folder_is_an_error_that_names_what_is_in_it(tmp_path: Path) -> None:
    assert "is a folder, a file was expected" in error_of(tmp_path)
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("q\td\t1\n")
    assert f"name the file in it: {tmp_path / 'qrels' / 'test.tsv'}" in error_of(tmp_path)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(RAW))))
    assert read_qrels("-").grades == GRADES


def test_a_closed_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert error_of("-") == "<stdin>: there is no standard input to read from"


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    lines = b"".join(b"q1 Q0 d%d %d %d t\n" % (n, n, n) for n in range(20_000))
    writer = threading.Thread(target=lambda: path.write_bytes(lines))
    writer.start()
    assert len(read_run(path).doc_ids) == 20_000
    writer.join()
