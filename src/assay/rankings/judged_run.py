"""A run held against judgements: the table measures see, and what happened on the way to it."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assay.data.number import as_finite, as_whole
from assay.data.query_ids import QueryIds
from assay.errors import BadInputError
from assay.measures.judged_hits import JudgedHits
from assay.rankings.ranking import Places, ties_move

Negatives = Literal["judged", "pooled"]
Duplicates = Literal["keep", "drop", "error"]
Missing = Literal["zero", "skip", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingPolicy:
    """How a run is held against judgements where tools disagree.

    Parameters
    ----------
    rel
        Smallest grade that counts as relevant where a measure does not say otherwise.
    negatives
        What a grade below 0 says: ``"judged"`` and not relevant, or only ``"pooled"``, as trec_eval has it.
    duplicates
        A document twice in one ranking: ``"keep"`` credits the first and the repeat keeps its slot, ``"drop"`` lets
        later hits move up, ``"error"`` refuses.
    missing
        A judged query without a row in the run: ``"zero"`` keeps it with nothing retrieved, ``"skip"`` leaves it out,
        ``"error"`` refuses. All three name it.
    depth
        Look at the first `depth` hits only (trec_eval -M); None takes all.
    judged_only
        Throw out unjudged hits after ranking, and after `depth` (trec_eval -J): later ones move up.
    drop_self
        Drop hits whose document id is the query's id, before ranking, as BEIR does.

    Raises
    ------
    BadInputError
        A value that is none of these.
    """

    rel: float = 1.0
    negatives: Negatives = "judged"
    duplicates: Duplicates = "keep"
    missing: Missing = "zero"
    depth: int | None = None
    judged_only: bool = False
    drop_self: bool = False

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        _check_choice("negatives", self.negatives, ("judged", "pooled"))
        _check_choice("duplicates", self.duplicates, ("keep", "drop", "error"))
        _check_choice("missing", self.missing, ("zero", "skip", "error"))
        if as_finite(self.rel) is None:
            raise BadInputError(f"rel is a finite number, got {self.rel!r:.60}")
        if self.depth is not None and as_whole(self.depth, least=1) is None:
            raise BadInputError(f"depth is a whole number of at least 1, got {self.depth!r:.60}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCounts:
    """What was counted while a run was held against judgements.

    Parameters
    ----------
    rows
        Rows of judged queries, as they came.
    repeats
        Rows of judged queries whose document stands in the same ranking already.
    self_hits
        Rows whose document id is the query's id; dropped if the policy says so, else not looked for (0).
    tied
        Judged hits that share their score with another row of their query.
    moved_by_ties
        Judged hits in a tie whose order could move a measure.
    """

    rows: int = 0
    repeats: int = 0
    self_hits: int = 0
    tied: int = 0
    moved_by_ties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about a run that its reader should know: a fixed code, how often, and one sentence."""

    code: str
    count: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedRun:
    """A run held against judgements.

    Parameters
    ----------
    queries
        The ids of the judged queries in the order of the judgements, as `query_ids` gives them out.
    judged
        What measures see.
    places
        Rank and tie bounds of each row of `judged`, after `depth` and `judged_only`; for ``ties="expected"``. Bounds
        count what those policies kept.
    is_missing
        bool, shape (n_queries,): judged queries without a row in the run.
    missing_ids
        The ids of all judged queries without a row in the run, also where ``missing="skip"`` left them out.
    unjudged_query_ids
        Queries of the run that nobody judged: skipped.
    first_repeat
        Query and document of the first repeat, where there is one.
    rank_contradiction
        The first place where the rank column of a file contradicts the scores (which decide), where there is one.
    spilled
        Where rows were grouped through a temporary file, and what that took, where it was so.
    name
        What reports call the run.
    """

    queries: QueryIds
    judged: JudgedHits
    places: Places
    is_missing: NDArray[np.bool_]
    missing_ids: tuple[str, ...] = ()
    unjudged_query_ids: tuple[str, ...] = ()
    counts: RunCounts = field(default_factory=RunCounts)
    first_repeat: tuple[str, str] | None = None
    rank_contradiction: str | None = None
    spilled: str | None = None
    name: str = "run"

    @property
    def query_ids(self) -> tuple[str, ...]:
        """The judged queries in the order of the judgements: query number i of `judged` is ``query_ids[i]``."""
        return self.queries.all

    @property
    def ties_move(self) -> NDArray[np.bool_]:
        """Whether a measure could change with the order of ties, for each query; shape (n_queries,)."""
        rows = ties_move(self.judged.query, self.judged.grade, self.places)
        return np.bincount(self.judged.query[rows], minlength=self.judged.n_queries) > 0

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What a reader of the scores should know, in a fixed order."""
        counts, found = self.counts, list[Notice]()

        def note(code: str, count: int, text: str) -> None:
            if count:
                found.append(Notice(code=code, count=count, text=text))

        note("missing", len(self.missing_ids), f"judged queries without a row: {_some(self.missing_ids)}")
        unjudged = self.unjudged_query_ids
        note("unjudged_queries", len(unjudged), f"queries nobody judged, skipped: {_some(unjudged)}")
        if self.first_repeat:
            where = f"first {self.first_repeat[1]!r} of query {self.first_repeat[0]!r}"
            note("repeats", counts.repeats, f"rows whose document stands in its ranking already: {where}")
        note("self_hits", counts.self_hits, "rows whose document id is the query's id, dropped")
        note("ties", counts.moved_by_ties, "judged hits in ties whose order could move a measure")
        if self.rank_contradiction:
            note("rank_column", 1, f"the rank column contradicts the scores, which decide: {self.rank_contradiction}")
        if self.spilled:
            note("spilled", counts.rows, f"rows of queries in several places, grouped through {self.spilled}")
        return tuple(found)


def _some(ids: tuple[str, ...]) -> str:
    return ", ".join(repr(one) for one in ids[:3]) + (", ..." if len(ids) > 3 else "")


def _check_choice(name: str, given: object, choices: tuple[str, ...]) -> None:
    if given not in choices:
        raise BadInputError(f"{name} is one of {', '.join(map(repr, choices))}, got {given!r:.60}")
