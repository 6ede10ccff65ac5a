"""What holds of every measure, over rankings and labels of any shape."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.labels.judging import judge
from assay.measures import (
    AP,
    AUC,
    DCG,
    F1,
    GMAP,
    IDCG,
    MEASURES,
    RBP,
    RR,
    BinG,
    Bpref,
    ElevenPoint,
    F,
    G,
    GMBpref,
    HitRate,
    IPrec,
    Judged,
    Measure,
    NDCGRel,
    NumNonrelJudgedRet,
    NumQ,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    R,
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
from assay.measures.aspect_measure import AspectMeasure
from assay.measures.dcg import dcg
from assay.measures.evidence_measure import EvidenceMeasure

FORMS: list[Measure] = [
    HitRate,
    P,
    P(depth="retrieved"),
    R,
    R(rel=2),
    F1,
    F1(depth="retrieved"),
    RR,
    RR(rel=2),
    AP,
    AP(norm="retrieved"),
    nDCG,
    nDCG(gain="exponential"),
    nDCG(ideal="retrieved"),
    F(beta=2),
    RelativeP,
    RBP,
    RBP(gain="graded", max_grade=5),
    GMAP,
]
NOT_FOR_WHAT_WAS_FOUND = [form for form in FORMS if form != AP(norm="retrieved")]
WHOLE: list[Measure] = [
    *(Rprec, Rprec(mult=0.4), IPrec @ 0.2, IPrec(recall=0.5, rounding="nearest"), ElevenPoint),
    *(Bpref, Bpref(rel=2), infAP, SetP, SetR, SetF, SetF(beta=3, form="trec_eval"), SetAP, SetRelativeP),
    *(GMBpref, BinG, G, G(gain={1: 3, 2: 0.5}), NDCGRel, NDCGRel(gain="exponential"), Rndcg, Rndcg(gain={2: 9})),
]
OTHERS: list[Measure] = [DCG, IDCG, AUC, Yaap, Utility, RBPResidual, Judged, Unjudged]
OTHERS += [NumQ, NumRet, NumRel, NumRelRet, NumNonrelJudgedRet]
GRADED = {"ERR", "nERR", "Q", "INSQ", "INST", "SDCG", "Compat"}  # tests of their own
GROWING = [HitRate, R, RR, AP]
SLACK = 1e-12  # sums of the same numbers in another order


@dataclass(frozen=True)
class Query:
    ranking: list[str]
    label: dict[str, float]


NAMES = [f"d{number}" for number in range(10)]
IDS = st.sampled_from(NAMES)
UNIQUE = st.permutations(NAMES).flatmap(lambda names: st.integers(2, 10).map(lambda length: names[:length]))
GRADES = st.integers(-1, 5).map(float) | st.floats(-1, 5, width=16)
LABELS = st.dictionaries(IDS, GRADES, max_size=8)
ANSWERED = st.builds(lambda label, best: {**label, best: 4.0}, LABELS, IDS)
QUERIES = st.lists(st.builds(Query, st.lists(IDS, max_size=14), LABELS), min_size=1, max_size=8)
CUTOFFS = st.none() | st.integers(1, 16)
LEVELS = st.sampled_from([0.5, 1.0, 3.0])
PLACES = st.integers(0, 10**6)


def values(queries: list[Query], k: int | None, rel: float = 1.0, forms: list[Measure] = FORMS) -> np.ndarray:
    """A row for each form of a measure, a column for each query."""
    judged = judge([query.ranking for query in queries], [query.label for query in queries], rel=rel)
    return np.array([form(k=k).per_query(judged) for form in forms])


def table(queries: list[Query], rel: float, forms: list[Measure]) -> np.ndarray:
    """As `values`, each form as it is."""
    judged = judge([query.ranking for query in queries], [query.label for query in queries], rel=rel)
    return np.array([form.per_query(judged) for form in forms])


def test_every_measure_takes_part() -> None:
    by_others = {symbol for symbol, measure in MEASURES.items() if isinstance(measure, AspectMeasure | EvidenceMeasure)}
    assert {form.symbol for form in [*FORMS, *WHOLE, *OTHERS]} | by_others | GRADED == set(MEASURES)


@given(queries=QUERIES, k=CUTOFFS, rel=LEVELS)
def test_a_value_lies_within_the_bounds_or_is_undefined(queries: list[Query], k: int | None, rel: float) -> None:
    found = values(queries, k, rel)
    assert np.all(np.isnan(found) | ((found >= 0.0) & (found <= 1.0 + SLACK)))


@given(queries=QUERIES, k=CUTOFFS, rel=LEVELS)
def test_a_value_is_undefined_exactly_where_no_document_is_relevant(
    queries: list[Query], k: int | None, rel: float
) -> None:
    forms = [form for form in FORMS if getattr(form, "rel", "gains") is None]
    without = [not any(grade >= rel for grade in query.label.values()) for query in queries]
    assert np.isnan(values(queries, k, rel, forms)).tolist() == [without] * len(forms)


@given(queries=QUERIES, rel=LEVELS)
def test_a_value_of_the_whole_ranking_lies_within_its_bounds_or_is_undefined_where_nothing_is_relevant(
    queries: list[Query], rel: float
) -> None:
    found = table(queries, rel, [*WHOLE, *OTHERS])
    for form, row in zip([*WHOLE, *OTHERS], found, strict=True):
        least, greatest = form.bounds
        assert np.all(np.isnan(row) | ((row >= least - SLACK) & (row <= greatest + SLACK)))
    for form, row in zip(WHOLE, found[: len(WHOLE)], strict=True):
        enough = getattr(form, "rel", 5e-324)  # a gain needs no more than a grade above 0
        least = rel if enough is None else enough
        without = [not any(grade >= least for grade in query.label.values()) for query in queries]
        assert np.isnan(row).tolist() == without


@given(queries=QUERIES, cuts=st.sets(st.integers(1, 7), max_size=3))
def test_a_partition_of_the_queries_gives_the_same_values_of_the_whole_ranking(
    queries: list[Query], cuts: set[int]
) -> None:
    edges = pairwise([0, *sorted(cut for cut in cuts if cut < len(queries)), len(queries)])
    parts = [table(queries[start:end], 1.0, [*WHOLE, *OTHERS]) for start, end in edges]
    np.testing.assert_array_equal(np.concatenate(parts, axis=1), table(queries, 1.0, [*WHOLE, *OTHERS]))


@given(queries=QUERIES)
def test_the_true_rbp_lies_between_rbp_and_rbp_with_its_residual(queries: list[Query]) -> None:
    """If every hit without a label turned out relevant, no more than the residual would be added."""
    full = [
        Query(query.ranking, {**dict.fromkeys(query.ranking, 1.0), **query.label, "relevant": 1.0}) for query in queries
    ]
    known = [Query(query.ranking, {**query.label, "relevant": 1.0}) for query in queries]
    low, residual = table(known, 1.0, [RBP, RBPResidual])
    high = table(full, 1.0, [RBP])[0]
    assert np.all((high >= low - SLACK) & (high <= low + residual + SLACK))


@given(queries=QUERIES, k=CUTOFFS)
def test_ndcg_is_undefined_exactly_where_no_document_gains(queries: list[Query], k: int | None) -> None:
    forms = [form for form in FORMS if not hasattr(form, "rel")]
    without = [not any(grade > 0 for grade in query.label.values()) for query in queries]
    assert np.isnan(values(queries, k, forms=forms)).tolist() == [without] * len(forms)


@given(queries=QUERIES, k=CUTOFFS, cuts=st.sets(st.integers(0, 8), max_size=3))
def test_a_partition_of_the_queries_gives_the_same_values(queries: list[Query], k: int | None, cuts: set[int]) -> None:
    edges = pairwise([0, *sorted(cut for cut in cuts if cut < len(queries)), len(queries)])
    parts = [values(queries[start:end], k) for start, end in edges if start < end]
    np.testing.assert_array_equal(np.concatenate(parts, axis=1), values(queries, k))


@given(queries=QUERIES, k=CUTOFFS, random=st.randoms(use_true_random=False))
def test_permuting_the_queries_permutes_the_values(queries: list[Query], k: int | None, random: Random) -> None:
    order = list(range(len(queries)))
    random.shuffle(order)
    np.testing.assert_array_equal(values([queries[place] for place in order], k), values(queries, k)[:, order])


@given(queries=QUERIES, k=CUTOFFS)
def test_the_order_in_which_labels_were_written_changes_nothing(queries: list[Query], k: int | None) -> None:
    turned = [Query(query.ranking, dict(reversed(query.label.items()))) for query in queries]
    np.testing.assert_array_equal(values(turned, k), values(queries, k))


@given(queries=QUERIES, k=st.integers(1, 16), n_more=st.integers(1, 5))
def test_an_unjudged_tail_beyond_k_changes_nothing(queries: list[Query], k: int, n_more: int) -> None:
    full = [Query(query.ranking + [f"filler {place}" for place in range(k)], query.label) for query in queries]
    longer = [Query(query.ranking + [f"tail {place}" for place in range(n_more)], query.label) for query in full]
    np.testing.assert_array_equal(values(longer, k), values(full, k))


@given(ranking=UNIQUE, label=LABELS, k=CUTOFFS, place=PLACES, earlier=PLACES)
def test_a_repeat_earns_nothing_more_than_an_unjudged_hit_in_its_place(
    ranking: list[str], label: dict[str, float], k: int | None, place: int, earlier: int
) -> None:
    place = 1 + place % len(ranking)
    repeated = ranking[earlier % place]
    repeat, filler = ([*ranking[:place], name, *ranking[place:]] for name in (repeated, "filler"))
    np.testing.assert_array_equal(values([Query(repeat, label)], k), values([Query(filler, label)], k))


@given(ranking=UNIQUE, label=LABELS, k=CUTOFFS, one=PLACES, other=PLACES)
def test_exchanging_two_hits_so_that_the_better_stands_first_never_lowers_a_value(
    ranking: list[str], label: dict[str, float], k: int | None, one: int, other: int
) -> None:
    first, second = sorted((one % len(ranking), other % len(ranking)))
    exchanged = list(ranking)
    exchanged[first], exchanged[second] = ranking[second], ranking[first]
    rankings = sorted((ranking, exchanged), key=lambda ids: max(label.get(ids[first], 0.0), 0.0))
    worse, better = (values([Query(ids, label)], k, forms=NOT_FOR_WHAT_WAS_FOUND) for ids in rankings)
    assert np.all(np.isnan(worse) | (better >= worse - SLACK))


@given(queries=QUERIES, k=st.integers(1, 15))
def test_a_greater_cutoff_never_finds_less(queries: list[Query], k: int) -> None:
    smaller, greater = values(queries, k, forms=GROWING), values(queries, k + 1, forms=GROWING)
    assert np.all(np.isnan(smaller) | (greater >= smaller))


@given(queries=QUERIES)
def test_no_cutoff_is_a_cutoff_at_the_end_of_the_ranking(queries: list[Query]) -> None:
    filler = [f"filler {place}" for place in range(30)]
    padded = [Query((query.ranking + filler)[:30], query.label) for query in queries]
    np.testing.assert_array_equal(values(padded, None), values(padded, 30))


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@given(label=ANSWERED, k=CUTOFFS)
def test_the_best_order_of_the_judged_documents_scores_one(gain: str, label: dict[str, float], k: int | None) -> None:
    best = sorted(label, key=lambda doc_id: -label[doc_id])
    assert values([Query(best, label)], k, forms=[nDCG(gain=gain)]).item() == pytest.approx(1.0, abs=SLACK)


@given(ranking=UNIQUE, label=ANSWERED, k=CUTOFFS)
def test_linear_gain_does_not_know_the_unit_of_the_grades(
    ranking: list[str], label: dict[str, float], k: int | None
) -> None:
    tripled = {doc_id: 3 * grade for doc_id, grade in label.items()}
    found = values([Query(ranking, label), Query(ranking, tripled)], k, forms=[nDCG])[0]
    assert found[1] == pytest.approx(found[0], abs=SLACK)


@given(
    rows=st.lists(st.tuples(st.integers(0, 3), st.integers(1, 20), st.floats(0, 5)), max_size=20),
    cut=st.integers(0, 20),
    k=CUTOFFS,
)
def test_dcg_of_two_partitions_of_the_rows_adds_up(rows: list[tuple[int, int, float]], cut: int, k: int | None) -> None:
    def of(part: list[tuple[int, int, float]]) -> np.ndarray:
        query, rank, gain = (np.array([row[column] for row in part]) for column in range(3))
        return dcg(query.astype(np.int64), rank.astype(np.int64), gain.astype(np.float64), n_queries=4, k=k)

    np.testing.assert_allclose(of(rows[:cut]) + of(rows[cut:]), of(rows), rtol=1e-12, atol=1e-12)
