"""A BEIR folder as a golden set."""

import json
from pathlib import Path

import pytest

from assay import read_golden
from assay.errors import BadFileError


def folder_of(
    folder: Path, qrels: str | bytes, queries: object = None, *, at: str = "qrels/test.tsv", corpus: bool = False
) -> Path:
    listed = [{"_id": "q1", "text": "who?"}, {"_id": "q2", "text": "when?"}] if queries is None else queries
    text = listed if isinstance(listed, str) else "\n".join(json.dumps(query) for query in list(listed))  # pyright: ignore
    (folder / "queries.jsonl").write_text(text, "utf-8")
    path = folder / at
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(qrels if isinstance(qrels, bytes) else qrels.encode())
    if corpus:
        (folder / "corpus.jsonl").write_text('{"_id": "d1", "text": "t"}', "utf-8")
    return folder


def problems_of(folder: Path) -> list[tuple[str, int | None]]:
    with pytest.raises(BadFileError) as caught:
        read_golden(folder)
    return [(Path(problem.path).name, problem.line) for problem in caught.value.problems]


HEAD = "query-id\tcorpus-id\tscore\n"


@pytest.mark.parametrize("at", ["qrels.tsv", "qrels/test.tsv"])
def test_queries_and_judgements_become_cases(tmp_path: Path, at: str) -> None:
    golden = read_golden(folder_of(tmp_path, HEAD + "q1\td1\t2\nq1\td2\t0\nq2\td1\t1\n", at=at))
    assert [(case.id, case.query, case.grades()) for case in golden] == [
        ("q1", "who?", {"d1": 2.0, "d2": 0.0}),
        ("q2", "when?", {"d1": 1.0}),
    ]


def test_the_heading_may_be_left_out(tmp_path: Path) -> None:
    assert len(read_golden(folder_of(tmp_path, "q1\td1\t1\n"))) == 1


def test_a_query_without_judgements_is_no_case(tmp_path: Path) -> None:
    assert [case.id for case in read_golden(folder_of(tmp_path, HEAD + "q2\td1\t1\n"))] == ["q2"]


def test_windows_line_ends_a_byte_order_mark_and_blank_lines_do_no_harm(tmp_path: Path) -> None:
    raw = b"\xef\xbb\xbf" + (HEAD + "q1\td1\t1\n\nq2\td9\t1\n").replace("\n", "\r\n").encode()
    assert [case.grades() for case in read_golden(folder_of(tmp_path, raw))] == [{"d1": 1.0}, {"d9": 1.0}]


def test_the_corpus_beside_the_queries_is_known(tmp_path: Path) -> None:
    assert read_golden(folder_of(tmp_path, "q1\td1\t1\n", corpus=True)).corpus == tmp_path / "corpus.jsonl"


def test_a_folder_without_a_corpus_says_so_by_none(tmp_path: Path) -> None:
    assert read_golden(folder_of(tmp_path, "q1\td1\t1\n")).corpus is None


@pytest.mark.parametrize(
    "line",
    ["q1\td1", "q1", "q1\td1\t1\textra", "q1 d1 1", "q1,d1,1", "q1 0 d1 1", "q1\t\t1", "\td1\t1"],
    ids=["two columns", "one", "four", "spaces", "commas", "trec_eval's form", "no document", "no query"],
)
def test_a_line_of_another_shape_is_named(tmp_path: Path, line: str) -> None:
    assert problems_of(folder_of(tmp_path, f"{HEAD}q1\td1\t1\n{line}\n")) == [("test.tsv", 3)]


@pytest.mark.parametrize("grade", ["", "high", "nan", "inf", "-inf", "1e999", "1,5", "0x1", "1_0", "²", "१", "True"])
def test_a_grade_that_is_no_number_is_named(tmp_path: Path, grade: str) -> None:
    assert problems_of(folder_of(tmp_path, f"{HEAD}q1\td1\t1\nq2\td1\t{grade}\n")) == [("test.tsv", 3)]


@pytest.mark.parametrize(("grade", "value"), [("-1", -1.0), ("0.5", 0.5), (" 2 ", 2.0), ("+1", 1.0), ("1e1", 10.0)])
def test_any_finite_number_is_a_grade(tmp_path: Path, grade: str, value: float) -> None:
    assert read_golden(folder_of(tmp_path, f"q1\td1\t{grade}\n")).cases[0].grades() == {"d1": value}


def test_contradictory_grades_name_both_lines(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, HEAD + "q1\td1\t1\nq2\td1\t1\nq1\td1\t0\n")
    with pytest.raises(BadFileError, match=r"test.tsv:4: document 'd1' of query 'q1' is graded 1 in line 2 and 0 here"):
        read_golden(folder)


def test_a_judgement_that_stands_twice_alike_is_one(tmp_path: Path) -> None:
    assert read_golden(folder_of(tmp_path, "q1\td1\t1\nq1\td1\t1.0\n")).cases[0].grades() == {"d1": 1.0}


def test_a_judgement_of_an_unknown_query_is_named_by_its_first_line(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, HEAD + "q1\td1\t1\nq7\td1\t1\nq7\td2\t1\n")
    with pytest.raises(BadFileError, match=r"test.tsv:3: field 'query-id': no query of queries.jsonl has the id 'q7'"):
        read_golden(folder)


def test_bad_lines_are_listed_in_the_order_of_the_file(tmp_path: Path) -> None:
    unknown = "".join(f"unknown{n}\td1\t1\n" for n in range(20))
    assert problems_of(folder_of(tmp_path, unknown + "q1\td1\tbad\n")) == [("test.tsv", n) for n in range(1, 22)]


def test_bad_lines_of_both_files_are_listed(tmp_path: Path) -> None:
    found = problems_of(folder_of(tmp_path, "q1\td1\tbad\n", '{"_id": "q1", "text": "who?"}\nnot json\n'))
    assert sorted(found) == [("queries.jsonl", 2), ("test.tsv", 1)]


@pytest.mark.parametrize(
    ("query", "field"), [({"text": "x"}, "_id"), ({"_id": "", "text": "x"}, "_id"), ({"_id": "q9"}, "text")]
)
def test_a_bad_query_is_named_by_line_and_by_the_field_of_its_file(
    tmp_path: Path, query: dict[str, str], field: str
) -> None:
    folder = folder_of(tmp_path, "q1\td1\t1\n", [{"_id": "q1", "text": "who?"}, query])
    with pytest.raises(BadFileError, match=rf"queries.jsonl:2: field '{field}'"):
        read_golden(folder)


@pytest.mark.parametrize("text", ["", "  ", 5, None])
def test_a_query_without_text_is_named_by_the_field_of_its_file(tmp_path: Path, text: object) -> None:
    folder = folder_of(tmp_path, "q1\td1\t1\n", [{"_id": "q1", "text": text}])
    with pytest.raises(BadFileError, match=r"queries.jsonl:1: field 'text'"):
        read_golden(folder)


def test_a_bad_query_is_not_also_reported_as_unknown(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "q1\td1\t1\nq2\td1\t1\n", [{"_id": "q1", "text": "who?"}, {"_id": "q2", "text": ""}])
    assert problems_of(folder) == [("queries.jsonl", 2)]


def test_a_query_id_that_stands_twice_names_both_lines(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "q1\td1\t1\n", [{"_id": "q1", "text": "who?"}, {"_id": "q1", "text": "when?"}])
    with pytest.raises(BadFileError, match=r"queries.jsonl:2: field '_id': 'q1' is already the id of line 1"):
        read_golden(folder)


@pytest.mark.parametrize("qrels", ["", HEAD, "\n\n"])
def test_a_folder_without_judgements_is_said_to_be_so(tmp_path: Path, qrels: str) -> None:
    with pytest.raises(BadFileError, match="no judgements in it"):
        read_golden(folder_of(tmp_path, qrels))


def test_a_qrels_file_that_is_not_utf8_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"test.tsv:2: not UTF-8"):
        read_golden(folder_of(tmp_path, b"q1\td1\t1\nq1\td\xe9\t1\n"))


def test_ids_in_any_script_come_through(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "问题\tдокумент 1\t1\n", [{"_id": "问题", "text": "谁？"}])
    assert [(case.id, case.grades()) for case in read_golden(folder)] == [("问题", {"документ 1": 1.0})]


def test_numeric_query_ids_are_the_ids_of_the_qrels(tmp_path: Path) -> None:
    assert [case.id for case in read_golden(folder_of(tmp_path, "1\td1\t1\n", [{"_id": 1, "text": "who?"}]))] == ["1"]
