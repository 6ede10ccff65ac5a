"""`RelevanceEvaluator`: a passage's relevance to a query, from 0 to 5, as the tutorials ask for it."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, NamedTuple, TypeVar

from assay.judges.asking import Asker
from assay.judges.chat_function import as_chat_model
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.relevance import Relevance
from assay.judges.running import judge_all, judge_once
from assay.judges.verdict import Failed, JudgeFailure
from assay.models.chat import ChatModel
from assay.store.remembered import RememberedVerdicts
from assay.store.verdicts import VerdictStore
from assay.threads import run_in_sync

T = TypeVar("T")


class RelevanceScore(NamedTuple):
    """How relevant a passage is, from 0 (entirely unrelated) to 5 (answers directly), and why."""

    score: int
    reason: str


class RelevanceEvaluator:
    """Asks a language model how relevant passages are.

    Parameters
    ----------
    llm
        A chat model (`assay.models.openai_chat.OpenAIChat`), or a function that takes a prompt and returns the reply,
        sync or async.
    language
        The language of the prompt: ``en``, ``zh``, ``es`` or ``ru``; None takes that of each query.
    store
        Where verdicts are kept; by default for as long as this object lives.

    Examples
    --------
    >>> evaluator = RelevanceEvaluator(lambda prompt: '{"reason": "It names the author.", "score": 5}')
    >>> evaluator.evaluate_relevance_sync("Who wrote it?", "It was written by Ada Lovelace.")
    RelevanceScore(score=5, reason='It names the author.')
    """

    def __init__(
        self,
        llm: ChatModel | Callable[[str], str | Awaitable[str]],
        *,
        language: str | None = None,
        store: VerdictStore | None = None,
    ) -> None:
        self.language = language
        self._judge = Relevance()
        self._asker = Asker(as_chat_model(llm), store or RememberedVerdicts())

    async def evaluate_relevance(self, query: str, document: str) -> RelevanceScore:
        """Say how relevant a document is to a query.

        Raises
        ------
        JudgeFailure
            The model did not answer, or not in a way that could be read. There is no score to stand in for it.
        """
        judgement = await judge_once(self._judge, self._question(query, document), self._asker)
        if isinstance(judgement.outcome, Failed):
            raise JudgeFailure(judgement.outcome.kind, judgement.outcome.text)
        return RelevanceScore(int(judgement.outcome.score), judgement.outcome.reason)

    def evaluate_relevance_sync(self, query: str, document: str) -> RelevanceScore:
        """Do the same from sync code: in a script, in a notebook, inside a running loop."""
        return self._in_sync(self.evaluate_relevance(query, document))

    async def evaluate_many(self, pairs: Iterable[tuple[str, str]]) -> list[RelevanceScore | Failed]:
        """Judge pairs of query and document side by side; a failure is a value in its place."""
        questions = (self._question(query, document) for query, document in pairs)
        found: list[RelevanceScore | Failed] = []
        async for judged in judge_all(self._judge, questions, self._asker):
            outcome = judged.judgements[0].outcome
            found.append(outcome if isinstance(outcome, Failed) else RelevanceScore(int(outcome.score), outcome.reason))
        return found

    def evaluate_many_sync(self, pairs: Iterable[tuple[str, str]]) -> list[RelevanceScore | Failed]:
        """Do the same from sync code."""
        return self._in_sync(self.evaluate_many(pairs))

    def _in_sync(self, work: Coroutine[Any, Any, T]) -> T:
        async def done() -> T:
            try:
                return await work
            finally:
                await self._asker.disconnect()

        return run_in_sync(done())

    def _question(self, query: str, document: str) -> JudgeQuestion:
        return JudgeQuestion(id="", query=query, passages=(Passage(id="", text=document),), language=self.language)
