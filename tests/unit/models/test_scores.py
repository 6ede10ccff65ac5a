"""What a score model may answer, and how its coroutine is run from sync code."""

import asyncio
import math
from collections.abc import Sequence

import pytest

from assay.models.scores import ScoreFailure, ScoreModel, compute_scores_sync, gather_scores, scores_in_order


class Lengths:
    """Scores by length, and counts how often it was closed."""

    spec = {"kind": "lengths"}  # noqa: RUF012

    def __init__(self) -> None:
        self.closed = 0

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        await asyncio.sleep(0)
        return [float(len(document)) for document in documents if query]

    async def aclose(self) -> None:
        self.closed += 1


def test_scores_come_back_in_the_documents_order() -> None:
    assert scores_in_order([(2, 0.5), (0, -1.0), (1, 7.0)], 3, place="here") == [-1.0, 7.0, 0.5]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([(0, 1.0)], "1 of 2 documents; the first without is 1"),
        ([(0, 1.0), (0, 1.0)], "document 0 twice"),
        ([(0, 1.0), (1, 1.0), (2, 1.0)], "document 2, and there are 2"),
        ([(0, 1.0), (-1, 1.0)], "document -1, and there are 2"),
        ([(0, math.nan), (1, 1.0)], "document 0 is nan"),
        ([(0, 1.0), (1, -math.inf)], "document 1 is -inf"),
        ([], "0 of 2 documents"),
    ],
)
def test_what_is_not_one_finite_score_a_document_is_a_failure(found: list[tuple[int, float]], said: str) -> None:
    with pytest.raises(ScoreFailure, match=said) as caught:
        scores_in_order(found, 2, place="here")
    assert caught.value.kind == "garbage"


def test_the_first_part_that_fails_ends_the_others() -> None:
    ended: list[str] = []

    async def slow() -> Sequence[float]:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            ended.append("slow")
            raise
        return []

    async def failing() -> Sequence[float]:
        await asyncio.sleep(0.01)
        raise ScoreFailure("empty", "nothing came")

    with pytest.raises(ScoreFailure, match="nothing came"):
        asyncio.run(gather_scores([slow(), failing()]))
    assert ended == ["slow"]


def test_the_sync_twin_says_the_same_and_closes_the_model() -> None:
    model = Lengths()
    assert compute_scores_sync(model, "q", ["a", "abc"]) == [1.0, 3.0]
    assert model.closed == 1


def test_the_sync_twin_works_inside_a_running_loop() -> None:
    async def notebook() -> Sequence[float]:
        return compute_scores_sync(Lengths(), "q", ["ab"])

    assert asyncio.run(notebook()) == [2.0]


def test_the_sync_twin_raises_what_the_model_raises() -> None:
    class Failing(Lengths):
        async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
            raise ScoreFailure("timeout", f"too late for {query} and {len(documents)}")

    with pytest.raises(ScoreFailure, match="too late"):
        compute_scores_sync(Failing(), "q", ["a"])


def test_what_has_spec_and_compute_scores_is_a_score_model() -> None:
    assert isinstance(Lengths(), ScoreModel)
