"""The seam of a score model: how relevant each document is to a query, as one number whose scale is the model's own."""

import asyncio
import math
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from assay.models.chat import ChatFailure
from assay.threads import run_in_sync

T = TypeVar("T")


class ScoreFailure(ChatFailure):
    """A score model gave no scores: `kind` says in which way, with the words of `assay.models.chat`.

    ``garbage`` where what came is not one finite score for each document.
    """


@runtime_checkable
class ScoreModel(Protocol):
    """Scores documents against a query; a higher score is a more relevant document."""

    @property
    def spec(self) -> Mapping[str, object]:
        """What decides the scores: kind, model, settings; values of JSON, never a key."""
        ...

    async def compute_scores(self, query: str, documents: Sequence[str]) -> Sequence[float]:
        """Return one finite score for each document, in their order.

        Parameters
        ----------
        query, documents
            Any text; no documents give no scores.

        Raises
        ------
        ScoreFailure
            A score is missing, given twice or not finite, or none came. It is the whole call that fails.
        """
        ...


@runtime_checkable
class _Closing(Protocol):
    async def aclose(self) -> None: ...


def compute_scores_sync(model: ScoreModel, query: str, documents: Sequence[str]) -> Sequence[float]:
    """Return what `ScoreModel.compute_scores` returns, from sync code: a script, a notebook, a running loop.

    Examples
    --------
    >>> class Length:
    ...     spec = {"kind": "length"}
    ...     async def compute_scores(self, query, documents):
    ...         return [float(len(document)) for document in documents]
    >>> compute_scores_sync(Length(), "any", ["a", "abc"])
    [1.0, 3.0]
    """
    return run_and_close(model, model.compute_scores(query, documents))


def run_and_close(model: object, work: Coroutine[Any, Any, T]) -> T:
    """Run work with a model from sync code, and close the model's connections: they belong to the loop that ends."""

    async def run() -> T:
        try:
            return await work
        finally:
            await close_model(model)

    return run_in_sync(run())


async def close_model(model: object) -> None:
    """Close the connections of a model, if it has any."""
    if isinstance(model, _Closing):
        await model.aclose()


def scores_in_order(found: Iterable[tuple[int, float]], n_documents: int, *, place: str) -> list[float]:
    """Bring scores that came with the numbers of their documents into the documents' order.

    Parameters
    ----------
    found
        Document numbers from 0 with their scores, in any order.
    n_documents
        How many documents there are.
    place
        Where they came from, as errors say it.

    Raises
    ------
    ScoreFailure
        A number of no document, one that comes twice, one that is missing, or a score that is not finite.

    Examples
    --------
    >>> scores_in_order([(1, 0.9), (0, -2.0)], 2, place="here")
    [-2.0, 0.9]
    """
    scores: dict[int, float] = {}
    for index, score in found:
        if not 0 <= index < n_documents:
            raise _wrong(place, f"it scores document {index}, and there are {n_documents}, counted from 0")
        if index in scores:
            raise _wrong(place, f"it scores document {index} twice")
        if not math.isfinite(score):
            raise _wrong(place, f"the score of document {index} is {score}")
        scores[index] = float(score)
    if missing := [index for index in range(n_documents) if index not in scores]:
        raise _wrong(place, f"it scores {len(scores)} of {n_documents} documents; the first without is {missing[0]}")
    return [scores[index] for index in range(n_documents)]


async def gather_scores(parts: Iterable[Coroutine[Any, Any, Sequence[float]]]) -> list[float]:
    """Await all parts at once and join their scores in order; the first that fails ends the others."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(part) for part in parts]
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [score for task in tasks for score in task.result()]


def _wrong(place: str, what: str) -> ScoreFailure:
    return ScoreFailure("garbage", f"{place}: the answer is not one score for each document: {what}")
