"""A golden set as one JSON document: a list of cases, or an object that holds one."""

from pathlib import Path

import pytest

from assay import read_golden
from assay.errors import BadFileError


def written(folder: Path, text: str) -> Path:
    path = folder / "golden.json"
    path.write_text(text, "utf-8")
    return path


def lines_of(path: Path) -> list[int | None]:
    with pytest.raises(BadFileError) as caught:
        read_golden(path)
    return [problem.line for problem in caught.value.problems]


PRETTY = """
[
  {
    "query": "a"
  },
  {
    "query": ""
  },
  {"query": "c"},
  7,
  {"relevent_doc_ids": []}
]
"""


def test_a_bad_case_of_a_list_is_named_by_the_line_it_begins_in(tmp_path: Path) -> None:
    assert lines_of(written(tmp_path, PRETTY)) == [6, 10, 11, 11]


def test_a_bad_case_of_an_object_is_named_by_the_line_it_begins_in(tmp_path: Path) -> None:
    text = '{\n "name": "cases",\n "corpus": "[docs]",\n "cases":\n [\n\n  {"query": "a"},\n  {"query": 5}\n ]\n}'
    assert lines_of(written(tmp_path, text)) == [8]


def test_brackets_and_braces_in_texts_do_not_confuse_the_line_numbers(tmp_path: Path) -> None:
    text = '[\n {"query": "]}, {\\"query\\": [\\n"},\n {"query": "[["},\n {"query": ""}\n]'
    assert lines_of(written(tmp_path, text)) == [4]


def test_an_object_carries_the_header_beside_its_cases(tmp_path: Path) -> None:
    golden = read_golden(written(tmp_path, '{"name": "N", "cases": [{"query": "a"}], "scale": "0-5"}'))
    assert (golden.name, golden.scale, len(golden)) == ("N", "0-5", 1)


def test_a_bad_header_is_named_beside_bad_cases(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        read_golden(written(tmp_path, '{"scale": 5,\n "cases": [\n{"query": ""}]}'))
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [(1, "scale"), (3, "query")]


@pytest.mark.parametrize("text", ["5", '"x"', "null", "{}", '{"cases": {}}', '{"cases": null}', '{"query": "a"}'])
def test_a_document_of_another_kind_says_what_was_expected(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFileError, match="expected a list of cases"):
        read_golden(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "line"), [("[\n{]", 2), ("", 1), ('[{"query": "a"},\n\n]', 3), ('{"query": "a"}\n{"query": "b"}', 2)]
)
def test_the_place_where_it_is_not_json_is_named(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(BadFileError, match=f"golden.json:{line}: not JSON at column"):
        read_golden(written(tmp_path, text))


def test_a_repeated_id_on_one_line_is_a_problem_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"golden\.json"):
        read_golden(written(tmp_path, '[{"query": "a", "id": "x"}, {"query": "b", "id": "x"}]'))


@pytest.mark.parametrize("first", ["[]", '[{"query": "x"}, {"query": "y"}]', "5"])
def test_cases_that_stand_twice_are_a_problem_of_the_file(tmp_path: Path, first: str) -> None:
    with pytest.raises(BadFileError, match="cases"):
        read_golden(written(tmp_path, f'{{"cases": {first}, "cases": [{{"query": "a"}}]}}'))


def test_a_document_judged_twice_with_different_grades_is_a_contradiction_here_as_in_qrels(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="d1"):
        read_golden(written(tmp_path, '[{"query": "a", "relevant_doc_ids": {"d1": 5, "d1": 0}}]'))


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_grade_that_is_no_finite_number_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(BadFileError, match=r"golden.json:1: field 'relevant_doc_ids.*finite grade"):
        read_golden(written(tmp_path, f'[{{"query": "a", "relevant_doc_ids": {{"d1": {value}}}}}]'))
