import pytest

from assay.data.case import RetrievalTestCase
from assay.data.hit import Hit
from assay.labels.unit import label, ranked_ids

A1 = Hit("a", chunk_id="a#1")
A2 = Hit("a", chunk_id="a#2")
B1 = Hit("b", chunk_id="b#1")
WHOLE_A = Hit("a")
WHOLE_B = Hit("b")
SPAN_A = Hit("a", start=0, end=9)
SPAN_A_LATER = Hit("a", start=9, end=20)


def test_chunks_collapse_to_their_document_at_its_first_place() -> None:
    assert ranked_ids([A1, B1, A2], "document") == ["a", "b"]


def test_a_later_chunk_of_a_document_takes_no_place_from_the_next_one() -> None:
    assert ranked_ids([A1, A2, B1], "document") == ["a", "b"]


def test_a_whole_document_returned_twice_keeps_both_places() -> None:
    assert ranked_ids([WHOLE_A, WHOLE_A, WHOLE_B], "document") == ["a", "a", "b"]


def test_spans_without_ids_of_their_own_collapse_as_chunks_do() -> None:
    assert ranked_ids([SPAN_A, SPAN_A_LATER, WHOLE_B], "document") == ["a", "b"]


def test_a_chunk_after_its_whole_document_takes_no_place() -> None:
    assert ranked_ids([WHOLE_A, A1, B1], "document") == ["a", "b"]


def test_a_whole_document_after_its_chunk_is_a_repeat_that_keeps_its_place() -> None:
    assert ranked_ids([A1, WHOLE_A, B1], "document") == ["a", "a", "b"]


def test_chunks_keep_every_place_where_k_counts_chunks() -> None:
    assert ranked_ids([A1, B1, A2], "chunk") == ["a#1", "b#1", "a#2"]


def test_a_chunk_returned_twice_keeps_both_places() -> None:
    assert ranked_ids([A1, A1, B1], "chunk") == ["a#1", "a#1", "b#1"]


def test_a_hit_without_a_chunk_id_goes_by_its_document_where_k_counts_chunks() -> None:
    assert ranked_ids([WHOLE_A, B1], "chunk") == ["a", "b#1"]


@pytest.mark.parametrize("unit", ["document", "chunk"])
def test_no_hits_have_no_ids(unit: str) -> None:
    assert ranked_ids([], unit) == []


def test_naming_hits_never_writes_to_the_ranking() -> None:
    hits = [A1, A2, B1]
    ranked_ids(hits, "document")
    assert hits == [A1, A2, B1]


def case(*doc_ids: str, chunks: tuple[str, ...] = (), **fields: bool) -> RetrievalTestCase:
    return RetrievalTestCase("who?", doc_ids, relevant_chunk_ids=chunks, **fields)


@pytest.mark.parametrize("hit", [A1, Hit("a#1")], ids=["with a chunk id", "with one id only"])
def test_labels_that_a_case_calls_chunks_are_on_chunks(hit: Hit) -> None:
    labelling = label([case(chunks=("a#1",))], [[hit]])
    assert (labelling.unit, labelling.ids, labelling.labels) == ("chunk", [["a#1"]], [{"a#1": 1.0}])


def test_a_case_with_both_kinds_of_labels_is_held_against_chunks_where_hits_carry_them() -> None:
    labelling = label([case("a", chunks=("a#2",))], [[A1, A2]])
    assert (labelling.unit, labelling.ids, labelling.labels) == ("chunk", [["a#1", "a#2"]], [{"a#2": 1.0}])


def test_a_case_with_both_kinds_of_labels_is_held_against_documents_where_hits_are_documents() -> None:
    labelling = label([case("a", chunks=("a#2",))], [[WHOLE_A]])
    assert (labelling.unit, labelling.ids, labelling.labels) == ("document", [["a"]], [{"a": 1.0}])


def test_beside_cases_on_chunks_one_on_documents_has_its_hits_go_by_their_document() -> None:
    labelling = label([case(chunks=("a#1",)), case("b")], [[A1], [A1, A2, B1]])
    assert labelling.unit == "chunk"
    assert (labelling.ids[1], labelling.labels[1]) == (["a", "a", "b"], {"b": 1.0})


def test_a_case_that_claims_no_answer_has_no_labels() -> None:
    assert label([case("a", answerable=False)], [[WHOLE_A]]).labels == [{}]


def test_an_id_without_a_grade_gets_the_one_that_is_given() -> None:
    assert label([case("a")], [[WHOLE_A]], ungraded=5.0).labels == [{"a": 5.0}]


@pytest.mark.parametrize(
    ("cases", "rankings", "unit"),
    [
        ([case("a")], [[A1]], "document"),
        ([case("a#2"), case("b#1")], [[A1], [B1]], "chunk"),
        ([case("a#1"), case("b")], [[A1], [B1]], "document"),
        ([case("z"), case()], [[A1], []], "document"),
        ([case("b#1"), case("a#1")], [[A1], [B1]], "document"),
    ],
    ids=["a document", "only chunks", "one document among chunks", "nothing retrieved", "another query's chunks"],
)
def test_labels_written_as_documents_are_on_what_they_name(
    cases: list[RetrievalTestCase], rankings: list[list[Hit]], unit: str
) -> None:
    assert label(cases, rankings).unit == unit


def test_cases_may_come_from_a_generator_that_is_read_once() -> None:
    assert label(iter([case("a#1")]), [[A1]]).labels == [{"a#1": 1.0}]
