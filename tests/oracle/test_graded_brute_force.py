"""Each graded and each diversity measure against its formula in the paper, over lists and loops, without NumPy."""

import math
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures.alpha_ndcg import AlphaNDCG
from assay.measures.ap_ia import APIA, PIA
from assay.measures.aspects import judge_aspects
from assay.measures.compat import Compat
from assay.measures.err import ERR, NERR
from assay.measures.err_ia import ERRIA, NERRIA
from assay.measures.inst import INSQ, INST
from assay.measures.measure import Measure
from assay.measures.nrbp import NNRBP, NRBP
from assay.measures.q_measure import Q
from assay.measures.sdcg import SDCG
from assay.measures.subtopic_recall import StRecall

Ranking = list[str]
Label = dict[str, float]
Aspects = dict[str, dict[str, float]]
Queries = list[tuple[Ranking, Label]]

IDS = st.sampled_from([f"d{number}" for number in range(12)])
GRADES = st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0])
QUERIES = st.lists(st.tuples(st.lists(IDS, max_size=15), st.dictionaries(IDS, GRADES, max_size=10)), max_size=6)
CUTOFFS = st.none() | st.integers(1, 18)
LEVELS = st.sampled_from([0.5, 1.0, 1.5, 3.0])
TOPS = st.sampled_from([5.0, 6.5, 9.0])
ASPECTS = st.dictionaries(st.sampled_from("abcde"), st.sampled_from([-1.0, 0.0, 1.0, 2.0, 3.0]), max_size=4)
DIVERSE = st.lists(st.tuples(st.lists(IDS, max_size=15), st.dictionaries(IDS, ASPECTS, max_size=9)), max_size=5)
ALPHAS = st.sampled_from([0.25, 0.5, 0.75, 1.0])  # powers of these are exact, so that equal gains are equal


def credited(ranking: Ranking, label: Label) -> list[float]:
    """The grade earned at each place: 0 where nobody judged, below 0, and where the document stood before."""
    return [
        0.0 if doc_id in ranking[:place] else max(label.get(doc_id, 0.0), 0.0) for place, doc_id in enumerate(ranking)
    ]


def ideal(label: Label) -> list[float]:
    return sorted((max(grade, 0.0) for grade in label.values()), reverse=True)


def check(measure: Measure, formula: Callable[[Ranking, Label], float], queries: Queries, rel: float = 1.0) -> None:
    judged = judge([ranking for ranking, _ in queries], [label for _, label in queries], rel=rel)
    wanted = [
        formula(ranking, label) if any(grade >= rel for grade in label.values()) else math.nan
        for ranking, label in queries
    ]
    np.testing.assert_allclose(measure.per_query(judged), wanted, rtol=1e-11, atol=1e-15)


def err(grades: list[float], k: int | None, top: float) -> float:
    total, still_looking = 0.0, 1.0
    for rank, grade in enumerate(grades[:k], start=1):
        satisfied = (2**grade - 1) / 2**top
        total += still_looking * satisfied / rank
        still_looking *= 1 - satisfied
    return total


@given(queries=QUERIES, k=CUTOFFS, top=TOPS)
def test_err_is_its_formula(queries: Queries, k: int | None, top: float) -> None:
    check(ERR(k=k, max_grade=top), lambda ranking, label: err(credited(ranking, label), k, top), queries)


@given(queries=QUERIES, k=CUTOFFS, top=TOPS)
def test_nerr_is_err_over_that_of_the_best_order(queries: Queries, k: int | None, top: float) -> None:
    def formula(ranking: Ranking, label: Label) -> float:
        return err(credited(ranking, label), k, top) / err(ideal(label), k, top)

    check(NERR(k=k, max_grade=top), formula, queries)


@given(label=st.dictionaries(IDS, GRADES, min_size=1, max_size=6), k=st.integers(1, 6))
def test_no_order_has_a_higher_err_than_that_of_descending_grades(label: Label, k: int) -> None:
    best = max(err([max(grade, 0.0) for grade in order], k, 5.0) for order in permutations(label.values()))
    assert err(ideal(label), k, 5.0) == pytest.approx(best, rel=1e-12)


def q_measure(ranking: Ranking, label: Label, k: int | None, rel: float, beta: float) -> float:
    gains = [grade if grade >= rel else 0.0 for grade in credited(ranking, label)][:k]
    best = [grade for grade in ideal(label) if grade >= rel]
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        if gain:
            n_found = sum(1 for before in gains[:rank] if before)
            total += (n_found + beta * sum(gains[:rank])) / (rank + beta * sum(best[:rank]))
    return total / (len(best) if k is None else min(len(best), k))


@given(queries=QUERIES, k=CUTOFFS, rel=LEVELS, beta=st.sampled_from([0.0, 0.1, 1.0, 10.0]))
def test_q_measure_is_its_formula(queries: Queries, k: int | None, rel: float, beta: float) -> None:
    check(Q(k=k, beta=beta), lambda ranking, label: q_measure(ranking, label, k, rel, beta), queries, rel)


@given(queries=QUERIES, k=CUTOFFS, top=TOPS)
def test_sdcg_is_its_formula(queries: Queries, k: int | None, top: float) -> None:
    def formula(ranking: Ranking, label: Label) -> float:
        gains = [grade / top for grade in credited(ranking, label)][:k]
        places = range(1, (len(ranking) if k is None else k) + 1)
        most = sum(1 / math.log2(rank + 1) for rank in places)
        found = sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
        return found / most if most else 0.0

    check(SDCG(k=k, max_grade=top), formula, queries)


DEPTHS = st.sampled_from([1, 2, 5, 18, 400])


@given(queries=QUERIES, k=DEPTHS, top=TOPS, goal=st.sampled_from([0.25, 1.0, 2.5]))
def test_insq_is_its_formula(queries: Queries, k: int, top: float, goal: float) -> None:
    def formula(ranking: Ranking, label: Label) -> float:
        weights = [1 / (rank + 2 * goal - 1) ** 2 for rank in range(1, k + 1)]
        gains = [grade / top for grade in credited(ranking, label)]
        return sum(weight * gain for weight, gain in zip(weights, gains, strict=False)) / sum(weights)

    check(INSQ(k=k, max_grade=top, T=goal), formula, queries)


@given(queries=QUERIES, k=DEPTHS, top=TOPS, goal=st.sampled_from([0.51, 1.0, 2.5]))
def test_inst_is_its_formula(queries: Queries, k: int, top: float, goal: float) -> None:
    def formula(ranking: Ranking, label: Label) -> float:
        gains = [grade / top for grade in credited(ranking, label)]
        seen, looks, found, wanted = 1.0, 0.0, 0.0, goal
        for rank, gain in enumerate((gains + [0.0] * k)[:k], start=1):
            looks, found, wanted = looks + seen, found + seen * gain, wanted - gain
            seen *= ((rank + goal + wanted - 1) / (rank + goal + wanted)) ** 2
        return found / looks

    check(INST(k=k, max_grade=top, T=goal), formula, queries)


def overlap(ranking: Ranking, other: Ranking, p: float, k: int) -> float:
    depths = range(1, k + 1)
    total = sum(p ** (depth - 1) * len(set(ranking[:depth]) & set(other[:depth])) / depth for depth in depths)
    return total / sum(p ** (depth - 1) for depth in depths)


@given(
    queries=st.lists(
        st.tuples(
            st.lists(IDS, max_size=9), st.dictionaries(IDS, st.sampled_from([0.0, 1.0, 2.0]), min_size=1, max_size=5)
        ),
        max_size=2,
    ),
    k=st.integers(1, 14),
    p=st.sampled_from([0.1, 0.8, 0.95]),
    norm=st.sampled_from(["ideal", "none"]),
)
def test_compat_is_the_overlap_with_the_nearest_of_all_ideal_rankings(
    queries: Queries, k: int, p: float, norm: str
) -> None:
    def formula(ranking: Ranking, label: Label) -> float:
        wanted = [doc_id for doc_id, grade in label.items() if grade > 0]
        orders = [list(order) for order in permutations(wanted)]
        ideals = [order for order in orders if [label[doc_id] for doc_id in order] == ideal(label)[: len(order)]]
        best = overlap(ideals[0], ideals[0], p, k) if norm == "ideal" else 1.0
        return max(overlap(ranking, order, p, k) for order in ideals) / best

    check(Compat(k=k, p=p, norm=norm), formula, queries)


# ---- aspects


def answered(ranking: Ranking, label: Aspects, rel: float) -> list[set[str]]:
    """The aspects answered at each place, a repeated document none."""
    return [
        set()
        if doc_id in ranking[:place]
        else {aspect for aspect, grade in label.get(doc_id, {}).items() if grade >= rel}
        for place, doc_id in enumerate(ranking)
    ]


def all_aspects(label: Aspects, rel: float) -> set[str]:
    return set().union(*answered(list(label), label, rel))


def novel(ranking: Ranking, label: Aspects, rel: float, alpha: float) -> list[float]:
    """The gain of each place."""
    places = answered(ranking, label, rel)
    return [
        sum((1 - alpha) ** sum(aspect in before for before in places[:place]) for aspect in found)
        for place, found in enumerate(places)
    ]


def greedy(label: Aspects, rel: float, alpha: float) -> Ranking:
    chosen: Ranking = []
    while len(chosen) < len(label):
        left = [doc_id for doc_id in label if doc_id not in chosen]
        chosen.append(max(left, key=lambda doc_id: (novel([*chosen, doc_id], label, rel, alpha)[-1], doc_id)))
    return chosen


def discounted(gains: list[float], k: int | None, discount: Callable[[int], float]) -> float:
    return sum(gain * discount(rank) for rank, gain in enumerate(gains[:k], start=1))


def check_aspects(
    measure: Measure,
    formula: Callable[[Ranking, Aspects], float],
    queries: list[tuple[Ranking, Aspects]],
    rel: float = 1.0,
) -> None:
    names = [f"q{number}" for number in range(len(queries))]
    rankings = {name: ranking for name, (ranking, _) in zip(names, queries, strict=True)}
    labels = {name: label for name, (_, label) in zip(names, queries, strict=True)}
    wanted = [formula(ranking, label) if all_aspects(label, rel) else math.nan for ranking, label in queries]
    found = measure.per_query(judge_aspects(rankings, labels, rel=rel))
    np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-15)


def dcg_discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def err_discount(rank: int) -> float:
    return 1 / rank


def rbp_discount(rank: int) -> float:
    return 0.8 ** (rank - 1)


@pytest.mark.parametrize(
    ("measure", "discount"),
    [(AlphaNDCG(), dcg_discount), (NERRIA(), err_discount), (NNRBP(beta=0.8), rbp_discount)],
    ids=str,
)
@given(queries=DIVERSE, k=CUTOFFS, alpha=ALPHAS)
def test_a_novelty_measure_is_its_gains_over_those_of_the_greedy_ideal(
    measure: Measure,
    discount: Callable[[int], float],
    queries: list[tuple[Ranking, Aspects]],
    k: int | None,
    alpha: float,
) -> None:
    rel = 2.0

    def formula(ranking: Ranking, label: Aspects) -> float:
        best = discounted(novel(greedy(label, rel, alpha), label, rel, alpha), k, discount)
        return discounted(novel(ranking, label, rel, alpha), k, discount) / best

    check_aspects(measure(k=k, alpha=alpha), formula, queries, rel)


@given(queries=DIVERSE, k=st.integers(1, 18), alpha=ALPHAS)
def test_err_ia_is_its_gains_over_those_of_full_answers(
    queries: list[tuple[Ranking, Aspects]], k: int, alpha: float
) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        full = sum((1 - alpha) ** (rank - 1) / rank for rank in range(1, k + 1))
        n_aspects = len(all_aspects(label, 1.0))
        return discounted(novel(ranking, label, 1.0, alpha), k, err_discount) / (n_aspects * full)

    check_aspects(ERRIA(k=k, alpha=alpha), formula, queries)


@given(queries=DIVERSE, k=CUTOFFS)
def test_err_ia_over_aspects_is_the_mean_of_their_err(queries: list[tuple[Ranking, Aspects]], k: int | None) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        aspects = all_aspects(label, 1.0)
        found = answered(ranking, label, 1.0)
        return sum(err([float(aspect in place) for place in found], k, 1.0) for aspect in aspects) / len(aspects)

    check_aspects(ERRIA(k=k, norm="aspects"), formula, queries)


@given(queries=DIVERSE, k=CUTOFFS, alpha=ALPHAS)
def test_nrbp_is_its_formula(queries: list[tuple[Ranking, Aspects]], k: int | None, alpha: float) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        gains = discounted(novel(ranking, label, 1.0, alpha), k, rbp_discount)
        return gains * (1 - (1 - alpha) * 0.8) / len(all_aspects(label, 1.0))

    check_aspects(NRBP(k=k, alpha=alpha, beta=0.8), formula, queries)


@given(queries=DIVERSE, k=CUTOFFS, rel=st.sampled_from([1.0, 3.0]))
def test_subtopic_recall_is_the_share_of_aspects_found(
    queries: list[tuple[Ranking, Aspects]], k: int | None, rel: float
) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        return len(set().union(*answered(ranking, label, rel)[:k])) / len(all_aspects(label, rel))

    check_aspects(StRecall(k=k), formula, queries, rel)


@given(queries=DIVERSE, k=CUTOFFS, rel=st.sampled_from([1.0, 3.0]))
def test_ap_ia_is_the_mean_average_precision_of_the_aspects(
    queries: list[tuple[Ranking, Aspects]], k: int | None, rel: float
) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        total, aspects = 0.0, all_aspects(label, rel)
        for aspect in aspects:
            hits = [aspect in found for found in answered(ranking, label, rel)][:k]
            n_answers = sum(aspect in found for found in answered(list(label), label, rel))
            total += sum(sum(hits[:rank]) / rank for rank, hit in enumerate(hits, start=1) if hit) / n_answers
        return total / len(aspects)

    check_aspects(APIA(k=k), formula, queries, rel)


@given(queries=DIVERSE, k=CUTOFFS)
def test_p_ia_is_the_mean_precision_of_the_aspects(queries: list[tuple[Ranking, Aspects]], k: int | None) -> None:
    def formula(ranking: Ranking, label: Aspects) -> float:
        places, aspects = len(ranking) if k is None else k, all_aspects(label, 1.0)
        hits = sum(len(found) for found in answered(ranking, label, 1.0)[:k])
        return hits / places / len(aspects) if places else 0.0

    check_aspects(PIA(k=k), formula, queries)
