"""The further measures against their formulas, written down once more: over lists and loops, without NumPy."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures import (
    AUC,
    DCG,
    IDCG,
    RBP,
    BinG,
    Bpref,
    ElevenPoint,
    F,
    G,
    IPrec,
    Judged,
    Measure,
    NDCGRel,
    NumNonrelJudgedRet,
    NumRel,
    NumRelRet,
    NumRet,
    RBPResidual,
    RelativeP,
    Rndcg,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    SetRelativeP,
    Unjudged,
    Utility,
    Yaap,
    infAP,
    nDCG,
)

IDS = st.sampled_from([f"d{number}" for number in range(12)])
GRADES = st.sampled_from([-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0])
QUERIES = st.lists(st.tuples(st.lists(IDS, max_size=15), st.dictionaries(IDS, GRADES, max_size=10)), max_size=5)
CUTOFFS = st.none() | st.integers(1, 18)
LEVELS = st.sampled_from([0.5, 1.0, 3.0])
NEGATIVES = st.sampled_from(["judged", "pooled"])
MAPPING = {1.0: 4.0, 2.0: 0.5, 3.0: 0.75}


@dataclass(frozen=True)
class Case:
    """One query: the grade at each place, None where nobody judged or where the document stood before."""

    places: list[float | None]
    label: dict[str, float]
    rel: float
    pooled: bool
    k: int | None = None

    @property
    def hits(self) -> list[float | None]:
        return self.places[: self.k]

    @property
    def n_relevant(self) -> int:
        return sum(grade >= self.rel for grade in self.label.values())

    @property
    def n_found(self) -> int:
        return sum(self.is_relevant(grade) for grade in self.hits)

    @property
    def n_not_relevant(self) -> int:
        return sum(self.is_judged(grade) and grade < self.rel for grade in self.label.values())

    def is_relevant(self, grade: float | None) -> bool:
        return grade is not None and grade >= self.rel

    def is_judged(self, grade: float | None) -> bool:
        return grade is not None and (grade >= 0 or not self.pooled)

    def precision_at(self, depth: int) -> float:
        return sum(self.is_relevant(grade) for grade in self.places[:depth]) / depth if depth else 0.0


def f_measure(case: Case, beta: float = 2.0) -> float:
    places = len(case.places) if case.k is None else case.k
    p, r = case.n_found / places if places else 0.0, case.n_found / case.n_relevant
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0


def set_f(case: Case, x: float = 1.0) -> float:
    if not case.n_found:
        return 0.0
    p, r = case.n_found / len(case.places), case.n_found / case.n_relevant
    return (x + 1) * p * r / (x * p + r)


def set_p(case: Case) -> float:
    return case.n_found / len(case.places) if case.places else 0.0


def set_relative_p(case: Case) -> float:
    return case.n_found / min(len(case.places), case.n_relevant) if case.places else 0.0


def relative_p(case: Case) -> float:
    places = len(case.places) if case.k is None else case.k
    return case.n_found / min(places, case.n_relevant) if places else 0.0


def r_precision(case: Case, mult: float = 1.0) -> float:
    return case.precision_at(int(mult * case.n_relevant + 0.9))


def interpolated(case: Case, level: float) -> float:
    needed = int(level * case.n_relevant + 0.9)
    points, found = [0.0], 0
    for rank, grade in enumerate(case.places, start=1):
        found += case.is_relevant(grade)
        points.append(found / rank if found >= needed else 0.0)
    return max(points)


def eleven_point(case: Case) -> float:
    return sum(interpolated(case, level / 10) for level in range(11)) / 11


def bpref(case: Case) -> float:
    total, before = 0.0, 0
    least = min(case.n_not_relevant, case.n_relevant)
    for grade in case.places:
        if case.is_relevant(grade):
            total += 1 - min(before, case.n_relevant) / least if before else 1.0
        else:
            before += case.is_judged(grade)
    return total / case.n_relevant


def inferred(case: Case) -> float:
    total, pool, judged, relevant = 0.0, 0, 0, 0
    for rank, grade in enumerate(case.places, start=1):
        if case.is_relevant(grade):
            chance = (relevant + 1e-5) / (judged + 2e-5)
            total += 1.0 if rank == 1 else 1 / rank + (rank - 1) / rank * pool / (rank - 1) * chance
        pool += grade is not None
        judged += case.is_judged(grade)
        relevant += case.is_relevant(grade)
    return total / case.n_relevant


def rbp(case: Case, gain: Callable[[float], float] | None = None) -> float:
    gains = [0.0 if grade is None else (gain or case.is_relevant)(grade) for grade in case.hits]
    return 0.2 * sum(value * 0.8**place for place, value in enumerate(gains))


def rbp_of_the_query(case: Case) -> float:
    top = max(case.label.values())
    return rbp(case, lambda grade: max(grade, 0.0) / max(top, 1.0))


def residual(case: Case) -> float:
    unknown = sum(0.8**place for place, grade in enumerate(case.hits) if not case.is_judged(grade))
    return 0.8 ** len(case.hits) + 0.2 * unknown


def residual_of_trec_eval(case: Case) -> float:
    return residual(case) if any(not case.is_judged(grade) for grade in case.hits) else 0.0


def judged(case: Case) -> float:
    return sum(map(case.is_judged, case.hits)) / len(case.hits) if case.hits else math.nan


def unjudged(case: Case) -> float:
    holes = sum(not case.is_judged(grade) for grade in case.hits)
    places = len(case.places) if case.k is None else case.k
    return holes / places if places else 0.0


def auc(case: Case) -> float:
    found = [(grade, place) for place, grade in enumerate(case.hits) if grade is not None]
    left = list(case.label.values())
    for grade, _ in found:
        left.remove(grade)
    pool = [*found, *((grade, math.inf) for grade in left)]
    good = [place for grade, place in pool if case.is_relevant(grade)]
    bad = [place for grade, place in pool if case.is_judged(grade) and not case.is_relevant(grade)]
    kept = [1.0 if one < other else 0.5 if one == other else 0.0 for one, other in product(good, bad)]
    return sum(kept) / len(kept) if kept else math.nan


def auc_of_the_retrieved(case: Case) -> float:
    good = [place for place, grade in enumerate(case.hits) if case.is_relevant(grade)]
    bad = [place for place, grade in enumerate(case.hits) if not case.is_relevant(grade)]
    kept = [float(one < other) for one, other in product(good, bad)]
    return sum(kept) / len(kept) if kept else math.nan


def yaap(case: Case) -> float:
    total = sum(case.precision_at(rank) for rank, grade in enumerate(case.places, 1) if case.is_relevant(grade))
    return math.log((1 + total) / (1 + case.n_relevant - total))


def bin_g(case: Case) -> float:
    total, other = 0.0, 0
    for grade in case.places:
        if case.is_relevant(grade):
            total += 1 / math.log2(2 + other)
        else:
            other += 1
    return total / case.n_relevant


def utility(case: Case) -> float:
    missed, wrong = case.n_relevant - case.n_found, len(case.places) - case.n_found
    return 2 * case.n_found - wrong - 0.5 * missed + 0.25 * (100 - case.n_found - missed - wrong)


EVERYWHERE: list[tuple[Measure, Callable[[Case], float]]] = [
    (Utility(a=2, c=-0.5, d=0.25, n_docs=100), utility),
    (NumRet, lambda case: len(case.places)),
    (NumRel, lambda case: case.n_relevant),
    (NumRelRet, lambda case: case.n_found),
    (NumNonrelJudgedRet, lambda case: sum(map(case.is_judged, case.places)) - case.n_found),
    (RBPResidual, residual),
    (RBPResidual(complete="zero"), residual_of_trec_eval),
    (Judged, judged),
    (Unjudged, unjudged),
]
WITH_RELEVANT: list[tuple[Measure, Callable[[Case], float]]] = [
    (F(beta=2), f_measure),
    (SetP, set_p),
    (SetR, lambda case: case.n_found / case.n_relevant),
    (SetF, set_f),
    (SetF(beta=2), lambda case: set_f(case, 4.0)),
    (SetF(beta=2, form="trec_eval"), lambda case: set_f(case, 2.0)),
    (SetAP, lambda case: set_p(case) * case.n_found / case.n_relevant),
    (SetRelativeP, set_relative_p),
    (RelativeP, relative_p),
    (Rprec, r_precision),
    (Rprec(mult=0.4), lambda case: r_precision(case, 0.4)),
    (Rprec(mult=5), lambda case: r_precision(case, 5.0)),
    (IPrec @ 0.3, lambda case: interpolated(case, 0.3)),
    (ElevenPoint, eleven_point),
    (Bpref, bpref),
    (infAP, inferred),
    (AUC, auc),
    (AUC(pairs="retrieved"), auc_of_the_retrieved),
    (RBP, rbp),
    (RBP(gain="graded", max_grade=4), lambda case: rbp(case, lambda grade: max(grade, 0.0) / 4)),
    (RBP(gain="query"), rbp_of_the_query),
    (Yaap, yaap),
    (BinG, bin_g),
]


def cases(
    queries: list[tuple[list[str], dict[str, float]]], rel: float, negatives: str, k: int | None = None
) -> list[Case]:
    return [
        Case(
            [None if doc in ranking[:place] else label.get(doc) for place, doc in enumerate(ranking)],
            label,
            rel,
            negatives == "pooled",
            k,
        )
        for ranking, label in queries
    ]


def check(measure: Measure, expected: list[float], queries: list, rel: float, negatives: str) -> None:
    table = judge([ranking for ranking, _ in queries], [label for _, label in queries], rel=rel)
    found = measure.per_query(replace(table, negatives=negatives))
    np.testing.assert_allclose(found, np.array(expected), rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(("measure", "formula"), EVERYWHERE, ids=lambda value: str(value) * isinstance(value, Measure))
@given(queries=QUERIES, rel=LEVELS, negatives=NEGATIVES, k=CUTOFFS)
def test_a_measure_that_is_defined_everywhere_is_its_formula(
    *, measure: Measure, formula: Callable[[Case], float], queries: list, rel: float, negatives: str, k: int | None
) -> None:
    k = k if measure.takes_k else None
    expected = [formula(case) for case in cases(queries, rel, negatives, k)]
    check(measure(k=k) if measure.takes_k else measure, expected, queries, rel, negatives)


@pytest.mark.parametrize(
    ("measure", "formula"), WITH_RELEVANT, ids=lambda value: str(value) * isinstance(value, Measure)
)
@given(queries=QUERIES, rel=LEVELS, negatives=NEGATIVES, k=CUTOFFS)
def test_a_measure_of_relevance_is_its_formula_and_undefined_without_a_relevant_document(
    *, measure: Measure, formula: Callable[[Case], float], queries: list, rel: float, negatives: str, k: int | None
) -> None:
    k = k if measure.takes_k else None
    expected = [formula(case) if case.n_relevant else math.nan for case in cases(queries, rel, negatives, k)]
    check(measure(k=k) if measure.takes_k else measure, expected, queries, rel, negatives)


def gain_of(kind: object, grade: float | None) -> float:
    if grade is None:
        return 0.0
    if kind == "exponential":
        return 2 ** max(grade, 0.0) - 1
    return MAPPING.get(grade, max(grade, 0.0)) if kind is MAPPING else max(grade, 0.0)


def dcg(gains: list[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def ndcg_rel(gains: list[float], ideal: list[float]) -> float:
    positive = [gain for gain in ideal if gain > 0]
    at = [dcg(gains[:rank]) / dcg(positive[:rank]) for rank, gain in enumerate(gains, start=1) if gain > 0]
    return (sum(at) + (len(positive) - len(at)) * dcg(gains) / dcg(positive)) / len(positive)


def r_ndcg(gains: list[float], ideal: list[float]) -> float:
    positive = [gain for gain in ideal if gain > 0]
    steps = [place for place, gain in enumerate(positive, 1) if place == len(positive) or positive[place] != gain]
    points = [dcg(gains[:step]) / dcg(positive[:step]) for step in steps]
    if len(gains) >= len(positive) + 2:
        points.append(dcg(gains) / dcg(positive))
    return sum(points) / len(points)


def cumulated(gains: list[float], ideal: list[float]) -> float:
    total, cost, so_far = 0.0, 0.0, 0.0
    for place, gain in enumerate(gains):
        cost += max(ideal[place] if place < len(ideal) else 0.0, 1.0)
        so_far += gain
        total += gain / math.log2(2 + cost - so_far)
    return total / sum(ideal)


OF_GAINS: list[tuple[Measure, Callable[[list[float], list[float], int | None], float]]] = [
    (DCG, lambda gains, _, k: dcg(gains[:k])),
    (IDCG, lambda _, ideal, k: dcg(ideal[:k])),
    (nDCG, lambda gains, ideal, k: dcg(gains[:k]) / dcg(ideal[:k])),
    (NDCGRel, lambda gains, ideal, _: ndcg_rel(gains, ideal)),
    (Rndcg, lambda gains, ideal, _: r_ndcg(gains, ideal)),
    (G, lambda gains, ideal, _: cumulated(gains, ideal)),
]


@pytest.mark.parametrize("gain", ["linear", "exponential", MAPPING], ids=str)
@pytest.mark.parametrize(("measure", "formula"), OF_GAINS, ids=lambda value: str(value) * isinstance(value, Measure))
@given(queries=QUERIES, k=CUTOFFS)
def test_a_measure_of_gains_is_its_formula(
    measure: Measure, formula: Callable[..., float], gain: object, queries: list, k: int | None
) -> None:
    k = k if measure.takes_k else None
    expected = []
    for case in cases(queries, 1.0, "judged"):
        gains = [gain_of(gain, grade) for grade in case.places]
        ideal = sorted((gain_of(gain, grade) for grade in case.label.values()), reverse=True)
        expected.append(formula(gains, ideal, k) if sum(ideal) else math.nan)
    check(measure(gain=gain, k=k) if measure.takes_k else measure(gain=gain), expected, queries, 1.0, "judged")
