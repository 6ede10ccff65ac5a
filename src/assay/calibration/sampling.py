"""Which queries to give to people next, so that a judge's figures can be corrected by what they say."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from assay.calibration.labels import Pair, gathered, rows_at
from assay.errors import BadInputError
from assay.golden.queue import QueueRow, read_queue


def sample(judge: str, n_queries: int, *, known: str | None = None, seed: int = 0) -> list[QueueRow]:
    """Draw queries by chance and return every pair that the judge labelled in them, in a drawn order.

    Parameters
    ----------
    judge
        Path of the judge's labels.
    n_queries
        How many queries people are to label.
    known
        Path of people's labels so far: queries they labelled whole are passed over, single pairs as well.
    seed
        The same seed has the same order of queries, so that a further call goes on where the last one ended.

    Raises
    ------
    BadFileError
        A file cannot be read.
    BadInputError
        There are fewer queries left.

    Notes
    -----
    Whole queries, for measures are of queries: nDCG is no sum over pairs. Estimates hold as long as all of people's
    queries come from one such order.
    """
    labels = gathered(rows_at(judge)).grades
    people: Mapping[Pair, float] = gathered(rows_at(known)).grades if known else {}
    queries: dict[str, list[str]] = {}
    for query, doc in labels:
        queries.setdefault(query, []).append(doc)
    random = np.random.default_rng(seed)
    order: list[str] = [list(queries)[place] for place in random.permutation(len(queries)).tolist()]
    open_ones = [query for query in order if any((query, doc) not in people for doc in queries[query])]
    if len(open_ones) < n_queries:
        raise BadInputError(
            f"{n_queries} queries are wanted, and {len(open_ones)} are left that people have not labelled"
        )
    pairs = [(query, doc) for query in open_ones[:n_queries] for doc in queries[query] if (query, doc) not in people]
    texts = _texts(judge)
    mixed: Sequence[int] = random.permutation(len(pairs)).tolist()
    return [
        QueueRow(query_id=pairs[place][0], doc_id=pairs[place][1], query=texts.get(pairs[place][0], ""))
        for place in mixed
    ]


def _texts(judge: str) -> Mapping[str, str]:
    """Return the queries' texts, where the judge's labels carry them."""
    if Path(judge).suffix.casefold() != ".jsonl":
        return {}
    return {row.query_id: row.query for _, row in read_queue(judge) if row.query}
