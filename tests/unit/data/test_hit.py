from contextlib import suppress
from dataclasses import FrozenInstanceError

import pytest

from assay.data.hit import Hit


def test_a_hit_with_an_id_of_its_own_is_a_chunk() -> None:
    assert Hit("a", chunk_id="a#1").is_chunk


def test_a_hit_with_a_span_is_a_chunk() -> None:
    assert Hit("a", start=0, end=10).is_chunk


def test_a_hit_with_a_document_id_only_is_the_whole_document() -> None:
    assert not Hit("a", 0.5, text="all of it").is_chunk


def test_a_hit_cannot_be_written_to() -> None:
    with pytest.raises(FrozenInstanceError):
        Hit("a").doc_id = "b"


def test_hits_share_no_metadata_that_can_be_written_to() -> None:
    hit = Hit("a")
    with suppress(TypeError):
        hit.metadata["seen"] = True
    try:
        assert "seen" not in Hit("b").metadata
    finally:
        with suppress(TypeError, KeyError):
            del hit.metadata["seen"]
