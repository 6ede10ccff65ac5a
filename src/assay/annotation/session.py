"""One person's way through the passages to judge."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from assay.annotation.label_log import LabelLog
from assay.annotation.task import Task
from assay.errors import BadInputError
from assay.golden.queue import QueueRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Whole grades from `low` to `high`, both included, of which a digit each is typed."""

    low: int = 0
    high: int = 5

    def __post_init__(self) -> None:
        """Refuse what has no order or no keys."""
        if not 0 <= self.low < self.high <= 9:
            raise BadInputError(f"a scale goes from a digit to a larger one, got {self.low}-{self.high}")

    @classmethod
    def parse(cls, text: str) -> "Scale":
        """Read ``0-5``.

        Raises
        ------
        BadInputError
            It is written otherwise.
        """
        low, dash, high = text.partition("-")
        if not (dash and low.isdecimal() and high.isdecimal() and len(low) == len(high) == 1):
            raise BadInputError(f"a scale is written 0-5, got {text!r:.40}")
        return cls(low=int(low), high=int(high))

    def __str__(self) -> str:
        """Write ``0-5``."""
        return f"{self.low}-{self.high}"


class Session:
    """What one annotator still has to judge, in an order of their own, and what they have said.

    Parameters
    ----------
    tasks
        What is asked. Pairs this annotator has judged in the log are left out: a session goes on where it stopped.
    log
        Where labels go.
    annotator
        Who judges.
    scale
        The grades there are.
    how
        By which guideline; kept with each label.
    seed
        With the annotator's name it draws the order. Passages of a question stay together.

    Raises
    ------
    BadInputError
        The annotator has no name.
    """

    def __init__(
        self, tasks: Sequence[Task], log: LabelLog, *, annotator: str, scale: Scale, how: str = "people", seed: int = 0
    ) -> None:
        if not annotator.strip():
            raise BadInputError("who judges? A label without a name cannot be held against another's")
        self.annotator, self.scale, self.how = annotator, scale, how
        self._log = log
        done = {(row.query_id, row.doc_id) for row in log.rows if row.judge == annotator and row.grade is not None}
        ordered = _in_order(tasks, Random(f"{annotator} {seed}"))
        self._open = deque(task for task in ordered if task.key not in done)
        self._answered: list[Task] = []
        self.n_tasks = len(ordered)
        self.n_before = self.n_tasks - len(self._open)

    @property
    def current(self) -> Task | None:
        """What is asked now; None where everything has been judged."""
        return self._open[0] if self._open else None

    @property
    def n_open(self) -> int:
        """How many pairs are still to be judged, skipped ones included."""
        return len(self._open)

    @property
    def n_judged(self) -> int:
        """How many pairs were judged in this session."""
        return len(self._answered)

    def grade(self, grade: int, *, note: str = "") -> None:
        """Judge what is asked now; the label stands on the disk when this returns.

        Raises
        ------
        BadInputError
            A grade that is not on the scale, or nothing is asked.
        """
        task = self._asked()
        if not self.scale.low <= grade <= self.scale.high:
            raise BadInputError(f"the scale is {self.scale}, got {grade}")
        row = QueueRow(
            query_id=task.query_id,
            doc_id=task.doc_id,
            query=task.query,
            grade=float(grade),
            judge=self.annotator,
            judged_at=datetime.now(UTC).isoformat(timespec="seconds"),
            how=f"{self.how}, scale {self.scale}",
        )
        self._log.add(row.model_copy(update={"note": note}) if note else row)
        self._answered.append(self._open.popleft())

    def skip(self) -> None:
        """Put what is asked now behind everything else.

        Raises
        ------
        BadInputError
            Nothing is asked.
        """
        self._asked()
        self._open.rotate(-1)

    def undo(self) -> bool:
        """Take the last label of this session back and ask it again; False where there is none."""
        if self._log.undo() is None:
            return False
        self._open.appendleft(self._answered.pop())
        return True

    def _asked(self) -> Task:
        if not self._open:
            raise BadInputError("everything has been judged")
        return self._open[0]


def _in_order(tasks: Sequence[Task], random: Random) -> list[Task]:
    """Shuffle questions, and the passages of each, which stay together: a question is read once."""
    by_query: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda task: task.key):
        by_query.setdefault(task.query_id, []).append(task)
    queries = list(by_query)
    random.shuffle(queries)
    for passages in by_query.values():
        random.shuffle(passages)
    return [task for query in queries for task in by_query[query]]
