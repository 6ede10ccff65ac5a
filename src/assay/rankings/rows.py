"""Rows of a run as they are held against judgements, and what is left of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assay.data.texts import Ints, Texts
from assay.measures.judged_hits import Floats
from assay.rankings.ranking import Places


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """Rows of a run, those of one query together.

    Parameters
    ----------
    query, starts
        int64, shape (n_groups,) and (n_groups + 1,): number of each group's query, each once, and where its rows lie.
    docs, scores
        Document of each row, and its score, never NaN.
    line
        int64, shape (n_rows,): line of each row in its file; empty where there is none.
    """

    query: Ints
    starts: Ints
    docs: Texts
    scores: Floats
    line: Ints

    def where(self, kept: NDArray[np.bool_]) -> "Rows":
        """Return some of the rows, of the same groups."""
        total = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
        return Rows(
            query=self.query,
            starts=total[self.starts],
            docs=self.docs.take(np.flatnonzero(kept)),
            scores=self.scores[kept],
            line=self.line[kept] if len(self.line) else self.line,
        )

    def groups(self, first: int, until: int) -> "Rows":
        """Return the rows of some groups."""
        if first == 0 and until == len(self.query):
            return self
        inside = slice(int(self.starts[first]), int(self.starts[until]))
        return Rows(
            query=self.query[first:until],
            starts=self.starts[first : until + 1] - self.starts[first],
            docs=self.docs.take(inside),
            scores=self.scores[inside],
            line=self.line[inside] if len(self.line) else self.line,
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Credits:
    """Judged rows with their places."""

    query: Ints
    label: Ints
    places: Places

    def at(self, rows: Ints | NDArray[np.bool_]) -> "Credits":
        """Return some of them."""
        places = self.places
        return Credits(
            query=self.query[rows],
            label=self.label[rows],
            places=Places(rank=places.rank[rows], tie_start=places.tie_start[rows], tie_size=places.tie_size[rows]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A document that stands twice in the ranking of a query, and in which lines, where there are lines."""

    query: int
    doc_id: str
    lines: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Placed:
    """What is left of rows once they are ranked.

    Parameters
    ----------
    query, n_kept
        int64, shape (n_groups,): the queries, and how many rows of each have a rank.
    credits
        The judged rows.
    n_rows, n_repeats, n_self
        Rows there were; those whose document stands in the same ranking already; those that are their query.
    repeat
        The first repeat.
    """

    query: Ints
    n_kept: Ints
    credits: Credits
    n_rows: int
    n_repeats: int = 0
    n_self: int = 0
    repeat: Repeat | None = None
