"""Whether useful passages stand before the others."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assay.judges.arithmetic import average_precision_at_useful
from assay.judges.prompts import enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion, Passage
from assay.judges.replies import Reply, YesNo, lone_yes_or_no
from assay.judges.required import answer_of, reference_of
from assay.judges.seam import Ask, Call
from assay.judges.verdict import Verdict


class UsefulReply(Reply):
    """Whether a passage is useful."""

    reason: str = ""
    useful: YesNo

    @staticmethod
    def bare(text: str) -> dict[str, object] | None:
        """Take a lone yes or no."""
        found = lone_yes_or_no(text)
        return None if found is None else {"useful": found}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPrecision:
    """The mean precision at the ranks of useful passages (`assay.judges.arithmetic.average_precision_at_useful`).

    Parameters
    ----------
    against
        What a passage is useful for: the expected answer (``reference``), the answer that was given (``answer``), or
        the first where there is one and the second where there is not (``either``).
    convention
        ``ragas`` adds 1e-10 to the number of useful passages, as ragas does.

    Notes
    -----
    In [0, 1]: useful passages that stand low lower it. 0 where no passage is useful, and for nothing retrieved, decided
    without a call. One call a passage that says something; an empty one is not useful. As ragas'
    ``context_precision`` with and without reference.
    """

    against: Literal["either", "reference", "answer"] = "either"
    convention: Literal["assay", "ragas"] = "assay"

    @property
    def name(self) -> str:
        """``context_precision``."""
        return "context_precision"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge, what it holds passages against, and the version of its prompt."""
        return {
            "judge": self.name,
            "against": self.against,
            "convention": self.convention,
            "prompt": version_of("useful"),
        }

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge passages; see `assay.judges.seam.Judge`."""
        answer = self._answer(question)
        found = await asyncio.gather(*(useful(one, answer, question, ask) for one in question.passages))
        smoothing = 1e-10 if self.convention == "ragas" else 0.0
        score = average_precision_at_useful([one.useful for one in found], smoothing=smoothing)
        told = [
            {"passage": passage.id, "useful": one.useful, "reason": one.reason}
            for passage, one in zip(question.passages, found, strict=True)
        ]
        return Verdict(score=score, reason="" if found else "no passages", details={"passages": told})

    def _answer(self, question: JudgeQuestion) -> str:
        given = self.against == "answer" or (self.against == "either" and question.reference is None)
        return answer_of(question) if given else reference_of(question)


async def useful(passage: Passage, answer: str, question: JudgeQuestion, ask: Ask) -> UsefulReply:
    """Say whether a passage is useful for an answer; an empty one is not, without a call.

    Raises
    ------
    JudgeFailure
        The model did not say.
    """
    if not passage.text.strip():
        return UsefulReply(useful=False)
    return await ask(
        Call(
            prompt=prompt("useful", question.prompt_language),
            texts={
                "query": enclosed(question.query, "question"),
                "answer": enclosed(answer, "answer"),
                "passage": enclosed(passage.text),
            },
            reply=UsefulReply,
            likely=UsefulReply(reason="The passage names the hours that the answer needs.", useful=True),
        )
    )
