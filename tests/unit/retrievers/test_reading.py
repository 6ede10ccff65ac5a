import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np
import pytest

from assay.errors import HitShapeError
from assay.retrievers.reading import read_hits


@dataclass
class Document:
    page_content: str = ""
    metadata: dict[str, object] = field(default_factory=dict)
    id: str | None = None


def test_what_comes_after_k_is_cut() -> None:
    assert [hit.doc_id for hit in read_hits([f"d{n}" for n in range(50)], 10)] == [f"d{n}" for n in range(10)]


def test_fewer_than_k_are_taken_as_they_are() -> None:
    assert [hit.doc_id for hit in read_hits(["a", "b", "c"], 10)] == ["a", "b", "c"]


def test_an_empty_result_is_no_hits() -> None:
    assert read_hits([], 10) == []


def test_repeats_are_kept_where_they_stand() -> None:
    assert [hit.doc_id for hit in read_hits(["a", "a", "b"], 10)] == ["a", "a", "b"]


def test_a_generator_is_not_read_beyond_k() -> None:
    def endless() -> Iterator[str]:
        for n in itertools.count():
            assert n < 1000, "read a thousand hits where three were wanted"
            yield f"d{n}"

    assert [hit.doc_id for hit in read_hits(endless(), 3)] == ["d0", "d1", "d2"]


def test_scores_never_sort_again_they_may_be_distances() -> None:
    assert [hit.doc_id for hit in read_hits([("far", 0.9), ("near", 0.1)], 10)] == ["far", "near"]


@pytest.mark.parametrize("score", [np.float32(0.5), np.float64(0.5), Decimal("0.5"), 0.5])
def test_any_kind_of_number_is_a_score(score: object) -> None:
    found = read_hits([("d1", score)], 1)[0].score
    assert (found, type(found)) == (0.5, float)


@pytest.mark.parametrize("name", ["score", "similarity", "distance"])
def test_a_score_is_found_under_its_usual_names(name: str) -> None:
    assert read_hits([{"id": "d1", name: 0.25}], 1)[0].score == 0.25


def test_a_score_of_zero_is_a_score() -> None:
    assert read_hits([{"id": "d1", "score": 0.0, "distance": 3.0}], 1)[0].score == 0.0


def test_an_id_of_zero_is_an_id() -> None:
    assert read_hits([{"id": 0}], 1)[0].doc_id == "0"


@pytest.mark.parametrize("pair", [("d1", None), (Document(metadata={"id": "d1"}), None)])
def test_a_pair_without_a_score_is_a_hit_without_one(pair: tuple[object, None]) -> None:
    assert [(hit.doc_id, hit.score) for hit in read_hits([pair], 1)] == [("d1", None)]


def test_a_document_and_its_chunk_are_told_apart() -> None:
    hit = read_hits([{"doc_id": "d1", "chunk_id": "d1#2"}], 1)[0]
    assert (hit.doc_id, hit.chunk_id) == ("d1", "d1#2")


def test_the_own_id_beside_a_documents_id_is_the_chunks() -> None:
    hit = read_hits([{"id": "c7", "metadata": {"doc_id": "d1"}}], 1)[0]
    assert (hit.doc_id, hit.chunk_id) == ("d1", "c7")


def test_a_record_with_one_id_is_a_whole_document() -> None:
    assert read_hits([{"id": "d1"}], 1)[0].chunk_id is None


def test_an_id_that_repeats_the_documents_is_no_chunk() -> None:
    assert read_hits([{"id": "d1", "doc_id": "d1"}], 1)[0].chunk_id is None


def test_ids_of_numbers_become_text() -> None:
    hit = read_hits([{"doc_id": 7, "chunk_id": np.int64(3)}], 1)[0]
    assert (hit.doc_id, hit.chunk_id) == ("7", "3")


def test_the_source_of_a_document_is_its_id_only_where_there_is_no_other() -> None:
    hits = read_hits([Document(metadata={"source": "a.md"}), Document(metadata={"source": "a.md", "id": "d1"})], 2)
    assert [hit.doc_id for hit in hits] == ["a.md", "d1"]


def test_text_span_and_metadata_are_kept() -> None:
    came = {"id": "d1", "text": "some", "metadata": {"start": 3, "end": 7, "year": 1999}}
    hit = read_hits([came], 1)[0]
    assert (hit.text, hit.start, hit.end, hit.metadata["year"]) == ("some", 3, 7, 1999)


def test_a_wrapped_node_keeps_the_score_of_its_wrapper() -> None:
    @dataclass
    class Wrapper:
        node: Document
        score: float

    node = Document(page_content="some", metadata={"id": "d1", "score": 99.0})
    hit = read_hits([Wrapper(node, 0.25)], 1)[0]
    assert (hit.doc_id, hit.score, hit.text) == ("d1", 0.25, "some")


def test_a_llamaindex_node_tells_its_document_from_itself() -> None:
    @dataclass
    class TextNode:
        node_id: str
        ref_doc_id: str
        text: str
        metadata: dict[str, object]

    @dataclass
    class Wrapper:
        node: TextNode
        score: float

    hit = read_hits([Wrapper(TextNode("n1", "d1", "some", {}), 0.25)], 1)[0]
    assert (hit.doc_id, hit.chunk_id) == ("d1", "n1")


@pytest.mark.parametrize("rank", [1, 2, 5])
def test_the_error_names_the_rank_of_the_hit_that_cannot_be_read(rank: int) -> None:
    came: list[object] = ["d"] * 5
    came[rank - 1] = None
    with pytest.raises(HitShapeError, match=f"hit {rank} cannot be read: NoneType None"):
        read_hits(came, 5)


def test_the_error_does_not_pour_out_a_whole_document() -> None:
    with pytest.raises(HitShapeError) as caught:
        read_hits([{"text": "x" * 100_000}], 1)
    assert len(str(caught.value)) < 1000


def test_the_error_is_made_even_where_the_object_cannot_be_shown() -> None:
    class Unshowable:
        def __repr__(self) -> str:
            raise RuntimeError("no repr")

    with pytest.raises(HitShapeError, match="Unshowable"):
        read_hits([Unshowable()], 1)


def test_a_score_that_is_not_finite_is_kept_as_it_came() -> None:
    assert read_hits([("d1", float("-inf"))], 1)[0].score == float("-inf")
