"""Whether an answer answers what was asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from typing import Annotated

from pydantic import Field

from assay.judges.prompts import enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply, YesNo
from assay.judges.required import answer_of
from assay.judges.seam import Ask, Call
from assay.judges.verdict import Verdict
from assay.models.encoder import Encoder, encoded


class QuestionsReply(Reply):
    """Questions that an answer answers, and whether it evades its own."""

    questions: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]
    evasive: YesNo


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRelevancy:
    r"""How near the questions that an answer answers are to the one that was asked.

    .. math:: \frac{1}{n} \sum_{i=1}^{n} \cos(E(q), E(q_i)), \quad q_i \text{ generated from the answer}

    Parameters
    ----------
    encoder
        Embeds the questions.

    Notes
    -----
    In [-1, 1], in practice above 0; what counts as high depends on the encoder, so compare figures of one encoder
    only. An answer that evades is 0, an empty one as well, without a call. It does not look at passages, and says
    nothing about truth. One call for three questions, where ragas (Es et al. 2024) makes a call for each: at
    temperature 0 these would all be the same.
    """

    encoder: Encoder

    @property
    def name(self) -> str:
        """``answer_relevancy``."""
        return "answer_relevancy"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, its encoder and the version of its prompt."""
        return {"judge": self.name, "encoder": self.encoder.name, "prompt": version_of("questions")}

    @property
    def bounds(self) -> tuple[float, float]:
        """-1 and 1."""
        return -1.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge an answer; see `assay.judges.seam.Judge`."""
        answer = answer_of(question)
        if not answer.strip():
            return Verdict(score=0.0, reason="the answer is empty")
        reply = await ask(
            Call(
                prompt=prompt("questions", question.prompt_language),
                texts={"answer": enclosed(answer, "answer")},
                reply=QuestionsReply,
                likely=QuestionsReply(questions=["How many hours does one pass of labelling take?"] * 3, evasive=False),
            )
        )
        details = {"questions": list(reply.questions), "evasive": reply.evasive}
        if reply.evasive:
            return Verdict(score=0.0, reason="the answer evades the question", details=details)
        asked, *others = await encoded(self.encoder, [question.query, *reply.questions])
        return Verdict(score=fsum(float(asked @ other) for other in others) / len(others), details=details)
