"""The retrievers of the lab, each built over a corpus by one call."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.errors import BadInputError
from assay.lab.chunking import OVERLAP, SIZE
from assay.lab.fusion import RRF_K, HybridSearch
from assay.lab.lexical import K1, B, LexicalSearch, lexical_search
from assay.lab.passages import Corpus, Passage, documents_of, passages_of
from assay.lab.vectors import DenseSearch, dense_search
from assay.models.catalogue import EncoderName, load_encoder
from assay.models.encoder import Encoder
from assay.models.vector_cache import DEFAULT


def bm25(
    corpus: Corpus,
    *,
    size: int | None = SIZE,
    overlap: int = OVERLAP,
    one_per_document: bool = False,
    language: str | None = None,
    k1: float = K1,
    b: float = B,
) -> LexicalSearch:
    r"""Build a BM25 retriever over a corpus.

    .. math:: \sum_{t \in q} \ln\left(1 + \frac{N - n_t + 0.5}{n_t + 0.5}\right)
              \frac{f_{t,d}}{f_{t,d} + k_1 (1 - b + b\,|d| / \mathrm{avgdl})}

    Parameters
    ----------
    corpus
        Documents, or a path that `assay.files.corpus.read_corpus` reads.
    size, overlap
        Of the chunks, see `assay.lab.chunk`; a `size` of None or 0 keeps documents whole.
    one_per_document
        Return only the best chunk of each document, so that k hits are of k documents.
    language
        What to stem as, two letters; None tells it per text (`assay.lab.tokenizing.Tokenizer`).
    k1, b
        At least 0; in [0, 1].

    Returns
    -------
    LexicalSearch
        Its ``retrieve(query, k)`` gives hits with a positive score only: none for a query whose words the corpus
        does not hold. Equal scores keep the order of the corpus. A term a query repeats counts again.

    Raises
    ------
    BadInputError
        The corpus is empty or repeats an id, or a parameter is out of range.
    MissingExtraError
        bm25s, PyStemmer, or for Chinese rjieba is not installed.

    Notes
    -----
    Robertson & Zaragoza (2009) in Lucene's variant (Kamphuis et al. 2020): no ``k1 + 1`` above the line, which
    changes no order, and document lengths kept exact. The defaults are Lucene's own, not
    tuned here. Of (0.9, 0.4), (1.2, 0.5), (1.2, 0.75), (1.5, 0.75) and (2, 0.75) none wins everywhere: nDCG@10 is
    .689 .686 .694 .686 .674 on Chinese news (RGB), .331 .340 .348 .351 .356 on Cranfield, within .006 on XQuAD.
    """
    passages, described = _prepared(corpus, size, overlap, one_per_document=one_per_document)
    own = {"language": language, "k1": k1, "b": b}
    settings = {"name": "assay.lab:bm25", **described, **own}
    return lexical_search(passages, language=language, k1=k1, b=b, settings=settings, one_per_document=one_per_document)


def dense(
    corpus: Corpus,
    *,
    model: EncoderName = "multilingual",
    size: int | None = SIZE,
    overlap: int = OVERLAP,
    one_per_document: bool = False,
    cache: str | Path | None = DEFAULT,
) -> DenseSearch:
    """Build a dense retriever over a corpus: exact search by cosine.

    Parameters
    ----------
    corpus, size, overlap, one_per_document
        As in `bm25`.
    model
        ``multilingual`` (16 languages), ``english`` (better on English, slower) or ``static`` (instant, worse).
    cache
        File that keeps the passages' vectors between runs; None keeps none. Queries are encoded every time, so
        that their latency is what it is.

    Returns
    -------
    DenseSearch
        Its ``retrieve(query, k)`` always gives `k` hits if there are as many passages.

    Raises
    ------
    BadInputError
        As `bm25`, or no encoder goes by `model`.
    MissingExtraError
        What the model needs is not installed.
    """
    encoder = load_encoder(model)
    passages, described = _prepared(corpus, size, overlap, one_per_document=one_per_document)
    settings = {"name": "assay.lab:dense", **described, **_model(model, encoder)}
    return dense_search(
        passages, encoder, cached=load_encoder(model, cache=cache), settings=settings, one_per_document=one_per_document
    )


def hybrid(
    corpus: Corpus,
    *,
    model: EncoderName = "multilingual",
    size: int | None = SIZE,
    overlap: int = OVERLAP,
    one_per_document: bool = False,
    language: str | None = None,
    k1: float = K1,
    b: float = B,
    cache: str | Path | None = DEFAULT,
    rrf_k: float = RRF_K,
    depth: int | None = None,
) -> HybridSearch:
    """Build a retriever that fuses BM25 with dense search by reciprocal rank.

    Parameters
    ----------
    corpus, size, overlap, one_per_document, language, k1, b, model, cache
        As in `bm25` and `dense`.
    rrf_k
        As in `assay.lab.fusion.reciprocal_rank_fusion`.
    depth
        How many passages each of the two is asked for; None asks for ``max(100, 10 * k)``.

    Returns
    -------
    HybridSearch
        Its hits carry the fused score, at most ``2 / (rrf_k + 1)``; equal ones keep the order of the corpus.

    Raises
    ------
    BadInputError, MissingExtraError
        As `bm25` and `dense`, or `rrf_k` or `depth` is out of range.
    """
    if rrf_k < 0 or (depth is not None and depth < 1):
        raise BadInputError(f"rrf_k is at least 0 and depth at least 1, got rrf_k={rrf_k} and depth={depth}")
    encoder = load_encoder(model)
    passages, described = _prepared(corpus, size, overlap, one_per_document=one_per_document)
    own = {"language": language, "k1": k1, "b": b, **_model(model, encoder), "rrf_k": rrf_k, "depth": depth}
    settings = {"name": "assay.lab:hybrid", **described, **own}
    searches = (
        lexical_search(passages, language=language, k1=k1, b=b, settings=settings),
        dense_search(passages, encoder, cached=load_encoder(model, cache=cache), settings=settings),
    )
    return HybridSearch(
        passages=passages,
        searches=searches,
        rrf_k=rrf_k,
        depth=depth,
        settings=settings,
        one_per_document=one_per_document,
    )


def _prepared(
    corpus: Corpus, size: int | None, overlap: int, *, one_per_document: bool
) -> tuple[Sequence[Passage], Mapping[str, Any]]:
    documents = documents_of(corpus)
    passages = passages_of(documents, size, overlap)
    sizes = {"size": size, "overlap": overlap} if size else {"size": None, "overlap": None}
    return passages, {
        **sizes,
        "one_per_document": one_per_document,
        "n_documents": len(documents),
        "n_passages": len(passages),
    }


def _model(name: str, encoder: Encoder) -> Mapping[str, str]:
    return {"model": name, "encoder": encoder.name, "sha256": encoder.sha256[:12]}
