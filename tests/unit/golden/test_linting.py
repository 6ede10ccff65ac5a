"""What is said of a golden set before anything is measured on it."""

import pytest

from assay import Document, Evidence, GoldenSet, RetrievalTestCase
from assay.golden.finding import Finding
from assay.golden.linting import check_golden


def found(*cases: RetrievalTestCase, scale: str = "binary", corpus: dict[str, str] | None = None) -> dict[str, Finding]:
    documents = None if corpus is None else [Document(doc_id=doc_id, text=text) for doc_id, text in corpus.items()]
    golden = GoldenSet(cases=cases, scale=scale)  # pyright: ignore[reportArgumentType]
    return {finding.code: finding for finding in check_golden(golden, documents)}


def two_labels(query: str = "who?", **rest: object) -> RetrievalTestCase:
    return RetrievalTestCase(query, ["d1", "d2"], **rest)  # pyright: ignore[reportArgumentType]


def test_a_sound_set_gives_no_findings() -> None:
    assert found(two_labels("who?"), two_labels("when?"), corpus={"d1": "", "d2": ""}) == {}


def test_a_question_that_stands_twice_is_a_warning_whatever_its_case_and_spaces() -> None:
    finding = found(two_labels("Who  is it?"), two_labels("who is IT?"), two_labels("other"))["duplicate_queries"]
    assert (finding.severity, finding.cases) == ("warning", ("q1", "q2"))


def test_a_case_without_a_label_is_a_warning() -> None:
    finding = found(RetrievalTestCase("who?"), two_labels())["unlabelled"]
    assert (finding.severity, finding.cases) == ("warning", ("q1",))


def test_a_case_with_labels_below_the_threshold_only_counts_as_unlabelled() -> None:
    assert found(RetrievalTestCase("who?", {"d1": 2}), scale="0-5")["unlabelled"].cases == ("q1",)


def test_a_case_that_nothing_answers_needs_no_label() -> None:
    assert "unlabelled" not in found(RetrievalTestCase("who?", answerable=False), two_labels("when?"))


def test_a_case_that_nothing_answers_and_something_does_is_an_error() -> None:
    finding = found(RetrievalTestCase("who?", ["d1"], answerable=False))["contradictory"]
    assert (finding.severity, finding.cases) == ("error", ("q1",))


def test_cases_with_one_label_are_told_of_the_cap_on_precision() -> None:
    finding = found(RetrievalTestCase("who?", ["d1"]), two_labels())["one_label"]
    assert (finding.severity, finding.cases) == ("info", ("q1",))
    assert "1 of 2" in finding.text


def test_a_small_group_is_a_warning() -> None:
    cases = [two_labels(f"q {n}", category="facts") for n in range(10)]
    finding = found(*cases, two_labels("other", category="rare"))["balance_category"]
    assert finding.severity == "warning"
    assert "facts 10, rare 1" in finding.text
    assert "Fewer than 10 cases in rare" in finding.text


def test_groups_of_ten_are_only_told() -> None:
    assert found(*(two_labels(f"q {n}", language="en") for n in range(10)))["balance_language"].severity == "info"


def test_cases_without_categories_are_not_told_of_balance() -> None:
    assert "balance_category" not in found(two_labels())


def test_grades_above_one_without_a_scale_are_a_warning() -> None:
    assert found(RetrievalTestCase("who?", {"d1": 4, "d2": 1}))["undeclared_scale"].severity == "warning"


def test_grades_of_a_declared_scale_are_in_order() -> None:
    assert "undeclared_scale" not in found(RetrievalTestCase("who?", {"d1": 4, "d2": 5}), scale="0-5")


@pytest.mark.parametrize("grade", [6, 5.5, -1])
def test_a_grade_off_the_declared_scale_is_an_error(grade: float) -> None:
    assert found(RetrievalTestCase("who?", {"d1": grade, "d2": 4}), scale="0-5")["off_scale"].severity == "error"


def test_a_label_that_names_no_document_is_an_error() -> None:
    finding = found(two_labels(), two_labels("when?", id="x"), corpus={"d1": "text"})["unknown_documents"]
    assert (finding.severity, finding.cases) == ("error", ("q1", "x"))
    assert "2 (d2 (q1), d2 (x))" in finding.text


def test_document_labels_are_looked_up_even_where_another_case_labels_chunks() -> None:
    chunked = RetrievalTestCase("who?", relevant_chunk_ids=["d1#1", "d1#2"])
    assert "unknown_documents" in found(chunked, RetrievalTestCase("when?", ["gone", "d1"]), corpus={"d1": "text"})


def test_a_quote_that_is_not_in_its_document_is_an_error() -> None:
    case = two_labels(evidence=[Evidence(doc_id="d1", quote="brown wolf")])
    finding = found(case, corpus={"d1": "the brown fox", "d2": ""})["evidence_gone"]
    assert (finding.severity, finding.cases) == ("error", ("q1",))


def test_a_quote_that_stands_in_its_document_is_in_order() -> None:
    case = two_labels(evidence=[Evidence(doc_id="d1", quote="brown fox")])
    assert found(case, corpus={"d1": "the brown fox", "d2": ""}) == {}


def test_evidence_in_a_document_that_is_not_there_is_an_error() -> None:
    case = two_labels(evidence=[Evidence(doc_id="gone", quote="brown fox")])
    assert {finding.severity for finding in found(case, corpus={"d1": "", "d2": ""}).values()} == {"error"}


def test_without_a_corpus_nothing_is_looked_up() -> None:
    case = two_labels(evidence=[Evidence(doc_id="gone", quote="brown fox")])
    assert found(case) == {}


def test_errors_stand_before_warnings_and_warnings_before_facts() -> None:
    golden = GoldenSet(
        cases=(
            RetrievalTestCase("who?", ["d1"]),
            RetrievalTestCase("WHO?", ["d1"]),
            RetrievalTestCase("x", ["d1"], answerable=False),
        )
    )
    severities = [finding.severity for finding in check_golden(golden)]
    assert severities == ["error", "warning", "info"]


def test_a_list_of_many_cases_is_cut_in_the_text_and_whole_in_the_finding() -> None:
    finding = found(*(RetrievalTestCase(f"q {n}") for n in range(30)))["unlabelled"]
    assert len(finding.cases) == 30
    assert "q5, ..." in finding.text
    assert "q6" not in finding.text
