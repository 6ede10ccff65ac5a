from collections.abc import Sequence

import numpy as np
import pytest

from assay.data.document import Document
from assay.lab.passages import passages_of
from assay.lab.vectors import DenseSearch, dense_search
from assay.models.encoder import Vectors


class Given:
    """An encoder that knows the vectors of its texts."""

    name, sha256, dim = "given", "0" * 64, 8

    def __init__(self, vectors: dict[str, Vectors]) -> None:
        self.vectors = vectors

    def encode(self, texts: Sequence[str]) -> Vectors:
        return np.array([self.vectors[text] for text in texts], dtype=np.float32).reshape(len(texts), self.dim)


@pytest.fixture
def vectors() -> dict[str, Vectors]:
    random = np.random.default_rng(7).normal(size=(40, 8))
    random /= np.linalg.norm(random, axis=1, keepdims=True)
    return {f"text {number}": vector.astype(np.float32) for number, vector in enumerate(random)}


def search(vectors: dict[str, Vectors], texts: Sequence[str]) -> DenseSearch:
    documents = [Document(doc_id=text, text=text) for text in texts]
    encoder = Given(vectors)
    return dense_search(passages_of(documents, None, 0), encoder, cached=encoder, settings={"name": "dense"})


def test_hits_are_the_closest_by_cosine_in_double_precision(vectors: dict[str, Vectors]) -> None:
    query = vectors["text 39"].astype(np.float64)
    cosines = {text: float(vector.astype(np.float64) @ query) for text, vector in vectors.items()}
    expected = sorted(cosines, key=lambda text: -cosines[text])[:10]
    hits = search(vectors, list(vectors)).retrieve("text 39", 10)
    assert [hit.doc_id for hit in hits] == expected
    assert [hit.score for hit in hits] == pytest.approx([cosines[text] for text in expected], abs=1e-6)


def test_equal_vectors_keep_the_order_of_the_corpus(vectors: dict[str, Vectors]) -> None:
    same = {**vectors, "text 1": vectors["text 0"], "text 2": vectors["text 0"]}
    hits = search(same, ["text 2", "text 5", "text 0", "text 1"]).retrieve("text 0", 3)
    assert [hit.doc_id for hit in hits] == ["text 2", "text 0", "text 1"]


def test_k_may_exceed_the_corpus(vectors: dict[str, Vectors]) -> None:
    assert len(search(vectors, ["text 0", "text 1"]).retrieve("text 0", 99)) == 2


@pytest.mark.parametrize("query", ["", " \n"])
def test_a_blank_query_finds_nothing(vectors: dict[str, Vectors], query: str) -> None:
    assert search(vectors, ["text 0"]).retrieve(query, 3) == []


def test_a_corpus_with_nothing_to_index_finds_nothing(vectors: dict[str, Vectors]) -> None:
    assert search(vectors, [""]).retrieve("text 0", 3) == []
