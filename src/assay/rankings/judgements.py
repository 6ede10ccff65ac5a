"""Judgements as columns: labels by number, in the order they were given."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from assay.data.label_table import LabelTable
from assay.data.qrels import Qrels
from assay.data.query_ids import QueryIds
from assay.data.texts import Ints, Texts
from assay.measures.judged_hits import Floats

_SMALL = 1 << 16  # grades nearer to 0 than this make one key with the number of their query


class Judgements:
    """Labels numbered in the order of the judgements, ready to be looked for; any number of runs may share them.

    Label l belongs to query ``query[l]``, has the grade ``grade[l]`` and is of the document ``docs[l]``; those of
    query q are ``starts[q]`` to ``starts[q + 1]``.
    """

    def __init__(self, qrels: Qrels) -> None:
        self.grades: Mapping[str, Mapping[str, float]] = qrels.grades
        table = qrels.grades if isinstance(qrels.grades, LabelTable) else _columns(qrels.grades)
        self.queries, self.starts, self.docs, self.index = table.queries, table.starts, table.docs, table.index
        self.grade: Floats = table.grade
        self.query: Ints = np.repeat(np.arange(len(self.queries), dtype=np.int64), np.diff(self.starts))

    @classmethod
    def of(cls, given: object) -> "Judgements":
        """Return judgements as columns: what is so already, `Qrels`, or a dict of dicts.

        Raises
        ------
        BadInputError
            As `Qrels.of`.
        """
        return given if isinstance(given, Judgements) else cls(Qrels.of(given))

    @property
    def query_ids(self) -> tuple[str, ...]:
        """The id of each query."""
        return self.queries.all

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each query."""
        return {query_id: number for number, query_id in enumerate(self.query_ids)}

    @cached_property
    def pool(self) -> tuple[Ints, Floats]:
        """Query and grade of every label, sorted by query, then grade descending."""
        return self.query, _descending(self.query, self.grade)


def _descending(query: Ints, grade: Floats) -> Floats:
    """Sort grades within each query, which stay in their order; shape (n_labels,). Quick for small whole grades."""
    if not len(grade) or max(grade.max(), -grade.min()) >= _SMALL:
        return grade[np.lexsort((-grade, query))]
    whole = grade.astype(np.int64)
    if (whole != grade).any():
        return grade[np.lexsort((-grade, query))]
    above = query * int(whole.max() - whole.min() + 1)
    key = above - whole
    key.sort(kind="stable")  # in runs already, as it is where judgements were made grade by grade
    np.subtract(above, key, out=key)
    return key.astype(np.float64)


def _columns(grades: Mapping[str, Mapping[str, float]]) -> LabelTable:
    sizes = np.fromiter(map(len, grades.values()), np.int64, len(grades))
    starts: Ints = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    values = chain.from_iterable(labels.values() for labels in grades.values())
    return LabelTable(
        QueryIds(tuple(grades)),
        starts=starts,
        docs=Texts.of(list(chain.from_iterable(grades.values()))),
        grade=np.fromiter(values, np.float64, int(starts[-1])),
    )


def two_of(ids: Sequence[str]) -> str:
    """Name up to two ids, as an error shows them."""
    return ", ".join(repr(one) for one in ids[:2]) + (", ..." if len(ids) > 2 else "")
