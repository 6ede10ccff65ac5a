"""The mean of a measure over the orders of equal scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod

import numpy as np

from assay.measures.judged_hits import Floats, Ints, JudgedHits
from assay.measures.measure import Measure
from assay.rankings.judged_run import JudgedRun

MOST_ORDERS = 2_000  # up to here every order is looked at, beyond it as many are drawn at random
_MOST_CELLS = 1_000_000  # of the table of some orders: what is held in memory at once


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tie:
    """A stretch of equal scores: the ranks it takes, and which judged hits of its query stand in it.

    `members` are positions among the query's judged hits, by grade; `sizes` count those of one grade each, which can
    change places without any measure noticing.
    """

    start: int
    slots: int
    members: Ints
    sizes: tuple[int, ...]

    @property
    def n_orders(self) -> int:
        """Count the orders that differ: ways to choose places for one grade after the other."""
        before = np.cumsum((0, *self.sizes[:-1])).tolist()
        return prod(comb(self.slots - taken, size) for taken, size in zip(before, self.sizes, strict=True))

    def orders(self) -> Ints:
        """Return the ranks of the members in every order that differs; shape (n_orders, n_members)."""
        ranks = tuple(range(self.start, self.start + self.slots))
        return np.array(list(_choices(ranks, self.sizes)), dtype=np.int64)

    def drawn(self, n_orders: int, random: "np.random.Generator") -> Ints:
        """Return the ranks of the members in orders drawn at random; shape (n_orders, n_members)."""
        n_members = len(self.members)
        if n_orders * self.slots > _MOST_CELLS:  # slower a draw, but it does not hold every slot of every order
            drawn = [random.choice(self.slots, n_members, replace=False) for _ in range(n_orders)]
            return np.array(drawn, dtype=np.int64) + self.start
        slots = np.tile(np.arange(self.slots, dtype=np.int64), (n_orders, 1))
        return random.permuted(slots, axis=1)[:, :n_members] + self.start


def expected_values(measures: Sequence[Measure], run: JudgedRun, *, seed: int = 0) -> Floats:
    r"""Compute measures with equal scores averaged over their orders.

    .. math:: \mathrm{E}[m](q) = \frac{1}{|O_q|} \sum_{o \in O_q} m(o), \quad O_q\ \text{all orders of equal scores}

    Parameters
    ----------
    measures
        What to compute.
    run
        The judged run, whose places know where ties begin and how long they are.
    seed
        For queries with more than 2,000 orders, of which 2,000 are drawn at random instead of all being looked at.

    Returns
    -------
    float64, shape (n_measures, n_queries)
        NaN where a measure is undefined. Queries whose ties move nothing have their plain values.

    Notes
    -----
    Exact up to 2,000 orders that differ, hits of one grade being alike. Beyond that a measure between 0 and 1 has a
    standard error of at most 0.5 / sqrt(2000) = 0.011 for a query, and of 0.011 / sqrt(n) for the mean of n queries.
    O(orders * labels of the query) for each query whose ties move something.
    """
    values = np.array([measure.per_query(run.judged) for measure in measures])
    for query in np.flatnonzero(run.ties_move).tolist():
        ranks = _orders(run, query, np.random.default_rng([seed, query]))
        values[:, query] = _means(measures, run.judged, query, ranks)
    return values


def _means(measures: Sequence[Measure], judged: JudgedHits, query: int, ranks: Ints) -> Floats:
    """Average measures over orders of one query, some orders at a time; shape (n_measures,)."""
    cells = len(ranks) * (ranks.shape[1] + int(np.count_nonzero(judged.pool_query == query)))
    totals = np.zeros(len(measures))
    for some in np.array_split(ranks, min(len(ranks), 1 + cells // _MOST_CELLS)):
        table = _repeated(judged, query, some)
        totals += [measure.per_query(table).sum() for measure in measures]
    return totals / len(ranks)


def _orders(run: JudgedRun, query: int, random: "np.random.Generator") -> Ints:
    """Return the ranks of a query's judged hits in each of its orders; shape (n_orders, n_rows)."""
    ties = _ties(run, query)
    if prod(tie.n_orders for tie in ties) <= MOST_ORDERS:
        ranks = [np.concatenate(order) for order in product(*(tie.orders() for tie in ties))]
    else:
        ranks = np.concatenate([tie.drawn(MOST_ORDERS, random) for tie in ties], axis=1)
    members = np.concatenate([tie.members for tie in ties])
    found = np.empty((len(ranks), len(members)), dtype=np.int64)
    found[:, members] = ranks
    return found


def _ties(run: JudgedRun, query: int) -> list[_Tie]:
    """List the stretches of equal scores that hold judged hits of a query."""
    rows = np.flatnonzero(run.judged.query == query)
    starts, sizes, grades = run.places.tie_start[rows], run.places.tie_size[rows], run.judged.grade[rows]
    found: list[_Tie] = []
    for start in np.unique(starts).tolist():
        inside = np.flatnonzero(starts == start)
        members = inside[np.argsort(grades[inside], kind="stable")]
        alike = np.unique(grades[inside], return_counts=True)[1]
        found.append(_Tie(start=start, slots=int(sizes[inside[0]]), members=members, sizes=tuple(alike.tolist())))
    return found


def _choices(ranks: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways to choose ranks for one grade after the other."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(ranks, sizes[0]):
        rest = tuple(rank for rank in ranks if rank not in chosen)
        yield from ((*chosen, *more) for more in _choices(rest, sizes[1:]))


def _repeated(judged: JudgedHits, query: int, orders: Ints) -> JudgedHits:
    """Return a table in which each order of one query is a query of its own."""
    n_orders, n_rows = orders.shape
    rows, pool = judged.query == query, judged.pool_query == query
    by_rank = np.argsort(orders, axis=1)
    grade, pool_grade = judged.grade[rows], judged.pool_grade[pool]
    return JudgedHits(
        query=np.repeat(np.arange(n_orders, dtype=np.int64), n_rows),
        rank=np.take_along_axis(orders, by_rank, axis=1).ravel(),
        grade=grade[by_rank].ravel(),
        n_retrieved=np.repeat(judged.n_retrieved[query : query + 1], n_orders),
        pool_query=np.repeat(np.arange(n_orders, dtype=np.int64), len(pool_grade)),
        pool_grade=np.tile(pool_grade, n_orders),
        rel=judged.rel,
        negatives=judged.negatives,
    )
