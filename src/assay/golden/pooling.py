"""The set to judge: what the systems retrieved near the top, and nobody has judged."""

from random import Random

from assay.golden.retrieved import Retrieved


def pool(retrieved: Retrieved, *, depth: int = 10, seed: int = 0) -> list[tuple[str, str]]:
    """Return (query id, document id) of every hole among the first `depth` hits of any system.

    Queries, and the documents of each, come in an order drawn by `seed`: whoever judges them sees neither system nor
    rank. Documents of a query stay together, because a question is read once.

    Examples
    --------
    >>> found = Retrieved(rankings={"A": {"q": ["a", "b"]}, "B": {"q": ["b", "c"]}}, labels={"q": {"b": 1.0}})
    >>> sorted(pool(found, depth=2))
    [('q', 'a'), ('q', 'c')]
    """
    random = Random(seed)
    queries = list(dict.fromkeys(query for rankings in retrieved.rankings.values() for query in rankings))
    random.shuffle(queries)
    found: list[tuple[str, str]] = []
    for query in queries:
        docs = retrieved.holes(query, depth)
        random.shuffle(docs)
        found += [(query, doc) for doc in docs]
    return found
