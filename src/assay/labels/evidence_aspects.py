"""Groups of evidence as the aspects of their query, for the measures of diversity."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assay.measures.judged_hits import Floats, Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspects:
    """The columns of an `assay.measures.aspects.AspectHits` that are about aspects."""

    aspect_query: Ints
    hit_aspect: Ints
    hit_rank: Ints
    hit_grade: Floats
    doc_query: Ints
    label_doc: Ints
    label_aspect: Ints
    label_grade: Floats


Group = tuple[str, int, float]
"""What brings a group, the rank of that hit (0 where none does), and the group's grade."""


def aspects_of(queries: Sequence[Sequence[Group]]) -> Aspects:
    """Take each group for an aspect, which the hit that completes it answers, and no other.

    A group that no hit completes is answered by what was not retrieved: its passage, which stands among the documents
    that an ideal ranking is made of.

    Parameters
    ----------
    queries
        The groups of each query.

    Examples
    --------
    >>> found = aspects_of([[("c1", 2, 1.0), ("a [0:9]", 0, 1.0), ("c1", 2, 3.0)]])
    >>> found.hit_aspect, found.hit_rank, found.label_doc
    (array([0, 2]), array([2, 2]), array([0, 1, 1]))
    """
    groups = [(query, *group) for query, theirs in enumerate(queries) for group in theirs]
    rank = np.array([group[2] for group in groups], dtype=np.int64)
    grade = np.array([group[3] for group in groups], dtype=np.float64)
    doc_query, doc = _documents(queries)
    by_document = np.argsort(doc, kind="stable")
    found = np.flatnonzero(rank > 0)
    return Aspects(
        aspect_query=np.array([group[0] for group in groups], dtype=np.int64),
        hit_aspect=found,
        hit_rank=rank[found],
        hit_grade=grade[found],
        doc_query=doc_query,
        label_doc=doc[by_document],
        label_aspect=by_document,
        label_grade=grade[by_document],
    )


def _documents(queries: Sequence[Sequence[Group]]) -> tuple[Ints, Ints]:
    """Return the query of each thing that brings groups, ascending in each query, and for each group its number."""
    doc_query, numbers = list[int](), list[int]()
    for query, groups in enumerate(queries):
        number = {document: len(doc_query) + at for at, document in enumerate(sorted(set(_brought(groups))))}
        numbers += [number[document] for document in _brought(groups)]
        doc_query += [query] * len(number)
    return np.array(doc_query, dtype=np.int64), np.array(numbers, dtype=np.int64)


def _brought(groups: Sequence[Group]) -> Iterator[tuple[str, int]]:
    return ((name, rank) for name, rank, _ in groups)
