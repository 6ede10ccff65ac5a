"""MaxSim by hand, over an encoder whose token vectors are written down."""

from collections.abc import Sequence

import numpy as np
import pytest

from assay.models.max_sim import MaxSim, Tokens, max_sim
from assay.models.scores import compute_scores_sync

ACROSS, UP, SLANTED = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def rows(*vectors: list[float]) -> Tokens:
    return np.array(vectors, dtype=np.float32)


class Written:
    """An encoder of whole words, one vector each, not of length 1."""

    name = "written"
    sha256 = "0" * 64
    vectors = {"a": [2.0, 0.0], "b": [0.0, 5.0], "c": [3.0, 4.0]}  # noqa: RUF012

    def token_vectors(self, texts: Sequence[str]) -> list[Tokens]:
        return [rows(*(self.vectors[word] for word in text.split())) for text in texts]


def test_each_token_of_the_query_takes_its_best_match_and_the_mean_is_the_score() -> None:
    # across finds slanted at 0.6, up finds slanted at 0.8
    assert max_sim(rows(ACROSS, UP), rows(SLANTED)) == pytest.approx(0.7)


def test_a_document_is_not_punished_for_what_the_query_does_not_ask() -> None:
    assert max_sim(rows(ACROSS), rows(ACROSS, UP)) == 1.0


def test_saying_the_query_twice_changes_nothing() -> None:
    assert max_sim(rows(ACROSS, UP, ACROSS, UP), rows(SLANTED)) == pytest.approx(
        max_sim(rows(ACROSS, UP), rows(SLANTED))
    )


def test_vectors_are_brought_to_length_one() -> None:
    # a against c: 0.6; b against c: 0.8; c against itself: 1
    assert compute_scores_sync(MaxSim(Written()), "a b", ["c", "a b", "b"]) == pytest.approx([0.7, 1.0, 0.5])


def test_no_documents_give_no_scores() -> None:
    assert compute_scores_sync(MaxSim(Written()), "a", []) == []
