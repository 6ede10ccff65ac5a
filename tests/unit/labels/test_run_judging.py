from collections import OrderedDict
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from assay.data.qrels import Qrels
from assay.data.run import Run
from assay.errors import BadInputError
from assay.labels.run_judging import judge_run
from assay.measures import AP, F1, RR, HitRate, Measure, P, R, nDCG
from assay.rankings.judged_run import JudgedRun

QRELS = {"q1": {"d1": 1, "d3": 2}, "q2": {"d2": 1}}
RUN = {"q1": {"d2": 0.9, "d1": 0.8, "d3": 0.1}, "q2": {"d1": 0.7, "d2": 0.7}}
ROWS = [(query, doc, score) for query, docs in RUN.items() for doc, score in docs.items()]
COLUMNS = list(zip(*ROWS, strict=True))
EXPECTED = [(0, 2, 1.0), (0, 3, 2.0), (1, 1, 1.0)]

FORMS = {
    "dicts": RUN,
    "read-only dicts": MappingProxyType({query: MappingProxyType(docs) for query, docs in RUN.items()}),
    "rows": ROWS,
    "rows as lists": [list(row) for row in ROWS],
    "arrays": tuple(np.array(column) for column in COLUMNS),
    "bytes": (np.array(COLUMNS[0], "S"), np.array(COLUMNS[1], "S"), np.array(COLUMNS[2])),
    "objects": tuple(np.array(column, dtype=object) for column in COLUMNS),
    "columns": {"query_id": list(COLUMNS[0]), "doc_id": list(COLUMNS[1]), "score": list(COLUMNS[2])},
    "trec's names": {"qid": np.array(COLUMNS[0]), "docno": np.array(COLUMNS[1]), "score": np.array(COLUMNS[2])},
    "run": Run(query_ids=("q1", "q2"), starts=np.array([0, 3, 5]), doc_ids=COLUMNS[1], scores=np.array(COLUMNS[2])),
}
EVERY_FORM = pytest.mark.parametrize("run", FORMS.values(), ids=list(FORMS))


def hits(found: JudgedRun) -> list[tuple[int, int, float]]:
    judged = found.judged
    return list(zip(judged.query.tolist(), judged.rank.tolist(), judged.grade.tolist(), strict=True))


def value(measure: Measure, found: JudgedRun) -> list[float]:
    return measure.per_query(found.judged).tolist()


@EVERY_FORM
def test_a_run_is_read_in_any_form(run: object) -> None:
    assert hits(judge_run(QRELS, run)) == EXPECTED


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_a_table_of_a_library_is_read(library: str) -> None:
    tables = pytest.importorskip(library)
    columns = dict(zip(("query_id", "doc_id", "score"), COLUMNS, strict=True))
    table = tables.table({name: list(one) for name, one in columns.items()}) if library == "pyarrow" else None
    assert hits(judge_run(QRELS, table or tables.DataFrame(columns))) == EXPECTED


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary", "int32", "sliced", "chunked", "float16"])
def test_any_arrow_column_of_ids_and_numbers_is_read(kind: str) -> None:
    pa = pytest.importorskip("pyarrow")
    docs = pa.array(["2", "1", "3"]) if kind != "int32" else pa.array([2, 1, 3], pa.int32())
    scores = pa.array([9, 8, 1], pa.float16() if kind == "float16" else pa.uint8())
    if kind == "large_string":
        docs = docs.cast("large_string")
    if kind == "dictionary":
        docs = docs.dictionary_encode()
    table = pa.table({"query_id": pa.array(["q1"] * 3), "doc_id": docs, "score": scores})
    if kind == "sliced":
        table = pa.concat_tables([table.slice(2), table, table.slice(0, 1)]).combine_chunks().slice(1, 3)
    if kind == "chunked":
        table = pa.concat_tables([table.slice(0, 1), table.slice(1)])
    assert hits(judge_run({"q1": {1: 1, 3: 2}}, table)) == EXPECTED[:2]


@pytest.mark.parametrize("column", ["query_id", "doc_id", "score"])
@pytest.mark.parametrize("wrong", ["null", "text for a number"])
def test_an_arrow_column_with_holes_or_of_another_kind_is_refused(column: str, wrong: str) -> None:
    pa = pytest.importorskip("pyarrow")
    columns = {"query_id": ["q1", "q1"], "doc_id": ["a", "b"], "score": [1.0, 2.0]}
    columns[column] = [columns[column][0], None] if wrong == "null" else ["x", "y"] if column == "score" else [0.5, 1.5]
    with pytest.raises(BadInputError, match=r"rows have none|got a column of"):
        judge_run(QRELS, pa.table(columns))


def test_the_table_holds_pool_and_sizes_and_levels() -> None:
    judged = judge_run(QRELS, RUN, rel=2.0, negatives="pooled").judged
    assert list(zip(judged.pool_query, judged.pool_grade, strict=True)) == [(0, 2.0), (0, 1.0), (1, 1.0)]
    assert (judged.n_retrieved.tolist(), judged.rel, judged.negatives) == ([3, 2], 2.0, "pooled")


@pytest.mark.parametrize("order", [1, -1])
def test_rule_1_five_equal_scores_put_the_first_id_last(order: int) -> None:
    docs = [f"d{number}" for number in range(1, 6)][::order]
    found = judge_run({"q": {"d1": 1}}, {"q": dict.fromkeys(docs, 0.5)})
    assert value(RR, found) == [0.2]


def test_rule_1_ties_that_could_move_a_measure_are_counted() -> None:
    found = judge_run({"q": {"d1": 1}, "p": {"d1": 1}}, {"q": {"d1": 1, "d2": 1}, "p": {"d1": 2, "d2": 1}})
    assert (found.counts.tied, found.counts.moved_by_ties, found.ties_move.tolist()) == (1, 1, [True, False])
    assert [notice.code for notice in found.notices] == ["ties"]


@pytest.mark.parametrize(("low", "high"), [(0.9, 0.9000000001), (16777216, 16777217)])
def test_rule_2_scores_are_float64(low: float, high: float) -> None:
    assert value(RR, judge_run({"q": {"a": 1}}, {"q": {"b": low, "a": high}})) == [1.0]


def test_rule_3_every_measure_of_one_call_sees_one_order() -> None:
    found = judge_run({"q": {"d1": 1}}, {"q": {f"d{number}": 0.5 for number in range(1, 6)}})
    assert value(RR, found) == value(RR @ 10, found) == [0.2]


def test_rule_4_a_judged_query_without_rows_has_retrieved_nothing() -> None:
    found = judge_run(QRELS, {"q1": RUN["q1"]})
    assert (found.query_ids, found.judged.n_retrieved.tolist()) == (("q1", "q2"), [3, 0])
    assert (found.is_missing.tolist(), found.missing_ids) == ([False, True], ("q2",))
    assert [value(measure @ 3, found)[1] for measure in (RR, AP, nDCG)] == [0.0, 0.0, 0.0]


def test_rule_4_missing_queries_can_be_left_out() -> None:
    found = judge_run(QRELS, {"q2": RUN["q2"]}, missing="skip")
    assert (found.query_ids, found.missing_ids, found.is_missing.tolist()) == (("q2",), ("q1",), [False])
    assert (hits(found), found.judged.pool_query.tolist()) == ([(0, 1, 1.0)], [0])


def test_rule_4_missing_queries_can_be_refused() -> None:
    with pytest.raises(BadInputError, match="1 of 2 judged queries have no row: 'q2'"):
        judge_run(QRELS, {"q1": RUN["q1"]}, missing="error")


def test_rule_4_a_query_that_was_asked_and_found_nothing_is_not_missing() -> None:
    assert judge_run(QRELS, {**RUN, "q1": {}}).is_missing.tolist() == [False, False]


@pytest.mark.parametrize("form", ["dicts", "rows"])
def test_rule_5_queries_nobody_judged_are_skipped_and_named(form: str) -> None:
    run = {"q9": {"d1": 1.0}, **RUN} if form == "dicts" else [("q9", "d1", 1.0), *ROWS]
    found = judge_run(QRELS, run)
    assert (hits(found), found.unjudged_query_ids) == (EXPECTED, ("q9",))


@pytest.mark.parametrize("run", [{}, [], iter(()), {"query_id": [], "doc_id": [], "score": []}], ids=repr)
def test_rule_6_an_empty_run_is_refused(run: object) -> None:
    with pytest.raises(BadInputError, match="no rows; the judgements ask for 'q1', 'q2'"):
        judge_run(QRELS, run)


@pytest.mark.parametrize("run", [{"x": {"d1": 1.0}, "y": {}, "z": {}}, [("x", "d1", 1), ("y", "d1", 1), ("z", "d", 1)]])
def test_rule_6_no_query_in_common_shows_two_ids_of_each_side(run: object) -> None:
    with pytest.raises(BadInputError, match=r"it has 'x', 'y', \.\.\., the judgements 'q1', 'q2'"):
        judge_run(QRELS, run)


def test_rule_6_judgements_without_a_query_are_refused() -> None:
    with pytest.raises(BadInputError, match="the judgements hold no query"):
        judge_run({}, RUN)


@pytest.mark.parametrize("measure", [HitRate, P, R, F1, RR, AP, nDCG], ids=str)
def test_rule_7_a_query_without_a_relevant_document_is_undefined(measure: Measure) -> None:
    found = judge_run({"q": {"d1": 0}, "p": {}}, {"q": {"d1": 1.0}, "p": {"d1": 1.0}})
    assert np.isnan((measure @ 3).per_query(found.judged)).all()


TWICE = [("q", "a", 3.0), ("q", "a", 2.0), ("q", "b", 1.0)]


def test_rule_8_a_repeat_keeps_its_slot_and_earns_nothing() -> None:
    found = judge_run({"q": {"a": 1, "b": 1}}, TWICE)
    assert (hits(found), found.judged.n_retrieved.tolist()) == ([(0, 1, 1.0), (0, 3, 1.0)], [3])
    assert value(AP, found) == [(1 / 1 + 2 / 3) / 2]


def test_rule_8_a_repeat_is_counted_and_named() -> None:
    found = judge_run({"q": {"a": 1}}, [*TWICE, ("q", "b", 0.5), ("q", "b", 0.4)])
    assert (found.counts.repeats, found.first_repeat) == (3, ("q", "a"))
    assert [(notice.code, notice.count) for notice in found.notices] == [("repeats", 3)]


def test_rule_8_a_dropped_repeat_lets_later_hits_move_up() -> None:
    found = judge_run({"q": {"a": 1, "b": 1}}, TWICE, duplicates="drop")
    assert (hits(found), found.judged.n_retrieved.tolist()) == ([(0, 1, 1.0), (0, 2, 1.0)], [2])
    assert value(AP, found) == [1.0]


def test_rule_8_a_document_counts_at_its_best_score_wherever_it_stands() -> None:
    rows = [("q", "a", 1.0), ("q", "b", 2.0), ("q", "a", 3.0)]
    assert hits(judge_run({"q": {"a": 1, "b": 2}}, rows, duplicates="drop")) == [(0, 1, 1.0), (0, 2, 2.0)]


def test_rule_8_a_repeat_can_be_refused() -> None:
    with pytest.raises(BadInputError, match="document 'a' stands twice in the ranking of query 'q'"):
        judge_run({"q": {"a": 1}}, TWICE, duplicates="error")


def test_rule_8_a_number_and_its_text_are_one_document() -> None:
    found = judge_run({"q": {"7": 1}}, {"q": {7: 0.5, "7": 0.9, 8: 0.7}})
    assert (hits(found), found.counts.repeats) == ([(0, 1, 1.0)], 1)


def test_rule_8_one_document_in_two_rankings_is_no_repeat() -> None:
    assert judge_run({"q": {"a": 1}, "p": {"a": 1}}, [("q", "a", 1), ("p", "a", 1)]).counts.repeats == 0


def test_rule_9_a_mapping_holds_one_grade_a_document() -> None:
    assert judge_run(Qrels.of({"q": {"a": 2}}), {"q": {"a": 1.0}}).judged.pool_grade.tolist() == [2.0]


BAD = [float("nan"), "0.5", "abc", "1,5", "1_0", None, True, 1 + 2j, np.float32("nan"), 10**400]


@pytest.mark.parametrize("bad", BAD, ids=[repr(bad)[:12] for bad in BAD])
@pytest.mark.parametrize("form", ["dicts", "rows"])
def test_rule_10_what_is_no_number_is_refused_as_a_score(bad: object, form: str) -> None:
    with pytest.raises(BadInputError, match="score is a number"):
        judge_run({"q": {"a": 1}}, {"q": {"a": 1.0, "b": bad}} if form == "dicts" else [("q", "a", bad)])


@pytest.mark.parametrize("bad", [np.array([np.nan]), np.array(["0.5"]), np.array([True])], ids=str)
def test_rule_10_what_is_no_number_is_refused_in_a_column(bad: object) -> None:
    with pytest.raises(BadInputError, match="score is a number"):
        judge_run({"q": {"a": 1}}, (np.array(["q"]), np.array(["a"]), bad))


@pytest.mark.parametrize("score", [1, 0.5, np.float32(0.5), np.int64(3), Fraction(1, 3), float("inf"), -float("inf")])
def test_rule_10_any_number_is_a_score(score: object) -> None:
    assert hits(judge_run({"q": {"a": 0.5}}, {"q": {"a": score}})) == [(0, 1, 0.5)]


@pytest.mark.parametrize("doc", ["a\u00a0b", "#1", "a b", " a", "\u2028"], ids=ascii)
@pytest.mark.parametrize("form", ["dicts", "rows", "arrays"])
def test_rule_11_an_id_is_matched_as_it_is_written(doc: str, form: str) -> None:
    rows = [("q", "zz", 0.9), ("q", doc, 0.5)]
    columns = tuple(np.array(column) for column in zip(*rows, strict=True))
    run = {"dicts": {"q": {"zz": 0.9, doc: 0.5}}, "rows": rows, "arrays": columns}[form]
    assert hits(judge_run({"q": {doc: 1}}, run)) == [(0, 2, 1.0)]


def test_rule_12_rows_carry_no_rank_so_nothing_contradicts() -> None:
    assert judge_run(QRELS, ROWS).rank_contradiction is None


@pytest.mark.parametrize("step", [2, 3, -1])
def test_rule_13_interleaved_rows_are_grouped(step: int) -> None:
    rows = ROWS[::-1] if step < 0 else [row for first in range(step) for row in ROWS[first::step]]
    assert hits(judge_run(QRELS, rows)) == EXPECTED


def test_rule_14_a_grade_of_two_billion_costs_nothing() -> None:
    assert hits(judge_run({"q": {"a": 2_000_000_000}}, {"q": {"a": 1.0}})) == [(0, 1, 2e9)]


def test_rule_16_queries_are_matched_by_id_in_the_order_of_the_judgements() -> None:
    found = judge_run(QRELS, dict(reversed(RUN.items())))
    assert (found.query_ids, hits(found)) == (("q1", "q2"), EXPECTED)


@pytest.mark.parametrize("kind", [int, np.int64, str])
@pytest.mark.parametrize("form", ["dicts", "rows", "arrays"])
def test_rule_16_whole_numbers_and_their_text_are_one_id(kind: type, form: str) -> None:
    rows = [(kind(1), kind(7), 0.5), (kind(1), kind(8), 0.9), (kind(-2), kind(7), 0.1)]
    dicts = {kind(1): {kind(7): 0.5, kind(8): 0.9}, kind(-2): {kind(7): 0.1}}
    arrays = tuple(np.array(column) for column in zip(*rows, strict=True))
    found = judge_run({1: {"7": 1}, "-2": {7: 2}}, {"dicts": dicts, "rows": rows, "arrays": arrays}[form])
    assert (found.query_ids, hits(found)) == (("1", "-2"), [(0, 2, 1.0), (1, 1, 2.0)])


def test_rule_16_a_query_named_twice_is_refused() -> None:
    with pytest.raises(BadInputError, match="'1' stands twice"):
        judge_run({"1": {"a": 1}}, {1: {"a": 1.0}, "1": {"a": 2.0}})


@EVERY_FORM
def test_rule_17_inputs_are_never_written_to(run: object) -> None:
    qrels, before = deepcopy(QRELS), repr(run)
    for duplicates in ("keep", "drop"):
        judge_run(qrels, run, duplicates=duplicates, drop_self=True, judged_only=True, depth=2)
    assert (qrels, repr(run)) == (QRELS, before)


def test_rule_17_arrays_may_be_read_only_and_apart_in_memory() -> None:
    wide = np.array([["q1", "d2"], ["q1", "d1"], ["q2", "d2"]])
    scores = np.array([3.0, 9.0, 2.0, 9.0, 1.0])[::2]
    wide.flags.writeable = scores.flags.writeable = False
    assert hits(judge_run(QRELS, (wide[:, 0], wide[:, 1], scores))) == [(0, 2, 1.0), (1, 1, 1.0)]


def test_rule_17_a_generator_is_consumed_once() -> None:
    taken: list[int] = []

    def rows() -> object:
        for number, row in enumerate(ROWS):
            taken.append(number)
            yield row

    assert hits(judge_run(QRELS, rows())) == EXPECTED
    assert taken == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("form", ["dicts", "rows"])
def test_rule_18_a_document_named_like_its_query_is_kept_unless_asked(form: str) -> None:
    run = {"q": {"q": 0.9, "a": 0.5}} if form == "dicts" else [("q", "q", 0.9), ("q", "a", 0.5)]
    qrels = {"q": {"q": 1, "a": 1}}
    dropped = judge_run(qrels, run, drop_self=True)
    assert hits(judge_run(qrels, run)) == [(0, 1, 1.0), (0, 2, 1.0)]
    assert (hits(dropped), dropped.judged.n_retrieved.tolist()) == ([(0, 1, 1.0)], [1])
    assert [(notice.code, notice.count) for notice in dropped.notices] == [("self_hits", 1)]


def test_depth_looks_at_the_first_hits_only() -> None:
    found = judge_run(QRELS, RUN, depth=2)
    assert (hits(found), found.judged.n_retrieved.tolist()) == ([(0, 2, 1.0), (1, 1, 1.0)], [2, 2])


def test_ties_reach_no_deeper_than_the_depth() -> None:
    found = judge_run({"q": {"c": 1}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}, depth=2)
    assert (found.places.tie_start.tolist(), found.places.tie_size.tolist()) == ([1], [2])


def test_judged_only_moves_judged_hits_up_after_the_depth_was_cut() -> None:
    found = judge_run({"q": {"b": 1, "d": 1}}, {"q": {"a": 4, "b": 3, "c": 2, "d": 1}}, judged_only=True, depth=3)
    assert (hits(found), found.judged.n_retrieved.tolist()) == ([(0, 1, 1.0)], [1])


@pytest.mark.parametrize(("negatives", "rank"), [("judged", 2), ("pooled", 1)])
def test_a_pooled_hit_is_thrown_out_with_the_unjudged(negatives: str, rank: int) -> None:
    found = judge_run({"q": {"n": -1, "a": 1}}, {"q": {"n": 2, "a": 1}}, judged_only=True, negatives=negatives)
    assert hits(found)[-1] == (0, rank, 1.0)


def test_ties_of_judged_hits_are_bounded_among_them() -> None:
    found = judge_run({"q": {"a": 1, "b": 0}}, {"q": {"x": 1, "a": 1, "b": 1, "y": 2}}, judged_only=True)
    assert (found.places.tie_start.tolist(), found.places.tie_size.tolist()) == ([1, 1], [2, 2])


@pytest.mark.parametrize(
    "wrong", [{"duplicates": "first"}, {"missing": "no"}, {"negatives": "x"}, {"depth": 0}, {"rel": "1"}], ids=str
)
def test_an_unknown_policy_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInputError, match=next(iter(wrong))):
        judge_run(QRELS, RUN, **wrong)


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (7, "a run is a dict of dicts"),
        ("run.trec", "reads run files"),
        (Path("run.trec"), "reads run files"),
        ([("q1", "d1")], r"row 1 is not \(query, document, score\)"),
        ([("q1", "", 1.0)], "row 1 is empty|an id is text"),
        ([("q1", None, 1.0)], "an id is text"),
        ({"q1": {None: 1.0}}, "an id is text"),
        ({"q1": {"": 1.0}}, "an id is text"),
        ({"query_id": ["q1"], "score": [1.0]}, "no column of the document: it has query_id, score"),
        ({"query_id": ["q1"], "doc_id": ["a", "b"], "score": [1.0]}, "columns of one length"),
        ((np.array([["q1"]]), np.array(["a"]), np.array([1.0])), "one dimension"),
        ((np.array([1.5]), np.array(["a"]), np.array([1.0])), "an id is text"),
    ],
)
def test_what_is_no_run_is_refused_with_a_reason(run: object, why: str) -> None:
    with pytest.raises(BadInputError, match=why):
        judge_run(QRELS, run)


def test_any_mapping_is_a_ranking() -> None:
    assert hits(judge_run(QRELS, OrderedDict((query, OrderedDict(docs)) for query, docs in RUN.items()))) == EXPECTED


def test_ranks_agree_with_trec_eval_where_it_and_the_rules_do() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    chance = np.random.default_rng(3)
    docs = [f"d{number}" for number in range(200)]
    run = {f"q{q}": {doc: float(chance.integers(0, 40)) for doc in chance.permutation(docs)[:100]} for q in range(50)}
    qrels = {query: {doc: int(chance.integers(0, 3)) for doc in docs[::5]} for query in run}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"map", "ndcg", "recip_rank"}).evaluate(run)
    judged = judge_run(qrels, run).judged
    for name, measure in (("map", AP), ("ndcg", nDCG), ("recip_rank", RR)):
        assert measure.per_query(judged).tolist() == pytest.approx([theirs[query][name] for query in qrels])
