"""One case as files write it: its fields, their other names, and everything that can be wrong with each."""

from typing import Any

import pytest

from assay.data.case import RetrievalTestCase
from assay.errors import Problem
from assay.files.golden_record import read_case


def read(given: dict[str, Any]) -> tuple[RetrievalTestCase | None, list[Problem]]:
    problems: list[Problem] = []
    return read_case(given, path="g.jsonl", line=7, problems=problems), problems


WRONG = {
    "query": [None, 5, "", "  \t\n", ["a"], True, {}],
    "id": ["", 1.5, True, [], {}],
    "relevant_doc_ids": ["d1", 5, None, [""], [1.5], [None], [True], [["d1"]], {"d1": "high"}, {"d1": None}, {"": 1}],
    "relevant_chunk_ids": ["c1", 5, [None], {"c1": "high"}, {"c1": [1]}],
    "expected_answer": [5, True, ["a"], {}],
    "category": [5, True, ["a"], {}],
    "language": [5, True, ["a"], {}],
    "evidence": ["quote", {}, [5], [{}], [{"doc_id": "d1"}], [{"doc_id": "d1", "quote": ""}]],
    "answerable": ["yes", "true", 1, 0, None, []],
    "generated_answer": [5, ["a"]],
    "retrieved_texts": ["text", [5], {}],
    "metadata": [5, "x", []],
}


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_a_value_of_the_wrong_type_is_a_problem_of_its_field(field: str, value: object) -> None:
    case, problems = read({"query": "who?", field: value})
    assert case is None
    assert [(problem.line, (problem.field or "").split(".")[0]) for problem in problems] == [(7, field)]


@pytest.mark.parametrize("value", [True, False], ids=str)
def test_a_grade_is_no_boolean(value: bool) -> None:
    case, problems = read({"query": "who?", "relevant_doc_ids": {"d1": value}})
    assert case is None
    assert len(problems) == 1


EVIDENCE = {"doc_id": "d1", "quote": "some"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": "three"},
        {"start": -1},
        {"start": 1.5},
        {"start": True},
        {"end": -1},
        {"grade": "high"},
        {"grade": float("nan")},
        {"grade": True},
        {"group": "a"},
        {"group": 1.5},
        {"quot": "x"},
        {"start": 9, "end": 3},
    ],
    ids=repr,
)
def test_evidence_that_cannot_be_is_a_problem_of_its_piece(wrong: dict[str, object]) -> None:
    case, problems = read({"query": "who?", "evidence": [EVIDENCE, {**EVIDENCE, **wrong}]})
    assert case is None
    assert [(problem.field or "")[:10] for problem in problems] == ["evidence.1"]


@pytest.mark.parametrize(
    ("alias", "value", "field"),
    [
        ("question", "who?", "query"),
        ("user_input", "who?", "query"),
        ("_id", "x", "id"),
        ("relevant_ids", ["d1"], "relevant_doc_ids"),
        ("ground_truth", "me", "expected_answer"),
        ("reference", "me", "expected_answer"),
        ("answer", "me", "generated_answer"),
        ("response", "me", "generated_answer"),
        ("contexts", ["text"], "retrieved_texts"),
        ("retrieved_contexts", ["text"], "retrieved_texts"),
    ],
)
def test_a_field_is_read_under_the_names_of_other_tools(alias: str, value: object, field: str) -> None:
    given = {alias: value} if field == "query" else {"query": "who?", alias: value}
    case, problems = read(given)
    assert problems == []
    assert getattr(case, field) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("alias", ["query", "question", "user_input"])
@pytest.mark.parametrize("value", [5, "", "  "])
def test_a_bad_question_is_named_as_the_file_names_it_and_explained_in_our_words(alias: str, value: object) -> None:
    _, problems = read({alias: value})
    assert [str(problem) for problem in problems] == [
        f"g.jsonl:7: field {alias!r}: expected a question, text that is not blank, got {value!r}"
    ]


@pytest.mark.parametrize("name", ["relevant_doc_ids", "relevant_ids", "relevant_chunk_ids"])
def test_bad_labels_are_explained_in_our_words_under_every_name(name: str) -> None:
    _, problems = read({"query": "who?", name: 5})
    assert [problem.text for problem in problems] == [
        "expected a list of ids, or a mapping of id to a finite grade, got 5"
    ]


def test_a_case_without_a_question_says_what_is_missing() -> None:
    _, problems = read({"relevant_doc_ids": ["d1"]})
    assert [str(problem) for problem in problems] == [
        "g.jsonl:7: field 'query': missing; expected a question, under query or question; there is relevant_doc_ids"
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("relevent_doc_ids", "relevant_doc_ids"),
        ("relevant_doc_id", "relevant_doc_ids"),
        ("relevant_docs_ids", "relevant_doc_ids"),
        ("expected_anwser", "expected_answer"),
        ("categroy", "category"),
        ("langauge", "language"),
        ("answerble", "answerable"),
        ("evidences", "evidence"),
        ("ground_truths", "ground_truth"),
        ("Category", "category"),
        ("relevantDocIds", "relevant_doc_ids"),
    ],
)
def test_a_misspelt_field_is_met_with_a_suggestion(written: str, meant: str) -> None:
    case, problems = read({"query": "who?", written: "x"})
    assert case is None
    assert [(problem.field, problem.text) for problem in problems] == [
        (written, f"unknown field, did you mean {meant!r}?")
    ]


@pytest.mark.parametrize("name", ["team", "source", "difficulty", "tags", "page", "author", "kind"])
def test_a_field_of_the_users_own_is_kept_as_metadata(name: str) -> None:
    case, problems = read({"query": "who?", name: [1, {"a": None}]})
    assert problems == []
    assert case is not None
    assert case.metadata == {name: [1, {"a": None}]}


def test_every_wrong_field_of_a_case_is_listed() -> None:
    _, problems = read({"query": 5, "id": 1.5, "answerable": "yes", "metadata": 5})
    assert sorted(str(problem.field) for problem in problems) == ["answerable", "id", "metadata", "query"]


def test_a_long_bad_value_is_shown_in_part() -> None:
    _, problems = read({"query": ["x" * 10_000]})
    assert len(problems[0].text) < 200


def test_grades_of_whole_and_broken_numbers_are_read() -> None:
    case, _ = read({"query": "who?", "relevant_doc_ids": {"d1": 5, "d2": 0, "d3": 2.5}})
    assert case is not None
    assert case.grades() == {"d1": 5.0, "d2": 0.0, "d3": 2.5}


def test_ids_of_numbers_become_text() -> None:
    case, _ = read({"query": "who?", "id": 9, "relevant_doc_ids": [1, "2"]})
    assert case is not None
    assert (case.id, case.relevant_doc_ids) == ("9", ("1", "2"))


def test_one_field_under_two_names_is_not_dropped_in_silence() -> None:
    case, problems = read({"query": "who?", "relevant_doc_ids": ["d1"], "relevant_ids": ["d2"]})
    assert case is None
    assert "relevant_ids" in " ".join(str(problem) for problem in problems)


def test_a_lone_surrogate_is_refused_and_shown_escaped() -> None:
    case, problems = read({"query": "\ud800"})
    assert case is None
    assert "\ud800" not in str(problems[0])
