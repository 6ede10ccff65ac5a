"""The verbs: what they take, what they refuse, and where they run."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from assay import AP, GoldenSet, P, RAGEvaluator, RetrievalTestCase, evaluate
from assay.errors import BadInputError, HitShapeError, MeasureParameterError, UnknownMeasureError

CASES = [RetrievalTestCase("Who?", ["d1"]), RetrievalTestCase("When?", ["d2", "d3"])]


def pipeline(query: str) -> list[str]:
    return ["d1", "d2"]


def test_the_tutorials_call_gives_the_tutorials_figures() -> None:
    metrics = asyncio.run(RAGEvaluator(pipeline, CASES).evaluate_retrieval(k_list=[1, 2]))
    assert metrics.hit_rate_at_k == {1: 0.5, 2: 1.0}
    assert metrics.precision_at_k == {1: 0.5, 2: 0.5}
    assert metrics.recall_at_k == {1: 0.5, 2: 0.75}
    assert metrics.f1_at_k == {1: 0.5, 2: pytest.approx((2 / 3 + 1 / 2) / 2)}
    assert metrics.map_at_k == {1: 0.5, 2: pytest.approx((1 + 0.25) / 2)}
    assert metrics.mrr == 0.75


def test_the_default_cutoffs_are_the_tutorials() -> None:
    assert list(evaluate(pipeline, CASES).recall_at_k) == [1, 3, 5, 10]


def test_cutoffs_are_sorted_and_taken_once() -> None:
    assert evaluate(pipeline, CASES, k=(5, 1, 5)).settings.k == (1, 5)


BAD_K: list[Any] = [0, -1, [0], [1, -3], [], (), 2.5, [1.0], True, [False], None, "10", ["5"], [None], float("nan")]


@pytest.mark.parametrize("k", BAD_K, ids=repr)
def test_a_cutoff_that_is_no_whole_number_of_at_least_one_is_refused(k: Any) -> None:
    calls: list[str] = []
    with pytest.raises(MeasureParameterError, match="k is"):
        evaluate(lambda query: calls.append(query) or [], CASES, k=k)
    assert calls == []


def test_a_cutoff_beyond_every_corpus_is_no_trouble() -> None:
    assert evaluate(pipeline, CASES, k=10**12).recall_at_k == {10**12: 0.75}


def test_an_unknown_measure_is_met_with_a_suggestion_before_anything_is_asked() -> None:
    calls: list[str] = []
    with pytest.raises(UnknownMeasureError, match=r"(?i)did you mean 'ndcg'"):
        evaluate(lambda query: calls.append(query) or [], CASES, measures=["nDGC@5"])
    assert calls == []


def test_one_measure_given_as_a_text_is_not_taken_letter_by_letter() -> None:
    assert evaluate(pipeline, CASES, k=2, measures="P(rel=2)@1").mean("P(rel=2)@1").scored == 0


@pytest.mark.parametrize("given", ["P(rel=1)@2", P(rel=1) @ 2])
def test_a_further_measure_is_given_as_text_or_as_a_value(given: Any) -> None:
    assert evaluate(pipeline, CASES, k=5, measures=[given]).mean(given).mean == 0.5


def test_a_further_measure_without_a_cutoff_is_taken_at_each() -> None:
    result = evaluate(pipeline, CASES, k=[1, 2], measures=[AP(norm="retrieved")])
    assert [result.mean(f"AP(norm=retrieved)@{k}").mean for k in (1, 2)] == [0.5, pytest.approx((1 + 0.5) / 2)]


def test_a_measure_that_was_not_measured_is_said_to_be_so_with_what_was() -> None:
    with pytest.raises(BadInputError, match=r"R@7 was not measured\nHint: there are HitRate@1"):
        evaluate(pipeline, CASES).mean("R@7")


@pytest.mark.parametrize("empty", [[], (), iter(())])
def test_an_empty_golden_set_is_refused(empty: Any) -> None:
    with pytest.raises(BadInputError, match="the golden set is empty"):
        evaluate(pipeline, empty)


def test_two_cases_of_one_id_are_refused() -> None:
    with pytest.raises(BadInputError, match="'x'"):
        RAGEvaluator(pipeline, [RetrievalTestCase("a", id="x"), RetrievalTestCase("b", id="x")])


@pytest.mark.parametrize(
    "given",
    [[{"query": "Who?", "relevant_doc_ids": ["d1"]}], ["Who?"], [None], CASES[0], None, 5],
    ids=lambda g: str(g)[:20],
)
def test_what_are_no_cases_is_said_to_be_none(given: Any) -> None:
    with pytest.raises(BadInputError, match="RetrievalTestCase"):
        evaluate(pipeline, given)


def test_cases_may_come_from_a_generator() -> None:
    assert evaluate(pipeline, (case for case in CASES), k=2).n_asked == 2


@pytest.mark.parametrize("kind", [str, Path])
def test_a_golden_set_may_be_named_by_its_path(tmp_path: Path, kind: type) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text('{"query": "Who?", "relevant_doc_ids": ["d1"]}', "utf-8")
    assert evaluate(pipeline, kind(path), k=1).recall_at_k == {1: 1.0}


def test_on_the_scale_of_five_a_grade_of_two_is_not_relevant() -> None:
    golden = GoldenSet(cases=(RetrievalTestCase("Who?", {"d1": 2, "d2": 3}),), scale="0-5")
    assert evaluate(pipeline, golden, k=1).recall_at_k == {1: 0.0}


def test_the_threshold_of_the_call_stands_before_that_of_the_scale() -> None:
    golden = GoldenSet(cases=(RetrievalTestCase("Who?", {"d1": 2, "d2": 3}),), scale="0-5")
    assert evaluate(pipeline, golden, k=1, rel=2).recall_at_k == {1: 0.5}


def test_sync_from_inside_a_running_loop_works() -> None:
    async def notebook_cell() -> float:
        return RAGEvaluator(pipeline, CASES).evaluate_retrieval_sync(k_list=2).mrr

    assert asyncio.run(notebook_cell()) == 0.75


def test_the_async_form_works_inside_a_running_loop_beside_others() -> None:
    async def notebook_cell() -> list[float]:
        runs = (RAGEvaluator(pipeline, CASES).evaluate_retrieval(k_list=2) for _ in range(3))
        return [result.mrr for result in await asyncio.gather(*runs)]

    assert asyncio.run(notebook_cell()) == [0.75, 0.75, 0.75]


def test_an_async_pipeline_runs_from_sync_inside_a_running_loop() -> None:
    async def retrieve(query: str) -> list[str]:
        await asyncio.sleep(0)
        return ["d1"]

    async def notebook_cell() -> float:
        return evaluate(retrieve, CASES, k=1).recall_at_k[1]

    assert asyncio.run(notebook_cell()) == 0.5


def test_no_event_loop_is_left_behind_or_patched() -> None:
    before = asyncio.run
    evaluate(pipeline, CASES)
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()
    assert asyncio.run is before


def test_no_thread_is_left_behind_by_a_run_in_which_nothing_hung() -> None:
    before = set(threading.enumerate())
    evaluate(pipeline, CASES, concurrency=4)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert set(threading.enumerate()) - before == set()


def test_an_evaluator_may_be_used_again() -> None:
    evaluator = RAGEvaluator(pipeline, CASES)
    assert [evaluator.evaluate_retrieval_sync(k_list=k).mrr for k in (1, 2)] == [0.5, 0.75]


def test_context_variables_of_the_caller_are_seen_by_the_pipeline() -> None:
    import contextvars

    tenant = contextvars.ContextVar("tenant", default="none")
    tenant.set("d1")
    assert evaluate(lambda _: [tenant.get()], CASES[:1], k=1).recall_at_k[1] == 1.0


def test_cases_and_lists_of_the_caller_are_not_written_to() -> None:
    hits = [{"id": "d1", "score": 1.0, "metadata": {"a": 1}}]
    evaluate(lambda _: hits, CASES)
    assert hits == [{"id": "d1", "score": 1.0, "metadata": {"a": 1}}]


def test_when_no_result_could_be_read_the_first_is_shown() -> None:
    with pytest.raises(HitShapeError, match="NoneType None"):
        evaluate(lambda _: None, CASES)


def test_when_some_results_could_be_read_the_others_are_failed_calls() -> None:
    result = evaluate(lambda query: ["d1"] if query == "Who?" else None, CASES, k=1)
    assert [reason for _, reason in result.errors] == ["the retriever did not return a list of hits: NoneType None"]


def test_when_every_call_fails_there_is_a_result_without_figures() -> None:
    def retrieve(query: str) -> list[str]:
        raise ConnectionError("refused")

    result = evaluate(retrieve, CASES, k=1)
    assert (result.n_failed, result.mean("R@1").scored, str(result.mrr)) == (2, 0, "nan")


@pytest.mark.parametrize("n", [0, 3, 10, 50])
def test_a_pipeline_that_returns_another_number_than_asked_for_is_scored_over_k(n: int) -> None:
    result = evaluate(lambda _: [f"d{i}" for i in range(1, n + 1)], [RetrievalTestCase("Who?", ["d1", "d11"])], k=10)
    assert (result.precision_at_k[10], result.recall_at_k[10]) == ((0.1, 0.5) if n else (0.0, 0.0))
