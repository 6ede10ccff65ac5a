"""What runs retrieved for a few queries: read again when somebody wants to see it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from assay.comparison.system import Question
from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.files.runs import read_run
from assay.scores.scoring import is_piped


@dataclass(frozen=True, kw_only=True, eq=False)
class RunRankings:
    """The rankings of one run.

    Parameters
    ----------
    run
        What was scored: a path, or a table in memory.
    qrels
        The judgements.
    """

    run: object = field(repr=False)
    qrels: Qrels = field(repr=False)

    def of(self, query_ids: Collection[str]) -> Mapping[str, Question]:
        """Return labels and ranked ids of some queries; none for a run that can be read only once.

        Raises
        ------
        BadFileError
            The run can no longer be read.
        """
        if isinstance(self.run, str | Path) and is_piped(self.run):
            return {}
        run = self._table
        place = {query_id: number for number, query_id in enumerate(run.query_ids)}
        return {
            query_id: Question(labels=self.qrels.grades.get(query_id, {}), retrieved=_ranked(run, place[query_id]))
            for query_id in query_ids
            if query_id in place
        }

    @property
    def query_ids(self) -> tuple[str, ...]:
        """The queries of the run."""
        return self._table.query_ids

    @cached_property
    def _table(self) -> Run:
        return read_run(self.run)


def _ranked(run: Run, query: int) -> tuple[str, ...]:
    """Return the ids of a query, by score and then by the bytes of the id, both descending."""
    rows = range(int(run.starts[query]), int(run.starts[query + 1]))
    scores = run.scores
    order = sorted(rows, key=lambda row: (scores[row], run.doc_ids[row].encode("utf-8", "surrogatepass")), reverse=True)
    return tuple(dict.fromkeys(run.doc_ids[row] for row in order))
