"""Other tools on judgements and runs made up by Hypothesis: they agree, but where a convention names the difference.

Each tool is optional: ``pip install pytrec-eval-terrier ranx ir_measures``.
"""

import math
from collections.abc import Collection
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import assay
from assay.measures.trec_names import trec_name

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

SAME = 1e-9
QUERIES = [f"q{number}" for number in range(4)]
DOCS = [f"d{number}" for number in range(9)]
SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def qrels_of(least: int = 0, most: int = 3) -> st.SearchStrategy[Qrels]:
    grades = st.dictionaries(st.sampled_from(DOCS), st.integers(least, most), min_size=1)
    return st.dictionaries(st.sampled_from(QUERIES), grades, min_size=1)


def runs(*, ties: bool = True) -> st.SearchStrategy[Run]:
    scores = st.lists(st.integers(-2, 2).map(float), min_size=9, max_size=9) if ties else st.permutations(range(9))
    docs = st.lists(st.sampled_from(DOCS), min_size=1, unique=True)
    ranking = st.tuples(docs, scores).map(lambda drawn: dict(zip(drawn[0], map(float, drawn[1]), strict=False)))
    return st.dictionaries(st.sampled_from(QUERIES), ranking, min_size=1)


def found(qrels: Qrels, run: Run, measures: Any, **choices: Any) -> dict[str, dict[str, float]]:
    """Score as trec_eval does, for the queries that are in both, with trec_eval's zero for undefined."""
    scores = assay.score(qrels, run, measures, convention=choices.pop("convention", "trec_eval"), **choices)
    return {
        query: {name: 0.0 if math.isnan(value) else value for name, value in values.items()}
        for query, values in scores.per_query().items()
    }


# pytrec_eval: trec_eval itself, version 9.0.8


@pytest.fixture(scope="module")
def pytrec_eval() -> ModuleType:
    return pytest.importorskip("pytrec_eval")


OURS_ONLY = ("rbp", "rbp_resid", "unj", "num_q", "gm_")  # version 10 has them, or they are of all queries
TREC = {trec_name(measure): measure for measure in assay.parse_many("all_trec")}
SHARED = {name: measure for name, measure in TREC.items() if not name.startswith(OURS_ONLY)}
HANGING = {"G", "ndcg", "ndcg_rel"}  # pytrec_eval never comes back from them where a grade is negative


def theirs_of_trec(
    tool: ModuleType, qrels: Qrels, run: Run, *, rel: int = 1, but: Collection[str] = ()
) -> dict[str, dict[str, float]]:
    measures = tool.supported_measures - {"runid", "relstring"} - set(but)
    return tool.RelevanceEvaluator(qrels, measures, relevance_level=rel).evaluate(run)


def assert_alike(
    ours: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]], *, but: Collection[str] = ()
) -> None:
    names = {name: str(measure) for name, measure in SHARED.items() if name not in but}
    for query, values in theirs.items():
        wanted = {measure: values[name] for name, measure in names.items()}
        assert {measure: ours[query][measure] for measure in wanted} == pytest.approx(wanted, abs=SAME), query


@SLOW
@given(qrels=qrels_of(), run=runs(), rel=st.integers(1, 3))
def test_every_measure_of_trec_eval_is_the_same_with_ties_grades_and_odd_query_sets(
    pytrec_eval: ModuleType, qrels: Qrels, run: Run, rel: int
) -> None:
    assume(set(qrels) & set(run))
    ours, theirs = found(qrels, run, SHARED.values(), rel=rel), theirs_of_trec(pytrec_eval, qrels, run, rel=rel)
    assert_alike(ours, theirs, but=["Rndcg"] if rel > 1 else [])


@SLOW
@given(qrels=qrels_of(least=-1), run=runs())
def test_every_measure_of_trec_eval_is_the_same_with_negative_grades(
    pytrec_eval: ModuleType, qrels: Qrels, run: Run
) -> None:
    assume(set(qrels) & set(run))
    assert_alike(found(qrels, run, SHARED.values()), theirs_of_trec(pytrec_eval, qrels, run, but=HANGING), but=HANGING)


@SLOW
@given(qrels=qrels_of(), run=runs(), data=st.data())
def test_the_order_of_the_input_changes_nothing(
    pytrec_eval: ModuleType, qrels: Qrels, run: Run, data: st.DataObject
) -> None:
    assume(set(qrels) & set(run))
    shuffled = {query: dict(data.draw(st.permutations(list(docs.items())))) for query, docs in run.items()}
    assert_alike(found(qrels, shuffled, SHARED.values()), theirs_of_trec(pytrec_eval, qrels, run))


def test_the_parity_covers_what_trec_eval_prints(pytrec_eval: ModuleType) -> None:
    printed = theirs_of_trec(pytrec_eval, {"q": {"d": 1}}, {"q": {"d": 1.0}})["q"]
    assert set(SHARED) <= set(printed)
    assert len(SHARED) > 80


def test_a_gain_knows_no_level_where_rndcg_of_trec_eval_is_zero_below_it(pytrec_eval: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1}}, {"q": {"d1": 1.0}}
    assert theirs_of_trec(pytrec_eval, qrels, run, rel=2)["q"]["Rndcg"] == 0.0
    assert found(qrels, run, "Rndcg", rel=2)["q"]["Rndcg"] == 1.0


def test_scores_are_not_rounded_to_32_bits_as_in_trec_eval(pytrec_eval: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1}}, {"q": {"d2": 0.9, "d1": 0.9000000001}}
    assert theirs_of_trec(pytrec_eval, qrels, run)["q"]["recip_rank"] == 0.5
    assert found(qrels, run, "RR")["q"]["RR"] == 1.0


def test_a_query_with_nothing_relevant_is_undefined_where_trec_eval_has_zero(pytrec_eval: ModuleType) -> None:
    qrels, run = {"q": {"d1": 0}}, {"q": {"d1": 1.0}}
    assert theirs_of_trec(pytrec_eval, qrels, run)["q"]["P_5"] == 0.0
    assert math.isnan(assay.score(qrels, run, "P@5").mean("P@5"))
    assert assay.score(qrels, run, "P@5", convention="trec_eval").mean("P@5") == 0.0


def test_negative_grades_are_judgements_where_trec_eval_has_none(pytrec_eval: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1, "d2": -1}}, {"q": {"d2": 2.0, "d1": 1.0}}
    assert theirs_of_trec(pytrec_eval, qrels, run)["q"]["bpref"] == 1.0
    assert found(qrels, run, "Bpref", convention="assay")["q"]["Bpref"] == 0.0


def test_a_judged_query_missing_from_the_run_is_counted_where_trec_eval_leaves_it_out(pytrec_eval: ModuleType) -> None:
    qrels, run = {"q1": {"d1": 1}, "q2": {"d1": 1}}, {"q1": {"d1": 1.0}}
    assert list(theirs_of_trec(pytrec_eval, qrels, run)) == ["q1"]
    assert assay.score(qrels, run, "RR").mean("RR") == 0.5
    assert assay.score(qrels, run, "RR", missing="skip").mean("RR") == 1.0


# ir_measures


@pytest.fixture(scope="module")
def ir_measures() -> ModuleType:
    return pytest.importorskip("ir_measures")


IR_TREC_ORDER = [
    *("nDCG", "nDCG@5", "nDCG(gains={1:2,2:5})@5", "AP", "AP@5", "AP(rel=2)", "P@5", "P(rel=2)@5", "R@5", "R(rel=2)@5"),
    *("RR", "RR(rel=2)", "Rprec", "Bpref", "Bpref(rel=2)", "IPrec@0.1", "IPrec@0.5", "infAP", "Success@5"),
    *("Success(rel=2)@1", "SetP", "SetR", "SetF", "SetAP", "NumRel", "NumRet", "NumRet(rel=1)"),
]
IR_OTHER_ORDER = ["RR@3", "RR(rel=2)@5", "Judged@3", "Judged@9"]


def theirs_of_ir(tool: ModuleType, qrels: Qrels, run: Run, names: list[str]) -> dict[str, dict[str, float]]:
    measures = {tool.parse_measure(name): name for name in names}
    values: dict[str, dict[str, float]] = {}
    for metric in tool.iter_calc(list(measures), qrels, run):
        values.setdefault(metric.query_id, {})[measures[metric.measure]] = metric.value
    return values


def assert_same_notation(tool: ModuleType, qrels: Qrels, run: Run, names: list[str]) -> None:
    """Every query has the same figures; a missing one has zeros there, here all but the count of its judgements."""
    theirs, ours = theirs_of_ir(tool, qrels, run, names), found(qrels, run, names)
    own = {name: str(assay.parse(name)) for name in names}
    assert set(theirs) == set(qrels)
    for query, values in theirs.items():
        read = {name: 0.0 if query not in run and name == "NumRel" else ours[query][own[name]] for name in values}
        assert read == pytest.approx(values, abs=SAME), query


@settings(SLOW, max_examples=25)
@given(qrels=qrels_of(), run=runs())
def test_the_notation_of_ir_measures_means_the_same(ir_measures: ModuleType, qrels: Qrels, run: Run) -> None:
    assume(set(qrels) & set(run))
    assert_same_notation(ir_measures, qrels, run, IR_TREC_ORDER)


@settings(SLOW, max_examples=25)
@given(qrels=qrels_of(), run=runs(ties=False))
def test_measures_that_ir_measures_orders_otherwise_are_the_same_without_ties(
    ir_measures: ModuleType, qrels: Qrels, run: Run
) -> None:
    assume(set(qrels) & set(run))
    assert_same_notation(ir_measures, qrels, run, IR_OTHER_ORDER)


def test_a_cutoff_does_not_change_the_order_of_ties_as_it_does_in_ir_measures(ir_measures: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1}}, {"q": dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], 1.0)}
    assert theirs_of_ir(ir_measures, qrels, run, ["RR", "RR@10"])["q"] == {"RR": 0.2, "RR@10": 1.0}
    assert found(qrels, run, "RR RR@10")["q"] == {"RR": 0.2, "RR@10": 0.2}


# ranx


@pytest.fixture(scope="module")
def ranx() -> ModuleType:
    return pytest.importorskip("ranx")


RANX = [
    *("hit_rate@3", "precision@3", "recall@3", "f1@3", "r-precision", "mrr", "mrr@3", "map", "map@3"),
    *("dcg@3", "dcg_burges@3", "ndcg", "ndcg@3", "ndcg_burges@3"),
]
ON_BINARY = ["rbp.80"]  # ranx multiplies by the grade as it is


def theirs_of_ranx(tool: ModuleType, qrels: Qrels, run: Run, names: list[str]) -> dict[str, list[float]]:
    """Score the queries of the judgements, sorted."""
    ordered = {query: qrels[query] for query in sorted(qrels)}
    judged, ranked = tool.Qrels(ordered), tool.Run({query: run[query] for query in ordered})
    return {name: tool.evaluate(judged, ranked, name, return_mean=False).tolist() for name in names}


@settings(SLOW, max_examples=40)
@given(qrels=qrels_of(), run=runs(ties=False), binary=st.booleans())
@pytest.mark.filterwarnings("ignore")
def test_the_names_of_ranx_mean_the_same_without_ties(ranx: ModuleType, qrels: Qrels, run: Run, binary: bool) -> None:
    both = sorted(set(qrels) & set(run))
    assume(both)
    judged = {query: {doc: min(grade, 1 if binary else 3) for doc, grade in qrels[query].items()} for query in both}
    names = RANX + ON_BINARY * binary
    own = {name: str(assay.parse(name)) for name in names}
    ours = found(judged, {query: run[query] for query in both}, names)
    theirs = theirs_of_ranx(ranx, judged, run, names)
    for name in names:
        assert [ours[query][own[name]] for query in both] == pytest.approx(theirs[name], abs=SAME), name


@pytest.mark.filterwarnings("ignore")
def test_ties_follow_ids_where_ranx_follows_the_order_of_the_input(ranx: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1}}, {"q": dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], 1.0)}
    assert theirs_of_ranx(ranx, qrels, run, ["mrr"])["mrr"] == [1.0]
    assert found(qrels, run, "mrr")["q"]["RR"] == 0.2


@pytest.mark.filterwarnings("ignore")
def test_rbp_stays_below_one_where_that_of_ranx_grows_with_the_grades(ranx: ModuleType) -> None:
    qrels, run = {"q": {"d1": 3, "d2": 3}}, {"q": {"d1": 2.0, "d2": 1.0}}
    assert theirs_of_ranx(ranx, qrels, run, ["rbp.80"])["rbp.80"] == pytest.approx([0.2 * (3 + 3 * 0.8)])
    assert found(qrels, run, "rbp.80")["q"]["RBP"] == pytest.approx(0.2 * (1 + 0.8))


@pytest.mark.filterwarnings("ignore")
def test_bpref_has_a_value_without_judged_non_relevant_where_that_of_ranx_has_none(ranx: ModuleType) -> None:
    qrels, run = {"q": {"d1": 1, "d2": 1}}, {"q": {"d1": 2.0, "d3": 1.0}}
    assert math.isnan(theirs_of_ranx(ranx, qrels, run, ["bpref"])["bpref"][0])
    assert found(qrels, run, "bpref")["q"]["Bpref"] == 0.5
