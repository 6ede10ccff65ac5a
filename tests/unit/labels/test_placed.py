"""Quotes put in their place."""

from assay.data.case import Evidence, RetrievalTestCase
from assay.data.document import Document
from assay.labels.placed import placed

TEXT = "The fee was 32 dollars. The fee is 8 dollars now."


def place(piece: Evidence) -> Evidence:
    (case,) = placed([RetrievalTestCase("q", evidence=[piece])], [Document(doc_id="d", text=TEXT)])
    return case.evidence[0]


def test_a_quote_that_stands_once_gets_its_offsets_and_its_context() -> None:
    found = place(Evidence(doc_id="d", quote="is 8 dollars"))
    assert (found.start, found.end) == (32, 44)
    assert (found.prefix, found.suffix) == ("The fee was 32 dollars. The fee ", " now.")


def test_a_quote_that_stands_twice_is_not_guessed_at() -> None:
    assert place(Evidence(doc_id="d", quote="dollars")).start is None


def test_a_quote_that_does_not_stand_there_stays_as_it_is() -> None:
    piece = Evidence(doc_id="d", quote="nine dollars")
    assert place(piece) == piece
    assert place(Evidence(doc_id="gone", quote="is 8 dollars")).start is None


def test_offsets_that_are_given_are_kept() -> None:
    found = place(Evidence(doc_id="d", quote="dollars", start=37, end=44))
    assert (found.start, found.end, found.suffix) == (37, 44, " now.")
    wrong = place(Evidence(doc_id="d", quote="dollars", start=0, end=7))
    assert (wrong.start, wrong.end, wrong.prefix) == (0, 7, "")


def test_cases_without_evidence_are_left_alone() -> None:
    case = RetrievalTestCase("q", ["d"])
    assert placed([case], [Document(doc_id="d", text=TEXT)]) == (case,)
