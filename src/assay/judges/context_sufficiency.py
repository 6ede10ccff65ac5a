"""Whether the passages together hold all that the question needs."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.judges.prompts import all_enclosed, enclosed, prompt, version_of
from assay.judges.question import JudgeQuestion
from assay.judges.replies import Reply, YesNo, lone_yes_or_no
from assay.judges.seam import Ask, Call
from assay.judges.verdict import Verdict


class SufficientReply(Reply):
    """Whether passages suffice."""

    reason: str = ""
    sufficient: YesNo

    @staticmethod
    def bare(text: str) -> dict[str, object] | None:
        """Take a lone yes or no."""
        found = lone_yes_or_no(text)
        return None if found is None else {"sufficient": found}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSufficiency:
    """1 where the question can be answered completely from the passages alone, else 0 (Joren et al. 2024).

    Notes
    -----
    0 for nothing retrieved, decided without a call. It needs neither an answer nor an expected one. One call.
    """

    @property
    def name(self) -> str:
        """``context_sufficiency``."""
        return "context_sufficiency"

    @property
    def spec(self) -> Mapping[str, object]:
        """The judge and the version of its prompt."""
        return {"judge": self.name, "prompt": version_of("sufficiency")}

    @property
    def bounds(self) -> tuple[float, float]:
        """0 and 1."""
        return 0.0, 1.0

    async def judge(self, question: JudgeQuestion, ask: Ask) -> Verdict:
        """Judge passages; see `assay.judges.seam.Judge`."""
        told = tuple(one for one in question.passages if one.text.strip())
        if not told:
            return Verdict(score=0.0, reason="no passages")
        reply = await ask(
            Call(
                prompt=prompt("sufficiency", question.prompt_language),
                texts={"query": enclosed(question.query, "question"), "passages": all_enclosed(told)},
                reply=SufficientReply,
                likely=SufficientReply(reason="The hours are named, the pairs an hour are not.", sufficient=False),
            )
        )
        return Verdict(score=float(reply.sufficient), reason=reply.reason)
