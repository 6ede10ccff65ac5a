"""How a ranking comes about and which queries count, where tools disagree: each name is the rule."""

import random
from typing import Any

import pytest

import assay
from assay import RetrievalTestCase, evaluate
from assay.errors import BadInputError, UndefinedMeasureError

RELEVANT = {"q": {"d1": 1}}
EQUAL = {"q": dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], 1.0)}


def rr(qrels: Any, run: Any, **choices: Any) -> float:
    return assay.score(qrels, run, "RR", **choices).mean("RR")


def codes(scores: assay.Scores) -> dict[str, int]:
    return {notice.code: notice.count for notice in scores.runs[0].judged.notices}


def notices(scores: assay.Scores) -> str:
    return "\n".join(notice.text for notice in scores.runs[0].judged.notices)


@pytest.mark.parametrize("seed", range(5))
def test_equal_scores_rank_by_document_id_descending_whatever_the_order_of_the_input(seed: int) -> None:
    docs = list(EQUAL["q"])
    random.Random(seed).shuffle(docs)
    assert rr(RELEVANT, {"q": dict.fromkeys(docs, 1.0)}) == 0.2


def test_equal_scores_of_a_file_rank_as_those_of_a_dict(file: Any) -> None:
    assert rr(RELEVANT, file("".join(f"q Q0 d{n} {n} 1.0 t\n" for n in range(1, 6)))) == 0.2


def test_ids_of_equal_scores_are_compared_by_their_utf8_bytes() -> None:
    ids = ["Z", "a", "é", "中", "😀"]
    expected = {doc: 1 / (len(ids) - place) for place, doc in enumerate(ids)}
    assert {doc: rr({"q": {doc: 1}}, {"q": dict.fromkeys(ids, 1.0)}) for doc in ids} == expected


@pytest.mark.parametrize("choices", [{"convention": "sklearn"}, {"ties": "expected"}], ids=str)
def test_expected_ties_are_the_mean_over_all_orders_of_equal_scores(choices: dict[str, Any]) -> None:
    assert rr(RELEVANT, EQUAL, **choices) == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 5)


def test_a_report_says_where_ties_could_move_a_figure() -> None:
    assert codes(assay.score(RELEVANT, EQUAL, "RR"))["ties"] == 1


def test_ties_of_documents_alike_are_not_warned_of() -> None:
    scores = assay.score({"q": {"a": 1, "b": 1}}, {"q": {"a": 1.0, "b": 1.0}}, "RR")
    assert "ties" not in codes(scores)


def test_the_list_of_a_live_retriever_is_ranked_as_it_came() -> None:
    answer = [("d1", 1.0), ("d2", 1.0), ("d3", 9.0)]  # the scores may be distances
    assert evaluate(lambda _: answer, [RetrievalTestCase("Who?", ["d1"])], k=3).mrr == 1.0


def test_a_live_list_turned_round_scores_otherwise() -> None:
    answer = [("d3", 9.0), ("d2", 1.0), ("d1", 1.0)]
    assert evaluate(lambda _: answer, [RetrievalTestCase("Who?", ["d1"])], k=3).mrr == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("0.9000000001", "0.9"), ("16777217", "16777216"), ("1e-45", "0"), ("1.0000000000000002", "1")],
)
def test_scores_are_told_apart_as_far_as_64_bits_can(higher: str, lower: str, file: Any) -> None:
    path = file(f"q Q0 d2 1 {lower} t\nq Q0 d1 2 {higher} t\n")
    assert rr(RELEVANT, {"q": {"d2": float(lower), "d1": float(higher)}}) == 1.0
    assert rr(RELEVANT, path) == 1.0


@pytest.mark.parametrize("ties", ["trec", "expected"])
def test_a_measure_and_its_cutoff_see_one_order(ties: Any) -> None:
    scores = assay.score(RELEVANT, EQUAL, "RR RR@10 RR@5 MRR", ties=ties)
    assert len(set(scores.per_query()["q"].values())) == 1


TWO_JUDGED = {"q1": {"d1": 1}, "q2": {"d1": 1}}
FIRST_ONLY = {"q1": {"d1": 1.0}}


@pytest.mark.parametrize(("missing", "mean", "asked"), [("zero", 0.5, 2), ("skip", 1.0, 1)])
def test_a_judged_query_missing_from_the_run_counts_as_the_policy_says(missing: Any, mean: float, asked: int) -> None:
    scores = assay.score(TWO_JUDGED, FIRST_ONLY, "nDCG RR AP R@5", missing=missing)
    assert [scores.mean(measure) for measure in ("nDCG", "RR", "AP", "R@5")] == [mean] * 4
    assert len(scores.per_query()) == asked


@pytest.mark.parametrize("missing", ["zero", "skip"])
def test_a_missing_query_is_shown_and_named(missing: Any) -> None:
    scores = assay.score(TWO_JUDGED, FIRST_ONLY, "RR", missing=missing)
    assert codes(scores) == {"missing": 1}
    assert "'q2'" in notices(scores)


def test_a_missing_query_is_refused_where_the_policy_says_so() -> None:
    with pytest.raises(BadInputError, match=r"1 of 2 judged queries have no row: 'q2'"):
        assay.score(TWO_JUDGED, FIRST_ONLY, "RR", missing="error")


def test_a_query_nobody_judged_is_skipped_counted_and_named() -> None:
    scores = assay.score(RELEVANT, {"q": {"d1": 1.0}, "odd": {"d9": 1.0}}, "RR P@1")
    assert scores.mean("RR") == 1.0
    assert list(scores.per_query()) == ["q"]
    assert codes(scores) == {"unjudged_queries": 1}
    assert "'odd'" in notices(scores)


def test_no_query_in_common_is_an_error_that_shows_two_ids_of_each_side() -> None:
    judged = {f"topic-{n}": {"d1": 1} for n in range(3)}
    run = {str(n): {"d1": 1.0} for n in range(3)}
    with pytest.raises(BadInputError, match=r"it has '0', '1'.*the judgements 'topic-0', 'topic-1'") as caught:
        assay.score(judged, run)
    assert "'2'" not in str(caught.value)
    assert "topic-2" not in str(caught.value)


def test_an_empty_run_is_an_error_that_says_what_was_asked_for(file: Any) -> None:
    with pytest.raises(BadInputError, match=r"no rows; the judgements ask for 'q1', 'q2'"):
        assay.score(TWO_JUDGED, {})
    with pytest.raises(BadInputError):
        assay.score(TWO_JUDGED, file(""))


def test_empty_judgements_are_an_error(file: Any) -> None:
    with pytest.raises(BadInputError, match="judgement"):
        assay.score({}, FIRST_ONLY)
    with pytest.raises(BadInputError):
        assay.score(file("", "qrels.txt"), FIRST_ONLY)


NOTHING_RELEVANT = {"q": {"d1": 1}, "none": {"d1": 0}}
BOTH = {"q": {"d1": 1.0}, "none": {"d1": 1.0}}
RELEVANCE = ["nDCG@5", "AP", "RR", "R@5", "P@1", "HitRate@5", "F1@1", "Rprec", "Bpref", "RBP", "ERR"]


@pytest.mark.parametrize("measure", RELEVANCE)
def test_a_query_with_nothing_relevant_is_undefined_and_counted_out(measure: str) -> None:
    scores = assay.score(NOTHING_RELEVANT, BOTH, measure)
    value = next(iter(scores.per_query()["none"].values()))
    assert value != value  # noqa: PLR0124 - NaN
    assert scores.mean(measure) == next(iter(scores.per_query()["q"].values()))
    assert scores.scored(scores.runs[0], 0) == 1


@pytest.mark.parametrize("choices", [{"undefined": "zero"}, {"convention": "trec_eval"}], ids=str)
def test_an_undefined_value_counts_as_zero_where_the_policy_says_so(choices: dict[str, Any]) -> None:
    scores = assay.score(NOTHING_RELEVANT, BOTH, "RR P@1", **choices)
    assert (scores.mean("RR"), scores.mean("P@1"), scores.scored(scores.runs[0], 0)) == (0.5, 0.5, 2)


def test_an_undefined_value_is_refused_where_the_policy_says_so() -> None:
    with pytest.raises(UndefinedMeasureError, match="none"):
        assay.score(NOTHING_RELEVANT, BOTH, "RR", undefined="error")


def test_a_stated_policy_goes_before_that_of_the_convention() -> None:
    assert rr(NOTHING_RELEVANT, BOTH, convention="trec_eval", undefined="skip") == 1.0


@pytest.mark.parametrize("choice", ["undefined", "missing", "duplicates", "ties"])
def test_a_policy_that_does_not_exist_is_refused(choice: str) -> None:
    with pytest.raises(BadInputError, match=rf"{choice} is one of .*, got 'perhaps'"):
        assay.score(RELEVANT, EQUAL, "RR", **{choice: "perhaps"})  # type: ignore[arg-type]


REPEATED = [("q", "a", 3.0), ("q", "a", 2.0), ("q", "b", 1.0)]


@pytest.mark.parametrize(
    ("duplicates", "ap", "ndcg"),
    [("keep", (1 + 2 / 3) / 2, 0.9197), ("drop", 1.0, 1.0)],
)
def test_a_repeat_earns_nothing_and_keeps_its_slot_or_is_dropped(duplicates: Any, ap: float, ndcg: float) -> None:
    scores = assay.score({"q": {"a": 1, "b": 1}}, REPEATED, "AP nDCG R@3", duplicates=duplicates)
    assert scores.mean("AP") == pytest.approx(ap)
    assert scores.mean("nDCG") == pytest.approx(ndcg, abs=5e-5)
    assert scores.mean("R@3") == 1.0
    assert codes(scores) == {"repeats": 1}


def test_a_repeat_is_credited_at_its_first_rank_wherever_it_stands(file: Any) -> None:
    path = file("q Q0 x 1 2.0 t\nq Q0 d1 2 1.0 t\nq Q0 d1 3 3.0 t\n")
    assert rr(RELEVANT, path) == 1.0


def test_a_repeat_is_refused_where_the_policy_says_so_with_both_lines(file: Any) -> None:
    path = file("q Q0 d1 1 3 t\nq Q0 d2 2 2 t\nq Q0 d1 3 1 t\n")
    with pytest.raises(BadInputError, match=r"document 'd1' stands twice .* query 'q' \(lines 1 and 3\)"):
        rr(RELEVANT, path, duplicates="error")


def test_a_repeat_of_a_live_list_earns_nothing_and_keeps_its_slot() -> None:
    metrics = evaluate(lambda _: ["a", "a", "b"], [RetrievalTestCase("Who?", ["a", "b"])], k=3)
    assert metrics.map_at_k[3] == pytest.approx((1 + 2 / 3) / 2)
    assert metrics.precision_at_k[3] == pytest.approx(2 / 3)
    assert metrics.recall_at_k[3] == 1.0


def test_no_figure_exceeds_one_however_often_a_document_repeats() -> None:
    rows = [("q", "d1", float(-rank)) for rank in range(10)]
    scores = assay.score(RELEVANT, rows, RELEVANCE)
    assert all(value <= 1 for value in scores.per_query()["q"].values())


CONTRADICTING = "q Q0 d2 1 1 t\nq Q0 d1 2 2 t\nq Q0 d3 3 3 t\nq Q0 d4 4 4 t\n"


def test_a_rank_column_that_contradicts_the_scores_is_ignored_and_noted_once(file: Any) -> None:
    scores = assay.score(RELEVANT, file(CONTRADICTING), "RR")
    assert scores.mean("RR") == pytest.approx(1 / 3)
    assert codes(scores) == {"rank_column": 1}
    assert "run.txt:2" in notices(scores)


def test_a_rank_column_that_agrees_is_not_mentioned(file: Any) -> None:
    assert codes(assay.score(RELEVANT, file("q Q0 d2 1 2 t\nq Q0 d1 2 1 t\n"), "RR")) == {}


@pytest.mark.parametrize("seed", range(4))
def test_rows_of_queries_in_any_order_score_the_same(seed: int, file: Any) -> None:
    qrels = {f"q{n}": {f"d{n}": 1, "d9": 2} for n in range(4)}
    rows = [f"q{n} Q0 d{doc} 0 {(doc * 7 + n) % 10} t\n" for n in range(4) for doc in range(10)]
    expected = assay.score(qrels, file("".join(rows)), "RR RBP AP nDCG").per_query()
    random.Random(seed).shuffle(rows)
    assert assay.score(qrels, file("".join(rows)), "RR RBP AP nDCG").per_query() == expected


def test_the_rows_of_two_queries_may_alternate(file: Any) -> None:
    path = file("q1 Q0 d1 1 2 t\nq2 Q0 d2 1 2 t\nq1 Q0 d2 2 1 t\nq2 Q0 d1 2 1 t\n")
    scores = assay.score({"q1": {"d1": 1}, "q2": {"d1": 1}}, path, "RBP")
    assert scores.per_query() == {"q1": {"RBP": pytest.approx(0.2)}, "q2": {"RBP": pytest.approx(0.16)}}
