"""Lines of a run to columns: the compiled scanner finds what NumPy finds, bit for bit, or leaves the lines to NumPy."""

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.compiled import IS_COMPILED
from assay.data.texts import Texts
from assay.errors import Problem
from assay.files.query_blocks import LONGEST_LINE
from assay.files.run_lines import RunLines, first_contradiction
from assay.files.trec_scan import scan_lines

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")

NUMBER = re.compile(rb"[+-]?(([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?|inf|infinity)", re.IGNORECASE)
BAD_UTF8 = [
    b"\xff",  # never a byte of UTF-8
    b"\x80",  # goes on without a beginning
    b"\xc3",  # cut short
    b"\xc0\xaf",  # overlong, two bytes
    b"\xe0\x80\xaf",  # overlong, three
    b"\xf0\x80\x80\xaf",  # overlong, four
    b"\xed\xa0\x80",  # a surrogate
    b"\xf4\x90\x80\x80",  # beyond U+10FFFF
    b"\xf5\x80\x80\x80",
]
ODD_NUMBERS = [
    "nan",
    "NaN",
    "1_0",
    "0x10",
    "1,5",
    "1e",
    "e5",
    ".",
    "-",
    "+",
    "+-1",
    "1.2.3",
    "1e+",
    "infin",
    "١",
    "1d5",
]
ODD_NUMBERS += [
    "inf",
    "Infinity",
    "-INF",
    "+iNfInItY",
    "1e400",
    "-1e400",
    "1e-400",
    "5e-324",
    "2.4703282292062328e-324",
]
ODD_NUMBERS += ["inf\0", "infinity\0x", "1\0", "1" * 30 + "\0", "1e9\0", "i", "in"]
ODD_NUMBERS += ["1.", ".5", "-.5e1", "+0", "-0", "00.10", "1e0000000001", "9007199254740993", "0" * 30 + "1", "1" * 400]
ODD_NUMBERS += ["18446744073709551616", "1844674407370955161.6", "36893488147419103232", "184467440737095516160"]

texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters=" \t\n\r\v\f"), min_size=1, max_size=20)
words = st.sampled_from([b"q1", b"q2", b"a\0", b"\0", b"\x1f", "é".encode(), "文档".encode(), "😀".encode(), b"x" * 70])
words |= texts.map(str.encode)
odd_words = st.sampled_from(BAD_UTF8) | st.binary(min_size=1, max_size=6)
digits = st.text("0123456789", min_size=1, max_size=25)
decimals = st.builds("{}{}{}{}".format, st.sampled_from(["", "-", "+"]), digits, st.sampled_from(["", "."]), digits)
exponents = st.sampled_from(["", "", "e0", "E-5", "e+22", "e-27", "e-28", "e308", "e-330"])
numbers = st.builds(str.__add__, decimals, exponents) | st.sampled_from(ODD_NUMBERS) | st.floats().map(repr)
blanks = st.sampled_from([b" ", b" ", b" ", b"\t", b"  ", b" \t\v", b"\f", b"\r"])
ends = st.sampled_from([b"\n", b"\n", b"\r\n", b" \n", b"\n\n", b"\n \t\n"])


@st.composite
def line(draw: st.DrawFn) -> bytes:
    """A line of a run, now and then a bad one."""
    columns = [draw(words) for _ in range(6)]
    columns[0], columns[3] = (
        draw(st.sampled_from([b"q1", b"q2", columns[0]])),
        draw(st.integers(0, 10**9).map(b"%d".__mod__)),
    )
    columns[4] = draw(numbers).encode()
    if draw(st.integers(0, 9)) == 0:
        columns[draw(st.integers(0, 5))] = draw(odd_words)
    columns = columns[: draw(st.sampled_from([6, 6, 6, 6, 6, 6, 6, 5, 1]))]
    columns += [b"t"] * draw(st.sampled_from([0, 0, 0, 0, 0, 0, 1]))
    return draw(st.sampled_from([b"", b"", b" "])) + draw(blanks).join(columns) + draw(ends)


blocks = st.lists(line(), min_size=1, max_size=8).map(b"".join) | st.binary(max_size=60).map(lambda raw: raw + b"\n")


def compiled(block: bytes, longest: int = LONGEST_LINE) -> RunLines | None:
    from assay.files.trec_scan_compiled import scan_plain_run

    return scan_plain_run(np.frombuffer(block + bytes(8), dtype=np.uint8).copy(), len(block), longest)


def in_numpy(block: bytes) -> tuple[RunLines, list[Problem]]:
    problems: list[Problem] = []
    return scan_lines(block, 1, "run", problems), problems


def encoded(column: Texts) -> list[bytes]:
    return [column.encoded(row) for row in range(len(column))]


def told(rows: RunLines) -> tuple[object, ...]:
    """All of it but the hint `may_contradict`, scores as their bits."""
    numbers = [column.tolist() for column in (rows.starts, rows.rank, rows.line)]
    return encoded(rows.heads), encoded(rows.docs), rows.scores.tobytes(), *numbers, rows.n_lines, rows.tag


@given(block=blocks)
@example(b"q Q0 d 1 18446744073709551616 t\n")
@example(b"q Q0 d 1 0." + b"0" * 100_000 + b"1e1000000 t\n")
@example(b"q Q0 d 1 inf\0 t\n")
@example(b"\n")
@example(b"\0\n")
@example(b"a b c d 1 f\n" * 40)
def test_the_columns_are_those_of_numpy_and_what_is_wrong_is_left_to_it(block: bytes) -> None:
    found, (expected, problems) = compiled(block), in_numpy(block)
    assert (found is None) == bool(problems)
    if found is not None:
        assert told(found) == told(expected)


@given(block=blocks)
def test_scores_are_those_of_float(block: bytes) -> None:
    found = compiled(block)
    if found is not None:
        written = [one.split()[4] for one in block.split(b"\n") if one.split()]
        assert found.scores.tobytes() == np.array([float(one) for one in written], dtype=np.float64).tobytes()


@given(text=numbers | st.text("0123456789.eE+-infatyINFATY_x", max_size=12))
def test_a_number_is_what_its_grammar_says(text: str) -> None:
    found = compiled(b"q Q0 d 1 " + text.encode() + b" t\n")
    assert (found is not None) == bool(NUMBER.fullmatch(text.encode()))


@pytest.mark.parametrize("bad", BAD_UTF8, ids=ascii)
@pytest.mark.parametrize("shift", [0, 1, 31, 32, 33])
def test_what_is_not_utf8_is_left_to_numpy_wherever_it_stands(bad: bytes, shift: int) -> None:
    block = b"q Q0 " + b"x" * shift + bad + b" 1 1 t\n" + b"q Q0 d 1 1 t\n" * 5
    assert compiled(block) is None
    assert [problem.line for problem in in_numpy(block)[1]] == [1]


@given(cuts=st.lists(st.integers(0x80, 0xFF), min_size=1, max_size=4))
def test_utf8_is_what_python_decodes(cuts: list[int]) -> None:
    word = bytes(cuts)
    try:
        word.decode()
    except UnicodeDecodeError:
        assert compiled(b"q Q0 d" + word + b" 1 1 t\n") is None
    else:
        assert encoded(compiled(b"q Q0 d" + word + b" 1 1 t\n").docs) == [b"d" + word]


@pytest.mark.parametrize("size", [39, 40, 41])
def test_the_one_plain_line_that_is_refused_is_a_longer_one_than_was_asked_for(size: int) -> None:
    block = b"q Q0 " + b"d" * (size - 14) + b" 1 2.5 t\n"
    assert len(block) == size
    assert (compiled(block, longest=40) is None) == (size > 40)
    assert not in_numpy(block)[1]


ranks = st.sampled_from([b"1", b"2", b"3", b"10", b"007", b"x", b"123456789", b"12345678"])


@given(rows=st.lists(st.tuples(st.sampled_from([b"q1", b"q2"]), ranks, st.integers(0, 3)), min_size=2, max_size=9))
def test_a_contradiction_of_ranks_and_scores_is_never_missed(rows: list[tuple[bytes, bytes, int]]) -> None:
    block = b"".join(b"%b Q0 d %b %d t\n" % row for row in rows)
    found, expected = compiled(block), in_numpy(block)[0]
    held = first_contradiction(expected.starts, expected.scores, expected.rank, expected.line)
    assert held is None or found.may_contradict
