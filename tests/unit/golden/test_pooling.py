"""Pools of what is to be judged."""

from assay.golden.pooling import pool
from assay.golden.retrieved import Retrieved

GIVEN = Retrieved(
    rankings={"A": {"q": ["a", "b", "c"], "r": ["d"]}, "B": {"q": ["b", "e"], "r": ["d", "f"]}},
    labels={"q": {"b": 1.0}, "r": {}},
)


def test_a_pool_is_the_union_of_the_first_hits_without_what_is_judged() -> None:
    assert sorted(pool(GIVEN, depth=2)) == [("q", "a"), ("q", "e"), ("r", "d"), ("r", "f")]


def test_what_stands_deeper_is_left_out() -> None:
    assert sorted(pool(GIVEN, depth=1)) == [("q", "a"), ("r", "d")]


def test_documents_of_a_query_stay_together_in_any_order() -> None:
    for seed in range(10):
        queries = [query for query, _ in pool(GIVEN, depth=3, seed=seed)]
        assert queries == sorted(queries, reverse=queries[0] == "r")


def test_one_seed_gives_one_order_and_another_seed_another() -> None:
    assert pool(GIVEN, depth=3, seed=1) == pool(GIVEN, depth=3, seed=1)
    assert len({tuple(pool(GIVEN, depth=3, seed=seed)) for seed in range(10)}) > 1
