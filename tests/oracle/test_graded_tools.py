"""What other tools compute, on the same judgements: gdeval, ir_measures, cwl_eval, pyNTCIREVAL and ndeval.

They are not among the dependencies: a test is skipped where its tool is not installed.
"""

import shutil
from itertools import count
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
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
Label = dict[str, int]
Query = tuple[Ranking, Label]

NAMES = [f"d{number:02}" for number in range(30)]
RANKINGS = st.permutations(NAMES).flatmap(lambda names: st.integers(1, 30).map(lambda length: names[:length]))
LABELS = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 4), max_size=20).filter(
    lambda label: any(label.values())
)
QUERIES = st.tuples(RANKINGS, LABELS)
ASPECTS = st.dictionaries(st.sampled_from(range(1, 7)), st.integers(0, 2), min_size=1, max_size=4)
DIVERSE = st.tuples(RANKINGS, st.dictionaries(st.sampled_from(NAMES), ASPECTS, min_size=1, max_size=15))
CLOSE = 1e-12


def ours(measure: Measure, query: Query) -> float:
    return float(measure.per_query(judge([query[0]], [query[1]]))[0])


def with_scores(ranking: Ranking) -> dict[str, float]:
    return {doc_id: 100.0 - rank for rank, doc_id in enumerate(ranking)}


@pytest.fixture(scope="module")
def ir_measures() -> ModuleType:
    return pytest.importorskip("ir_measures")


def theirs(ir_measures: ModuleType, measure: object, query: Query) -> float:
    (found,) = ir_measures.iter_calc([measure], {"1": query[1]}, {"1": with_scores(query[0])})
    return found.value


def test_err_agrees_with_gdeval_to_the_decimals_it_prints(ir_measures: ModuleType) -> None:
    if shutil.which("perl") is None:
        pytest.skip("gdeval needs perl")
    random = np.random.default_rng(7)
    queries: list[Query] = []
    for _ in range(60):
        ranking = [str(doc_id) for doc_id in random.permutation(NAMES)[: random.integers(1, 30)]]
        queries.append(
            (ranking, {str(doc_id): int(random.integers(0, 5)) for doc_id in random.permutation(NAMES)[:15]})
        )
    qrels = {str(number): label for number, (_, label) in enumerate(queries, start=1)}
    run = {str(number): with_scores(ranking) for number, (ranking, _) in enumerate(queries, start=1)}
    judged = judge([ranking for ranking, _ in queries], [label for _, label in queries])
    for k in (1, 5, 20):
        printed = {found.query_id: found.value for found in ir_measures.iter_calc([ir_measures.ERR @ k], qrels, run)}
        values = ERR(k=k, max_grade=4).per_query(judged)
        np.testing.assert_allclose(values, [printed[query_id] for query_id in qrels], atol=5e-6 + 1e-9, rtol=0)


@settings(deadline=None)
@given(query=QUERIES, k=st.integers(1, 31))
def test_sdcg_agrees_with_cwl_eval(ir_measures: ModuleType, query: Query, k: int) -> None:
    pytest.importorskip("cwl")
    expected = theirs(ir_measures, ir_measures.SDCG(max_rel=4) @ k, query)
    assert ours(SDCG(max_grade=4) @ k, query) == pytest.approx(expected, abs=CLOSE)


@settings(deadline=None, max_examples=50)
@given(query=QUERIES, goal=st.sampled_from([1.0, 2.0, 3.5]))
def test_inst_and_insq_agree_with_cwl_eval_over_its_thousand_ranks(
    ir_measures: ModuleType, query: Query, goal: float
) -> None:
    pytest.importorskip("cwl")
    for name, measure in (("INST", INST), ("INSQ", INSQ)):
        expected = theirs(ir_measures, getattr(ir_measures, name)(T=goal, max_rel=4), query)
        assert ours(measure(T=goal, max_grade=4) @ 1000, query) == pytest.approx(expected, abs=CLOSE)


@settings(deadline=None)
@given(query=QUERIES, p=st.sampled_from([0.5, 0.8, 0.95]), normalize=st.booleans())
def test_compat_agrees_with_ir_measures_at_the_depth_it_takes(
    ir_measures: ModuleType, query: Query, p: float, normalize: bool
) -> None:
    depth = max(len(query[0]), sum(grade > 0 for grade in query[1].values()))
    expected = theirs(ir_measures, ir_measures.Compat(p=p, normalize=normalize), query)
    found = ours(Compat(p=p, norm="ideal" if normalize else "none") @ depth, query)
    assert found == pytest.approx(expected, abs=CLOSE)


@settings(deadline=None)
@given(query=QUERIES, k=st.none() | st.integers(1, 31), beta=st.sampled_from([0.0, 1.0, 10.0]))
def test_q_measure_and_nerr_agree_with_pyntcireval(query: Query, k: int | None, beta: float) -> None:
    metrics = pytest.importorskip("pyNTCIREVAL.metrics")
    ranking, label = query
    labelled = [(doc_id, label.get(doc_id)) for doc_id in ranking]
    n_of_level = [sum(grade == level for grade in label.values()) for level in range(5)]
    expected = metrics.QMeasure(n_of_level, [1, 2, 3, 4], beta, k).compute(labelled)
    assert ours(Q(k=k, beta=beta), query) == pytest.approx(expected, abs=CLOSE)
    chances = [2**level - 1 for level in range(1, 5)]  # it divides by the largest gain plus 1
    expected = metrics.nERR(n_of_level, chances, k).compute(labelled)
    assert ours(NERR(k=k, max_grade=4), query) == pytest.approx(expected, abs=CLOSE)


NDEVAL: list[tuple[str, Measure]] = [
    *((f"alpha-nDCG@{k}", AlphaNDCG() @ k) for k in (1, 2, 5, 10, 20)),
    *((f"ERR-IA@{k}", ERRIA() @ k) for k in (2, 5, 10, 20)),
    *((f"nERR-IA@{k}", NERRIA() @ k) for k in (1, 2, 5, 10, 20)),
    *((f"P-IA@{k}", PIA() @ k) for k in (1, 5, 10, 20)),
    *((f"strec@{k}", StRecall() @ k) for k in (1, 5, 10, 20)),
    ("NRBP", NRBP()),
    ("nNRBP", NNRBP()),
    ("MAP-IA", APIA()),
]


@settings(deadline=None, max_examples=300)
@given(query=DIVERSE, alpha=st.sampled_from([0.25, 0.5, 0.75, 1.0]), beta=st.sampled_from([0.5, 0.8]))
def test_the_diversity_measures_agree_with_ndeval(
    query: tuple[Ranking, dict[str, dict[int, int]]], alpha: float, beta: float
) -> None:
    pyndeval = pytest.importorskip("pyndeval")
    ranking, labels = query
    grades = {doc_id: {str(aspect): float(grade) for aspect, grade in of.items()} for doc_id, of in labels.items()}
    if not any(grade >= 1 for of in grades.values() for grade in of.values()):
        return
    qrels = [("1", aspect, doc_id, int(grade)) for doc_id, of in grades.items() for aspect, grade in of.items()]
    run = [("1", doc_id, score) for doc_id, score in with_scores(ranking).items()]
    printed = pyndeval.ndeval(sorted(qrels), run, [name for name, _ in NDEVAL], alpha=alpha, beta=beta)["1"]
    hits = judge_aspects({"1": ranking}, {"1": grades})
    for name, measure in NDEVAL:
        stated = {"alpha": alpha} if "alpha" in measure.__slots__ or hasattr(measure, "alpha") else {}
        stated |= {"beta": beta} if hasattr(measure, "beta") else {}
        assert measure(**stated).per_query(hits)[0] == pytest.approx(printed[name], abs=CLOSE), name


def test_ndeval_does_not_divide_err_ia_at_the_first_rank() -> None:
    pyndeval = pytest.importorskip("pyndeval")
    qrels = [("1", "a", "d1", 1), ("1", "b", "d2", 1)]
    printed = pyndeval.ndeval(qrels, [("1", "d1", 1.0)], ["ERR-IA@1", "ERR-IA@2"])["1"]
    hits = judge_aspects({"1": ["d1"]}, {"1": {"d1": {"a": 1}, "d2": {"b": 1}}})
    assert printed["ERR-IA@1"] == 1.0
    assert (ERRIA() @ 1).per_query(hits).tolist() == [0.5]
    assert (ERRIA() @ 2).per_query(hits).tolist() == pytest.approx([printed["ERR-IA@2"]])


def test_compat_without_a_cutoff_is_the_authors_script_at_a_thousand() -> None:
    ranking, label = ["d3", "x", "d1", "d9"], {"d1": 2, "d2": 1, "d3": 1, "d4": 0}
    nearest = ["d1", "d3", "d2"]

    def rbo(one: Ranking, other: Ranking) -> float:
        depths = range(1, 1001)
        return sum(0.95 ** (depth - 1) * len({*one[:depth]} & {*other[:depth]}) / depth for depth in depths)

    expected = rbo(ranking, nearest) / rbo(nearest, nearest)
    assert ours(Compat(), (ranking, label)) == pytest.approx(expected, rel=1e-12)


def test_trigamma_is_scipys() -> None:
    special = pytest.importorskip("scipy.special")
    from assay.measures.inst import trigamma

    x = np.concatenate([np.geomspace(1e-3, 1e9, 400), np.array(list(zip(range(1, 50), count(1), strict=False)))[:, 0]])
    np.testing.assert_allclose(trigamma(x), special.polygamma(1, x), rtol=4e-15)
