"""The result of an evaluation: its figures, and the forms they are written in."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from assay.data.document import Document
from assay.evaluation.asking import Progress
from assay.evaluation.document import document_of
from assay.evaluation.judging import judge_in_sync
from assay.evaluation.measured import Measured
from assay.evaluation.no_answer import NoAnswer, no_answer_of
from assay.evaluation.page import page_of
from assay.evaluation.unjudged import Unjudged, unjudged_of
from assay.judges.asking import Budget
from assay.judges.chat_function import Function
from assay.judges.seam import Judge
from assay.measures.measure import Measure
from assay.models.chat import ChatModel
from assay.report.markdown import to_markdown
from assay.report.page import Language
from assay.store.verdicts import VerdictStore


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Evaluation(Measured):
    """How good retrieval was, question by question; its figures are those of `Measured`."""

    def no_answer(self, *, max_false_rate: float | None = None, k: int | None = None) -> NoAnswer:
        """Say whether the top score tells questions with an answer from those without, and from which score on.

        See `assay.evaluation.no_answer.no_answer_of`.
        """
        return no_answer_of(self, max_false_rate=max_false_rate, k=k)

    def unjudged(self, measure: Measure | str) -> Unjudged | None:
        """Say how much of what was measured anybody judged, and where the mean lies whatever the rest is worth.

        See `assay.evaluation.unjudged.unjudged_of`.
        """
        return unjudged_of(self, measure)

    def judge(
        self,
        judges: Iterable[Judge],
        llm: ChatModel | Function,
        *,
        k: int = 5,
        corpus: Iterable[Document] = (),
        generate: bool = False,
        store: VerdictStore | None = None,
        budget: Budget | None = None,
        progress: Progress | None = None,
    ) -> "Evaluation":
        """Have passages and answers judged by a chat model; return the evaluation with what it says as `judged`.

        Parameters
        ----------
        judges
            Such as those of `assay.judges.catalogue.load_judge`.
        llm
            A chat model, or a function that takes a prompt and returns the reply.
        k, corpus, generate, progress
            See `assay.evaluation.judging.judge_evaluation`.
        store
            Where replies are kept; by default they are forgotten.
        budget
            What may be spent.

        Raises
        ------
        BadInputError
            A hit has no text, or there is nothing to judge.
        """
        judged = judge_in_sync(
            self,
            tuple(judges),
            llm,
            k=k,
            corpus=corpus,
            generate=generate,
            store=store,
            budget=budget,
            progress=progress,
        )
        return replace(self, judged=judged)

    def to_json(self, *, by: str | Iterable[str] | None = None, per_query: bool = False) -> str:
        """Write the result as JSON, in the shape of ``docs/schema/evaluation.schema.json``.

        `by` names the breakdowns to include, by default category and language where cases have them.
        """
        return document_of(self, by=by, per_query=per_query).to_json()

    def to_markdown(self, *, language: Language = "en", by: str | Iterable[str] | None = None) -> str:
        """Write the report as Markdown in English, Chinese, Spanish or Russian (``en``, ``zh``, ``es``, ``ru``)."""
        return to_markdown(page_of(self, language=language, by=by))

    def __repr__(self) -> str:
        """Say in a line or two what was measured: whole figures are in `to_markdown`."""
        k, counts = self.settings.k[-1], f"{self.n_asked} asked, {self.n_failed} failed"
        figures = ", ".join(f"{name}@{k} {self.mean(f'{name}@{k}').mean:.3f}" for name in ("R", "nDCG", "RR"))
        odd = f"; notices: {', '.join(notice.code for notice in self.notices)}" if self.notices else ""
        return f"<Evaluation of {self.settings.retriever} on {self.golden.name}: {counts}; {figures}{odd}>"

    def _repr_markdown_(self) -> str:
        return self.to_markdown()
