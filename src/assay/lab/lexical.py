"""BM25 over an embedded index: the one file that imports bm25s."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.data.hit import Hit
from assay.errors import BadInputError, MissingExtraError
from assay.lab.best import best
from assay.lab.passages import Passage
from assay.lab.searching import Ranked, retrieved
from assay.lab.tokenizing import Tokenizer

K1 = 1.2
B = 0.75


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LexicalSearch:
    """BM25 in Lucene's variant; see `assay.lab.bm25`."""

    passages: Sequence[Passage]
    tokenizer: Tokenizer
    vocabulary: Mapping[str, int]
    index: Any
    settings: Mapping[str, Any]
    one_per_document: bool = False

    def rank(self, query: str, k: int) -> Ranked:
        """Return the best `k` of the passages that hold a term of `query`."""
        scores = self._scores(query)
        rows = best(scores, k)
        rows = rows[scores[rows] > 0]
        return Ranked(rows, scores[rows])

    def retrieve(self, query: str, k: int) -> list[Hit]:
        """Return the best `k` passages that hold a term of `query`; see `assay.lab.searching.retrieved`."""
        return retrieved(self, query, k)

    def describe(self) -> dict[str, Any]:
        """Return the name and every parameter."""
        return dict(self.settings)

    def _scores(self, query: str) -> NDArray[np.float64]:
        known = [self.vocabulary[term] for term in self.tokenizer.terms(query) if term in self.vocabulary]
        if not known:
            return np.zeros(len(self.passages))
        return self.index.get_scores_from_ids(known)


def lexical_search(
    passages: Sequence[Passage],
    *,
    language: str | None,
    k1: float,
    b: float,
    settings: Mapping[str, Any],
    one_per_document: bool = False,
) -> LexicalSearch:
    """Index passages for BM25.

    Raises
    ------
    BadInputError
        `k1` is negative, or `b` not in [0, 1].
    MissingExtraError
        bm25s is not installed.
    """
    if k1 < 0 or not 0 <= b <= 1:
        raise BadInputError(f"k1 is at least 0 and b in [0, 1], got k1={k1} and b={b}")
    vocabulary: dict[str, int] = {}
    tokenizer = Tokenizer(language=language)
    terms = (tokenizer.terms(passage.indexed) for passage in passages)
    rows = [[vocabulary.setdefault(term, len(vocabulary)) for term in of_one] for of_one in terms]
    return LexicalSearch(
        passages=passages,
        tokenizer=_for_queries(passages, language),
        vocabulary=vocabulary,
        index=_index(rows, vocabulary, k1, b) if vocabulary else None,
        settings=settings,
        one_per_document=one_per_document,
    )


def _for_queries(passages: Sequence[Passage], language: str | None) -> Tokenizer:
    """Return a tokenizer that stems a query as a language of the corpus: short queries are easily mistaken."""
    if language:
        return Tokenizer(language=language)
    told = Tokenizer()
    counts = Counter(told.latin(passage.indexed) for passage in passages)
    often = [code for code, count in counts.most_common() if count >= len(passages) / 100]
    return Tokenizer(among=tuple(often), fallback=often[0] if often else "en")


def _index(rows: list[list[int]], vocabulary: Mapping[str, int], k1: float, b: float) -> Any:
    try:
        import bm25s
    except ImportError as error:
        raise MissingExtraError("lexical search (bm25s)", "pip install 'assay[lab]'") from error
    # float64: bm25s' float32 would make ties of what is none, and the sum depend on the order of terms.
    index: Any = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
    index.index((rows, dict(vocabulary)), show_progress=False)
    return index
