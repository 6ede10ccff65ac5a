from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from assay.data.document import Document
from assay.data.hit import Hit
from assay.lab.fusion import HybridSearch, reciprocal_rank_fusion
from assay.lab.passages import Passage, passages_of
from assay.lab.searching import Ranked, retrieved

PASSAGES = passages_of([Document(doc_id=name, text=name) for name in "abcd"], None, 0)


@dataclass
class Fixed:
    """A search that ranks the same passages whatever it is asked, and remembers how deep."""

    rows: Sequence[int]
    asked: int = 0
    passages: Sequence[Passage] = PASSAGES

    def rank(self, query: str, k: int) -> Ranked:
        del query
        self.asked = k
        return Ranked(np.array(self.rows[:k], dtype=np.int64), np.ones(len(self.rows[:k])))

    def retrieve(self, query: str, k: int) -> list[Hit]:
        return retrieved(self, query, k)

    def describe(self) -> dict[str, Any]:
        return {}


def hybrid(*searches: Fixed, depth: int | None = None) -> HybridSearch:
    return HybridSearch(passages=PASSAGES, searches=searches, rrf_k=60, depth=depth, settings={"name": "hybrid"})


def test_the_fused_score_is_the_sum_of_reciprocal_ranks() -> None:
    scores = reciprocal_rank_fusion([np.array([2, 0]), np.array([0, 1, 2])], n=4, rrf_k=60)
    assert scores == pytest.approx([1 / 62 + 1 / 61, 1 / 62, 1 / 61 + 1 / 63, 0.0])


def test_what_two_rankings_agree_on_comes_first() -> None:
    hits = hybrid(Fixed([0, 1, 2]), Fixed([3, 1])).retrieve("q", 4)
    assert [hit.doc_id for hit in hits] == ["b", "a", "d", "c"]
    assert [hit.score for hit in hits] == pytest.approx([1 / 62 + 1 / 62, 1 / 61, 1 / 61, 1 / 63])


def test_what_no_ranking_holds_is_not_found() -> None:
    assert [hit.doc_id for hit in hybrid(Fixed([1]), Fixed([1])).retrieve("q", 4)] == ["b"]


def test_a_ranking_may_be_empty() -> None:
    assert [hit.doc_id for hit in hybrid(Fixed([]), Fixed([2, 0])).retrieve("q", 4)] == ["c", "a"]


@pytest.mark.parametrize(("k", "depth", "asked"), [(1, None, 100), (10, None, 100), (25, None, 250), (10, 30, 30)])
def test_each_search_is_asked_deeper_than_k(k: int, depth: int | None, asked: int) -> None:
    search = Fixed([0])
    hybrid(search, depth=depth).retrieve("q", k)
    assert search.asked == asked


def test_a_blank_query_finds_nothing() -> None:
    assert hybrid(Fixed([0])).retrieve("  ", 3) == []
