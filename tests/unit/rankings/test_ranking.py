import time

import numpy as np
import pytest

from assay.data.texts import Texts
from assay.rankings.ranking import Places, out_of_order, place, place_among, tie_bounds, ties_move


def ranks(scores: list[float], docs: list[str]) -> list[int]:
    everything = np.arange(len(scores))
    return place(np.array(scores), np.array([0, len(scores)]), everything, Texts.of(docs)).rank.tolist()


def places(start: list[int], size: list[int], rank: list[int]) -> Places:
    return Places(rank=np.array(rank), tie_start=np.array(start), tie_size=np.array(size))


def test_rule_1_ties_are_broken_by_document_id_descending() -> None:
    assert ranks([1.0] * 5, ["d1", "d2", "d3", "d4", "d5"]) == [5, 4, 3, 2, 1]


def test_rule_1_ids_are_ordered_by_their_utf8_bytes() -> None:
    docs = ["z", "é", "\uffff", "😀", "Z", "a", "ab"]  # UTF-16 would put the last plane before U+FFFF
    ordered = sorted(docs, key=lambda doc: doc.encode(), reverse=True)
    assert ranks([0.5] * 7, docs) == [ordered.index(doc) + 1 for doc in docs]


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("a", "ab"),
        ("abcdefgh", "abcdefgh1"),
        ("abcdefgh1", "abcdefgh2"),
        ("a", "a\0"),
        ("D" * 80 + "1", "D" * 80 + "2"),
        ("10", "9"),
    ],
)
def test_rule_1_a_prefix_stands_after_what_it_begins(less: str, more: str) -> None:
    assert ranks([1.0, 1.0], [more, less]) == [1, 2]
    assert ranks([1.0, 1.0], [less, more]) == [2, 1]


def test_rule_2_scores_are_told_apart_as_float64() -> None:
    assert ranks([0.9, 0.9000000001], ["b", "a"]) == [2, 1]
    assert ranks([16777216.0, 16777217.0], ["b", "a"]) == [2, 1]


def test_infinite_scores_stand_at_the_ends_and_tie_among_themselves() -> None:
    inf = float("inf")
    assert ranks([-inf, 3.0, inf, inf], ["a", "b", "c", "d"]) == [4, 3, 2, 1]


def test_zeros_of_both_signs_tie() -> None:
    assert ranks([0.0, -0.0], ["a", "b"]) == [2, 1]


def test_only_queries_with_a_rise_are_out_of_order() -> None:
    scores = np.array([1.0, 3.0, 2.0, 2.0, 5.0, 4.0, 4.5])
    assert out_of_order(scores, np.array([0, 1, 4, 4, 7])).tolist() == [3]


def test_a_query_is_ranked_by_its_own_rows_alone() -> None:
    scores, docs = np.array([1.0, 2.0, 9.0, 2.0]), Texts.of(["a", "b", "c", "d"])
    assert place(scores, np.array([0, 2, 4]), np.array([0, 3]), docs).rank.tolist() == [2, 2]


def test_rows_of_one_score_share_their_ranks() -> None:
    scores, docs = np.array([0.5, 0.9, 0.5, 0.1, 0.5]), Texts.of(["a", "b", "c", "d", "e"])
    found = place(scores, np.array([0, 5]), np.array([0, 3]), docs)
    assert (found.tie_start.tolist(), found.tie_size.tolist()) == ([2, 5], [3, 1])


def test_tie_bounds_count_the_higher_and_the_same() -> None:
    scores = np.array([3.0, 1.0, 3.0, 2.0])
    higher, size = tie_bounds(scores, np.array([0, 4]), np.array([0, 0, 0]), np.array([3.0, 2.0, 1.0]))
    assert (higher.tolist(), size.tolist()) == ([0, 2, 3], [2, 1, 1])


def test_texts_stand_among_their_ties_in_the_same_order() -> None:
    assert place_among(["b", "a", "é", "c"], ["a", "é", "b"]) == [3, 0, 2]


def test_a_tie_of_hits_with_one_grade_moves_nothing() -> None:
    moved = ties_move(np.array([0, 0]), np.array([1.0, 1.0]), places([1, 1], [2, 2], [1, 2]))
    assert moved.tolist() == [False, False]


@pytest.mark.parametrize(("grade", "size"), [([1.0, 2.0], 2), ([1.0, 1.0], 3)], ids=["two grades", "an unjudged hit"])
def test_a_tie_of_hits_that_differ_moves_measures(grade: list[float], size: int) -> None:
    moved = ties_move(np.array([0, 0]), np.array(grade), places([1, 1], [size, size], [1, 2]))
    assert moved.tolist() == [True, True]


def test_ties_of_two_queries_are_kept_apart() -> None:
    moved = ties_move(np.array([0, 1]), np.array([1.0, 2.0]), places([1, 1], [1, 1], [1, 1]))
    assert moved.tolist() == [False, False]


def test_a_run_without_rows_has_no_ranks() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert len(place(np.zeros(0), np.array([0, 0]), nothing, Texts.of([])).rank) == 0


def test_a_long_ranking_of_one_score_takes_time_by_its_length() -> None:
    n = 100_000
    docs = Texts.of([f"d{number:06d}" for number in range(n)])
    begun = time.perf_counter()
    found = place(np.ones(n), np.array([0, n]), np.arange(n), docs)
    assert time.perf_counter() - begun < 5
    assert found.rank.tolist() == list(range(n, 0, -1))
