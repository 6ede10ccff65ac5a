"""The table of the diversity measures: judged hits whose labels name the aspects of the query they answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.data.number import as_finite
from assay.errors import BadInputError
from assay.measures.judged_hits import Floats, Ints, JudgedHits, count_per_query

AspectLabels = Mapping[str, Mapping[str, float]]
"""Document id to aspect to grade, for one query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AspectHits(JudgedHits):
    """Judged hits that also know which aspect (subtopic, intent) of the query each label is about.

    To every other measure it is a table of judged hits, where the grade of a document is its best over all aspects.

    Parameters
    ----------
    aspect_query
        int64, shape (n_aspects,), sorted: the query of each aspect anybody gave a label for.
    hit_aspect, hit_rank, hit_grade
        int64, int64 and float64, shape (n_hit_labels,): the labels of the hits; sorted by aspect, then rank.
    doc_query
        int64, shape (n_docs,), sorted: the query of each labelled document, retrieved or not. The documents of a query
        stand in ascending order of their ids.
    label_doc, label_aspect, label_grade
        int64, int64 and float64, shape (n_labels,): every label; sorted by document, then aspect.
    """

    aspect_query: Ints
    hit_aspect: Ints
    hit_rank: Ints
    hit_grade: Floats
    doc_query: Ints
    label_doc: Ints
    label_aspect: Ints
    label_grade: Floats

    def n_aspects(self, rel: float) -> Ints:
        """Count the aspects of each query that some document, retrieved or not, answers; shape (n_queries,)."""
        return count_per_query(self.aspect_query[self.n_answers(rel) > 0], self.n_queries)

    def n_answers(self, rel: float) -> Ints:
        """Count the documents with a grade of at least `rel` for each aspect; shape (n_aspects,)."""
        return count_per_query(self.label_aspect[self.label_grade >= rel], len(self.aspect_query))

    def answers(self, rel: float, k: int | None) -> tuple[Ints, Ints]:
        """Return aspect and rank of the labels of at least `rel` among the first k hits, by aspect, then rank."""
        kept = self.hit_grade >= rel
        if k is not None:
            kept &= self.hit_rank <= k
        return self.hit_aspect[kept], self.hit_rank[kept]


def judge_aspects(
    rankings: Mapping[str, Sequence[str]], labels: Mapping[str, AspectLabels], *, rel: float = 1.0
) -> AspectHits:
    """Hold rankings against labels that name aspects.

    Parameters
    ----------
    rankings
        Query id to the ids of its hits, best first. A judged query that is missing retrieved nothing; a query without
        labels is left out.
    labels
        Query id to document id to aspect to grade. Queries are numbered in this order.
    rel
        Smallest grade that counts as relevant where a measure does not say otherwise.

    Raises
    ------
    BadInputError
        A grade that is no finite number.

    Notes
    -----
    O(hits + labels log labels). A repeated id is credited once, at its first rank.

    Examples
    --------
    >>> table = judge_aspects({"q": ["b", "x", "a"]}, {"q": {"a": {"price": 1, "size": 2}, "b": {"price": 1}}})
    >>> table.hit_aspect, table.hit_rank
    (array([0, 0, 1]), array([1, 3, 3]))
    """
    number = {aspect: at for at, aspect in enumerate(_aspects(labels))}
    rows = np.array(list(_rows(labels, number)), dtype=np.float64).reshape(-1, 3)
    label_doc, label_aspect, label_grade = rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64), rows[:, 2].copy()
    doc_query = np.repeat(np.arange(len(labels)), [len(docs) for docs in labels.values()]).astype(np.int64)
    doc_rank = np.array(list(_ranks(rankings, labels)), dtype=np.int64)
    doc_grade = _best(label_doc, label_grade, len(doc_query))
    found = np.flatnonzero(doc_rank > 0)
    found = found[np.lexsort((doc_rank[found], doc_query[found]))]
    pool = np.lexsort((-doc_grade, doc_query))
    hit = np.flatnonzero(doc_rank[label_doc] > 0)
    hit = hit[np.lexsort((doc_rank[label_doc[hit]], label_aspect[hit]))]
    return AspectHits(
        query=doc_query[found],
        rank=doc_rank[found],
        grade=doc_grade[found],
        n_retrieved=np.array([len(rankings.get(query, ())) for query in labels], dtype=np.int64),
        pool_query=doc_query[pool],
        pool_grade=doc_grade[pool],
        rel=rel,
        aspect_query=np.array([query for query, _ in number], dtype=np.int64),
        hit_aspect=label_aspect[hit],
        hit_rank=doc_rank[label_doc[hit]],
        hit_grade=label_grade[hit],
        doc_query=doc_query,
        label_doc=label_doc,
        label_aspect=label_aspect,
        label_grade=label_grade,
    )


def _aspects(labels: Mapping[str, AspectLabels]) -> Iterator[tuple[int, str]]:
    for query, docs in enumerate(labels.values()):
        yield from ((query, aspect) for aspect in sorted({aspect for grades in docs.values() for aspect in grades}))


def _rows(
    labels: Mapping[str, AspectLabels], number: Mapping[tuple[int, str], int]
) -> Iterator[tuple[int, int, float]]:
    """Yield (document, aspect, grade) of every label."""
    doc = 0
    for query, (query_id, docs) in enumerate(labels.items()):
        for doc_id, grades in sorted(docs.items()):
            for aspect, given in sorted(grades.items()):
                grade = as_finite(given)
                if grade is None:
                    raise BadInputError(
                        f"query {query_id!r}: the grade of {doc_id!r} for aspect {aspect!r} is a finite number, "
                        f"got {given!r:.60}"
                    )
                yield doc, number[query, aspect], grade
            doc += 1


def _ranks(rankings: Mapping[str, Sequence[str]], labels: Mapping[str, AspectLabels]) -> Iterator[int]:
    """Yield the first rank of every labelled document, 0 where it was not retrieved."""
    for query_id, docs in labels.items():
        first: dict[str, int] = {}
        for rank, doc_id in enumerate(rankings.get(query_id, ()), start=1):
            first.setdefault(doc_id, rank)
        yield from (first.get(doc_id, 0) for doc_id in sorted(docs))


def _best(label_doc: Ints, label_grade: Floats, n_docs: int) -> Floats:
    """Return the best grade of each document over its aspects, 0 where it has no label; shape (n_docs,)."""
    best = np.full(n_docs, -np.inf)
    np.maximum.at(best, label_doc, label_grade)
    return np.where(np.isinf(best), 0.0, best)
