"""The table of the measures on evidence: which passages that answer the hits of each query bring back, rank by rank."""

from dataclasses import dataclass

from assay.measures.aspects import AspectHits
from assay.measures.judged_hits import Floats, Ints, count_per_query


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvidenceHits(AspectHits):
    """Judged hits that also know what of the evidence they cover.

    To every other measure it is a table of judged hits: a hit that completes a group of evidence carries its grade, the
    best one where it completes several, and the pool holds these hits and the groups that none completes. To the
    measures over aspects every group is one, which the hit that completes it answers.

    Parameters
    ----------
    group_query
        int64, shape (n_groups,), sorted: the query of each group of evidence. All groups of a query are needed.
    group_rank
        int64, shape (n_groups,): the rank at which the hits so far first support the group; 0 where they never do.
    starts
        int64, shape (n_queries,): where the rows of a query begin in the columns below, which hold one row for no hit
        at all and one for each of its ranks: row ``starts[q] + r`` is about the first r hits.
    covered
        float64, shape (n_rows,): characters of the evidence among the first r hits, each counted once.
    wanted
        float64, shape (n_rows,): characters of the evidence itself: of each group the alternative that is covered best.
    returned, distinct
        float64, shape (n_rows,): characters of the first r hits, as often as they came back, and each counted once.
    tokens
        float64, shape (n_rows,): tokens of the first r hits; NaN where hits carry no text.
    """

    group_query: Ints
    group_rank: Ints
    starts: Ints
    covered: Floats
    wanted: Floats
    returned: Floats
    distinct: Floats
    tokens: Floats

    @property
    def n_groups(self) -> Ints:
        """Count the groups of each query; shape (n_queries,)."""
        return count_per_query(self.group_query, self.n_queries)

    def n_supported(self, k: int | None) -> Ints:
        """Count the groups that the first `k` hits support (all where None); shape (n_queries,)."""
        found = self.group_rank > 0
        if k is not None:
            found &= self.group_rank <= k
        return count_per_query(self.group_query[found], self.n_queries)

    def at(self, column: Floats, k: int | None) -> Floats:
        """Return a column after the first `k` hits (all where None) of each query; shape (n_queries,)."""
        return column[self.starts + self.n_within(k)]
