import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.data.document import Document
from assay.errors import BadInputError
from assay.lab import bm25

pytest.importorskip("bm25s")
pytest.importorskip("Stemmer")

WORDS = ["gold", "iron", "lead", "zinc", "tin"]


def corpus(*texts: str) -> list[Document]:
    return [Document(doc_id=f"d{number}", text=text) for number, text in enumerate(texts)]


def lucene_bm25(query: list[str], texts: list[list[str]], k1: float, b: float) -> list[float]:
    """The formula as in Kamphuis et al. (2020), table 1, 'Lucene (accurate)', written out."""
    n, mean = len(texts), sum(map(len, texts)) / len(texts)
    scores = [0.0] * n
    for number, text in enumerate(texts):
        counts = Counter(text)
        for term in query:
            having = sum(term in other for other in texts)
            idf = math.log(1 + (n - having + 0.5) / (having + 0.5))
            scores[number] += idf * counts[term] / (counts[term] + k1 * (1 - b + b * len(text) / mean))
    return scores


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), min_size=1, max_size=8),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4),
    st.sampled_from([(1.2, 0.75), (0.9, 0.4), (2.0, 0.0), (0.5, 1.0)]),
)
@settings(deadline=None)
def test_scores_agree_with_the_formula(
    texts: list[list[str]], query: list[str], parameters: tuple[float, float]
) -> None:
    k1, b = parameters
    retriever = bm25(corpus(*(" ".join(text) for text in texts)), language="none", k1=k1, b=b)
    found = {hit.doc_id: hit.score for hit in retriever.retrieve(" ".join(query), 10)}
    expected = {f"d{n}": score for n, score in enumerate(lucene_bm25(query, texts, k1, b)) if score > 0}
    assert found == pytest.approx(expected, rel=1e-9)


def test_hits_come_best_first_and_equal_ones_in_the_order_of_the_corpus() -> None:
    hits = bm25(corpus("iron", "gold lead", "gold zinc", "gold")).retrieve("gold", 10)
    assert [hit.doc_id for hit in hits] == ["d3", "d1", "d2"]
    assert hits[1].score == hits[2].score


@pytest.mark.parametrize("query", ["", "   ", "?!", "platinum", "白金", "\ud800", "😀"])
def test_a_query_without_a_known_word_finds_nothing(query: str) -> None:
    assert bm25(corpus("gold", "iron")).retrieve(query, 5) == []


def test_k_may_exceed_the_corpus() -> None:
    assert len(bm25(corpus("gold", "gold iron")).retrieve("gold", 1000)) == 2


@pytest.mark.parametrize("k", [0, -3])
def test_k_below_one_is_refused(k: int) -> None:
    with pytest.raises(BadInputError, match="at least 1"):
        bm25(corpus("gold")).retrieve("gold", k)


@pytest.mark.parametrize("text", ["", "?!"])
def test_a_corpus_without_a_word_finds_nothing(text: str) -> None:
    assert bm25(corpus(text, text)).retrieve("gold", 5) == []


def test_a_query_longer_than_any_document_is_searched() -> None:
    assert [hit.doc_id for hit in bm25(corpus("gold", "iron")).retrieve("gold " * 100_000, 5)] == ["d0"]


def test_a_query_is_stemmed_as_the_corpus_where_it_does_not_tell_its_language() -> None:
    spanish = corpus("las mediciones de la calidad en los documentos", "el color del cielo y de los mares")
    assert [hit.doc_id for hit in bm25(spanish).retrieve("medición", 5)] == ["d0"]


def test_a_title_is_searched_too() -> None:
    documents = [Document(doc_id="a", title="Gold", text="It is heavy."), Document(doc_id="b", text="It is light.")]
    assert [hit.doc_id for hit in bm25(documents).retrieve("gold", 5)] == ["a"]


@pytest.mark.parametrize(("k1", "b"), [(-0.1, 0.5), (1.0, -0.1), (1.0, 1.1)])
def test_parameters_out_of_range_are_refused(k1: float, b: float) -> None:
    with pytest.raises(BadInputError):
        bm25(corpus("gold"), k1=k1, b=b)
