"""A run, in whatever form it is held, against judgements: the table measures see."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from os import PathLike
from typing import Any, cast

import numpy as np

from assay.data.identifier import as_id
from assay.data.run import Run
from assay.data.texts import Texts
from assay.errors import BadInputError
from assay.labels.dict_placing import Rankings, place_in_numpy
from assay.labels.run_columns import (
    column_names,
    is_column,
    pick_columns,
    query_runs,
    refuse_nan,
    score_column,
    text_column,
    text_slices,
)
from assay.measures.judged_hits import Floats
from assay.rankings.judged_run import Duplicates, JudgedRun, JudgingPolicy, Missing, Negatives
from assay.rankings.ledger import Ledger
from assay.rankings.placing import placer_of
from assay.rankings.row_groups import grouped, is_grouped, stretches
from assay.rankings.rows import Rows

_BATCH_ROWS = 200_000
_NO_LINES = np.zeros(0, dtype=np.int64)
_ACCEPTED = (
    "a dict of dicts {query: {document: score}}, assay's Run, a table with columns query_id, doc_id and score, "
    "three arrays (queries, documents, scores), or rows of (query, document, score)"
)


def judge_run(
    qrels: object,
    run: object,
    *,
    rel: float = 1.0,
    negatives: Negatives = "judged",
    duplicates: Duplicates = "keep",
    missing: Missing = "zero",
    depth: int | None = None,
    judged_only: bool = False,
    drop_self: bool = False,
) -> JudgedRun:
    """Rank a run and hold it against judgements: score descending, then document id descending by bytes.

    Parameters
    ----------
    qrels
        A `Placer`, which several runs may share; `Qrels`, or a dict of dicts of grades.
    run
        A dict of dicts of scores; a `Run`; a table of pandas, polars or Arrow, or a mapping of columns, with
        ``query_id``, ``doc_id`` and ``score``; a tuple of three arrays in that order; or an iterable of such rows.
        Ids are text or whole numbers, which become text. Nothing is written to; an iterator is read once.
    rel, negatives, duplicates, missing, depth, judged_only, drop_self
        As in `JudgingPolicy`.

    Returns
    -------
    JudgedRun
        Over the judged queries, in the order of the judgements. Queries that nobody judged are skipped and named;
        judged ones without a row have retrieved nothing, and are named.

    Raises
    ------
    BadInputError
        Something else than the above, NaN or text as a score, no rows, or no query in common; and what the policy
        refuses.

    Examples
    --------
    >>> found = judge_run({"q1": {"d1": 1}}, {"q1": {"d1": 0.5, "d2": 0.5, "d0": 0.7}})
    >>> found.judged.rank.tolist()
    [3]
    """
    policy = JudgingPolicy(
        rel=rel,
        negatives=negatives,
        duplicates=duplicates,
        missing=missing,
        depth=depth,
        judged_only=judged_only,
        drop_self=drop_self,
    )
    ledger = Ledger(placer_of(qrels), policy)
    _adder(run)(ledger, run)
    return ledger.close()


def _adder(run: Any) -> Callable[[Ledger, Any], None]:
    """Choose how to read what was given as a run."""
    if isinstance(run, Run):
        return _add_run
    if isinstance(run, str | bytes | PathLike):
        raise BadInputError(f"a run is {_ACCEPTED}, got {run!r:.200}\nHint: assay.files.trec_run reads run files.")
    if isinstance(run, Mapping):
        values = cast("Mapping[object, object]", run).values()
        return _add_dicts if all(isinstance(docs, Mapping) for docs in values) else _add_table
    if column_names(run) is not None:
        return _add_table
    if isinstance(run, tuple) and len(columns := cast("tuple[Any, ...]", run)) == 3 and all(map(is_column, columns)):
        return _add_columns
    if isinstance(run, Iterable):
        return _add_rows
    raise BadInputError(f"a run is {_ACCEPTED}, got {run!r:.200}")


def _add_dicts(ledger: Ledger, run: Mapping[object, Mapping[Any, Any]]) -> None:
    batch = _Batch(ledger)
    seen: set[str] = set()
    for given, docs in run.items():
        query_id = as_id(given, "query id")
        if query_id in seen:
            raise BadInputError(f"query {query_id!r} stands twice in the run, as text and as a number")
        seen.add(query_id)
        number = ledger.number_of(query_id)
        if number >= 0:
            batch.add(number, query_id, docs)
    batch.flush()


class _Batch:
    """Rankings held as dicts, ranked many queries at once."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._clear()

    def _clear(self) -> None:
        self.docs: list[Mapping[Any, Any]] = []
        self.numbers: list[int] = []
        self.n_rows = self.n_self = 0

    def add(self, number: int, query_id: str, docs: Mapping[Any, Any]) -> None:
        if self.ledger.policy.drop_self:
            kept = {doc_id: score for doc_id, score in docs.items() if not _is_id(doc_id, query_id)}
            self.n_self += len(docs) - len(kept)
            docs = kept
        self.docs.append(docs)
        self.numbers.append(number)
        self.n_rows += len(docs)
        if self.n_rows >= _BATCH_ROWS:
            self.flush()

    def flush(self) -> None:
        placed = self.ledger.placer.place_dicts(np.array(self.numbers, dtype=np.int64), self.docs)
        if placed is None:
            self._flush_one_by_one()
        else:
            self.ledger.take(replace(placed, n_self=self.n_self))
        self._clear()

    def _flush_one_by_one(self) -> None:
        """Make ids texts first; what a mapping says twice then, as 7 and "7", goes in as rows."""
        numbers, rankings = list[int](), list[Mapping[str, float]]()
        for number, docs in zip(self.numbers, self.docs, strict=True):
            if set(map(type, docs)) <= {str} and "" not in docs:
                plain = docs
            else:
                ids = [as_id(doc_id, "document id") for doc_id in docs]
                plain = dict(zip(ids, docs.values(), strict=True))
                if len(plain) < len(ids):
                    self.ledger.add(_one_query(number, Texts.of(ids), score_column(list(docs.values()))))
                    continue
            numbers.append(number)
            rankings.append(plain)
        some = Rankings(numbers=numbers, docs=rankings, n_self=self.n_self)
        self.ledger.take(place_in_numpy(self.ledger.judgements, some))


def _is_id(given: object, query_id: str) -> bool:
    return given == query_id or (not isinstance(given, str) and str(given) == query_id)


def _add_run(ledger: Ledger, run: Run) -> None:
    ledger.name = run.name
    numbers = np.fromiter(map(ledger.number_of, run.query_ids), np.int64, len(run.query_ids))
    docs = text_column(list(run.doc_ids), "document id")
    starts = np.asarray(run.starts, dtype=np.int64)[:-1]
    ledger.add(grouped(starts, numbers, docs, refuse_nan(run.scores), _NO_LINES))


def _add_table(ledger: Ledger, table: object) -> None:
    _add_columns(ledger, pick_columns(table))


def _add_columns(ledger: Ledger, columns: tuple[Any, Any, Any]) -> None:
    sizes = [len(column) for column in columns]
    if len(set(sizes)) > 1:
        raise BadInputError(f"columns of one length are needed, got {sizes[0]}, {sizes[1]} and {sizes[2]}")
    starts, heads = query_runs(columns[0])
    docs_of, scores = text_slices(columns[1], "document id"), score_column(columns[2])
    numbers = ledger.numbers_of(heads)
    if not is_grouped(numbers):
        ledger.add(grouped(starts, numbers, docs_of(slice(0, len(scores))), scores, _NO_LINES))
        return

    def rows(runs: tuple[int, int]) -> Rows:
        """Bring the rows of some runs together."""
        first, until = runs
        inside = slice(int(starts[first]), int(starts[until]) if until < len(starts) else len(scores))
        own = starts[first:until] - starts[first]
        return grouped(own, numbers[first:until], docs_of(inside), scores[inside], _NO_LINES)

    ledger.add_blocks(rows, stretches(np.append(starts, len(scores)), _BATCH_ROWS))


def _add_rows(ledger: Ledger, rows: Iterable[Any]) -> None:
    queries, docs, scores = list[object](), list[object](), list[object]()
    for number, row in enumerate(rows, start=1):
        try:
            query_id, doc_id, score = row
        except (TypeError, ValueError) as exc:
            raise BadInputError(f"row {number} is not (query, document, score): {row!r:.200}") from exc
        queries.append(query_id)
        docs.append(doc_id)
        scores.append(score)
    _add_columns(ledger, (queries, docs, scores))


def _one_query(number: int, docs: Texts, scores: Floats) -> Rows:
    return Rows(
        query=np.array([number], dtype=np.int64),
        starts=np.array([0, len(scores)], dtype=np.int64),
        docs=docs,
        scores=scores,
        line=_NO_LINES,
    )
