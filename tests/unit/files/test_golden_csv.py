"""A golden set as CSV."""

from pathlib import Path

import pytest

from assay import read_golden
from assay.errors import BadFileError


def written(folder: Path, text: str) -> Path:
    path = folder / "golden.csv"
    path.write_bytes(text.encode())
    return path


def problems_of(path: Path) -> list[tuple[int | None, str | None]]:
    with pytest.raises(BadFileError) as caught:
        read_golden(path)
    return [(problem.line, problem.field) for problem in caught.value.problems]


@pytest.mark.parametrize("cell", ["d1;d2", "d1|d2", " d1 ; d2 ;", '"[""d1"", ""d2""]"'])
def test_ids_stand_in_one_cell(tmp_path: Path, cell: str) -> None:
    case = read_golden(written(tmp_path, f"query,relevant_doc_ids\nwho?,{cell}\n")).cases[0]
    assert case.relevant_doc_ids == ("d1", "d2")


def test_grades_stand_in_a_cell_as_json(tmp_path: Path) -> None:
    case = read_golden(written(tmp_path, 'query,relevant_doc_ids\nwho?,"{""d1"": 5, ""d2"": 2.5}"\n')).cases[0]
    assert case.relevant_doc_ids == {"d1": 5.0, "d2": 2.5}


def test_one_number_is_one_id(tmp_path: Path) -> None:
    assert read_golden(written(tmp_path, "query,relevant_doc_ids\nwho?,007\n")).cases[0].relevant_doc_ids == ("007",)


@pytest.mark.parametrize(("cell", "answerable"), [("true", True), ("FALSE", False), ("False", False), ("", True)])
def test_answerable_is_read_as_spreadsheets_write_it(tmp_path: Path, cell: str, answerable: bool) -> None:
    assert read_golden(written(tmp_path, f"query,answerable\nwho?,{cell}\n")).cases[0].answerable is answerable


@pytest.mark.parametrize("cell", ["no", "0", "perhaps"])
def test_answerable_is_never_guessed(tmp_path: Path, cell: str) -> None:
    assert problems_of(written(tmp_path, f"query,answerable\nwho?,{cell}\n")) == [(2, "answerable")]


def test_columns_assay_does_not_know_are_kept(tmp_path: Path) -> None:
    assert read_golden(written(tmp_path, "query,team\nwho?,red\n")).cases[0].metadata == {"team": "red"}


def test_quoted_cells_keep_commas_quotes_and_line_ends(tmp_path: Path) -> None:
    golden = read_golden(written(tmp_path, 'query,id\r\n"who, ""me""?\r\nor you",x\r\nwhen?,y\r\n'))
    assert [(case.query, case.id) for case in golden] == [('who, "me"?\nor you', "x"), ("when?", "y")]


def test_a_byte_order_mark_as_excel_writes_it_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    assert read_golden(written(tmp_path, "\ufeffquery\nwho?\n")).cases[0].query == "who?"


def test_blank_rows_are_passed_over_and_counted(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, "query,id\na,1\n\n,\n,2\n")) == [(5, "query")]


def test_a_bad_row_after_a_quoted_line_end_is_named_by_its_line(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, 'query,answerable\n"a\nb",true\nc,no\n')) == [(4, "answerable")]


def test_a_bad_row_of_several_lines_is_named_by_the_line_it_begins_in(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, 'query,answerable\n"a\nb\nc",no\n')) == [(2, "answerable")]


def test_a_row_with_more_cells_than_the_heading_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match=r"golden.csv:3: .*cells.* 2 columns"):
        read_golden(written(tmp_path, "query,id\na,1\nb,2,3\n"))


def test_rows_after_one_with_too_many_cells_are_checked_too(tmp_path: Path) -> None:
    assert problems_of(written(tmp_path, "query,id\nb,2,3\n,4\n")) == [(2, None), (3, "query")]


def test_a_quote_that_is_never_closed_is_said_to_be_no_csv(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="not CSV"):
        read_golden(written(tmp_path, 'query\n"a\nb\n'))


def test_a_misspelt_column_is_met_with_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="field 'relevent_doc_ids': unknown field, did you mean 'relevant_doc_ids'"):
        read_golden(written(tmp_path, "query,relevent_doc_ids\na,d1\n"))


@pytest.mark.parametrize("cell", ["[d1", "{d1: 5}", '"[""d1"", 1.5]"', '"{""d1"": ""high""}"'])
def test_a_cell_of_bad_json_is_named_by_line_and_column(tmp_path: Path, cell: str) -> None:
    [(line, field)] = problems_of(written(tmp_path, f"query,relevant_doc_ids\na,{cell}\n"))
    assert (line, (field or "").split(".")[0]) == (2, "relevant_doc_ids")


@pytest.mark.parametrize("cell", ["[" * 100_000, "[" + "1" * 5000 + "]"], ids=["brackets", "digits"])
def test_a_cell_of_json_that_python_cannot_hold_is_a_bad_cell(tmp_path: Path, cell: str) -> None:
    assert problems_of(written(tmp_path, f"query,metadata\na,{cell}\n")) == [(2, "metadata")]


def test_a_long_answer_is_no_reason_to_refuse_a_file(tmp_path: Path) -> None:
    golden = read_golden(written(tmp_path, f"query,expected_answer\na,{'x' * 200_000}\nb,\n"))
    assert [len(case.expected_answer or "") for case in golden] == [200_000, 0]


def test_a_column_that_stands_twice_loses_nothing_in_silence(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="query"):
        read_golden(written(tmp_path, "query,query\na,b\n"))


def test_columns_parted_by_semicolons_are_said_to_need_commas(tmp_path: Path) -> None:
    with pytest.raises(BadFileError, match="comma"):
        read_golden(written(tmp_path, "query;relevant_doc_ids\nwho?;d1\n"))
