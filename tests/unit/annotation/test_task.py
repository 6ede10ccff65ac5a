"""What a person is shown, contradictions of labels, and spreadsheets."""

from pathlib import Path

import pytest

from assay.annotation.conflicts import conflicts
from assay.annotation.session import Scale
from assay.annotation.sheet import read_sheet, sheet_text
from assay.annotation.task import Task, tasks_of
from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.data.golden_set import GoldenSet
from assay.errors import BadFileError, BadInputError
from assay.golden.queue import QueueRow

TEXT = "Cards cost 32 dollars. The fee is 8 dollars from May on."
ROW = QueueRow(query_id="q1", doc_id="prices", query="What is the fee?", ranks={"bm25": 3}, why="…")


def golden(*evidence: Evidence) -> GoldenSet:
    return GoldenSet(cases=(RetrievalTestCase("What is the fee?", id="q1", evidence=evidence),))


def test_a_pair_is_asked_once_with_the_text_of_its_document() -> None:
    (task,) = tasks_of([ROW, ROW], corpus=[Document(doc_id="prices", text=TEXT)])
    assert task == Task(query_id="q1", doc_id="prices", query="What is the fee?", text=TEXT)


def test_the_text_a_row_carries_stands_before_the_document() -> None:
    (task,) = tasks_of([ROW.model_copy(update={"text": "a chunk"})], corpus=[Document(doc_id="prices", text=TEXT)])
    assert task.text == "a chunk"


def test_quoted_evidence_is_marked_once_where_quotes_overlap() -> None:
    pieces = [Evidence(doc_id="prices", quote=quote) for quote in ("The fee is 8", "8 dollars", "cost 32")]
    (task,) = tasks_of([ROW], corpus=[Document(doc_id="prices", text=TEXT)], golden=golden(*pieces))
    assert [TEXT[start:end] for start, end in task.marks] == ["cost 32", "The fee is 8 dollars"]


def test_evidence_of_another_document_is_not_marked() -> None:
    other = golden(Evidence(doc_id="elsewhere", quote="The fee is 8"))
    (task,) = tasks_of([ROW], corpus=[Document(doc_id="prices", text=TEXT)], golden=other)
    assert not task.marks


def test_a_passage_without_text_names_the_row_and_what_to_do() -> None:
    with pytest.raises(BadInputError, match=r"no text of 'prices'(?s:.*)--corpus"):
        tasks_of([ROW])


def test_a_row_without_a_question_names_it_and_what_to_do() -> None:
    with pytest.raises(BadInputError, match=r"no question under the id 'q1'(?s:.*)--golden"):
        tasks_of([QueueRow(query_id="q1", doc_id="prices")], corpus=[Document(doc_id="prices", text=TEXT)])


def test_pairs_whose_grades_differ_are_asked_again_without_saying_who_gave_them(tmp_path: Path) -> None:
    grades = {"ana": (4, 2), "ben": (1, 2)}
    for name, (of_a, of_b) in grades.items():
        rows = [QueueRow(query_id="q1", doc_id=doc, grade=g, judge=name) for doc, g in (("a", of_a), ("b", of_b))]
        (tmp_path / name).write_text("".join(row.model_dump_json() + "\n" for row in rows), "utf-8")
    rows, given = conflicts([str(tmp_path / name) for name in grades])
    assert [(row.query_id, row.doc_id, row.grade, row.judge) for row in rows] == [("q1", "a", None, None)]
    assert given == {("q1", "a"): [1.0, 4.0]}


def test_a_sheet_comes_back_with_what_was_filled_in(tmp_path: Path) -> None:
    task = Task(query_id="q1", doc_id="d,1", query='=say "hi"', text="two\nlines")
    other = Task(query_id="q1", doc_id="d2", query="=say", text="x")
    text = sheet_text([task, other])
    assert text.startswith("\ufeffquery_id,doc_id,query,text,grade,note\n")
    assert "'=say" in text  # no spreadsheet takes it for a formula
    path = tmp_path / "sheet.csv"
    path.write_text(text.replace('lines",,', 'lines",4,clear'), "utf-8")
    (row,) = read_sheet(str(path), scale=Scale(), annotator="ana", how="people")
    assert (row.query_id, row.doc_id, row.query, row.grade, row.judge) == ("q1", "d,1", '=say "hi"', 4.0, "ana")
    assert row.model_extra == {"note": "clear"}


def test_a_grade_off_the_scale_in_a_sheet_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("query_id,doc_id,grade\nq1,a,3\nq1,b,7\nq1,c,good\n", "utf-8")
    with pytest.raises(BadFileError) as raised:
        read_sheet(str(path), scale=Scale(), annotator="ana", how="people")
    assert [problem.line for problem in raised.value.problems] == [3, 4]


def test_a_sheet_without_a_column_of_grades_says_so(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("query_id,doc_id\nq1,a\n", "utf-8")
    with pytest.raises(BadFileError, match="no column 'grade'"):
        read_sheet(str(path), scale=Scale(), annotator="ana", how="people")
