"""Judgements as columns that look like a dict of dicts."""

from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from assay.data.query_ids import QueryIds
from assay.data.texts import Ints, Texts


class LabelTable(Mapping[str, Mapping[str, float]]):
    """Grades by query and document, without a Python object a label until somebody asks for one.

    Parameters
    ----------
    queries
        The id of each, each once.
    starts
        int64, shape (n_queries + 1,): the labels of query q are ``starts[q]`` to ``starts[q + 1]``.
    docs, grade
        Document of each label, no document twice in one query, and its grade, float64.
    index
        What a compiled scanner made of the labels to look them up in, if it was there when they were read.
    """

    def __init__(
        self,
        queries: QueryIds,
        *,
        starts: Ints,
        docs: Texts,
        grade: NDArray[np.float64],
        index: object | None = None,
    ) -> None:
        self.queries = queries
        self.starts, self.docs, self.grade, self.index = starts, docs, grade, index

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each query."""
        return {query_id: number for number, query_id in enumerate(self.queries.all)}

    def __getitem__(self, query_id: str) -> Mapping[str, float]:
        """Return the grades of a query's documents."""
        number = self.number[query_id]
        rows = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return dict(zip(self.docs.take(rows).to_list(), self.grade[rows].tolist(), strict=True))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the queries."""
        return iter(self.queries.all)

    def __len__(self) -> int:
        """Count the queries."""
        return len(self.queries)
