"""The measures as functions over a plain list of labels in rank order, as tutorials write them.

A label is 1 for relevant and 0 for not, or a grade (the measures that only ask whether a document is relevant take 1
and above for it); the first label is that of the best hit. What needs to know how many documents are relevant takes
`n_relevant`, because a list of retrieved labels cannot tell. Without it, measures that can do without take the query
to have an answer, so that a list without a relevant label scores 0.0.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, cast

import numpy as np

from assay.data.identifier import as_id
from assay.data.number import as_finite, as_whole
from assay.errors import BadInputError
from assay.measures.average_precision import AP
from assay.measures.dcg import dcg
from assay.measures.f_measure import F
from assay.measures.hit_rate import HitRate
from assay.measures.judged_hits import Floats, JudgedHits
from assay.measures.measure import BinaryMeasure, Measure, check_k
from assay.measures.ndcg import NDCG
from assay.measures.precision import P
from assay.measures.recall import R
from assay.measures.reciprocal_rank import RR

Labels = Sequence[float]
_MOST_RELEVANT = 10_000_000  # as many as are held in memory without a thought; nobody labels more
Depth = Literal["k", "retrieved"]
Norm = Literal["relevant", "retrieved"]
Gain = Literal["linear", "exponential"]


def labels(retrieved_ids: Iterable[object], relevant: Iterable[object] | Mapping[object, float]) -> list[float]:
    """Label the hits of one ranking.

    Parameters
    ----------
    retrieved_ids
        Ids in rank order, best first: text or whole numbers, 1 being the same id as "1". A repeated id is credited
        once, at its first place; the repeat gets 0.
    relevant
        The relevant ids, or a mapping of id to grade.

    Raises
    ------
    BadInputError
        A string in the place of a list, an id that is none, or a grade that is no finite number.

    Examples
    --------
    >>> labels(["a", "x", "a", "b"], {"a", "b"})
    [1.0, 0.0, 0.0, 1.0]
    """
    for name, given in (("retrieved_ids", retrieved_ids), ("relevant", relevant)):
        if isinstance(given, str | bytes):
            raise BadInputError(f"{name} is a collection of ids, got the string {given!r:.200}")
    if isinstance(retrieved_ids, AbstractSet):
        raise BadInputError("retrieved_ids stand in rank order, and a set has none")
    grades = _grades(relevant)
    seen: set[str] = set()
    found: list[float] = []
    for retrieved in retrieved_ids:
        doc_id = as_id(retrieved, "retrieved_ids")
        found.append(0.0 if doc_id in seen else grades.get(doc_id, 0.0))
        seen.add(doc_id)
    return found


def hit_rate_at_k(labels: Labels, k: int, *, n_relevant: int | None = None) -> float:
    """Return 1.0 if one of the first `k` labels is relevant, else 0.0; NaN where `n_relevant` is 0.

    Examples
    --------
    >>> hit_rate_at_k([0, 0, 1], 3)
    1.0
    """
    return _binary(HitRate(k=check_k(k)), labels, n_relevant)


def precision_at_k(labels: Labels, k: int, *, n_relevant: int | None = None, depth: Depth = "k") -> float:
    """Return the relevant among the first `k` labels, divided by `k`; NaN where `n_relevant` is 0.

    ``depth="retrieved"`` divides by ``min(k, len(labels))`` instead.

    Examples
    --------
    >>> precision_at_k([1, 0, 1], 5)
    0.4
    """
    return _binary(P(k=check_k(k), depth=depth), labels, n_relevant)


def recall_at_k(labels: Labels, k: int, *, n_relevant: int | None = None) -> float:
    """Return the relevant among the first `k` labels, divided by `n_relevant`; NaN where that is 0.

    Raises
    ------
    BadInputError
        Without `n_relevant`: a list of retrieved labels cannot tell what was missed.

    Examples
    --------
    >>> recall_at_k([1, 0, 1], 3, n_relevant=4)
    0.5
    """
    return _binary(R(k=check_k(k)), labels, _required(n_relevant, "recall"))


def f1_at_k(labels: Labels, k: int, *, n_relevant: int | None = None, depth: Depth = "k") -> float:
    """Return the harmonic mean of precision and recall at `k`; needs `n_relevant` as recall does.

    Examples
    --------
    >>> f1_at_k([1, 0, 1], 3, n_relevant=2)
    0.8
    """
    return _binary(F(k=check_k(k), depth=depth), labels, _required(n_relevant, "F1"))


def reciprocal_rank(labels: Labels, k: int | None = None, *, n_relevant: int | None = None) -> float:
    """Return 1 / rank of the first relevant label, 0.0 where there is none (among the first `k`).

    Examples
    --------
    >>> reciprocal_rank([0, 1, 1])
    0.5
    """
    return _binary(RR(k=k), labels, n_relevant)


def mean_reciprocal_rank(rankings: Sequence[Labels], k: int | None = None) -> float:
    """Return the mean of `reciprocal_rank` over queries.

    Examples
    --------
    >>> round(mean_reciprocal_rank([[0, 1], [1], [0, 0, 1]]), 3)
    0.611
    """
    return _mean([reciprocal_rank(ranking, k) for ranking in rankings])


def average_precision(
    labels: Labels, k: int | None = None, *, n_relevant: int | None = None, norm: Norm | None = None
) -> float:
    """Return the mean of the precisions at the places of relevant labels.

    With `n_relevant`, divided by that (``norm="relevant"``, trec_eval's form). Without it, by the relevant labels in
    the list (``norm="retrieved"``, the tutorials' form), which cannot see what was missed; 0.0 where there is none.

    Examples
    --------
    >>> average_precision([1, 0, 0, 1]), average_precision([1, 0, 0, 1], n_relevant=3)
    (0.75, 0.5)
    """
    if norm is None:
        norm = "retrieved" if n_relevant is None else "relevant"
    if norm == "relevant":
        n_relevant = _required(n_relevant, 'average precision with norm="relevant"')
    return _binary(AP(k=k, norm=norm), labels, n_relevant)


def mean_average_precision(
    rankings: Sequence[Labels], k: int | None = None, *, n_relevant: Sequence[int] | None = None
) -> float:
    """Return the mean of `average_precision` over queries; queries with no relevant document (NaN) are left out.

    Examples
    --------
    >>> mean_average_precision([[1, 0, 0, 1], [0, 1]])
    0.625
    """
    if n_relevant is None:
        return _mean([average_precision(ranking, k) for ranking in rankings])
    if not hasattr(n_relevant, "__len__") or len(n_relevant) != len(rankings):
        raise BadInputError(f"n_relevant is a list of {len(rankings)} counts, one a ranking, got {n_relevant!r:.60}")
    pairs = zip(rankings, n_relevant, strict=True)
    return _mean([average_precision(ranking, k, n_relevant=relevant) for ranking, relevant in pairs])


def dcg_at_k(labels: Labels, k: int, *, gain: Gain = "linear") -> float:
    """Return the discounted cumulative gain of the first `k` labels: label / log2(rank + 1), summed.

    Examples
    --------
    >>> round(dcg_at_k([3, 2, 3, 0, 1], 5), 4)
    6.1487
    """
    return _dcg(_checked(labels), check_k(k), gain)


def idcg_at_k(labels: Labels, k: int, *, gain: Gain = "linear") -> float:
    """Return the DCG of the same labels in their best order.

    Examples
    --------
    >>> round(idcg_at_k([3, 2, 3, 0, 1], 5), 4)
    6.3235
    """
    return _dcg(np.sort(_checked(labels))[::-1], check_k(k), gain)


def ndcg_at_k(
    labels: Labels,
    k: int,
    *,
    n_relevant: int | None = None,
    judged: Sequence[float] | None = None,
    gain: Gain = "linear",
) -> float:
    """Return DCG divided by the DCG of the best order.

    With `judged` (the grades of all judged documents of the query, retrieved or not), the ideal is the best order of
    these, as in trec_eval; for labels of 0 and 1, `n_relevant` says the same. Without either, the ideal is the best
    order of the retrieved labels only (the tutorials' form), which cannot see what was missed; 0.0 where nothing
    retrieved is relevant. NaN where nothing judged has a positive grade.

    Examples
    --------
    >>> round(ndcg_at_k([3, 2, 3, 0, 1], 5), 4)
    0.9724
    """
    grades = _checked(labels)
    if judged is None and n_relevant is None:
        unseen = np.append(grades, 1.0)  # the query is taken to have an answer, which the retrieved ideal leaves out
        return _one_query(NDCG(k=check_k(k), gain=gain, ideal="retrieved"), grades, unseen)
    if judged is not None and n_relevant is not None:
        raise BadInputError("give judged or n_relevant, not both")
    pool = _pool_of_count(grades, n_relevant) if judged is None else _pool_of_grades(grades, judged)
    return _one_query(NDCG(k=check_k(k), gain=gain), grades, pool)


def _binary(measure: BinaryMeasure, labels: Labels, n_relevant: int | None) -> float:
    grades = _checked(labels)
    found = int(np.count_nonzero(grades >= 1.0))
    # Where nobody says how many are relevant, the query is taken to have an answer.
    count = max(found, 1) if n_relevant is None else _checked_count(n_relevant, found)
    return _one_query(measure, grades, np.ones(count))


def _one_query(measure: Measure, grades: Floats, pool: Floats) -> float:
    places = np.arange(1, len(grades) + 1, dtype=np.int64)
    table = JudgedHits(
        query=np.zeros_like(places),
        rank=places,
        grade=grades,
        n_retrieved=np.array([len(grades)], dtype=np.int64),
        pool_query=np.zeros(len(pool), dtype=np.int64),
        pool_grade=np.sort(pool)[::-1],
    )
    return float(measure.per_query(table)[0])


def _pool_of_grades(grades: Floats, judged: Labels) -> Floats:
    """Return the judged grades, once it is sure that the retrieved labels are among them."""
    pool = _checked(judged)
    values, counts = np.unique(grades[grades > 0], return_counts=True)
    if any(np.count_nonzero(pool == value) < count for value, count in zip(values, counts, strict=True)):
        raise BadInputError("judged holds the grades of all judged documents, those of the retrieved ones among them")
    return pool


def _pool_of_count(grades: Floats, n_relevant: int | None) -> Floats:
    if np.any((grades != 0) & (grades != 1)):
        raise BadInputError(
            "n_relevant says enough only for labels of 0 and 1\nHint: pass judged=, the grades of all judged documents."
        )
    return np.ones(_checked_count(n_relevant, int(grades.sum())))


def _dcg(grades: Floats, k: int, gain: Gain) -> float:
    places = np.arange(1, len(grades) + 1, dtype=np.int64)
    gains = NDCG(gain=gain).gains(grades)
    return float(dcg(np.zeros_like(places), places, gains, n_queries=1, k=k)[0])


def _grades(relevant: Iterable[object] | Mapping[object, float]) -> dict[str, float]:
    if not isinstance(relevant, Mapping):
        return {as_id(doc_id, "relevant"): 1.0 for doc_id in relevant}
    found: dict[str, float] = {}
    for doc_id, given in cast("Mapping[object, object]", relevant).items():
        grade = as_finite(given)
        if grade is None:
            raise BadInputError(f"the grade of {doc_id!r} is a finite number, got {given!r:.60}")
        found[as_id(doc_id, "relevant")] = grade
    return found


def _checked(labels: Labels) -> Floats:
    numbers = [_number(label) for label in cast("Iterable[object]", labels)] if _is_list(labels) else [None]
    if None in numbers:
        raise BadInputError(f"labels are one list of finite numbers in rank order, got {labels!r:.200}")
    return np.array(numbers, dtype=np.float64)


def _is_list(given: object) -> bool:
    return hasattr(given, "__getitem__") and not isinstance(given, str | bytes) and not isinstance(given, Mapping)


def _number(label: object) -> float | None:
    return float(cast("bool", label)) if isinstance(label, bool | np.bool_) else as_finite(label)


def _checked_count(n_relevant: int | None, found: int) -> int:
    count = as_whole(n_relevant, least=0, most=_MOST_RELEVANT)
    if count is None:
        raise BadInputError(f"n_relevant is a whole number of at least 0, got {n_relevant!r:.60}")
    if count < found:
        raise BadInputError(f"n_relevant is {count}, but {found} relevant labels were retrieved")
    return count


def _required(n_relevant: int | None, what: str) -> int:
    if n_relevant is None:
        raise BadInputError(
            f"{what} needs to know how many documents are relevant\n"
            "Hint: pass n_relevant=, counting the missed ones too."
        )
    return n_relevant


def _mean(values: Sequence[float]) -> float:
    defined = [value for value in values if not math.isnan(value)]
    return math.fsum(defined) / len(defined) if defined else math.nan
