import numpy as np
import pytest

from assay.errors import BadInputError
from assay.labels.judging import judge
from assay.measures.alpha_ndcg import AlphaNDCG
from assay.measures.ap_ia import APIA, PIA
from assay.measures.aspect_measure import AspectMeasure
from assay.measures.aspects import judge_aspects
from assay.measures.err_ia import ERRIA, NERRIA
from assay.measures.ndcg import NDCG
from assay.measures.nrbp import NNRBP, NRBP
from assay.measures.subtopic_recall import StRecall

EVERY = pytest.mark.parametrize(
    "measure", [AlphaNDCG(), ERRIA(), NERRIA(), NRBP(), NNRBP(), StRecall(), APIA(), PIA()], ids=str
)
LABELS = {"q1": {"b": {"y": 2, "x": 0}, "a": {"x": 1}}, "q2": {"a": {"x": 3}, "c": {}}, "q3": {}}
TABLE = judge_aspects({"q2": ["c", "a"], "q1": ["z", "b", "b", "a"], "unjudged": ["a"]}, LABELS)


def test_queries_are_numbered_in_the_order_of_the_labels() -> None:
    assert TABLE.n_retrieved.tolist() == [4, 2, 0]


def test_every_query_has_aspects_of_its_own() -> None:
    assert TABLE.aspect_query.tolist() == [0, 0, 1]


def test_labels_of_hits_stand_by_aspect_then_rank() -> None:
    columns = zip(TABLE.hit_aspect.tolist(), TABLE.hit_rank.tolist(), TABLE.hit_grade.tolist(), strict=True)
    assert list(columns) == [(0, 2, 0.0), (0, 4, 1.0), (1, 2, 2.0), (2, 2, 3.0)]


def test_documents_of_a_query_stand_by_id() -> None:
    assert TABLE.doc_query.tolist() == [0, 0, 1, 1]
    assert TABLE.label_doc.tolist() == [0, 1, 1, 2]


def test_the_pool_holds_what_was_not_retrieved() -> None:
    table = judge_aspects({}, LABELS)
    assert table.label_grade.tolist() == TABLE.label_grade.tolist()
    assert (len(table.hit_rank), table.n_retrieved.tolist()) == (0, [0, 0, 0])


def test_other_measures_see_the_best_grade_of_a_document() -> None:
    plain = judge([["z", "b", "b", "a"], ["c", "a"], []], [{"a": 1, "b": 2}, {"a": 3, "c": 0}, {}])
    for column in ("query", "rank", "grade", "n_retrieved", "pool_query", "pool_grade"):
        assert getattr(TABLE, column).tolist() == getattr(plain, column).tolist()
    np.testing.assert_array_equal(NDCG().per_query(TABLE), NDCG().per_query(plain))


def test_only_answered_aspects_are_counted() -> None:
    assert [TABLE.n_aspects(rel).tolist() for rel in (1, 2, 4)] == [[2, 1, 0], [1, 1, 0], [0, 0, 0]]


def test_a_grade_that_is_no_number_is_named() -> None:
    with pytest.raises(BadInputError, match="query 'q': the grade of 'd' for aspect 'x' is a finite number, got nan"):
        judge_aspects({}, {"q": {"d": {"x": float("nan")}}})


@EVERY
def test_a_table_without_aspects_is_refused(measure: AspectMeasure) -> None:
    with pytest.raises(BadInputError, match="needs labels that name aspects"):
        measure.per_query(judge([["a"]], [{"a": 1}]))


@EVERY
def test_a_query_without_an_answered_aspect_is_undefined(measure: AspectMeasure) -> None:
    table = judge_aspects({"q1": ["a"], "q2": ["a"]}, {"q1": {"a": {"x": 0}}, "q2": {"a": {}}, "q3": {}})
    assert np.isnan((measure @ 5).per_query(table)).all()


@EVERY
def test_a_query_that_found_nothing_scores_zero(measure: AspectMeasure) -> None:
    table = judge_aspects({"q1": [], "q2": ["z"]}, {name: {"a": {"x": 1}} for name in ("q1", "q2", "missing")})
    assert measure.per_query(table).tolist() == [0.0, 0.0, 0.0]
    assert (measure @ 5).per_query(table).tolist() == [0.0, 0.0, 0.0]


@EVERY
def test_no_queries_have_no_values(measure: AspectMeasure) -> None:
    found = measure.per_query(judge_aspects({}, {}))
    assert (found.dtype, found.shape) == (np.dtype(np.float64), (0,))


@EVERY
def test_a_query_scores_the_same_beside_others(measure: AspectMeasure) -> None:
    rankings = {"q1": ["z", "b", "a"], "q2": ["c", "a"]}
    alone = [measure.per_query(judge_aspects(rankings, {name: LABELS[name]})) for name in rankings]
    both = measure.per_query(judge_aspects(rankings, {name: LABELS[name] for name in rankings}))
    np.testing.assert_array_equal(np.concatenate(alone), both)


@EVERY
def test_a_level_of_its_own_counts_higher_grades_only(measure: AspectMeasure) -> None:
    binary = judge_aspects({"q": ["b", "a", "c"]}, {"q": {"a": {"x": 1, "y": 0}, "b": {"y": 0}, "c": {"y": 1}}})
    graded = judge_aspects({"q": ["b", "a", "c"]}, {"q": {"a": {"x": 3, "y": 1}, "b": {"y": 1}, "c": {"y": 2}}})
    assert (measure(rel=2) @ 3).per_query(graded).tolist() == (measure @ 3).per_query(binary).tolist()
