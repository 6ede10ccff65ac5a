"""Judgements in text: TREC lines, TSV and CSV."""

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import BadFileError
from assay.files.qrels import read_qrels

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(content: str | bytes, name: str = "given") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def problems_of(path: Path, **how: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFileError) as caught:
        read_qrels(path, **how)  # pyright: ignore
    assert {problem.path for problem in caught.value.problems} == {str(path)}
    return [(problem.line, problem.text) for problem in caught.value.problems]


TWO = {"q1": {"d1": 2.0, "d2": 0.0}, "q2": {"d1": 1.0}}


@pytest.mark.parametrize(
    "text",
    [
        "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n",
        "q1\t0\td1\t2\nq1  0 \t d2\v0\nq2 0 d1\f1",
        "\ufeffq1 0 d1 2\r\n\r\nq1 0 d2 0\r\nq2 0 d1 1\r\n",
        "  q1 Q0 d1 2 \n\nq2 iter d1 1\nq1 x d2 0\n",
    ],
    ids=["plain", "any blanks, no newline at the end", "mark and CRLF", "indented, interleaved"],
)
def test_trec_lines_are_parted_by_any_ascii_blanks(write: Write, text: str) -> None:
    assert read_qrels(write(text)).grades == TWO


@pytest.mark.parametrize(
    "text",
    [
        "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td1\t1\n",
        "q1\td1\t2\nq1\td2\t0\nq2\td1\t1\n",
        "grade\tqid\tnote\tdocno\n2\tq1\tx\td1\n0\tq1\t\td2\n1\tq2\ty\td1\n",
    ],
    ids=["BEIR's heading", "no heading", "columns in another order"],
)
def test_tsv_needs_no_heading_but_follows_one(write: Write, text: str) -> None:
    assert read_qrels(write(text)).grades == TWO


@pytest.mark.parametrize(
    "heading",
    ["query_id,doc_id,grade", "qid,docid,rel", "query-id,corpus-id,relevance", "QID,DocNo,Label", "q_id,docid,score"],
)
def test_csv_knows_the_names_columns_go_by(write: Write, heading: str) -> None:
    assert read_qrels(write(f"{heading}\nq1,d1,2\n\nq1,d2,0\nq2,d1,1\n")).grades == TWO


def test_csv_quotes_commas_line_ends_and_quotes_in_ids(write: Write) -> None:
    text = 'query_id,doc_id,grade\n"q,1","d\n""1""",1\n"q,1",d2,bad\n'
    path = write(text)
    assert problems_of(path)[0][0] == 4
    path.write_text(text.replace("bad", "0"), "utf-8")
    assert read_qrels(path).grades == {"q,1": {'d\n"1"': 1.0, "d2": 0.0}}


def test_ids_that_look_like_numbers_stay_as_written(write: Write) -> None:
    assert read_qrels(write("007 0 1e3 1\n7 0 1000.0 1\n")).grades == {"007": {"1e3": 1.0}, "7": {"1000.0": 1.0}}


def test_blanks_belong_to_the_ids_of_tsv_and_csv(write: Write) -> None:
    assert read_qrels(write("query-id\tcorpus-id\tscore\nq 1\t d1\t1\n")).grades == {"q 1": {" d1": 1.0}}
    assert read_qrels(write("qid,docid,rel\nq 1, d1 ,1\n")).grades == {"q 1": {" d1 ": 1.0}}


def test_a_no_break_space_and_a_hash_belong_to_an_id_of_trec(write: Write) -> None:
    assert read_qrels(write("#1 0 d\u00a01 1\n#1 0 d\x1c2 1\n")).grades == {"#1": {"d\u00a01": 1.0, "d\x1c2": 1.0}}


def test_ids_are_compared_by_bytes(write: Write) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert read_qrels(write(f"q 0 {composed} 1\nq 0 {decomposed} 0\n")).grades == {"q": {composed: 1, decomposed: 0}}


@pytest.mark.parametrize(
    "grade", ["1_0", "0x10", "nan", "inf", "-inf", "1,5", "１", "١", "True", "1e999", "--1", "1" * 5000]
)
def test_a_grade_is_a_finite_number_written_plainly(write: Write, grade: str) -> None:
    ((line, text),) = problems_of(write(f"q1 0 d1 1\nq1 0 d2 {grade}\n"))
    assert line == 2
    assert "document 'd2' of query 'q1'" in text


@pytest.mark.parametrize(
    ("grade", "value"), [("-1", -1), ("0.5", 0.5), ("+2", 2), ("1e1", 10), ("2000000000", 2e9), (".5", 0.5)]
)
def test_any_finite_number_is_a_grade(write: Write, grade: str, value: float) -> None:
    assert read_qrels(write(f"q1 0 d1 {grade}\n")).grades == {"q1": {"d1": value}}


def test_a_document_judged_twice_with_different_grades_names_both_lines(write: Write) -> None:
    ((line, text),) = problems_of(write("q1 0 d1 1\nq1 0 d2 1\nq2 0 d1 3\nq1 0 d2 2\n"))
    assert (line, text) == (4, "document 'd2' of query 'q1' is graded 1 in line 2 and 2 here")


def test_the_same_judgement_twice_is_one(write: Write) -> None:
    assert read_qrels(write("q1 0 d1 1\nq1 0 d1 1.0\n")).grades == {"q1": {"d1": 1.0}}


def test_every_bad_line_is_named_and_none_read(write: Write) -> None:
    path = write("q1 0 d1 1\nq1 0 d2\nq1 0 d3 1 x\nq1 0 d4 high\n# a comment\nq1 0 d5 1\n")
    assert [line for line, _ in problems_of(path)] == [2, 3, 4, 5]


def test_a_comment_is_none_and_the_hint_says_so(write: Write) -> None:
    with pytest.raises(BadFileError, match=r"Hint: a line that begins with # is no comment"):
        read_qrels(write("# judged in May\nq1 0 d1 1\n"))


def test_reading_stops_after_a_thousand_problems(write: Write) -> None:
    found = problems_of(write("q1 0 d1 1\n" * 3000 + "q1 0 d1\n" * 2000))
    assert len(found) == 1001
    assert found[-1] == (None, "not read any further after 1000 problems")


def test_lines_that_are_not_utf8_are_named(write: Write) -> None:
    path = write(b"q1 0 d1 1\nq1 0 d\xe9 1\nq1 0 d3 1\nq1 0 \xff 1\n")
    assert problems_of(path) == [(2, "not UTF-8: byte 0xe9"), (4, "not UTF-8: byte 0xff")]


@pytest.mark.parametrize("before", ["q1 0 d1 1\n" * 8000, "qid,docid,rel\nq1,d1,1\n" * 1, "q1\td1\t1\n" * 9000])
def test_a_line_beyond_the_limit_is_an_error(write: Write, before: str) -> None:
    path = write(before + "x" * (1 << 20) + "y 0 d1 1\n")
    assert problems_of(path)[-1] == (before.count("\n") + 1, "a line of more than 1048576 bytes")


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "\r\n"])
def test_an_empty_file_is_said_to_be_so(write: Write, text: str) -> None:
    assert problems_of(write(text)) == [(None, "the file is empty")]


@pytest.mark.parametrize("text", ["query-id\tcorpus-id\tscore\n", "query_id,doc_id,grade\n", "qid,docid,rel"])
def test_a_heading_alone_holds_no_judgements(write: Write, text: str) -> None:
    assert problems_of(write(text)) == [(None, "no judgements in it")]


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("query_id,doc_id,rank", "no column for the grade: expected one of grade, rel, relevance, label, score"),
        ("query_id,doc_id,rank,score", "no column for the grade"),
        ("query_id,doc_id,grade,rel", "several columns for the grade"),
        ("query_id,doc_id,doc_id,grade", "several columns for the document's id"),
    ],
)
def test_a_heading_without_the_columns_is_an_error(write: Write, heading: str, said: str) -> None:
    with pytest.raises(BadFileError) as caught:
        read_qrels(write(f"{heading}\nq1,d1,1,1\n"))
    assert said in str(caught.value) or "this is a run" in str(caught.value)


def test_rows_of_another_width_than_the_heading_are_named(write: Write) -> None:
    assert [line for line, _ in problems_of(write("qid,docid,rel\nq1,d1\nq1,d1,1\nq1,d1,1,1\n"))] == [2, 4]
    assert [line for line, _ in problems_of(write("qid\tdocid\trel\tx\nq1\td1\t1\nq1\td1\t1\t\n"))] == [2]


def test_broken_quoting_names_the_line_it_begins_in(write: Write) -> None:
    ((line, text),) = problems_of(write('qid,docid,rel\nq1,d1,1\nq1,"d2,1\nq1,d3,1\n'))
    assert line == 3
    assert text.startswith("not CSV: ")


@pytest.mark.parametrize("text", ["qid,docid,rel\nq1,,1\n", "qid,docid,rel\n,d1,1\n", "q1\t\t1\n"])
def test_an_empty_id_is_named(write: Write, text: str) -> None:
    path = write(text)
    (problem,) = problems_of(path)
    assert problem == (text.count("\n"), "an id is text or a whole number, and not empty, got ''")


def test_a_carriage_return_inside_a_line_of_tsv_is_no_line_end(write: Write) -> None:
    assert [line for line, _ in problems_of(write("q1\td1\t1\nq1\td\r2\t1\n"))] == [2]


def test_the_queries_keep_the_order_of_the_file(write: Write) -> None:
    assert list(read_qrels(write("b 0 d 1\na 0 d 1\nb 0 e 1\n"))) == ["b", "a"]


def test_the_name_is_that_of_the_file_without_its_endings(write: Write) -> None:
    assert read_qrels(write("q1 0 d1 1\n", "dl.19.trec")).name == "dl.19"


def test_trec_eval_s_own_qrels_are_read(data_folder: Path) -> None:
    raw = (data_folder / "trec_eval-golden/test/qrels.test").read_text("utf-8")
    rows = [line.split() for line in raw.splitlines()]
    grades = read_qrels(data_folder / "trec_eval-golden/test/qrels.test").grades
    assert [(q, d, g) for q, docs in grades.items() for d, g in docs.items()] == [(q, d, int(g)) for q, _, d, g in rows]
