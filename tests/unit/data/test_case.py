import math
from dataclasses import FrozenInstanceError
from types import MappingProxyType

import numpy as np
import pytest

from assay.data.case import Evidence, RetrievalTestCase
from assay.errors import BadInputError

FIELDS = pytest.mark.parametrize("field", ["relevant_doc_ids", "relevant_chunk_ids"])


@pytest.mark.parametrize("query", ["", "  ", "\t\n", "\u3000", None, 5, ["q"]], ids=ascii)
def test_a_case_needs_a_query_that_is_not_blank(query: object) -> None:
    with pytest.raises(BadInputError, match="a query that is not blank, got "):
        RetrievalTestCase(query, ["a"])


@FIELDS
def test_ids_as_one_string_are_refused_and_shown_how_to_write_them(field: str) -> None:
    with pytest.raises(BadInputError, match=rf"{field} is a list of ids, got the string 'd1'\nHint: write \['d1'\]"):
        RetrievalTestCase("q", **{field: "d1"})


@FIELDS
def test_ids_as_bytes_are_refused_and_not_read_as_numbers(field: str) -> None:
    with pytest.raises(BadInputError, match=field):
        RetrievalTestCase("q", **{field: b"d1"})


@FIELDS
@pytest.mark.parametrize("given", [None, 5, 1.5], ids=repr)
def test_ids_that_are_no_list_are_refused(field: str, given: object) -> None:
    with pytest.raises(BadInputError, match=f"{field} is a list of ids or a mapping"):
        RetrievalTestCase("q", **{field: given})


@FIELDS
@pytest.mark.parametrize("doc_id", ["", None, 1.0, math.nan, True, np.bool_(True), b"a", ["a"]], ids=repr)
def test_an_id_is_text_or_a_whole_number(field: str, doc_id: object) -> None:
    with pytest.raises(BadInputError, match=f"{field}: an id is text or a whole number, got "):
        RetrievalTestCase("q", **{field: [doc_id]})


@pytest.mark.parametrize("given", [[7, 0], np.array([7, 0]), [np.int64(7), np.uint8(0)], {7: 1, np.int32(0): 1}])
def test_ids_that_are_whole_numbers_become_text(given: object) -> None:
    assert RetrievalTestCase("q", given).grades() == {"7": 1.0, "0": 1.0}


def test_an_id_listed_twice_counts_once() -> None:
    assert RetrievalTestCase("q", ["b", "a", "b", 1, "1"]).relevant_doc_ids == ("b", "a", "1")


def test_an_id_graded_twice_differently_is_refused() -> None:
    with pytest.raises(BadInputError, match="'1'"):
        RetrievalTestCase("q", {1: 3, "1": 0})


@FIELDS
@pytest.mark.parametrize(
    "grade",
    [math.nan, math.inf, -math.inf, True, False, np.bool_(True), "3", None, [3], 10**400],
    ids=lambda g: repr(g)[:9],
)
def test_a_grade_is_a_finite_number(field: str, grade: object) -> None:
    with pytest.raises(BadInputError, match=f"{field}: the grade of 'a' is a finite number, got "):
        RetrievalTestCase("q", **{field: {"a": grade}})


@pytest.mark.parametrize("grade", [3, 3.0, np.float64(3), np.int64(3), np.float32(3)], ids=repr)
def test_a_grade_may_be_any_kind_of_number_and_becomes_a_float(grade: object) -> None:
    [found] = RetrievalTestCase("q", {"a": grade}).grades().values()
    assert (found, type(found)) == (3.0, float)


@pytest.mark.parametrize("grade", [0.5, 0, -1])
def test_a_grade_may_be_a_fraction_zero_or_negative(grade: float) -> None:
    assert RetrievalTestCase("q", {"a": grade}).grades() == {"a": grade}


def test_listed_ids_get_the_grade_that_the_reader_names() -> None:
    assert RetrievalTestCase("q", ["a", "b"]).grades(ungraded=5.0) == {"a": 5.0, "b": 5.0}


def test_grades_of_their_own_are_kept_whatever_ungraded_says() -> None:
    assert RetrievalTestCase("q", {"a": 2}).grades(ungraded=5.0) == {"a": 2.0}


def test_labels_on_documents_and_on_chunks_are_kept_apart() -> None:
    case = RetrievalTestCase("q", ["a"], relevant_chunk_ids={"a#1": 2})
    assert (case.grades(), case.chunk_grades()) == ({"a": 1.0}, {"a#1": 2.0})


def test_a_case_without_labels_has_no_grades() -> None:
    case = RetrievalTestCase("q")
    assert (case.grades(), case.chunk_grades()) == ({}, {})


def test_lists_of_the_caller_are_not_kept() -> None:
    ids = ["a"]
    case = RetrievalTestCase("q", ids)
    ids.append("b")
    assert case.grades() == {"a": 1.0}


def test_mappings_of_the_caller_are_not_kept() -> None:
    grades = {"a": 1}
    case = RetrievalTestCase("q", grades)
    grades["b"] = 1
    assert case.grades() == {"a": 1.0}


def test_metadata_of_the_caller_are_not_kept() -> None:
    metadata = {"team": "red"}
    case = RetrievalTestCase("q", metadata=metadata)
    metadata["team"] = "blue"
    assert case.value("team") == "red"


def test_labels_may_be_read_only_or_come_from_a_generator() -> None:
    cases = RetrievalTestCase("q", MappingProxyType({"a": 1})), RetrievalTestCase("q", (name for name in "a"))
    assert [case.grades() for case in cases] == [{"a": 1.0}] * 2


def test_a_case_cannot_be_written_to() -> None:
    with pytest.raises(FrozenInstanceError):
        RetrievalTestCase("q").query = "p"


@pytest.mark.parametrize(("given", "text"), [("x", "x"), (0, "0"), (np.int64(12), "12")])
def test_the_id_of_a_case_becomes_text(given: object, text: str) -> None:
    assert RetrievalTestCase("q", id=given).id == text


@pytest.mark.parametrize("given", ["", True, 1.5, ["q"]], ids=repr)
def test_the_id_of_a_case_is_text_or_a_whole_number(given: object) -> None:
    with pytest.raises(BadInputError, match="id: an id is text or a whole number"):
        RetrievalTestCase("q", id=given)


def test_recorded_texts_as_one_string_are_refused_and_not_cut_into_letters() -> None:
    with pytest.raises(BadInputError, match="retrieved_texts"):
        RetrievalTestCase("q", retrieved_texts="one text")


@pytest.mark.parametrize("given", ["no", "false"], ids=repr)
def test_answerable_is_true_or_false_and_nothing_that_looks_like_it(given: object) -> None:
    with pytest.raises(BadInputError, match="answerable"):
        RetrievalTestCase("q", answerable=given)


@pytest.mark.parametrize(
    ("name", "value"),
    [("category", "facts"), ("language", "zh"), ("id", "7"), ("year", "2024"), ("draft", "False"), ("team", None)],
)
def test_a_breakdown_reads_fields_then_metadata_as_text(name: str, value: str | None) -> None:
    case = RetrievalTestCase(
        "q", category="facts", language="zh", id=7, metadata={"year": 2024, "draft": False, "category": "other"}
    )
    assert case.value(name) == value


def test_a_case_that_only_quotes_evidence_labels_the_documents_it_quotes() -> None:
    pieces = [
        Evidence(doc_id="a", quote="x", grade=4),
        Evidence(doc_id="a", quote="y", grade=2),
        Evidence(doc_id="b", quote="z"),
    ]
    assert RetrievalTestCase("q", evidence=pieces).grades(ungraded=5) == {"a": 4.0, "b": 5.0}


def test_evidence_adds_no_labels_to_a_case_that_lists_its_documents() -> None:
    assert RetrievalTestCase("q", ["a"], evidence=[Evidence(doc_id="b", quote="z")]).grades() == {"a": 1.0}
