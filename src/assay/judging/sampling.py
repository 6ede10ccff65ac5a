"""Which hits of a run are judged: so many that somebody has judged, to hold the judge against, and so many holes."""

from dataclasses import dataclass

import numpy as np

from assay.errors import BadInputError
from assay.golden.queue import QueueRow
from assay.golden.retrieved import Retrieved


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How many judged hits and how many holes are drawn, each hit of a kind as likely as any other.

    Examples
    --------
    >>> Sampling.of("40,20")
    Sampling(judged=40, holes=20, seed=0)
    """

    judged: int
    holes: int
    seed: int = 0

    @classmethod
    def of(cls, text: str, *, seed: int = 0) -> "Sampling":
        """Read ``40,20``: judged hits and holes; ``40`` alone draws no holes.

        Raises
        ------
        BadInputError
            It is something else.
        """
        parts = text.replace("+", ",").split(",")
        if len(parts) > 2 or not all(part.strip().isdecimal() for part in parts) or not any(int(p) for p in parts):
            raise BadInputError(f"a sample is how many judged hits and how many holes, such as 40,20; got {text!r}")
        judged, holes = [*map(int, parts), 0][:2]
        return cls(judged=judged, holes=holes, seed=seed)

    def drawn(self, given: Retrieved, depth: int) -> list[QueueRow]:
        """Draw from the first `depth` hits of each query.

        Raises
        ------
        BadInputError
            There are fewer of a kind than are wanted.
        """
        pairs = dict.fromkeys(
            (query, doc)
            for ranking_by_query in given.rankings.values()
            for query, ranking in ranking_by_query.items()
            for doc in ranking[:depth]
        )
        judged = [(query, doc) for query, doc in pairs if doc in given.labels.get(query, {})]
        holes = [(query, doc) for query, doc in pairs if doc not in given.labels.get(query, {})]
        random = np.random.default_rng(self.seed)
        chosen: set[tuple[str, str]] = set()
        for kind, found, wanted in (("judged hits", judged, self.judged), ("holes", holes, self.holes)):
            if len(found) < wanted:
                raise BadInputError(
                    f"there are {len(found)} {kind} among the first {depth} hits, and {wanted} are wanted\n"
                    "Hint: draw fewer with --sample, or look deeper with --depth."
                )
            places: list[int] = random.choice(len(found), wanted, replace=False).tolist()
            chosen.update(found[place] for place in places)
        return [
            QueueRow(query_id=query, doc_id=doc, query=given.queries.get(query, ""))
            for query, doc in pairs
            if (query, doc) in chosen
        ]
