"""Asking a pipeline: how many calls at once, how often, for how long, and what a failed one becomes."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from assay import RAGEvaluator, RetrievalTestCase, evaluate
from assay.errors import BadInputError

CASES = [RetrievalTestCase(f"question {n}", ["d1"]) for n in range(12)]
ONE = CASES[:1]


class Counting:
    """An async pipeline that knows how many of its calls are under way."""

    def __init__(self) -> None:
        self.now = self.most = self.calls = 0

    async def retrieve(self, query: str, k: int) -> list[str]:
        self.calls += 1
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(5):
            await asyncio.sleep(0)
        self.now -= 1
        return [f"d{k}", query]


class CountingThreads:
    """A sync pipeline whose calls wait for one another until as many as wanted are under way."""

    def __init__(self, together: int) -> None:
        self.gate = threading.Barrier(together, timeout=20)
        self.lock = threading.Lock()
        self.now = self.most = 0

    def retrieve(self, _query: str) -> list[str]:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.gate.wait()
        with self.lock:
            self.now -= 1
        return ["d1"]


class Flaky:
    """Fails a number of times before it answers."""

    def __init__(self, failures: int) -> None:
        self.failures, self.calls = failures, 0

    def retrieve(self, _query: str) -> list[str]:
        self.calls += 1
        if self.calls <= self.failures:
            raise ConnectionError(f"refused {self.calls}")
        return ["d1"]


@pytest.fixture
def never() -> Iterator[threading.Event]:
    """Something to wait for that only comes when the test is over."""
    event = threading.Event()
    yield event
    event.set()


@pytest.mark.parametrize(("concurrency", "most"), [(1, 1), (3, 3), (8, 8), (100, 12), (None, 8)])
def test_async_calls_under_way_are_bounded_and_eight_by_default(concurrency: int | None, most: int) -> None:
    pipeline = Counting()
    evaluate(pipeline, CASES, k=1, concurrency=concurrency)
    assert (pipeline.most, pipeline.calls) == (most, 12)


def test_sync_calls_come_one_at_a_time_by_default() -> None:
    pipeline = CountingThreads(1)
    evaluate(pipeline, CASES, k=1)
    assert pipeline.most == 1


def test_sync_calls_run_side_by_side_where_asked_to() -> None:
    pipeline = CountingThreads(4)
    result = evaluate(pipeline, CASES, k=1, concurrency=4)
    assert (pipeline.most, result.n_failed) == (4, 0)


def test_answers_stay_with_their_questions_however_calls_end() -> None:
    async def retrieve(query: str) -> list[str]:
        for _ in range(20 - int(query.split()[1])):
            await asyncio.sleep(0)
        return [query]

    result = evaluate(retrieve, [RetrievalTestCase(case.query, [case.query]) for case in CASES], k=1)
    assert result.recall_at_k[1] == 1.0


def test_every_question_is_asked_once_for_the_largest_k() -> None:
    asked: list[tuple[str, int]] = []
    evaluate(lambda query, k: asked.append((query, k)) or ["d1"], CASES, k=[1, 7, 3])
    assert asked == [(case.query, 7) for case in CASES]


@pytest.mark.parametrize("measure", ["R@20", "P@20", "nDCG@20", "RR@20"])
def test_a_further_measure_beyond_the_largest_k_gets_the_hits_it_needs(measure: str) -> None:
    depths: list[int] = []
    evaluate(lambda _, k: depths.append(k) or ["d1"], ONE, k=10, measures=[measure])
    assert depths == [20]


@pytest.mark.parametrize(("failures", "retries", "calls"), [(0, 3, 1), (1, 3, 2), (3, 3, 4), (9, 3, 4), (9, 0, 1)])
def test_a_failed_call_is_tried_again_exactly_as_often_as_said(failures: int, retries: int, calls: int) -> None:
    pipeline = Flaky(failures)
    result = evaluate(pipeline, ONE, k=1, retries=retries)
    assert (pipeline.calls, result.n_failed) == (calls, int(failures > retries))


def test_the_reason_of_a_failure_is_that_of_the_last_try() -> None:
    assert evaluate(Flaky(9), ONE, k=1, retries=2).errors[0][1] == "ConnectionError: refused 3"


def test_an_error_without_a_message_has_its_name_for_a_reason() -> None:
    def retrieve(query: str) -> list[str]:
        raise KeyError

    assert evaluate(retrieve, ONE, k=1).errors[0][1] == "KeyError"


def test_a_failed_call_is_a_row_and_the_others_go_on() -> None:
    def retrieve(query: str) -> list[str]:
        if query == "question 3":
            raise RuntimeError("index is gone")
        return ["d1"]

    result = evaluate(retrieve, CASES, k=1)
    assert [(case.id, reason) for case, reason in result.errors] == [("q4", "RuntimeError: index is gone")]
    assert (result.n_asked, result.n_failed, result.recall_at_k[1]) == (12, 1, 1.0)


class OwnInterrupt(BaseException):
    pass


OUTSIDE_EXCEPTION = [SystemExit(3), asyncio.CancelledError(), GeneratorExit(), OwnInterrupt(), StopIteration("x")]


@pytest.mark.parametrize("error", OUTSIDE_EXCEPTION, ids=lambda error: type(error).__name__)
def test_a_sync_pipeline_that_raises_what_is_no_exception_fails_one_call(error: BaseException) -> None:
    def retrieve(query: str) -> list[str]:
        if query == "question 3":
            raise error
        return ["d1"]

    assert [case.id for case, _ in evaluate(retrieve, CASES, k=1).errors] == ["q4"]


@pytest.mark.parametrize("error", [SystemExit(3), asyncio.CancelledError()], ids=lambda error: type(error).__name__)
def test_an_async_pipeline_that_raises_what_is_no_exception_fails_one_call(error: BaseException) -> None:
    async def retrieve(query: str) -> list[str]:
        if query == "question 3":
            raise error
        return ["d1"]

    assert [case.id for case, _ in evaluate(retrieve, CASES, k=1).errors] == ["q4"]


def test_a_sync_call_that_hangs_fails_after_the_timeout(never: threading.Event) -> None:
    result = evaluate(lambda _: never.wait(), ONE, k=1, timeout_s=0.1)
    assert result.errors[0][1] == "timeout after 0.1 s"


def test_an_async_call_that_hangs_fails_after_the_timeout() -> None:
    async def retrieve(query: str) -> list[str]:
        await asyncio.Event().wait()
        return ["d1"]

    assert evaluate(retrieve, ONE, k=1, timeout_s=0.1).errors[0][1] == "timeout after 0.1 s"


def test_a_generator_that_hangs_fails_after_the_timeout(never: threading.Event) -> None:
    def retrieve(query: str) -> Iterator[str]:
        yield "d1"
        never.wait(3)
        yield "d2"

    assert [reason for _, reason in evaluate(retrieve, ONE, k=2, timeout_s=0.1).errors] == ["timeout after 0.1 s"]


def test_the_time_a_generator_takes_to_make_its_hits_is_latency() -> None:
    def retrieve(query: str) -> Iterator[str]:
        threading.Event().wait(0.05)
        yield "d1"

    latency = evaluate(retrieve, ONE, k=1).latency_s
    assert latency is not None
    assert latency.p50 >= 0.05


def test_questions_after_a_hung_call_are_asked(never: threading.Event) -> None:
    def retrieve(query: str) -> list[str]:
        if query == "question 0":
            never.wait()
        return ["d1"]

    result = evaluate(retrieve, CASES, k=1, timeout_s=0.1)
    assert (result.n_failed, result.n_asked, result.recall_at_k[1]) == (1, 12, 1.0)


def test_a_timeout_of_the_pipelines_own_is_told_as_its_own() -> None:
    def retrieve(query: str) -> list[str]:
        raise TimeoutError("server says so")

    assert evaluate(retrieve, ONE, k=1, timeout_s=20).errors[0][1] == "TimeoutError: server says so"


def test_a_hung_call_is_tried_again(never: threading.Event) -> None:
    calls: list[str] = []

    def retrieve(query: str) -> list[str]:
        calls.append(query)
        if len(calls) == 1:
            never.wait()
        return ["d1"]

    assert evaluate(retrieve, ONE, k=1, timeout_s=0.1, retries=1).n_failed == 0


def test_none_as_timeout_waits() -> None:
    assert evaluate(lambda _: ["d1"], ONE, k=1, timeout_s=None).recall_at_k[1] == 1.0


@pytest.mark.parametrize("concurrency", [1, 4])
def test_progress_is_told_after_every_call(concurrency: int) -> None:
    told: list[tuple[int, int]] = []
    evaluate(Counting(), CASES, k=1, progress=lambda done, asked: told.append((done, asked)), concurrency=concurrency)
    assert told == [(n, 12) for n in range(1, 13)]


def test_progress_counts_failed_calls_too() -> None:
    told: list[int] = []
    evaluate(Flaky(99), CASES, k=1, progress=lambda done, _: told.append(done), retries=1)
    assert told == list(range(1, 13))


def test_a_progress_that_raises_is_not_swallowed() -> None:
    def progress(done: int, asked: int) -> None:
        raise RuntimeError("the bar broke")

    with pytest.raises(RuntimeError, match="the bar broke"):
        evaluate(Counting(), CASES, k=1, progress=progress)


def test_a_stop_event_ends_the_run_with_what_was_asked_until_then() -> None:
    async def run() -> Any:
        stop = asyncio.Event()

        async def retrieve(query: str) -> list[str]:
            if query == "question 5":
                stop.set()
                await asyncio.Event().wait()
            return ["d1"]

        return await RAGEvaluator(retrieve, CASES, concurrency=1).evaluate_retrieval(k_list=1, stop=stop)

    result = asyncio.run(run())
    assert (result.n_asked, result.interrupted, result.n_failed, result.recall_at_k[1]) == (5, True, 0, 1.0)


def test_a_run_stopped_before_it_began_has_no_figures_and_says_so() -> None:
    async def run() -> Any:
        stop = asyncio.Event()
        stop.set()

        async def retrieve(query: str) -> list[str]:
            await asyncio.Event().wait()
            return ["d1"]

        return await RAGEvaluator(retrieve, CASES).evaluate_retrieval(k_list=1, stop=stop)

    result = asyncio.run(run())
    assert (result.n_asked, result.interrupted) == (0, True)
    assert "0 of 12 questions were asked" in result.to_markdown()


BAD_SETTINGS = [
    *({"concurrency": value} for value in (0, -1, True, 2.5, "4")),
    *({"timeout_s": value} for value in (0, -1, float("nan"), "4")),
    *({"retries": value} for value in (-1, 1.5, "2")),
    *({"rel": value} for value in (float("nan"), float("inf"), "high")),
    *({"undefined": value} for value in ("none", None)),
]


@pytest.mark.parametrize("bad", BAD_SETTINGS, ids=repr)
def test_a_setting_out_of_range_is_refused_before_anything_is_asked(bad: dict[str, Any]) -> None:
    calls: list[str] = []
    with pytest.raises(BadInputError, match=next(iter(bad)).removesuffix("_s")):
        evaluate(lambda query: calls.append(query) or [], ONE, k=1, **bad)
    assert calls == []
