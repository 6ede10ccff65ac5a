"""What judges say of an evaluation: of the passages that came back, and of the answers given from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from assay.data.case import RetrievalTestCase
from assay.data.document import Document
from assay.errors import BadInputError
from assay.evaluation.asking import Answer
from assay.evaluation.judged import JudgedScores
from assay.evaluation.measured import Measured
from assay.judges.answering import answered
from assay.judges.asking import Asker, Budget
from assay.judges.chat_function import Function, as_chat_model
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.running import judge_all
from assay.judges.seam import Ask, Judge
from assay.judges.summary import JudgeSummary
from assay.judges.verdict import Verdict
from assay.models.chat import ChatModel
from assay.store.remembered import RememberedVerdicts
from assay.store.verdicts import VerdictStore
from assay.threads import run_in_sync

Progress = Callable[[int, int], None]
DEPTH = 5  # passages a judge sees: what pipelines commonly hand to a language model


@dataclass(frozen=True, slots=True)
class _Answering:
    """A judge of answers for questions that have none: the model answers first, from the passages."""

    of: Judge

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def spec(self) -> Mapping[str, object]:
        return {**self.of.spec, "answers": "generated"}

    @property
    def bounds(self) -> tuple[float, float]:
        return self.of.bounds

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        return await self.of.judge(await answered(question, ask), ask)


async def judge_evaluation(
    evaluation: Measured,
    judges: Sequence[Judge],
    asker: Asker,
    *,
    k: int = DEPTH,
    corpus: Iterable[Document] = (),
    generate: bool = False,
    progress: Progress | None = None,
) -> tuple[JudgedScores, ...]:
    """Have an evaluation's questions judged.

    Parameters
    ----------
    evaluation
        What was asked and what came back. Failed calls and questions without an answer in the corpus are left out.
    k
        How many first passages judges see.
    corpus
        Texts for hits that carry none, by the id of their document.
    generate
        Whether the model answers questions for which no answer was recorded.
    progress
        Called with (done, asked).

    Raises
    ------
    BadInputError
        A hit has no text, or there is nothing to judge.
    """
    questions = questions_of(evaluation, k=k, corpus=corpus)
    found: list[JudgedScores] = []
    for judge in judges:
        began = perf_counter()
        summary = JudgeSummary(judge, level=evaluation.settings.level, seed=evaluation.settings.seed)
        async for judged in judge_all(_Answering(judge) if generate else judge, questions, asker):
            summary.add(judged)
            if progress is not None:
                progress(len(found) * len(questions) + summary.n_asked, len(judges) * len(questions))
        found.append(
            JudgedScores(
                summary=summary,
                case_ids=tuple(question.id for question in questions),
                model=str(asker.model.spec.get("model", "?")),
                seconds=perf_counter() - began,
            )
        )
    return tuple(found)


def judge_in_sync(
    evaluation: Measured,
    judges: Sequence[Judge],
    llm: ChatModel | Function,
    *,
    k: int = DEPTH,
    corpus: Iterable[Document] = (),
    generate: bool = False,
    store: VerdictStore | None = None,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> tuple[JudgedScores, ...]:
    """Do the same from sync code; Ctrl-C gives up, and keeps in the store what was answered.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C was pressed.
    """
    asker = Asker(as_chat_model(llm), store or RememberedVerdicts(), budget=budget)

    async def judged() -> tuple[JudgedScores, ...]:
        try:
            return await judge_evaluation(
                evaluation, judges, asker, k=k, corpus=corpus, generate=generate, progress=progress
            )
        finally:
            await asker.disconnect()

    return run_in_sync(judged())


def questions_of(evaluation: Measured, *, k: int = DEPTH, corpus: Iterable[Document] = ()) -> list[JudgeQuestion]:
    """Return a question for judges for each case that was answered and claims an answer.

    Raises
    ------
    BadInputError
        A hit has no text, or there is no such case.
    """
    texts = {document.doc_id: document.text for document in corpus}
    rows = zip(evaluation.golden, evaluation.answers, strict=True)
    found = [
        _question(case, answer, k, texts)
        for case, answer in rows
        if answer is not None and answer.reason is None and case.answerable
    ]
    if not found:
        raise BadInputError("no question was answered, so there is nothing to judge")
    return found


def _question(case: RetrievalTestCase, answer: Answer, k: int, texts: Mapping[str, str]) -> JudgeQuestion:
    passages: list[Passage] = []
    for hit in answer.hits[:k]:
        text = hit.text if hit.text is not None else texts.get(hit.doc_id)
        if text is None:
            raise BadInputError(
                f"{case.id}: the hit {hit.doc_id!r} carries no text, so no judge can read it\n"
                "Hint: let the pipeline return texts, or name the documents with --corpus (corpus=...)."
            )
        passages.append(Passage(id=hit.chunk_id or hit.doc_id, text=text))
    return JudgeQuestion(
        id=str(case.id),
        query=case.query,
        passages=tuple(passages),
        answer=answer.answer if answer.answer is not None else case.generated_answer,
        reference=case.expected_answer,
        language=case.language,
    )
