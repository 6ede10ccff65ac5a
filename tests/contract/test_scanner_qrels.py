"""Judgements of TREC's lines: the compiled scanner gives what the reader of lines gives, or leaves the file to it."""

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.compiled import IS_COMPILED
from assay.data.qrels import Qrels
from assay.errors import BadFileError
from assay.files import trec_qrels
from assay.files.lines import LINE_LIMIT, text_lines
from assay.files.problems import Problems
from assay.files.reading import gathered, read_file
from assay.files.trec_qrels import read_plain_qrels
from assay.files.trec_rows import trec_rows

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")

BOM = b"\xef\xbb\xbf"
words = st.sampled_from([b"q1", b"q2", b"q3", b"d1", b"d2", b"d3", b"a\0", "é".encode(), "文档".encode(), BOM + b"x"])
odd_words = st.binary(min_size=1, max_size=4) | st.sampled_from([b"\xff", b"\xed\xa0\x80", b"#"])
few = st.sampled_from([b"0", b"1", b"2", b"1.0", b"-1", b"+1", b"01"])
grades = st.sampled_from([b"1e0", b"-0", b"1e-400", b"0.5", b"1" * 30, b"18446744073709551616"])
odd_grades = st.sampled_from([b"inf", b"1e999", b"nan", b"x", b"1_0", b"-", "١".encode()])
blanks = st.sampled_from([b" ", b"\t", b"  ", b"\v", b"\r"])
ends = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b" \n\n"])
line = st.tuples(words, st.just(b"0"), words, few | grades, blanks, ends)
odd_line = st.tuples(words | odd_words, st.just(b"0"), words | odd_words, few | odd_grades, blanks, ends)


def as_bytes(rows: list[tuple[bytes, ...]]) -> bytes:
    return b"".join(blank.join(columns) + end for *columns, blank, end in rows)


plain_files = st.lists(line, min_size=1, max_size=12).map(as_bytes)
files = st.lists(line | odd_line, max_size=8).map(as_bytes) | st.binary(max_size=30)


def compiled(content: bytes, parts: int = 1) -> Qrels | None:
    """What is read in so many parts, as many as threads would take of a large file."""
    with TemporaryDirectory() as folder, mock.patch.object(trec_qrels, "n_threads", return_value=parts):
        path = Path(folder, "qrels")
        path.write_bytes(content)
        with mock.patch.object(trec_qrels, "_LEAST_BYTES", 1):
            return read_plain_qrels(path, "name")


def by_lines(content: bytes) -> Qrels | None:
    """What the reader of lines makes of it; None where it refuses."""
    problems = Problems("qrels")
    try:
        found = gathered(
            trec_rows(text_lines(BytesIO(content), problems), "qrels", problems), "qrels", problems, "name"
        )
    except BadFileError:
        return None
    assert isinstance(found, Qrels)
    return found


def told(qrels: Qrels | None) -> object:
    """All of it in its order: queries, documents, and grades as text, which tells 0 from -0."""
    if qrels is None:
        return None
    held = [(query, [(doc, repr(grade)) for doc, grade in docs.items()]) for query, docs in qrels.grades.items()]
    return qrels.name, held


@given(content=plain_files | files, bom=st.booleans(), ends=st.booleans(), parts=st.integers(1, 5))
@example(content=b"q 0 d 0\nq 0 d -0\n", bom=False, ends=True, parts=1)
@example(content=b"q 0 d 1\nr 0 d 1\nq 0 e 1\nq 0 d 1.0\n", bom=True, ends=True, parts=2)
@example(content=b"q 0 d 18446744073709551616\n", bom=False, ends=True, parts=1)
@example(content=b"q 0 d 1\nq 0 e 1\n", bom=False, ends=True, parts=2)
@example(content=b"q 0 d 1\n\n\n\n\n\n\n\n\n\nq 0 e 1\n", bom=False, ends=True, parts=4)
@example(content=b"", bom=True, ends=True, parts=1)
def test_a_file_is_read_as_line_by_line_or_left_to_the_reader_of_lines(
    content: bytes, bom: bool, ends: bool, parts: int
) -> None:
    content = (BOM if bom else b"") + (content if ends else content.removesuffix(b"\n"))
    assert told(compiled(content, parts)) == told(by_lines(content))


@given(rows=st.lists(st.tuples(*[st.integers(0, 3)] * 2, st.integers(0, 1)), min_size=1, max_size=60))
def test_interleaved_repeated_and_contradictory_judgements(rows: list[tuple[int, int, int]]) -> None:
    grade = {(query, doc): query + doc for query, doc, _ in rows}
    agreeing = b"".join(b"q%d 0 d%d %d\n" % (query, doc, grade[query, doc]) for query, doc, _ in rows)
    held: dict[str, dict[str, float]] = {}
    for query, doc, _ in rows:
        held.setdefault(f"q{query}", {}).setdefault(f"d{doc}", float(query + doc))
    found = compiled(agreeing)
    assert found is not None
    assert [(query, list(docs.items())) for query, docs in found.grades.items()] == [
        (query, list(docs.items())) for query, docs in held.items()
    ]
    contradictory = b"".join(b"q%d 0 d%d %d\n" % row for row in rows)
    is_one = len({(query, doc) for query, doc, _ in rows}) == len(set(rows))
    assert (compiled(contradictory) is not None) == is_one


@pytest.mark.parametrize("off", [-1, 0, 1])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_may_be_as_long_as_the_reader_of_lines_allows(off: int, end: bytes) -> None:
    content = b"q 0 " + b"d" * (LINE_LIMIT + off - 6 - len(end)) + b" 1" + end
    found, expected = compiled(content), by_lines(content)
    assert (expected is None) == (len(content) > LINE_LIMIT)
    assert found is None or told(found) == told(expected)


def test_what_is_left_to_the_reader_of_lines_is_named_by_it(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_bytes(b"q 0 d 1\nq 0 d 2\nq 0 e x\n")
    with pytest.raises(BadFileError) as caught:
        read_file(path, kind="qrels", file_format="trec")
    assert [problem.line for problem in caught.value.problems] == [2, 3]
