import pytest

from assay.data.hit import Hit
from assay.labels.unit import choose_unit, ranked_ids

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


def test_labels_that_cases_call_chunks_are_on_chunks() -> None:
    assert choose_unit([[WHOLE_A]], [{"a": 1}], on_chunks=True) == "chunk"


def test_labels_that_name_a_retrieved_document_are_on_documents() -> None:
    assert choose_unit([[A1]], [{"a": 1}], on_chunks=False) == "document"


def test_labels_that_name_only_chunks_are_on_chunks() -> None:
    assert choose_unit([[A1], [B1]], [{"a#2": 1}, {"b#1": 1}], on_chunks=False) == "chunk"


def test_one_label_on_a_document_outweighs_labels_that_look_like_chunks() -> None:
    assert choose_unit([[A1], [B1]], [{"a#1": 1}, {"b": 1}], on_chunks=False) == "document"


def test_labels_that_meet_nothing_are_on_documents() -> None:
    assert choose_unit([[A1], []], [{"z": 1}, {}], on_chunks=False) == "document"


def test_a_label_of_another_query_says_nothing_about_this_one() -> None:
    assert choose_unit([[A1], [B1]], [{"b#1": 1}, {"a#1": 1}], on_chunks=False) == "document"


def test_rankings_may_come_from_a_generator_that_is_read_once() -> None:
    assert choose_unit(iter([[A1]]), iter([{"a#1": 1}]), on_chunks=False) == "chunk"
